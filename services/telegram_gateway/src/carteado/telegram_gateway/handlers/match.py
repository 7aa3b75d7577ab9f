"""During the match: looking at the hand, and moves."""

from collections.abc import Callable

from carteado.api.game.v1.game_pb2 import Action
from carteado.api.tables.v1.tables_pb2 import (
    CONTROLLER_STAND_IN,
    TABLE_STATE_LOBBY,
    TABLE_STATE_PLAYING,
    Seat,
    Table,
)
from carteado.client import TableMoved
from carteado.telegram_gateway.company import Company
from carteado.telegram_gateway.handlers.asking import Asked, request_id
from carteado.telegram_gateway.handlers.glances import Glances
from carteado.telegram_gateway.handlers.seats import player, seat_of
from carteado.telegram_gateway.message import ALERT_CHARACTERS, length
from carteado.telegram_gateway.people import player_id
from carteado.telegram_gateway.render.game import Move
from carteado.telegram_gateway.render.games import game_of
from carteado.telegram_gateway.render.scene import scene_of
from carteado.telegram_gateway.said import Said, Told
from carteado.telegram_gateway.taps import Tap

ATTEMPTS = 3
"""How often a move is decided anew where the table moved on in between."""


class Match:
    """The buttons of a match: what they mean, the game says, from the table as it stands when the tap is handled."""

    def __init__(self, company: Company) -> None:
        self._tables = company.tables
        self._glances = Glances()

    async def look(self, asked: Asked) -> Said:
        """The hand, to its player alone."""
        table, _ = await self._playing(asked)
        text = game_of(table).alert(scene_of(table, asked.words))
        return Said(text, is_alert=True, seen=self._noting(asked, table))

    async def move(self, asked: Asked) -> Said:
        """Decides and acts, once more where the table moved on in between; the same update never acts twice, however often it is handled."""
        for _ in range(ATTEMPTS):
            table, seat = await self._playing(asked)
            game = game_of(table)
            move = game.moves.get(asked.tap.op)
            if move is None:
                return Said(asked.words("unknown_button"))
            if asked.tap.ply < game.shown_from(table.view, asked.tap.op):
                break
            if self._is_unseen(asked, table, seat):
                return self._hand_first(asked, table)
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
            request_id=request_id(asked.update_id),
        )
        return self._done(asked, answer.table, action)

    def _done(self, asked: Asked, after: Table, action: Action) -> Said:
        """What is said of a move; with the hand, where that has new numbers by it, and there is room."""
        game, scene = game_of(after), scene_of(after, asked.words)
        said = game.done(scene, action)
        if not game.numbers(after.view, asked.tap.op):
            return Said(said)
        whole = f"{said}\n{game.alert(scene)}"
        if length(whole) > ALERT_CHARACTERS:
            return Said(said)
        return Said(whole, seen=self._noting(asked, after, asked.tap))

    def _hand_first(self, asked: Asked, table: Table) -> Said:
        """The hand in the stead of a move; with a word why, if there is room for it."""
        hand = game_of(table).alert(scene_of(table, asked.words))
        whole = f"{asked.words('hand_first')}\n{hand}"
        text = whole if length(whole) <= ALERT_CHARACTERS else hand
        return Said(text, is_alert=True, seen=self._noting(asked, table))

    def _is_unseen(self, asked: Asked, table: Table, seat: Seat) -> bool:
        """True where a tap goes by numbers, and its player has not seen these, or had the very tap done before."""
        hand = game_of(table).numbers(table.view, asked.tap.op)
        if not hand or not scene_of(table, asked.words).is_to_act(seat.seat):
            return False
        return not self._glances.stands(table, hand, asked.tap)

    def _noting(self, asked: Asked, table: Table, tap: Tap | None = None) -> Callable[[], None]:
        """Notes, when it is called, that the hand was seen by whose numbers taps go from then on."""
        hand = game_of(table).numbers(table.view, asked.tap.op)
        return self._glances.noting(table, hand, tap)

    async def _playing(self, asked: Asked) -> tuple[Table, Seat]:
        """The table as the person sees it, and the person's seat; whoever a stand-in plays for is back with the first tap, whatever it is."""
        own = player_id(asked.person.key)
        table = await self._tables.get_table(asked.hosted.table_id, own)
        if table.state == TABLE_STATE_LOBBY:
            raise Told(Said(asked.words("no_hand_now")))
        if table.state != TABLE_STATE_PLAYING:
            raise Told(Said(asked.words("table_over")))
        seat = seat_of(table, asked.person)
        if seat is None:
            raise Told(Said(asked.words("not_seated"), is_alert=True))
        if seat.controller == CONTROLLER_STAND_IN:
            back = await self._tables.join_table(
                table.id, player(asked.person), request_id=request_id(asked.update_id, "back")
            )
            return back.table, back.table.seats[seat.seat]
        return table, seat
