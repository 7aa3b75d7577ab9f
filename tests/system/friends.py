"""Friends with phones: each decides from nothing but what their own client shows, and taps what it offers."""

import asyncio
import contextlib
import re
from random import Random

from carteado.telegram_gateway.render.eu_faco.keyboard import Op as EuFaco
from carteado.telegram_gateway.taps import Op, Tap, unpack
from carteado.telegram_sandbox.driver import Answer, Chat, NoSuchButton, Person, SeenButton

GLANCE_SECONDS = 0.05
PATIENCE_SECONDS = 3.0
"""How long a friend looks at a tap that is not answered before looking at the chat again."""
SLOT = re.compile(r"^(\d+): ", re.MULTILINE)
"""A line of a hand in an alert."""


class Friend:
    """Somebody who plays by the buttons, with or without the private chat.

    Attributes:
        moves: Every tap that was meant as a move, with what it was answered with.
        taps: How many taps each of them took, looks included.
    """

    def __init__(self, person: Person, group: Chat, seed: str, *, in_private: bool) -> None:
        self.person = person
        self.group = group
        self.in_private = in_private
        self.moves: list[tuple[Tap, Answer | None]] = []
        self.taps: list[int] = []
        self._seed = seed

    async def play(self, over: asyncio.Event) -> None:
        """Does what there is to do until somebody says that it is over."""
        while not over.is_set():
            with contextlib.suppress(NoSuchButton):
                await self._move()
            await asyncio.sleep(GLANCE_SECONDS)

    async def _move(self) -> None:
        """A move, if the client offers one."""
        if self.in_private:
            if offered := await self._offered(self.person.private, (EuFaco.BID, EuFaco.SLOT)):
                await self._choose(self.person.private, offered, looks=0)
        elif offered := await self._offered(self.group, (EuFaco.BID, EuFaco.SLOT)):
            await self._look_and_choose(offered)

    async def _look_and_choose(self, offered: list[SeenButton]) -> None:
        """Looks at the hand, and taps a promise, or one of the slots that the alert names, when it says that it is one's turn."""
        button = await self._offered(self.group, (Op.HAND,))
        looked = await self._tapped(self.group, button[0]) if button else None
        if looked is None or "sua vez" not in looked.text.lower():
            return
        slots = {int(number) for number in SLOT.findall(looked.text)}
        live = [each for each in offered if _tap(each).op == EuFaco.BID or _tap(each).arg in slots]
        if live:
            await self._choose(self.group, live, looks=1)

    async def _choose(self, chat: Chat, offered: list[SeenButton], *, looks: int) -> None:
        """Any of them; the same one again where the same are offered, for people repeat a tap that nothing came of."""
        rng = Random(f"{self._seed}/{[each.data for each in offered]}")
        button = rng.choice(offered)
        answer = await self._tapped(chat, button)
        self.moves.append((_tap(button), answer))
        self.taps.append(1 + looks)

    async def _offered(self, chat: Chat, ops: tuple[str, ...]) -> list[SeenButton]:
        """The buttons of these kinds in the newest message that has any."""
        for message in reversed(await self.person.sees(chat)):
            taps = [(button, unpack(button.data)) for button in message.buttons]
            if found := [button for button, tap in taps if tap and tap.op in ops]:
                return found
        return []

    async def _tapped(self, chat: Chat, button: SeenButton) -> Answer | None:
        return await self.person.tap(chat, data=button.data, timeout=PATIENCE_SECONDS)


def _tap(button: SeenButton) -> Tap:
    tap = unpack(button.data)
    assert tap is not None
    return tap
