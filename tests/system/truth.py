"""What was really held and seen in a match, played again from its record: the services are never asked what they may show."""

from dataclasses import dataclass
from typing import Any

from carteado.api.game.v1.game_pb2 import Record
from carteado.records.translate.games import Translation, by_options
from carteado.rules.match import Match
from carteado.rules.record import Deal, play
from carteado.rules.record import Move as RulesMove
from carteado.rules.shuffle import OpenedSecrets
from tests.engine.known_cards import SIGHTS


@dataclass(frozen=True)
class Moment:
    """A match after a ply.

    Attributes:
        state: Where it stands, as the rules have it.
        happened: What the move that led there made happen.
        opened: How many rounds may have their secrets opened.
        kinds: What is special about it, in a word each.
    """

    game: str
    state: Any
    happened: list[Any]
    opened: int

    @property
    def kinds(self) -> set[str]:
        return set(SIGHTS[self.game].kinds(self.state))

    def known(self, seat: int | None) -> set[int]:
        """The faces that a seat, or the public, may know."""
        return SIGHTS[self.game].known(self.state, seat, self.happened)


def truth_of(record: Record) -> list[Moment]:
    """The match after each ply, from the opened secrets; the first is that before the first deal."""
    translation = by_options(record.options)
    secrets = OpenedSecrets(record.anchor, list(record.secrets))
    assert secrets.hold()
    options = translation.options_from(record.options)
    match = Match.open(translation.game, options, record.seats, secrets)
    moves = (_rules_move(move, translation) for move in record.moves)
    return [_moment(match, []), *(_moment(match, play(match, move)) for move in moves)]


def _moment(match: Match, happened: list[Any]) -> Moment:
    opened = match.game.rounds_to_open(match.state)
    return Moment(match.game.name, match.state.copy(), happened, opened)


def _rules_move(move: Any, translation: Translation) -> RulesMove:
    if move.action.HasField("deal"):
        return RulesMove(None, Deal(tuple(move.action.deal.entropy)))
    return RulesMove(move.seat, translation.action_from(move.action))
