"""Matches as the store gets them, without a record."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Any

from carteado.ranking.ladder import Ladder
from carteado.ranking.match import Match, Player, Seat

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
EU_FACO = "GAME_EU_FACO"
EVERYBODY = Ladder(EU_FACO)

_ids = count()


def player(name: str) -> Player:
    return Player(f"app/{name}", name)


def match(names: str | Sequence[str], places: Sequence[int] = (), **more: Any) -> Match:
    """A match of these, best first unless places are given."""
    places = places or range(1, len(names) + 1)
    seats = [Seat(player(name), place) for name, place in zip(names, places, strict=True)]
    own_id = f"match-{next(_ids)}"
    given = {"id": own_id, "game": EU_FACO, "end": NOON, "seats": seats, "digest": own_id.encode()}
    return Match(**{**given, **more})
