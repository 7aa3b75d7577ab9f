"""What a move costs inside the engine, without the wire: open, decode, apply, show, encode, seal.

Prints microseconds a move, and each as a multiple of opening and sealing alone, measured in turn in the same run (medians of seven).
"""

import asyncio
import statistics
import time
from collections.abc import Callable

from carteado.api.engine.v1 import engine_pb2
from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1 import game_pb2
from carteado.engine.sealing import Sealer
from carteado.engine.service import EngineService
from carteado.runtime.keys import Keyset

ROUNDS = 7
MOVES = 300


def play_requests(service: EngineService, observers: int) -> Callable[[], None]:
    """The same bid of a four-seat match, again and again: the engine keeps nothing, so each is as good as the first."""
    options = game_pb2.Options(eu_faco=eu_faco_pb2.Options())
    seen = [game_pb2.Observer(seat=seat) for seat in range(4)]
    opened = asyncio.run(
        service.Open(
            engine_pb2.OpenRequest(options=options, seats=4, secret=bytes(range(32))), None
        )
    )
    dealt = asyncio.run(
        service.Deal(
            engine_pb2.DealRequest(
                state=opened.step.state, deal=game_pb2.Deal(), observers=[game_pb2.Observer()]
            ),
            None,
        )
    )
    request = engine_pb2.BidRequest(
        state=dealt.step.state,
        seat=dealt.step.views[0].to_act,
        bid=game_pb2.Bid(tricks=1),
        observers=seen[:observers],
    )

    async def moves() -> None:
        for _ in range(MOVES):
            (await service.Bid(request, None)).SerializeToString()

    return lambda: asyncio.run(moves())


def seals(sealer: Sealer, state: bytes) -> Callable[[], None]:
    """Opening and sealing alone."""

    def run() -> None:
        for _ in range(MOVES):
            sealer.seal(sealer.open(state))

    return run


def timed(run: Callable[[], None]) -> float:
    """Microseconds a move."""
    started = time.perf_counter()
    run()
    return (time.perf_counter() - started) / MOVES * 1e6


def main() -> None:
    """Runs everything in turn and prints a table."""
    sealer = Sealer(Keyset.parse(Keyset.make()))
    service = EngineService(sealer)
    state = asyncio.run(
        service.Open(
            engine_pb2.OpenRequest(
                options=game_pb2.Options(eu_faco=eu_faco_pb2.Options()), seats=4
            ),
            None,
        )
    ).step.state
    subjects = {"seal": seals(sealer, state)} | {
        f"bid, {count} views": play_requests(service, count) for count in (0, 1, 4)
    }
    runs = [{name: timed(run) for name, run in subjects.items()} for _ in range(ROUNDS)]
    floor = statistics.median(run["seal"] for run in runs)
    for name in subjects:
        spent = statistics.median(run[name] for run in runs)
        print(f"{name:14} {spent:8.1f} us {spent / floor:6.1f} x")


if __name__ == "__main__":
    main()
