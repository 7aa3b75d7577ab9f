"""What a table may choose before the first deal of Estou-por-uma (the table of options of its rules)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from carteado.rules.estou_por_uma.cards import PACK, RANKS
from carteado.rules.game import Fault, InvalidMatch

MIN_SEATS = 2
MAX_SEATS = 12
FEWEST_PACKS = 2
MOST_PACKS = 4


class Effect(IntEnum):
    """What a special card does when it is played (EPU-17, EPU-29)."""

    NONE = 0
    SKIP = 1
    DRAW_STACK = 2
    WILD = 3
    PREVIOUS_DRAWS = 4
    REVERSE = 5


class EndMode(IntEnum):
    """What ends the match (EPU-R35)."""

    LAST_STANDING = 0
    FIRST_OUT = 1


class Enforcement(IntEnum):
    """Who enforces the call on the last card but one (EPU-R27)."""

    AUTO = 0
    CATCH = 1


@dataclass(frozen=True, slots=True)
class EffectRule:
    """Which rank bears an effect (EPU-R33)."""

    rank: int = 0
    effect: Effect = Effect.NONE


@dataclass(frozen=True, slots=True)
class RankSet:
    """Some ranks."""

    ranks: tuple[int, ...] = ()


EFFECTS = (
    EffectRule(1, Effect.SKIP),
    EffectRule(7, Effect.DRAW_STACK),
    EffectRule(8, Effect.WILD),
    EffectRule(9, Effect.PREVIOUS_DRAWS),
    EffectRule(13, Effect.REVERSE),
)
"""The special cards of the text (EPU-18 to EPU-24)."""

ZERO_RANKS = RankSet((8,))
"""The ranks that count nothing in the text (EPU-12)."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match; a number that is None stands for its default.

    Attributes:
        packs: Packs of 52, 2 to 4; None for two, or as many as the seats of each round need (EPU-R1).
        hand_size: Cards dealt to each seat, 5 to 10; 8.
        limit: Points that nobody may pass, 20 to 500; 100.
        end_mode: What ends the match.
        effects: Which ranks bear effects, ascending; empty for those of the text, one rule without an effect for none at all.
        zero_ranks: Ranks that count nothing, ascending; None for the 8.
        court_cards_count_ten: Whether jack, queen and king count 10.
        no_stacking: Whether a drawing card may not be answered.
        draw_cards: Cards that each drawing card costs, 1 to 4; 2.
        previous_cards: Cards that the previous seat draws, 0 to 7; 1.
        identical_cards: Cards that the owner of an equalled card draws, 0 to 7; 3.
        forgotten_cards: Cards that a forgotten call costs, 0 to 7; 7.
        identical_self: Whether equalling one's own card costs too.
        enforcement: Who enforces the call.
        voluntary_draw: Whether a seat that could play may draw.
        may_keep_drawn: Whether a drawn card that fits may be kept.
        reverse_skips_for_two: Whether, between two seats, a reversing card also skips.
        upcard_takes_effect: Whether the first upcard takes effect.
        last_card_draws: Whether what a last card makes others draw is drawn before the count.
    """

    packs: int | None = None
    hand_size: int | None = None
    limit: int | None = None
    end_mode: EndMode = EndMode.LAST_STANDING
    effects: tuple[EffectRule, ...] = ()
    zero_ranks: RankSet | None = None
    court_cards_count_ten: bool = False
    no_stacking: bool = False
    draw_cards: int | None = None
    previous_cards: int | None = None
    identical_cards: int | None = None
    forgotten_cards: int | None = None
    identical_self: bool = False
    enforcement: Enforcement = Enforcement.AUTO
    voluntary_draw: bool = False
    may_keep_drawn: bool = False
    reverse_skips_for_two: bool = False
    upcard_takes_effect: bool = False
    last_card_draws: bool = False


def fewest_packs(seats: int, hand_size: int) -> int:
    """The packs that hold every hand, the upcard and two cards for each seat; never fewer than two (EPU-R1, G-29)."""
    cards = (hand_size + 2) * seats + 1
    return max(FEWEST_PACKS, -(-cards // len(PACK)))


def checked(options: Options, seats: int) -> Options:
    """The options with the defaults written out; packs that follow from the seats stay unset, for they follow anew in each round (G-11, EPU-R1).

    Raises:
        InvalidMatch: Too few or too many seats, a number outside its range, a rank twice, packs that are too few, or no effects beside some.
    """
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise InvalidMatch(Fault.PLAYER_COUNT, "Estou-por-uma is for 2 to 12 seats")
    written = replace(
        options,
        hand_size=_in_range("hand_size", options.hand_size, 8, range(5, 11)),
        limit=_in_range("limit", options.limit, 100, range(20, 501)),
        effects=_checked_effects(options.effects),
        zero_ranks=_checked_zero_ranks(options.zero_ranks),
        draw_cards=_in_range("draw_cards", options.draw_cards, 2, range(1, 5)),
        previous_cards=_in_range("previous_cards", options.previous_cards, 1, range(8)),
        identical_cards=_in_range("identical_cards", options.identical_cards, 3, range(8)),
        forgotten_cards=_in_range("forgotten_cards", options.forgotten_cards, 7, range(8)),
    )
    _check_packs(written, seats)
    return written


def _in_range(name: str, chosen: int | None, default: int, allowed: range) -> int:
    if chosen is None:
        return default
    if chosen not in allowed:
        message = f"{name} is {allowed[0]} to {allowed[-1]}"
        raise InvalidMatch(Fault.OPTION_RANGE, message)
    return chosen


def _checked_effects(rules: tuple[EffectRule, ...]) -> tuple[EffectRule, ...]:
    """A rank has at most one effect, ranks may share one; a lone rule without an effect stands for none (EPU-R33)."""
    if len(rules) == 1 and rules[0].effect is Effect.NONE:
        if rules[0].rank not in (0, *RANKS):
            raise InvalidMatch(Fault.OPTION_RANGE, "ranks are 1 to 13")
        return rules
    if any(rule.effect is Effect.NONE for rule in rules):
        raise InvalidMatch(Fault.OPTIONS_CONTRADICT, "a rule without an effect stands alone")
    _check_ranks([rule.rank for rule in rules])
    return tuple(sorted(rules, key=lambda rule: rule.rank)) or EFFECTS


def _checked_zero_ranks(zero: RankSet | None) -> RankSet:
    if zero is None:
        return ZERO_RANKS
    _check_ranks(zero.ranks)
    return RankSet(tuple(sorted(zero.ranks)))


def _check_ranks(ranks: Sequence[int]) -> None:
    if len(set(ranks)) < len(ranks) or not all(rank in RANKS for rank in ranks):
        raise InvalidMatch(Fault.OPTION_RANGE, "ranks are 1 to 13, each at most once")


def _check_packs(options: Options, seats: int) -> None:
    """Chosen packs are enough for every seat (G-29)."""
    assert options.hand_size is not None
    fewest = fewest_packs(seats, options.hand_size)
    if options.packs is not None and options.packs not in range(fewest, MOST_PACKS + 1):
        message = f"packs are {fewest} to {MOST_PACKS} here"
        raise InvalidMatch(Fault.OPTION_RANGE, message)
