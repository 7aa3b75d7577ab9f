"""Getting up, closing, and sitting down again."""

import functools

from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_LOBBY, TABLE_STATE_PLAYING, Table
from carteado.telegram_gateway.company import Company
from carteado.telegram_gateway.handlers.asking import Asked, request_id
from carteado.telegram_gateway.handlers.opening import Opening
from carteado.telegram_gateway.handlers.seats import player, seat_of
from carteado.telegram_gateway.handlers.standings import Standings
from carteado.telegram_gateway.message import Button, Message
from carteado.telegram_gateway.people import player_id
from carteado.telegram_gateway.places import Place
from carteado.telegram_gateway.render import names
from carteado.telegram_gateway.render.games import game_of
from carteado.telegram_gateway.said import Said
from carteado.telegram_gateway.store import Hosted, Person
from carteado.telegram_gateway.taps import Op, Tap
from carteado.words import Words


class Parting:
    """What ends a seat or a table, and what follows a match."""

    def __init__(self, company: Company, opening: Opening, standings: Standings) -> None:
        self._with = company
        self._opening = opening
        self._standings = standings

    async def ask_to_leave(self, hosted: Hosted, table: Table, seat: int, words: Words) -> None:
        """Asks before a seat in a match is given up for good."""
        tap = Tap(hosted.code, table.view.ply, Op.LEAVE_MATCH, seat)
        name = names.shown(table.seats[seat].player, words)
        question = Message(
            words("leave_question", name=name),
            ((Button(words("leave_confirm"), tap.pack()),),),
        )
        await self._show(hosted, f"leave/{seat}", question)

    async def leave_match(self, asked: Asked) -> Said:
        """Gives the seat up, when whoever asked says so again."""
        table = await self._with.tables.get_table(asked.hosted.table_id)
        seat = seat_of(table, asked.person)
        if table.state != TABLE_STATE_PLAYING:
            return Said(asked.words("table_over"))
        if seat is None and _has_left(table, asked.person, asked.tap.arg):
            return Said(asked.words("left_match"))
        if seat is None or seat.seat != asked.tap.arg:
            return Said(asked.words("not_yours"))
        await self._with.tables.leave_table(
            table.id, player_id(asked.person.key), request_id=request_id(asked.update_id)
        )
        words = await self.group_words(asked.hosted)
        gone = Message(words("left_the_match", name=names.shown(seat.player, words)))
        await self._show(asked.hosted, f"leave/{seat.seat}", gone)
        return Said(asked.words("left_match"))

    async def close(
        self, hosted: Hosted, person: Person | None, update_id: int, words: Words
    ) -> Said:
        """Closes the table, or counts a voice for it; nobody in particular stands for the group's admins."""
        own = player_id(person.key) if person else ""
        answer = await self._with.tables.close_table(
            hosted.table_id, own, request_id=request_id(update_id)
        )
        if answer.votes_missing:
            return Said(words.count("close_votes", answer.votes_missing))
        return Said(words("closed"))

    async def rematch(self, asked: Asked) -> Said:
        """Opens the table after a finished one, of the same game and in the same place, unless another stands there; whoever asks too sits down."""
        chat_id, user_id = asked.hosted.chat_id, asked.person.user_id
        if await self._with.telegram.has_left(chat_id, user_id):
            return Said(asked.words("not_a_member"), is_alert=True)
        place = Place(chat_id, asked.hosted.thread_id)
        newest = await self._opening.here(place)
        if newest is not None:
            return await self._joined(asked, newest)
        table = await self._with.tables.rematch(
            asked.hosted.table_id,
            player_id(asked.person.key),
            request_id=request_id(asked.update_id),
        )
        await self._opening.host(table, place)
        return Said(asked.words("rematch_open"))

    async def _joined(self, asked: Asked, newest: Hosted) -> Said:
        """A seat at the table that stands there by now."""
        table = await self._with.tables.get_table(newest.table_id)
        if table.state != TABLE_STATE_LOBBY:
            return Said(asked.words("table_here_already"), is_alert=True)
        await self._with.tables.join_table(
            table.id, player(asked.person), request_id=request_id(asked.update_id)
        )
        return Said(asked.words("joined"))

    async def standings(self, asked: Asked) -> Said:
        """Shows the group's board of the game under the result, once."""
        hosted = asked.hosted
        table = await self._with.tables.get_table(hosted.table_id)
        place = Place(hosted.chat_id, hosted.thread_id)
        render = functools.partial(self._standings.of_group, game_of(table), hosted.chat_id)
        self._with.outbox.show(place, f"{hosted.code}/standings", render)
        return Said("")

    async def group_words(self, hosted: Hosted) -> Words:
        """The words of the group in which a table stands."""
        return await self._with.group_words(hosted.chat_id)

    async def _show(self, hosted: Hosted, what: str, message: Message) -> None:
        async def render() -> Message:
            return message

        place = Place(hosted.chat_id, hosted.thread_id)
        self._with.outbox.show(place, f"{hosted.code}/{what}", render)


def _has_left(table: Table, person: Person, number: int) -> bool:
    """True where the same tap was handled before."""
    own = player_id(person.key)
    return any(seat.player.id == own and seat.seat == number for seat in table.seats)
