"""The cards of SEVN, as people read them: numbers bare, a Lastro with its minus, every other face by its sign, and by name where it stands alone."""

from collections.abc import Mapping

from carteado.api.sevn.v1 import sevn_pb2 as pb
from carteado.words import Words

TIMES = "\N{MULTIPLICATION SIGN}"
_EMOJI = "\N{VARIATION SELECTOR-16}"

NAMED: Mapping[int, tuple[str, str]] = {
    pb.CARD_FEATHERWEIGHT: ("\N{FEATHER}", "card_featherweight"),
    pb.CARD_HEAVYWEIGHT: (f"\N{WEIGHT LIFTER}{_EMOJI}", "card_heavyweight"),
    pb.CARD_STRAIGHT: ("\N{LADDER}", "card_straight"),
    pb.CARD_FREEZE: (f"\N{SNOWFLAKE}{_EMOJI}", "card_freeze"),
    pb.CARD_SECOND_CHANCE: ("\N{RING BUOY}", "card_second_chance"),
    pb.CARD_DRAW_THREE: ("\N{TRIDENT EMBLEM}", "card_draw_three"),
    pb.CARD_CROSSROADS: ("\N{TWISTED RIGHTWARDS ARROWS}", "card_crossroads"),
    pb.CARD_STORM: (f"\N{THUNDER CLOUD AND RAIN}{_EMOJI}", "card_storm"),
}
"""The faces that have a name: sign, and key of the name."""

SECOND_CHANCE = NAMED[pb.CARD_SECOND_CHANCE][0]
FREEZE = NAMED[pb.CARD_FREEZE][0]


def is_number(card: int) -> bool:
    """One of 0 to 13."""
    return pb.CARD_0 <= card <= pb.CARD_13


def is_ballast(card: int) -> bool:
    """One of the three Lastros."""
    return pb.CARD_BALLAST_2 <= card <= pb.CARD_BALLAST_6


def short(card: int) -> str:
    """It among others, where words do not fit."""
    if is_number(card):
        return str(card - pb.CARD_0)
    if is_ballast(card):
        return signed(-2 * (card - pb.CARD_BALLAST_2 + 1))
    if card == pb.CARD_TIMES_2:
        return f"{TIMES}2"
    if card in NAMED:
        return NAMED[card][0]
    return f"+{2 * (card - pb.CARD_TIMES_2)}"


def text(card: int, words: Words) -> str:
    """What people call it."""
    if is_ballast(card):
        return words("card_ballast", worth=short(card))
    if card not in NAMED:
        return short(card)
    sign, key = NAMED[card]
    return f"{sign} {words(key)}"


def signed(number: int) -> str:
    """A number whose minus is as wide as a plus."""
    return str(number).replace("-", "\N{MINUS SIGN}")
