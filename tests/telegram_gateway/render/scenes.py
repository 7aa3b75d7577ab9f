"""Tables of any game as the tables service shows them, with people of any name in the seats."""

from datetime import timedelta
from functools import cache

from google.protobuf.duration_pb2 import Duration

from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.telegram_gateway.catalogs import LOCALES
from carteado.telegram_gateway.render.game import Game
from carteado.telegram_gateway.render.games import options_of
from carteado.words import Words

LANGUAGES = ("pt_BR", "en")
CODE = "K7F3Q"
BOT = "carteado_bot"
FROM_RIGHT_TO_LEFT = "\u05d0\u05d1\u05d2" * 20
HOSTILE_NAMES = (
    "M" * 64,
    "\U0001f469" * 64,
    "<b>&amp;</b>" * 5,
    "\u202e" + "evil" * 10,
    FROM_RIGHT_TO_LEFT,
    "Z\u0336\u0337\u0338\u0334" * 12,
    "\u200b\u2060\u3164",
    "\u5b57" * 64,
)


@cache
def words_in(language: str) -> Words:
    return Words(LOCALES, language)


def seats_of(*names: str) -> list[tables_pb2.Seat]:
    """People in the order given; a bare number is a house rival."""
    return [
        tables_pb2.Seat(
            seat=number,
            player=tables_pb2.Player(
                id=f"house/{name}" if name.isdecimal() else f"telegram/{number}", name=name
            ),
            controller=tables_pb2.CONTROLLER_RIVAL
            if name.isdecimal()
            else tables_pb2.CONTROLLER_PLAYER,
        )
        for number, name in enumerate(names)
    ]


def lobby_of(game: Game, *names: str, seconds: int = 60, max_seats: int = 12) -> tables_pb2.Table:
    seats = seats_of(*names)
    table = tables_pb2.Table(
        id="table-1",
        code=CODE,
        options=options_of(game),
        state=tables_pb2.TABLE_STATE_LOBBY,
        host=seats[0].player,
        seats=seats,
        max_seats=max_seats,
    )
    if seconds:
        table.turn_time.CopyFrom(duration(seconds))
    return table


def duration(seconds: int) -> Duration:
    lasting = Duration()
    lasting.FromTimedelta(timedelta(seconds=seconds))
    return lasting


def playing(game: Game, view: game_pb2.View, *names: str) -> tables_pb2.Table:
    """A table with this view of its match."""
    table = lobby_of(game, *names)
    over = view.phase == game_pb2.PHASE_FINISHED
    table.state = tables_pb2.TABLE_STATE_FINISHED if over else tables_pb2.TABLE_STATE_PLAYING
    if view.HasField("options"):
        table.options.CopyFrom(view.options)
    table.view.CopyFrom(view)
    table.placements.extend(view.placements)
    return table
