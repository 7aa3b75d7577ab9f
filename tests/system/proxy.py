"""A bad line: a proxy between client and service that loses replies, delays, resets and goes silent, by chance or when told."""

import asyncio
import contextlib
import socket
import struct
from collections import Counter
from collections.abc import AsyncIterator
from random import Random

CHUNK = 1 << 16
RESET = struct.pack("ii", 1, 0)
"""SO_LINGER on, for no time: what is closed so is reset."""
SILENCE_SECONDS = 0.6
LONGEST_DELAY = 0.2


class BadLine:
    """Forwards connections to a service, well or badly.

    Attributes:
        target: Where clients connect.
        share: How often something happens to what comes back.
        faults: How often each fault happened.
    """

    def __init__(self, target: str, rng: Random, share: float) -> None:
        self._host, _, port = target.rpartition(":")
        self._port = int(port)
        self._rng = rng
        self.share = share
        self.faults: Counter[str] = Counter()
        self.target = ""

    async def serve(self, client: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        """One connection, to its end."""
        try:
            service, requests = await asyncio.open_connection(self._host, self._port)
            try:
                await self._between(client, requests, service, answers)
            finally:
                requests.transport.abort()
        except OSError:
            self.faults["refused"] += 1
        finally:
            answers.transport.abort()

    async def _between(
        self,
        client: asyncio.StreamReader,
        requests: asyncio.StreamWriter,
        service: asyncio.StreamReader,
        answers: asyncio.StreamWriter,
    ) -> None:
        there = asyncio.create_task(self._forward(client, requests))
        back = asyncio.create_task(self._answer(service, answers))
        try:
            await asyncio.wait({there, back}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (there, back):
                task.cancel()
            await asyncio.gather(there, back, return_exceptions=True)

    async def _forward(self, source: asyncio.StreamReader, drain: asyncio.StreamWriter) -> None:
        """What is asked arrives: so what is lost is an answer to something that was done."""
        while chunk := await source.read(CHUNK):
            drain.write(chunk)
            await drain.drain()

    async def _answer(self, source: asyncio.StreamReader, drain: asyncio.StreamWriter) -> None:
        """What is answered arrives, or arrives late, or never."""
        while chunk := await source.read(CHUNK):
            fault = self._fault()
            if fault == "delay":
                await asyncio.sleep(self._rng.uniform(0, LONGEST_DELAY))
            elif fault:
                await self._lose(fault, drain)
                return
            drain.write(chunk)
            await drain.drain()

    def _fault(self) -> str:
        if self._rng.random() >= self.share:
            return ""
        fault = self._rng.choice(("delay", "cut", "reset", "silence"))
        self.faults[fault] += 1
        return fault

    async def _lose(self, fault: str, drain: asyncio.StreamWriter) -> None:
        """The connection ends, at once or after a silence, orderly or not; the answer is gone."""
        if fault == "silence":
            await asyncio.sleep(SILENCE_SECONDS)
        if fault == "reset":
            line: socket.socket = drain.get_extra_info("socket")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)


@contextlib.asynccontextmanager
async def bad_line(target: str, rng: Random, share: float) -> AsyncIterator[BadLine]:
    """A bad line to a service, for as long as the block runs."""
    line = BadLine(target, rng, share)
    connections: set[asyncio.Task[None]] = set()

    async def connected(client: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        connections.add(task)
        with contextlib.suppress(asyncio.CancelledError):
            await line.serve(client, answers)
        connections.discard(task)

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    line.target = f"127.0.0.1:{port}"
    try:
        yield line
    finally:
        server.close()
        for task in connections:
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)
