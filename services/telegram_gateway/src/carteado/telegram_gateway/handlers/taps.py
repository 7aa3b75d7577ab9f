"""Taps on buttons: each one is answered, soon, and does what it says once."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import structlog

from carteado.client import CarteadoError, Unavailable
from carteado.telegram_gateway.company import Company
from carteado.telegram_gateway.errors import CallFailed
from carteado.telegram_gateway.handlers.asking import ANSWER, Asked, group_of, is_done, refused
from carteado.telegram_gateway.handlers.guesses import Guesses
from carteado.telegram_gateway.handlers.lobby import Lobby
from carteado.telegram_gateway.handlers.match import Match
from carteado.telegram_gateway.handlers.opening import Opening
from carteado.telegram_gateway.handlers.parting import Parting
from carteado.telegram_gateway.handlers.proofs import Proofs
from carteado.telegram_gateway.handlers.standings import Standings
from carteado.telegram_gateway.incoming import Tapped
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.places import Place
from carteado.telegram_gateway.render import rules
from carteado.telegram_gateway.render.games import CHOICES, MOVES
from carteado.telegram_gateway.said import Said, Told
from carteado.telegram_gateway.store import Person
from carteado.telegram_gateway.taps import Op, Tap, unpack
from carteado.words import Words

ANSWER_WITHIN = 2.0
"""Seconds after which a tap is answered with a word of patience, while what it asks for goes on."""

PRIVATE = MOVES | {Op.HAND}
"""What a private message has buttons for; all else is asked for in the group, by whoever is in it."""

Work = Callable[[Asked], Awaitable[Said]]

_log = structlog.get_logger()


class Taps:
    """Does what buttons say."""

    def __init__(self, company: Company, opening: Opening, guesses: Guesses) -> None:
        self._with = company
        lobby, match = Lobby(company), Match(company)
        self._opening = opening
        parting = Parting(company, opening, Standings(company))
        self._works: Mapping[str, Work] = {
            Op.JOIN: lobby.join,
            Op.LEAVE: lobby.leave,
            Op.MORE_RIVALS: lobby.more_rivals,
            Op.FEWER_RIVALS: lobby.fewer_rivals,
            Op.CLOCK: lobby.clock,
            Op.RANKED: lobby.ranked,
            Op.START: lobby.start,
            Op.GUESS: guesses.ask,
            Op.HAND: match.look,
            Op.LEAVE_MATCH: parting.leave_match,
            Op.REMATCH: parting.rematch,
            Op.PROOF: Proofs(company).send,
            Op.STANDINGS: parting.standings,
            **dict.fromkeys(CHOICES, lobby.choose),
            **dict.fromkeys(MOVES, match.move),
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
            if is_late := not work.done():
                await self._answer(tapped, Said(words("wait")))
            said = await work
        except Unavailable:
            await self._answer(tapped, Said(words("trouble"), is_alert=True))
            raise
        finally:
            work.cancel()
        if await self._answer(tapped, said) and said.seen and not is_late:
            said.seen()

    async def _answer(self, tapped: Tapped, said: Said) -> bool:
        """Answers; where that fails, or comes too late, the board tells what came of it. True where it was taken."""
        try:
            return await self._with.telegram.answer(
                tapped.callback_id, said.text, alert=said.is_alert, url=said.url
            )
        except CallFailed as error:
            _log.warning("tap_unanswered", cause=type(error).__name__)
            return False

    async def _said(self, tapped: Tapped, person: Person, words: Words) -> Said:
        tap = unpack(tapped.data)
        if tap is None:
            return Said(words("unknown_button"))
        try:
            return await self._done(tapped, tap, person, words)
        except Told as told:
            return told.said
        except Unavailable:
            raise
        except CarteadoError as error:
            return Said("") if is_done(error) else refused(error, words)

    async def _done(self, tapped: Tapped, tap: Tap, person: Person, words: Words) -> Said:
        """What a button asks for, at its table or at none."""
        if tap.op == Op.RULES:
            return await self._turned(tapped, tap, words)
        if tap.op == Op.OPEN:
            return await self._opening.picked(tapped, tap, person, words)
        work = self._works.get(tap.op)
        if work is None:
            return Said(words("unknown_button"))
        return await work(await self._asked(tapped, tap, person, words))

    async def _asked(self, tapped: Tapped, tap: Tap, person: Person, words: Words) -> Asked:
        """The tap with its table, where it may ask for that at all."""
        hosted = await self._with.store.hosted_by(tap.table)
        group = group_of(tapped)
        if hosted is None or group not in {None, hosted.chat_id}:
            raise Told(Said(words("table_over")))
        if group is None and tap.op not in PRIVATE:
            raise Told(Said(words("must_be_in_group"), is_alert=True))
        return Asked(tapped.update_id, tap, person, hosted, words)

    async def _turned(self, tapped: Tapped, tap: Tap, words: Words) -> Said:
        """Turns the page of the rules in an answer of the bot's, and in no other message."""
        if tapped.chat is None or tapped.message_id is None:
            return Said(words("unknown_button"))
        spot = await self._with.store.spot_of(tapped.chat.id, tapped.message_id)
        if spot is None or not spot.startswith(ANSWER):
            return Said(words("unknown_button"))
        spoken = await self._words_of(tapped)

        async def render() -> Message:
            return rules.turned_to(spoken, tap.arg)

        self._with.outbox.show(Place(tapped.chat.id, tapped.chat.thread_id), spot, render)
        return Said("")

    async def _words_of(self, tapped: Tapped) -> Words:
        """The words of the chat in which a button was tapped."""
        if (chat_id := group_of(tapped)) is None:
            return self._with.catalogs((await self._with.store.meet(tapped.user)).language)
        return await self._with.group_words(chat_id)
