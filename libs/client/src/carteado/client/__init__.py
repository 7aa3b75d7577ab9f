"""The client of carteado's tables and ranking: async, typed; it repeats what may be repeated and resumes what was cut.

    async with Client("127.0.0.1:50052", token) as client:
        table = await client.get_table("K7F3Q")
    async with Ranking("127.0.0.1:50053", token) as ranking:
        board = await ranking.leaderboard(GAME_EU_FACO)

Messages are those of ``carteado.api``; errors are drawn in ``carteado.client.errors``.
"""

from carteado.client.client import Client
from carteado.client.errors import (
    CarteadoError,
    InvalidRequest,
    NotAllowed,
    NotFound,
    Refusal,
    TableMoved,
    Unavailable,
    Unsupported,
    Violation,
)
from carteado.client.player import Choose, play
from carteado.client.ranking import Ranking
from carteado.client.watch import is_over

__all__ = [
    "CarteadoError",
    "Choose",
    "Client",
    "InvalidRequest",
    "NotAllowed",
    "NotFound",
    "Ranking",
    "Refusal",
    "TableMoved",
    "Unavailable",
    "Unsupported",
    "Violation",
    "is_over",
    "play",
]
