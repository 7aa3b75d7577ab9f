"""The hand by numbers, what may be done with it, and what a line means."""

import re
from collections.abc import Iterator, Sequence

from rich.text import Text

from carteado.cli.table.estou_por_uma.cards import KEYS, SIGNS, short, suit_named
from carteado.cli.table.frame import flowing, wrapped
from carteado.cli.table.scene import MisreadError, Scene
from carteado.rules.estou_por_uma.actions import Action, Declare, Draw, Pass, Play
from carteado.rules.estou_por_uma.cards import HEARTS, NO_CARD, NO_SUIT, Card, Suit
from carteado.rules.estou_por_uma.options import Enforcement

CALL = "!"
PLAY = re.compile(r"(\d{1,3})\s*(!?)\s*([^\W\d_]*|[♣♦♥♠])\s*(!?)", re.ASCII)
"""The number of a card, the suit to follow, and the call before or after it."""

CELL = 9
MOST_SHOWN = 32
"""Of more cards than these only those that may be played are shown."""


# The question


def question(scene: Scene) -> Sequence[Text]:
    """The own hand, what fits in brackets, and what else may be done (EPU-5, EPU-8)."""
    hints = [line for hint in _hints(scene) for line in wrapped(hint)]
    return [*_hand(scene), *hints]


def _hand(scene: Scene) -> Iterator[Text]:
    hand, playable = scene.view.table.hand, {play.card for play in _plays(scene)}
    numbered = list(enumerate(hand, start=1))
    if len(hand) > MOST_SHOWN:
        numbered = [(number, card) for number, card in numbered if card in playable]
    cells = (_cell(number, card, fits=card in playable) for number, card in numbered)
    yield from flowing(cells, CELL)
    if len(numbered) < len(hand):
        yield Text(scene.words("rest_of_hand", n=len(hand) - len(numbered)), "dim")


def _cell(number: int, card: Card, *, fits: bool) -> Text:
    return Text(f"[{number}] {short(card)}") if fits else Text(f" {number}  {short(card)}", "dim")


def _plays(scene: Scene) -> list[Play]:
    return [action for action in scene.view.legal if isinstance(action, Play)]


def _hints(scene: Scene) -> Iterator[str]:
    """What may be done, then what goes with a card."""
    view, plays = scene.view, _plays(scene)
    for action in view.legal:
        if isinstance(action, Declare):
            yield _hint_to_declare(scene, action)
    if view.to_act != scene.seat:
        return
    yield _hint_of_turn(scene, plays)
    yield from _hints_of_cards(scene, plays)


def _hints_of_cards(scene: Scene, plays: Sequence[Play]) -> Iterator[str]:
    """What goes with a wild card, and with the last card but one (EPU-21, EPU-9)."""
    view, words = scene.view, scene.words
    numbers = {play.card: view.table.hand.index(play.card) + 1 for play in plays}
    wild = [play for play in plays if play.suit]
    if wild:
        suits = (f"{words(key).split()[0]} {SIGNS[suit]}" for suit, key in KEYS.items())
        letter = words(KEYS[HEARTS]).split()[0]
        number = numbers[wild[0].card]
        yield words("hint_wild", suits=", ".join(suits), number=number, letter=letter)
    if any(play.call for play in plays):
        plain = [play for play in plays if not play.suit]
        caught = view.options.enforcement is Enforcement.CATCH
        key = "hint_call_or_be_caught" if caught else "hint_call"
        number = numbers[(plain or plays)[0].card]
        yield words(key, n=view.options.forgotten_cards, number=number)


def _hint_of_turn(scene: Scene, plays: Sequence[Play]) -> str:
    """What a turn is about: a stack, a drawn card, a purchase, or a play (EPU-R16, EPU-R12, EPU-R11)."""
    table, words, legal = scene.view.table, scene.words, scene.view.legal
    draw, keep = (words(key).split()[0] for key in ("key_draw", "key_keep"))
    if table.pending_draw:
        key = "hint_stack" if plays else "hint_take"
        return words(key, n=table.pending_draw, draw=draw)
    if table.drawn != NO_CARD:
        key = "hint_may_keep" if Pass() in legal else "hint_drawn"
        return words(key, card=short(table.drawn), keep=keep)
    if not plays:
        return words("hint_buy", draw=draw)
    return words("hint_may_buy" if Draw() in legal else "hint_play", draw=draw)


def _hint_to_declare(scene: Scene, action: Declare) -> str:
    if action.accused is None:
        return scene.words("hint_call_late")
    return scene.words("hint_accuse", name=scene.names[action.accused])


# What a line means


def action(scene: Scene, typed: str) -> Action:
    """A number plays a card, with a suit or the call; letters buy or keep, and the call alone is made late or accuses.

    Raises:
        MisreadError: It is nothing that may be done now.
    """
    if typed == CALL:
        return _declared(scene)
    if scene.view.to_act == scene.seat:
        for key, done in (("key_draw", Draw()), ("key_keep", Pass())):
            if typed in scene.words(key).split():
                return _allowed(scene, done)
        if found := PLAY.fullmatch(typed):
            number, early, suit, late = found.groups()
            return _played(scene, int(number), suit, call=bool(early or late))
    raise MisreadError(scene.words("misread"))


def _declared(scene: Scene) -> Declare:
    """A late call or an accusation, whichever there is (EPU-R27)."""
    for action in scene.view.legal:
        if isinstance(action, Declare):
            return action
    raise MisreadError(scene.words("call_goes_with_card"))


def _allowed(scene: Scene, action: Draw | Pass) -> Draw | Pass:
    """Buying is for want of a card that fits; keeping is for a bought one, by option (EPU-R11, EPU-R12)."""
    if action in scene.view.legal:
        return action
    if isinstance(action, Pass):
        raise MisreadError(scene.words("cannot_keep"))
    drawn = scene.view.table.drawn != NO_CARD
    raise MisreadError(scene.words("already_drew" if drawn else "must_play"))


def _played(scene: Scene, number: int, named: str, *, call: bool) -> Play:
    words, hand = scene.words, scene.view.table.hand
    if not 1 <= number <= len(hand):
        raise MisreadError(words.count("no_such_card", len(hand)))
    ways = [play for play in _plays(scene) if play.card == hand[number - 1]]
    if not ways:
        raise MisreadError(_why_not(scene, hand[number - 1]))
    if call and not ways[0].call:
        raise MisreadError(words("call_not_now"))
    return Play(ways[0].card, _suit(scene, ways[0], named, number), call)


def _why_not(scene: Scene, card: Card) -> str:
    """Why a card may not be played (EPU-5, EPU-R12, EPU-R16)."""
    table = scene.view.table
    if table.pending_draw:
        return scene.words("does_not_answer", card=short(card))
    if table.drawn != NO_CARD:
        return scene.words("only_drawn", card=short(table.drawn))
    rank = short(table.top)[:-1]
    return scene.words("does_not_fit", card=short(card), suit=SIGNS[table.suit], rank=rank)


def _suit(scene: Scene, way: Play, named: str, number: int) -> Suit:
    """The suit that goes with a wild card, and with no other (EPU-R18)."""
    words = scene.words
    if not way.suit:
        if named:
            raise MisreadError(words("suit_not_allowed", card=short(way.card)))
        return NO_SUIT
    suit = suit_named(named, scene)
    if suit is None:
        suits = (f"{number} {words(key).split()[0]} ({SIGNS[suit]})" for suit, key in KEYS.items())
        raise MisreadError(words("suit_required", card=short(way.card), ways=", ".join(suits)))
    return suit
