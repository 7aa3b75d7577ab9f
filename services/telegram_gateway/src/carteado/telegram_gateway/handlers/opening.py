"""Opening tables: by a command that names the game, or by a tap on the question of which."""

import asyncio
from dataclasses import dataclass
from weakref import WeakValueDictionary

from carteado.api.tables.v1.tables_pb2 import PURPOSE_RANKED, Table
from carteado.telegram_gateway.company import Company
from carteado.telegram_gateway.followers import Followers
from carteado.telegram_gateway.handlers.asking import ANSWER, request_id
from carteado.telegram_gateway.handlers.lobby import DEFAULT_CLOCK
from carteado.telegram_gateway.handlers.seats import player
from carteado.telegram_gateway.incoming import Tapped
from carteado.telegram_gateway.people import player_id
from carteado.telegram_gateway.places import Place
from carteado.telegram_gateway.render.game import Game
from carteado.telegram_gateway.render.games import numbered, options_of
from carteado.telegram_gateway.said import Said
from carteado.telegram_gateway.store import Group, Hosted, HostedState, Person
from carteado.telegram_gateway.taps import Tap
from carteado.words import Words

PICKER = f"{ANSWER}/jogar"
"""The spot of the question of which game."""


@dataclass(frozen=True, slots=True)
class Order:
    """Somebody wants a table.

    Attributes:
        person: Who, and sits down first.
        group: For whose board the match counts.
        place: Where it is to stand.
        update_id: Of the update that brought it.
        message_id: What was tapped; None where it was typed.
    """

    person: Person
    group: Group
    place: Place
    update_id: int
    message_id: int | None = None


class Opening:
    """Opens tables and has them followed; at most one stands in a place."""

    def __init__(self, company: Company, followers: Followers) -> None:
        self._with = company
        self._followers = followers
        self._doors: WeakValueDictionary[Place, asyncio.Lock] = WeakValueDictionary()

    async def here(self, place: Place) -> Hosted | None:
        """The table that stands in a place, unless it is over, though its ratings may still be awaited."""
        hosted = await self._with.store.latest(place)
        if hosted is None or hosted.state is not HostedState.LIVE:
            return None
        follower = self._followers.of(hosted.table_id)
        return None if follower is not None and follower.is_over else hosted

    async def open(self, game: Game, order: Order) -> bool:
        """Opens a table of a game, for the ranking and with a clock; False where one stands there by now."""
        place = order.place
        async with self._doors.setdefault(place, asyncio.Lock()):
            if await self.here(place):
                return False
            table = await self._with.tables.create_table(
                player(order.person),
                options_of(game),
                purpose=PURPOSE_RANKED,
                turn_time=DEFAULT_CLOCK,
                group=player_id(order.group.key),
                request_id=request_id(order.update_id),
            )
            await self._take_over(order.message_id, place, table)
            await self.host(table, place)
            return True

    async def host(self, table: Table, place: Place) -> None:
        """Shows a new table in a place from now on."""
        hosted = Hosted(
            table_id=table.id, code=table.code, chat_id=place.chat_id, thread_id=place.thread_id
        )
        await self._with.store.host(hosted)
        self._followers.follow(hosted)

    async def picked(self, tapped: Tapped, tap: Tap, person: Person, words: Words) -> Said:
        """Opens a table of the game that was tapped; its lobby takes the place of the question."""
        chat, game = tapped.chat, numbered(tap.arg)
        if game is None or chat is None:
            return Said(words("unknown_button"))
        if chat.kind == "private":
            return Said(words("must_be_in_group"), is_alert=True)
        if await self._with.telegram.has_left(chat.id, person.user_id):
            return Said(words("not_a_member"), is_alert=True)
        group, place = await self._with.store.enter(chat), Place(chat.id, chat.thread_id)
        order = Order(person, group, place, tapped.update_id, tapped.message_id)
        if await self.open(game, order):
            return Said(words("table_opened"))
        return Said(words("table_stands"), is_alert=True)

    async def _take_over(self, message_id: int | None, place: Place, table: Table) -> None:
        """Makes the question the table's lobby, where what was tapped is the question, and the newest."""
        store = self._with.store
        if message_id is None or await store.spot_of(place.chat_id, message_id) != PICKER:
            return
        await store.posted(place, f"{table.code}/lobby", message_id)
        await store.forget(place.chat_id, PICKER)
