"""The moves of a match: a player's, a house rival's, the clock's and the table's own deals, each decided at one ply."""

from google.protobuf.json_format import MessageToDict

from carteado.api.game.v1 import game_pb2
from carteado.tables import decisions, refusals
from carteado.tables.changes import Author, Change, Closed, Moved, Returned, back
from carteado.tables.decisions import Due
from carteado.tables.desk import Decide, Decision, Desk
from carteado.tables.matches import opened_by, places_of, stand_of
from carteado.tables.store import Stored
from carteado.tables.table import Table


class Moves:
    """Makes moves at the engine and says what follows for the table."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._store = desk.store
        self._matches = desk.matches
        self._clock = desk.clock

    def act(self, player_id: str, ply: int, action: game_pb2.Action) -> Decide:
        """A player's move. The same one again is noted and changes nothing; any other at a closed ply is refused."""

        async def decide(stored: Stored) -> Decision:
            seat = decisions.check_act(stored.table, player_id)
            if ply == stored.table.ply:
                return await self._moved(stored, seat, action, Author.PLAYER)
            if ply < stored.table.ply and await self._was_done(stored.table, seat, ply, action):
                return Decision(_back(stored.table, seat), is_repeated=True)
            raise refusals.ply_closed(stored.table.ply)

        return decide

    async def _was_done(self, table: Table, seat: int, ply: int, action: game_pb2.Action) -> bool:
        entry = await self._store.move(table.id, ply)
        moved = entry.change if entry else None
        return isinstance(moved, Moved) and (moved.seat, moved.action) == (seat, _kept(action))

    async def bring_back(self, key: str, player_id: str) -> None:
        """Whoever wants to act is there, whatever became of it: the next decision is theirs again."""

        async def decide(stored: Stored) -> Decision:
            seat = stored.table.seat_of(player_id)
            return Decision() if seat is None else Decision(_back(stored.table, seat))

        await self._desk.change(key, None, decide)

    async def owed(self, stored: Stored) -> Decision:
        """What the table has to do by itself now; nothing, where it waits for a player."""
        match decisions.due(stored.table, self._clock()):
            case Due.DEAL:
                return await self._deal(stored)
            case Due.ADVICE:
                return await self._advised(stored, _to_act(stored.table))
            case Due.DEFAULT:
                return await self._ran_out(stored, _to_act(stored.table))
            case Due.CLOSE:
                return Decision((Closed(self._clock()),))
            case None:
                return Decision()

    async def _deal(self, stored: Stored) -> Decision:
        """The first deal carries what the seats added to the shuffles."""
        added = [seat.entropy for seat in stored.table.seats]
        is_first = stored.table.ply == 0
        deal = game_pb2.Deal(entropy=added if is_first and any(added) else ())
        return await self._moved(stored, None, game_pb2.Action(deal=deal), Author.TABLE)

    async def _advised(self, stored: Stored, seat: int) -> Decision:
        action = await self._matches.advice(stored, seat)
        return await self._moved(stored, seat, action, Author.RIVAL)

    async def _ran_out(self, stored: Stored, seat: int) -> Decision:
        """The default that the seat's own view names."""
        scene = await self._matches.scene(stored)
        action = scene.views[seat].default_action
        return await self._moved(stored, seat, action, Author.CLOCK)

    async def _moved(
        self, stored: Stored, seat: int | None, action: game_pb2.Action, author: Author
    ) -> Decision:
        move = game_pb2.Move(seat=seat, action=action)
        state, scene = await self._matches.move(stored, move)
        stand, before = stand_of(scene.public), stored.table
        if author is Author.PLAYER and seat is not None:
            before = back(before, seat)
        moved = Moved(
            ply=stored.table.ply,
            seat=seat,
            action=_kept(action),
            author=author,
            stand=stand,
            opened=opened_by(scene.public),
            places=places_of(scene.public),
            deadline=decisions.deadline(before, seat, stand.to_act, self._clock()),
        )
        return Decision((moved,), state, scene)


def _back(table: Table, seat: int) -> tuple[Change, ...]:
    """A player whose seat a stand-in plays is back."""
    return (Returned(seat),) if table.is_away(seat) and not table.is_over else ()


def _kept(action: game_pb2.Action) -> dict[str, object]:
    return MessageToDict(action)


def _to_act(table: Table) -> int:
    assert table.match is not None
    assert table.match.stand.to_act is not None
    return table.match.stand.to_act
