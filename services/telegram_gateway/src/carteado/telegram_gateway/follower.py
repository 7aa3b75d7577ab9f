"""Following one table for the chat where it stands: the lobby, a board for each round, the hands, the result."""

import asyncio
import contextlib
import functools
from collections.abc import Sequence

import structlog

from carteado.api.game.v1.game_pb2 import PHASE_AWAITING_SEAT, Event
from carteado.api.ranking.v1.ranking_pb2 import RatingChange
from carteado.api.tables.v1.tables_pb2 import (
    PURPOSE_RANKED,
    TABLE_STATE_CLOSED,
    TABLE_STATE_FINISHED,
    TABLE_STATE_LOBBY,
    TABLE_STATE_PLAYING,
    Table,
)
from carteado.client import CarteadoError, is_over
from carteado.telegram_gateway.company import Company
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.outgoing import Render
from carteado.telegram_gateway.people import key_of, player_id
from carteado.telegram_gateway.places import Place, guess_spot
from carteado.telegram_gateway.render import lobby, private, result
from carteado.telegram_gateway.render.games import game_of, round_of
from carteado.telegram_gateway.render.scene import Past, scene_of
from carteado.telegram_gateway.store import Hosted, Person
from carteado.words import Words

RATING_PAUSES = (0.2, 0.3, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 60.0)
"""How long to wait, in seconds, before each look for what a match did to the ratings."""

CATCHING_UP_SECONDS = 5.0
"""How long whoever asks for a table waits until it was seen."""

_log = structlog.get_logger()


class Follower:
    """Shows one table in its chat, and to each of its players the hand in private.

    A message is made when its time to go out comes. Of a player's own view nothing is kept.

    Args:
        hosted: The table and its chat.
        company: Whom the gateway works with.
    """

    def __init__(self, hosted: Hosted, company: Company) -> None:
        self.hosted = hosted
        self._place = Place(hosted.chat_id, hosted.thread_id)
        self._with = company
        self._table = Table()
        self._counted: Table | None = None
        self._events: list[Event] = []
        self._is_up_to_date = asyncio.Event()
        self._rounds_from = [hosted.version]

    @property
    def table(self) -> Table:
        """The table as the public last saw it; empty before the first look."""
        return self._table

    @property
    def is_playing(self) -> bool:
        """True while a match goes on."""
        return self._table.state == TABLE_STATE_PLAYING

    @property
    def has_hands(self) -> bool:
        """True where players hold what others may not see; False before the first look."""
        return bool(self._table.id) and game_of(self._table).hand is not None

    @property
    def is_over(self) -> bool:
        """True once nothing more can happen at the table."""
        return is_over(self._table)

    @property
    def past(self) -> Past:
        """What went before the table as it stands."""
        return Past(tuple(self._events), self._counted)

    @property
    def place(self) -> Place:
        """Where it is shown."""
        return self._place

    def move(self, chat_id: int) -> None:
        """Shows the table in another chat from now on: the group has become a supergroup."""
        self._place = Place(chat_id, self._place.thread_id)

    async def run(self) -> None:
        """Follows the table until it is over and all that was to be said of it has been."""
        seen = self.hosted.version
        table = await self._with.tables.get_table(self.hosted.table_id)
        if table.version == seen:
            await self._show(table)
            self._is_up_to_date.set()
        async for news in self._with.tables.watch(table.id, after_version=seen):
            await self._show(news)
            if news.version >= table.version:
                self._is_up_to_date.set()
            await self._keep_place()
        if self._table.state == TABLE_STATE_FINISHED:
            await self._show_ratings(self._table)
        await self._with.outbox.settled(self._place.chat_id)
        await self._with.store.end(table.id)

    async def is_up_to_date(self) -> bool:
        """True once the table was seen as it stands; waits for that a little, as after a start."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CATCHING_UP_SECONDS):
                await self._is_up_to_date.wait()
        return self._is_up_to_date.is_set()

    async def again(self) -> bool:
        """Shows the table in a new message, below what was written since; False where it was not seen yet."""
        if not await self.is_up_to_date():
            return False
        self._with.outbox.renew(self._place, self._spot(self._newest()))
        await self._show(self._table)
        return True

    async def show_hand_again(self, person: Person) -> None:
        """Shows a player's hand in a new private message."""
        if self.is_playing and self.has_hands:
            place, spot = Place(person.user_id), self._hand_spot(self._round)
            self._with.outbox.renew(place, spot)
            self._with.outbox.show(place, spot, functools.partial(self._hand, person))

    @property
    def _round(self) -> int:
        return round_of(self._table)

    async def _show(self, table: Table) -> None:
        """Has everything shown that a change of the table changes."""
        before, self._table = self._table, table
        self._take_questions_away(before, table)
        if TABLE_STATE_LOBBY in {before.state, table.state} or not self._round:
            self._want("lobby", self._lobby)
        if self._round:
            if self._round > round_of(before):
                self._rounds_from.append(table.version)
                self._events.clear()
            self._events += table.view.events
            self._show_round(table)
            await self._show_hands(table)
        if table.state == TABLE_STATE_FINISHED:
            pending = table.purpose == PURPOSE_RANKED and self._with.ranking is not None
            self._want("result", functools.partial(self._result, table, (), pending))

    def _take_questions_away(self, before: Table, table: Table) -> None:
        """Whoever got up, or waited until the match began, is asked for no guess any more."""
        for key in _asked(before) - _asked(table) - _have_guessed(table):
            self._with.outbox.remove(self._place, guess_spot(self.hosted.code, key))

    async def _keep_place(self) -> None:
        """Notes from where to go on after a restart: the last round and the one before are then shown once more, each where it stands already."""
        await self._with.store.saw(self.hosted.table_id, self._rounds_from[-2:][0])

    def _show_round(self, table: Table) -> None:
        """A message for each round; the next one says first how the last one went."""
        self._want(f"round/{self._round}", functools.partial(self._board, table, self.past))
        if _is_counted(table):
            self._counted = table

    async def _show_hands(self, table: Table) -> None:
        """To whoever can be written to in private: a hand, that it is over with it, or how it all ended. Who left gets nothing more."""
        if not self.has_hands:
            return
        watching = self._watching(table)
        for seat in table.seats:
            if seat.seat in watching:
                continue
            person = await self._with.store.person(key_of(seat.player.id))
            if person is not None and seat.left:
                self._with.outbox.remove(Place(person.user_id), self._hand_spot(self._round))
            elif person is not None and person.private_open:
                self._show_hand(person)

    def _watching(self, table: Table) -> set[int]:
        """The seats that were told that they are out, when the round was counted that put them out, and follow in the group."""
        if table.state != TABLE_STATE_PLAYING:
            return set()
        out = set(table.view.seats_out)
        return out - game_of(table).players(table.view) if _is_counted(table) else out

    def _show_hand(self, person: Person) -> None:
        place, outbox = Place(person.user_id), self._with.outbox
        outbox.show(place, self._hand_spot(self._round), functools.partial(self._hand, person))
        outbox.remove(place, self._hand_spot(self._round - 1))

    def _want(self, what: str, render: Render) -> None:
        self._with.outbox.show(self._place, self._spot(what), render)

    def _spot(self, what: str) -> str:
        return f"{self.hosted.code}/{what}"

    def _hand_spot(self, number: int) -> str:
        return self._spot(f"hand/{number}")

    def _newest(self) -> str:
        """What whoever asks for the table wants to see."""
        if self._table.state == TABLE_STATE_FINISHED:
            return "result"
        return f"round/{self._round}" if self._round else "lobby"

    async def _lobby(self) -> Message:
        return lobby.lobby(self._table, await self._words(), bot=self._with.bot)

    async def _board(self, table: Table, past: Past) -> Message:
        scene, game = scene_of(table, await self._words(), past), game_of(table)
        if table.state == TABLE_STATE_CLOSED:
            return game.ended_early(scene)
        return game.counted(scene) if _is_counted(table) else game.board(scene)

    async def _result(
        self,
        table: Table,
        changes: Sequence[RatingChange],
        pending: bool,  # noqa: FBT001 - bound by position
    ) -> Message:
        return result.result(table, await self._words(), changes=changes, pending=pending)

    async def _hand(self, person: Person) -> Message | None:
        """The hand as the tables service shows it to its player at this moment."""
        own = await self._with.tables.get_table(self.hosted.table_id, player_id(person.key))
        group = await self._with.store.group(self._place.chat_id)
        title = group.title if group else ""
        scene = scene_of(own, self._with.catalogs(person.language), self.past)
        if own.state != TABLE_STATE_PLAYING:
            return private.over(scene, title)
        if not own.view.observer.HasField("seat"):
            return private.watching(scene, title)
        hand = game_of(own).hand
        return hand(scene, title) if hand else None

    async def _words(self) -> Words:
        return await self._with.group_words(self._place.chat_id)

    async def _show_ratings(self, table: Table) -> None:
        """Waits for what the match did to the ratings, as long as somebody may still be looking."""
        if table.purpose != PURPOSE_RANKED or self._with.ranking is None:
            return
        changes: Sequence[RatingChange] = ()
        for pause in RATING_PAUSES:
            await self._with.clock.sleep(pause)
            try:
                changes = (await self._with.ranking.explain(table.id)).changes
                break
            except CarteadoError as error:
                _log.info("rating_awaited", table=table.id, reason=error.reason)
        self._want("result", functools.partial(self._result, table, changes, False))


def _asked(table: Table) -> set[str]:
    """The people who may be asked for a guess, by key."""
    is_lobby = table.state == TABLE_STATE_LOBBY
    waiting = {key_of(seat.player.id) for seat in table.seats if is_lobby and not seat.has_entropy}
    return waiting - {""}


def _have_guessed(table: Table) -> set[str]:
    return {key_of(seat.player.id) for seat in table.seats if seat.has_entropy}


def _is_counted(table: Table) -> bool:
    """True between rounds and at the end: what is on the table then is the round that is over."""
    return table.state != TABLE_STATE_CLOSED and table.view.phase != PHASE_AWAITING_SEAT
