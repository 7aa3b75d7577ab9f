"""Friends with phones: each decides from nothing but what their own client shows, and taps what it offers."""

import asyncio
import contextlib
import re
from random import Random

from carteado.telegram_gateway.taps import Op, unpack
from carteado.telegram_sandbox.driver import Answer, Chat, NoSuchButton, Person, SeenButton

GLANCE_SECONDS = 0.05
SLOT = re.compile(r"^(\d+): ", re.MULTILINE)
"""A line of a hand in an alert."""


class Friend:
    """Somebody who plays by the buttons, with or without the private chat.

    Attributes:
        taps: How many taps each move took.
        told: What the taps were answered with.
    """

    def __init__(self, person: Person, group: Chat, rng: Random, *, in_private: bool) -> None:
        self.person = person
        self.group = group
        self.in_private = in_private
        self.taps: list[int] = []
        self.told: list[Answer] = []
        self._rng = rng

    async def play(self, over: asyncio.Event) -> None:
        """Does what there is to do until somebody says that it is over."""
        while not over.is_set():
            with contextlib.suppress(NoSuchButton):
                await self._move()
            await asyncio.sleep(GLANCE_SECONDS)

    async def _move(self) -> None:
        """A move, if the client offers one."""
        if self.in_private:
            await self._tap_one_of(self.person.private, (Op.BID, Op.CARD))
        elif offered := await self._offered(self.group, (Op.BID, Op.SLOT)):
            await self._look_and_tap(offered)

    async def _look_and_tap(self, offered: list[SeenButton]) -> None:
        """Looks at the hand, and taps a promise or one of the slots that the alert names, when it says that it is one's turn."""
        looked = await self._tapped(self.group, await self._hand_button())
        if looked is None or "sua vez" not in looked.text.lower():
            return
        slots = {int(number) for number in SLOT.findall(looked.text)}
        live = [each for each in offered if _is_bid(each) or _arg(each) in slots]
        if live:
            await self._tapped(self.group, self._rng.choice(live))
            self.taps.append(2)

    async def _tap_one_of(self, chat: Chat, ops: tuple[Op, ...]) -> None:
        if offered := await self._offered(chat, ops):
            await self._tapped(chat, self._rng.choice(offered))
            self.taps.append(1)

    async def _hand_button(self) -> SeenButton:
        [button] = await self._offered(self.group, (Op.HAND,))
        return button

    async def _offered(self, chat: Chat, ops: tuple[Op, ...]) -> list[SeenButton]:
        """The live buttons of the newest message that has any."""
        for message in reversed(await self.person.sees(chat)):
            found = [button for button in message.buttons if _op(button) in ops]
            if found:
                return found
        return []

    async def _tapped(self, chat: Chat, button: SeenButton) -> Answer | None:
        answer = await self.person.tap(chat, data=button.data)
        if answer is not None:
            self.told.append(answer)
        return answer


def _op(button: SeenButton) -> Op | None:
    tap = unpack(button.data)
    return tap.op if tap else None


def _arg(button: SeenButton) -> int:
    tap = unpack(button.data)
    return tap.arg if tap else 0


def _is_bid(button: SeenButton) -> bool:
    return _op(button) is Op.BID
