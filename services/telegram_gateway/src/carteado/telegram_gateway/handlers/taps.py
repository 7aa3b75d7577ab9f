"""Taps on buttons: each one is answered, soon, and does what it says once."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from carteado.client import CarteadoError, Unavailable
from carteado.telegram_gateway.company import Company
from carteado.telegram_gateway.followers import Followers
from carteado.telegram_gateway.handlers.asking import Asked, Said, Told, group_of, is_done, refused
from carteado.telegram_gateway.handlers.lobby import Lobby
from carteado.telegram_gateway.handlers.match import Match
from carteado.telegram_gateway.handlers.parting import Parting
from carteado.telegram_gateway.handlers.standings import Standings
from carteado.telegram_gateway.incoming import Tapped
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.places import Place
from carteado.telegram_gateway.render import rules
from carteado.telegram_gateway.store import Person
from carteado.telegram_gateway.taps import Op, Tap, unpack
from carteado.words import Words

ANSWER_WITHIN = 2.0
"""Seconds after which a tap is answered with a word of patience, while what it asks for goes on."""

Work = Callable[[Asked], Awaitable[Said]]


class Taps:
    """Does what buttons say."""

    def __init__(self, company: Company, followers: Followers) -> None:
        self._with = company
        lobby, match = Lobby(company), Match(company)
        parting = Parting(company, followers, Standings(company))
        self._works: Mapping[Op, Work] = {
            Op.JOIN: lobby.join,
            Op.LEAVE: lobby.leave,
            Op.MORE_RIVALS: lobby.more_rivals,
            Op.FEWER_RIVALS: lobby.fewer_rivals,
            Op.LIVES: lobby.lives,
            Op.CLOCK: lobby.clock,
            Op.RANKED: lobby.ranked,
            Op.START: lobby.start,
            Op.HAND: match.hand,
            Op.BID: match.bid,
            Op.SLOT: match.slot,
            Op.DEAD: match.dead,
            Op.LEAVE_MATCH: parting.leave_match,
            Op.REMATCH: parting.rematch,
            Op.STANDINGS: parting.standings,
        }

    async def handle(self, tapped: Tapped) -> None:
        """Answers a tap when it is done, or before, when that takes long.

        Raises:
            Unavailable: The tables service is away; the same tap may be handled again.
        """
        person = await self._with.store.meet(tapped.user)
        words = self._with.catalogs(person.language)
        work = asyncio.create_task(self._said(tapped, person, words))
        try:
            await asyncio.wait({work}, timeout=ANSWER_WITHIN)
            if not work.done():
                await self._answer(tapped, Said(words("wait")))
            said = await work
        except Unavailable:
            await self._answer(tapped, Said(words("trouble"), is_alert=True))
            raise
        finally:
            work.cancel()
        await self._answer(tapped, said)

    async def _answer(self, tapped: Tapped, said: Said) -> None:
        """Answers; an answer that comes too late, or a second one, is nobody's loss."""
        await self._with.telegram.answer(
            tapped.callback_id, said.text, alert=said.is_alert, url=said.url
        )

    async def _said(self, tapped: Tapped, person: Person, words: Words) -> Said:
        tap = unpack(tapped.data)
        if tap is None:
            return Said(words("unknown_button"))
        if tap.op is Op.RULES:
            return await self._turned(tapped, tap)
        hosted = await self._with.store.hosted_by(tap.table)
        if hosted is None or group_of(tapped) not in {None, hosted.chat_id}:
            return Said(words("table_over"))
        try:
            return await self._works[tap.op](Asked(tapped.update_id, tap, person, hosted, words))
        except Told as told:
            return told.said
        except Unavailable:
            raise
        except CarteadoError as error:
            return Said("") if is_done(error) else refused(error, words)

    async def _turned(self, tapped: Tapped, tap: Tap) -> Said:
        """Turns the page of the rules, in the message itself."""
        if tapped.chat is None or tapped.message_id is None:
            return Said("")
        words = await self._words_of(tapped)
        place = Place(tapped.chat.id, tapped.chat.thread_id)
        spot = f"rules/{tapped.message_id}"
        await self._with.store.posted(place, spot, tapped.message_id)

        async def render() -> Message:
            return rules.page(words, tap.arg)

        self._with.outbox.show(place, spot, render)
        return Said("")

    async def _words_of(self, tapped: Tapped) -> Words:
        """The words of the chat in which a button was tapped."""
        if (chat_id := group_of(tapped)) is None:
            return self._with.catalogs((await self._with.store.meet(tapped.user)).language)
        return await self._with.group_words(chat_id)
