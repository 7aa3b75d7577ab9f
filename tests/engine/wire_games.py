"""Each game as a client knows it: how options and actions of the battery are said on the wire, and how its cards are counted there."""

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from carteado.api.game.v1 import game_pb2
from carteado.api.sevn.v1 import sevn_pb2
from tests.conformance.games import SUBJECTS, Subject
from tests.engine.engines import bid, play

BY_NAME = {subject.game.name: subject for subject in SUBJECTS}
CARDS = {"eu_faco": range(1, 41), "estou_por_uma": range(1, 53), "sevn": range(1, 32)}

UNDECIDED = (sevn_pb2.DECISION_BALLAST, sevn_pb2.DECISION_GIVE_SECOND_CHANCE)
"""Questions about a card that lies nowhere else."""

Views = Sequence[Any]


def options_of(subject: Subject, options: Any) -> game_pb2.Options:
    """Options of the rules on the wire: the names are the same, and what is unset stays so."""
    wire = game_pb2.Options()
    fill(getattr(wire, subject.game.name), options)
    return wire


def fill(message: Any, values: Any) -> None:
    """Writes every field that has a value, however deep."""
    message.SetInParent()
    for field in dataclasses.fields(values):
        value = getattr(values, field.name)
        if isinstance(value, tuple):
            add(getattr(message, field.name), value)
        elif dataclasses.is_dataclass(value):
            fill(getattr(message, field.name), value)
        elif value is not None:
            setattr(message, field.name, value)


def add(repeated: Any, values: Sequence[Any]) -> None:
    for value in values:
        if dataclasses.is_dataclass(value):
            fill(repeated.add(), value)
        else:
            repeated.append(value)


def actions_of(subject: Subject) -> list[game_pb2.Action]:
    """Every action of the battery that the wire can say, and one of each verb whatever the game."""
    said = [action for one in subject.actions for action in action_of(subject.game.name, one)]
    return said + foreign_actions(subject.game.name)


def action_of(name: str, action: Any) -> Iterator[game_pb2.Action]:
    """An action on the wire; nothing for a number or a card that the contract does not have."""
    verb = type(action).__name__.lower()
    wire = game_pb2.Action()
    if verb == "bid" and action.tricks >= 0:
        yield bid(action.tricks)
    elif verb == "play" and action.card in CARDS[name]:
        setattr(wire.play, name, action.card)
        wire.play.suit, wire.play.estou_por_uma_call = said_with(action)
        yield wire
    elif verb in {"draw", "pass", "choose", "declare"}:
        fill(getattr(wire, verb), action)
        yield wire


def said_with(action: Any) -> tuple[Any, bool]:
    """The suit that is named and the call that is made with a card; Eu Faço! knows neither, so only whether they are there."""
    if hasattr(action, "suit"):
        return action.suit, action.call
    return int(action.names_suit), action.calls


def foreign_actions(name: str) -> list[game_pb2.Action]:
    """One of each verb, and a card of another game."""
    verbs: dict[str, Any] = {
        "draw": game_pb2.Draw(),
        "pass": game_pb2.Pass(),
        "choose": game_pb2.Choose(keep=True),
        "declare": game_pb2.Declare(),
    }
    other: Any = 1
    card = game_pb2.Action(play=game_pb2.Play(estou_por_uma=other))
    if name == "estou_por_uma":
        card = play(1)
    return [bid(1), card, *(game_pb2.Action(**{verb: one}) for verb, one in verbs.items())]


# Counting cards


def eu_faco_conserved(views: Views) -> None:
    """All that was dealt is in a hand or on the table, each card once."""
    table = views[-1].eu_faco
    held: list[int] = []
    for seat, shown in enumerate(table.seats):
        cards = list(views[seat].eu_faco.hand)
        if table.forehead:
            others = [view.eu_faco.seats[seat].forehead for view in views]
            cards = sorted({card for card in others if card})
        assert len(cards) == shown.cards_left
        held += cards
    on_table = [trick.cards for trick in table.tricks]
    if views[-1].phase == game_pb2.PHASE_AWAITING_SEAT:
        on_table.append(table.trick)
    dealt = [*held, *(played.card for trick in on_table for played in trick)]
    assert len(dealt) == len(set(dealt))
    assert set(dealt) <= set(CARDS["eu_faco"])
    assert len(dealt) % table.hand_size == 0


def estou_por_uma_conserved(views: Views) -> None:
    """52 cards a pack, in the stock, the discards or a hand; no face more often than there are packs."""
    table = views[-1].estou_por_uma
    seen = Counter(table.discards)
    for seat, shown in enumerate(table.seats):
        hand = views[seat].estou_por_uma.hand
        if shown.playing:
            assert len(hand) == shown.cards_left
        seen.update(hand)
    assert max(seen.values()) <= table.packs
    if views[-1].phase == game_pb2.PHASE_AWAITING_SEAT:
        assert seen.total() + table.stock == 52 * table.packs


def sevn_conserved(views: Views) -> None:
    """120 cards: everybody sees the same, and all but the deck lies open."""
    tables = [view.sevn for view in views]
    assert all(table == tables[0] for table in tables)
    assert len(list(sevn_open(tables[0]))) + tables[0].deck == 120


def sevn_open(table: Any) -> Iterator[int]:
    """Every card that does not lie in the deck."""
    yield from table.discards
    for seat in table.seats:
        yield from (*seat.row, *seat.extras, *([seat.bust_card] if seat.bust_card else []))
        yield from [28] * seat.second_chance
    yield from (waiting.card for waiting in table.queue)
    yield from table.options
    if table.decision in UNDECIDED:
        yield table.card
    if table.HasField("current"):
        yield table.current.action.card


CONSERVED: dict[str, Callable[[Views], None]] = {
    "eu_faco": eu_faco_conserved,
    "estou_por_uma": estou_por_uma_conserved,
    "sevn": sevn_conserved,
}
"""How the cards of each game are counted, in the views of all seats and of a spectator after them."""
