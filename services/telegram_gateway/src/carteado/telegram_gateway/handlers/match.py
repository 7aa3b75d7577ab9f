"""During the match: looking at the hand, and moves."""

from carteado.api.tables.v1.tables_pb2 import (
    TABLE_STATE_LOBBY,
    TABLE_STATE_PLAYING,
    Seat,
    Table,
)
from carteado.client import TableMoved
from carteado.telegram_gateway.company import Company
from carteado.telegram_gateway.handlers.asking import Asked, request_id
from carteado.telegram_gateway.handlers.seats import seat_of
from carteado.telegram_gateway.people import player_id
from carteado.telegram_gateway.render.game import Move
from carteado.telegram_gateway.render.games import game_of
from carteado.telegram_gateway.render.scene import scene_of
from carteado.telegram_gateway.said import Said, Told

ATTEMPTS = 3
"""How often a move is decided anew where the table moved on in between."""


class Match:
    """The buttons of a match: what they mean, the game says, from the table as it stands when the tap is handled."""

    def __init__(self, company: Company) -> None:
        self._tables = company.tables

    async def look(self, asked: Asked) -> Said:
        """The hand, to its player alone."""
        table, _ = await self._playing(asked)
        return Said(game_of(table).alert(scene_of(table, asked.words)), is_alert=True)

    async def move(self, asked: Asked) -> Said:
        """Decides and acts, once more where the table moved on in between; the same update never acts twice at one ply."""
        for _ in range(ATTEMPTS):
            table, seat = await self._playing(asked)
            game = game_of(table)
            move = game.moves.get(asked.tap.op)
            if move is None:
                return Said(asked.words("unknown_button"))
            if asked.tap.ply < game.shown_from(table.view):
                break
            try:
                return await self._acted(asked, table, seat, move)
            except TableMoved:
                continue
        return Said(asked.words("table_moved"))

    async def _acted(self, asked: Asked, table: Table, seat: Seat, move: Move) -> Said:
        """The move, done, and what is said of it."""
        scene, ply = scene_of(table, asked.words), table.view.ply
        action = move(scene, seat.seat, asked.tap.arg)
        answer = await self._tables.act(
            table.id,
            player_id(asked.person.key),
            ply,
            action,
            request_id=request_id(asked.update_id, ply),
        )
        after = scene_of(answer.table, asked.words)
        return Said(game_of(table).done(after, action))

    async def _playing(self, asked: Asked) -> tuple[Table, Seat]:
        """The table as the person sees it, and the person's seat."""
        own = player_id(asked.person.key)
        table = await self._tables.get_table(asked.hosted.table_id, own)
        if table.state == TABLE_STATE_LOBBY:
            raise Told(Said(asked.words("no_hand_now")))
        if table.state != TABLE_STATE_PLAYING:
            raise Told(Said(asked.words("table_over")))
        seat = seat_of(table, asked.person)
        if seat is None:
            raise Told(Said(asked.words("not_seated"), is_alert=True))
        return table, seat
