"""Records between rules and wire."""

from collections.abc import Sequence

from carteado.api.game.v1 import game_pb2
from carteado.records.translate import games, moves, views
from carteado.records.translate.games import Translation
from carteado.rules.match import Match
from carteado.rules.record import Deal, Move, Record


def recorded(match: Match, played: Sequence[Move]) -> game_pb2.Record:
    """The record of a match that is over, or of its rounds that are: never a move or a secret of a round that goes on.

    Args:
        match: The match.
        played: Everything that was done in it, in order.
    """
    translation = games.TRANSLATIONS[match.game.name]
    opened = match.game.rounds_to_open(match.state)
    placements = match.game.placements(match.state)
    return game_pb2.Record(
        ruleset=match.game.ruleset,
        options=translation.options_to(match.options),
        seats=match.seats,
        anchor=match.secrets.anchor,
        moves=(moves.move_to(move, translation) for move in _counted(played, opened, placements)),
        secrets=[match.secrets.of(number) for number in range(1, opened + 1)],
        placements=map(views.placement_to, placements),
    )


def _counted(played: Sequence[Move], opened: int, placements: Sequence[object]) -> Sequence[Move]:
    """The moves of the rounds that are open to all: up to the first deal of one that is not."""
    if placements:
        return played
    deals = [at for at, move in enumerate(played) if isinstance(move.action, Deal)]
    return played[: deals[opened]] if opened < len(deals) else played


def record_from(wire: game_pb2.Record) -> tuple[Record, Translation]:
    """A record as the rules have it, with the translation of its game; whether any match could be so is checked, whether this one was is not.

    Raises:
        Refused: This build has no such rules, or a move or its seat fits no match of these.
        InvalidMatch: No match has these seats and options.
    """
    translation = games.named(wire.options, wire.ruleset)
    options = translation.options_from(wire.options)
    translation.game.checked(options, wire.seats)
    record = Record(
        game=translation.game,
        options=options,
        seats=wire.seats,
        anchor=wire.anchor,
        moves=list(moves.moves_from(wire.moves, wire.seats, translation)),
        secrets=list(wire.secrets),
        placements=list(map(views.placement_from, wire.placements)),
    )
    return record, translation
