"""Friends with phones: each decides from nothing but what their own client shows, and taps what it offers."""

import asyncio
import contextlib
import time
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from carteado.telegram_gateway.taps import Op, Tap, unpack
from carteado.telegram_sandbox.driver import Answer, Chat, NoSuchButton, Person, SeenButton
from tests.system.manner import Tapped

if TYPE_CHECKING:
    from tests.system.manner import Manner

GLANCE_SECONDS = 0.05
PATIENCE_SECONDS = 3.0
"""How long a friend looks at a tap that is not answered before looking at the chat again."""


class Friend:
    """Somebody who plays by the buttons, with or without the private chat.

    Attributes:
        moves: Every tap that was meant as a move.
        taps: How many taps each of them took, looks included.
    """

    def __init__(
        self, person: Person, group: Chat, manner: "Manner", seed: str, *, in_private: bool
    ) -> None:
        self.person = person
        self.group = group
        self.in_private = in_private and bool(manner.in_private)
        self.moves: list[Tapped] = []
        self.taps: list[int] = []
        self._manner = manner
        self._seed = seed

    async def play(self, over: asyncio.Event) -> None:
        """Does what there is to do until somebody says that it is over."""
        while not over.is_set():
            with contextlib.suppress(NoSuchButton):
                await self._move()
            await asyncio.sleep(GLANCE_SECONDS)

    async def _move(self) -> None:
        """A move, if the client offers one."""
        if not self.in_private:
            await self._manner.on_board(self)
        elif offered := await self.offered(self.person.private, self._manner.in_private):
            await self.choose(self.person.private, offered, looks=0)

    async def look(self) -> Answer | None:
        """Looks at the hand, over the newest board."""
        button = await self.offered(self.group, {Op.HAND.value})
        return await self._tapped(self.group, button[0]) if button else None

    async def choose(
        self,
        chat: Chat,
        offered: Sequence[SeenButton],
        *,
        looks: int,
        seen: Mapping[int, int] | None = None,
    ) -> None:
        """One of them; the same one again where the same are offered, for people repeat a tap that nothing came of."""
        button = self._manner.pick(offered, self.rng(offered))
        began = time.monotonic()
        answer = await self._tapped(chat, button)
        self.moves.append(Tapped(tap_of(button), answer, seen or {}, began, time.monotonic()))
        self.taps.append(1 + looks)

    def rng(self, offered: Sequence[SeenButton]) -> Random:
        """The whims of this friend about what is offered: the same as long as that is the same."""
        return Random(f"{self._seed}/{[each.data for each in offered]}")

    async def offered(self, chat: Chat, ops: Collection[str]) -> list[SeenButton]:
        """The buttons of these kinds in the newest message that has any."""
        for message in reversed(await self.person.sees(chat)):
            taps = [(button, unpack(button.data)) for button in message.buttons]
            if found := [button for button, tap in taps if tap and tap.op in ops]:
                return found
        return []

    async def _tapped(self, chat: Chat, button: SeenButton) -> Answer | None:
        return await self.person.tap(chat, data=button.data, timeout=PATIENCE_SECONDS)


def tap_of(button: SeenButton) -> Tap:
    """What a button carries."""
    tap = unpack(button.data)
    assert tap is not None
    return tap
