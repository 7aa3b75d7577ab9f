"""Child processes that start in order, speak with their names before their lines, and stop in reverse."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar

Result = TypeVar("Result")
Say = Callable[[str, str], None]
"""Hears a line of a child: the child's name and the line, without its end."""

CHUNK_BYTES = 65_536
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class Program:
    """What a child process runs.

    Attributes:
        name: What to call it.
        command: Path of the executable, and its arguments.
        environment: Variables beside those of this process.
        ready: Returns once the child does its work.
        lasting: True for a child that ends only when it is told to, False for one that may end by itself without a fault.
    """

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]
    ready: Callable[[], Awaitable[None]]
    lasting: bool = True


class ChildFailedError(Exception):
    """A child ended that should not have, or not like this.

    Attributes:
        name: Which.
        code: What to exit with because of it: the child's own code, 128 and the number of the signal that ended it, 1 at least.
    """

    def __init__(self, name: str, returncode: int) -> None:
        super().__init__(f"{name}: {returncode}")
        self.name = name
        self.code = 128 - returncode if returncode < 0 else max(returncode, 1)


class Supervisor:
    """Runs children for as long as the block runs; at its end none is left.

    Each child has a process group of its own, so that Ctrl-C reaches this process alone and the order of the end is kept. Its standard input ends
    with this process, however that ends: a child that minds it leaves no orphan.

    Args:
        say: Hears what the children say.
        grace: Seconds that each child has to end after SIGTERM before it is killed.
    """

    def __init__(self, say: Say, *, grace: float = 10.0) -> None:
        self._say = say
        self._grace = grace
        self._children: list[_Child] = []
        self._failure: asyncio.Future[ChildFailedError] = asyncio.Future()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for child in reversed(self._children):
            await child.stop(self._grace)

    async def start(self, *programs: Program) -> None:
        """Starts children, one after the other, and waits until all of them are ready; they end in reverse.

        Raises:
            ChildFailedError: One of them, or another child, failed before.
        """
        for program in programs:
            self._children.append(await self._spawned(program))
        await self.unless_failed(asyncio.gather(*(program.ready() for program in programs)))

    async def _spawned(self, program: Program) -> "_Child":
        process = await asyncio.create_subprocess_exec(
            *program.command,
            env={**os.environ, **program.environment},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        return _Child(program, process, self._say, self._failed)

    async def unless_failed(self, work: Awaitable[Result]) -> Result:
        """Does some work, and gives it up when a child fails.

        Raises:
            ChildFailedError: The child that failed first.
        """
        task = asyncio.ensure_future(work)
        try:
            either: set[asyncio.Future[Any]] = {task, self._failure}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise self._failure.result()
            return await task
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task

    async def failure(self) -> ChildFailedError:
        """Waits for the first child that fails."""
        return await asyncio.shield(self._failure)

    async def ended(self) -> None:
        """Waits until every child that may end by itself has.

        Raises:
            ChildFailedError: One of them failed.
        """
        mortal = [child.end for child in self._children if not child.program.lasting]
        await self.unless_failed(asyncio.gather(*map(asyncio.shield, mortal)))
        if self._failure.done():
            raise self._failure.result()

    def _failed(self, error: ChildFailedError) -> None:
        if not self._failure.done():
            self._failure.set_result(error)


class _Child:
    """A process, and the task that hears it to its end."""

    def __init__(
        self,
        program: Program,
        process: asyncio.subprocess.Process,
        say: Say,
        failed: Callable[[ChildFailedError], None],
    ) -> None:
        self.program = program
        self._process = process
        self._say = say
        self._failed = failed
        self._stopping = False
        self.end = asyncio.create_task(self._follow())

    async def stop(self, grace: float) -> None:
        """Tells it to end, and ends it where it does not."""
        self._stopping = True
        self._signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(asyncio.shield(self.end), grace)
        except TimeoutError:
            self._signal(signal.SIGKILL)
            await self.end

    def _signal(self, number: signal.Signals) -> None:
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(number)

    async def _follow(self) -> None:
        await self._hear()
        code = await self._process.wait()
        if not self._stopping and (code or self.program.lasting):
            self._failed(ChildFailedError(self.program.name, code))

    async def _hear(self) -> None:
        """Passes on each line, however long; what the child says last may have no end."""
        stream = self._process.stdout
        rest = b""
        while stream and (chunk := await stream.read(CHUNK_BYTES)):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._say(self.program.name, line.decode(errors="replace"))
        if rest:
            self._say(self.program.name, rest.decode(errors="replace"))


async def until_interrupted(work: Coroutine[Any, Any, int], *, interrupted: int) -> int:
    """Does some work until it is done or this process is told to stop, and lets it end in order either way.

    Args:
        work: Gives the code to exit with.
        interrupted: The code to exit with when it was told to stop.
    """
    loop = asyncio.get_running_loop()
    told = asyncio.Event()
    for number in SIGNALS:
        loop.add_signal_handler(number, told.set)
    task = asyncio.create_task(work)
    telling = asyncio.create_task(told.wait())
    await asyncio.wait({task, telling}, return_when=asyncio.FIRST_COMPLETED)
    telling.cancel()
    if not task.done():
        task.cancel()
        await asyncio.wait({task})
    return interrupted if task.cancelled() else task.result()
