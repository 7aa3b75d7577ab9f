"""Children that are started, heard, stopped and missed."""

import asyncio
import functools
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from carteado.cli.supervisor import ChildFailedError, Program, Supervisor

FOREVER = """
    import signal, sys, time
    def stop(*_):
        print("stopped", flush=True)
        sys.exit()
    signal.signal(signal.SIGTERM, stop)
    print("ready", flush=True)
    time.sleep(3600)
"""
STUBBORN = """
    import signal, time
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print("ready", flush=True)
    time.sleep(3600)
"""


class Heard:
    """What the children said, in the order in which it came."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str]] = []
        self._news = asyncio.Event()

    def say(self, name: str, line: str) -> None:
        self.lines.append((name, line))
        self._news.set()

    async def until(self, name: str, line: str) -> None:
        while (name, line) not in self.lines:
            self._news.clear()
            await self._news.wait()


@pytest.fixture
async def heard() -> Heard:
    return Heard()


def program(name: str, code: str, heard: Heard, *, lasting: bool = True) -> Program:
    command = (sys.executable, "-c", textwrap.dedent(code))
    ready = functools.partial(heard.until, name, "ready")
    return Program(name, command, {"NAME": name}, ready, lasting)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_children_start_in_order_and_stop_in_reverse(heard: Heard) -> None:
    async with Supervisor(heard.say) as children:
        await children.start(program("one", FOREVER, heard))
        await children.start(program("two", FOREVER, heard))
    assert heard.lines == [
        ("one", "ready"),
        ("two", "ready"),
        ("two", "stopped"),
        ("one", "stopped"),
    ]


async def test_a_child_is_heard_on_both_streams_and_to_its_last_word(heard: Heard) -> None:
    talk = """
        import os, sys
        print(os.environ["NAME"], flush=True)
        print("x" * 200_000, file=sys.stderr, flush=True)
        print("ready", end="")
    """
    async with Supervisor(heard.say) as children:
        await children.start(program("talker", talk, heard, lasting=False))
        await children.ended()
    assert heard.lines == [("talker", "talker"), ("talker", "x" * 200_000), ("talker", "ready")]


async def test_a_child_that_fails_ends_what_others_do(heard: Heard) -> None:
    fail = 'import sys, time; print("ready", flush=True); time.sleep(0.2); sys.exit(7)'
    async with Supervisor(heard.say) as children:
        await children.start(program("one", FOREVER, heard))
        await children.start(program("two", fail, heard))
        with pytest.raises(ChildFailedError) as caught:
            await children.unless_failed(asyncio.sleep(60))
        assert (await children.failure()) is caught.value
    assert (caught.value.name, caught.value.code) == ("two", 7)
    assert heard.lines[-1] == ("one", "stopped")


async def test_a_child_that_fails_before_it_is_ready_is_not_waited_for(heard: Heard) -> None:
    async with Supervisor(heard.say) as children:
        with pytest.raises(ChildFailedError) as caught:
            await children.start(program("one", "import sys; sys.exit(3)", heard))
    assert caught.value.code == 3


@pytest.mark.parametrize(
    ("code", "expected"), [("pass", 1), ("import os; os.kill(os.getpid(), 9)", 137)]
)
async def test_a_lasting_child_that_ends_has_failed(heard: Heard, code: str, expected: int) -> None:
    async with Supervisor(heard.say) as children:
        with pytest.raises(ChildFailedError) as caught:
            await children.start(program("one", code, heard))
    assert caught.value.code == expected


async def test_a_child_that_may_end_by_itself_does(heard: Heard) -> None:
    async with Supervisor(heard.say) as children:
        await children.start(program("one", FOREVER, heard))
        await children.start(program("two", 'print("ready")', heard, lasting=False))
        await children.ended()
        fails = 'import sys, time; print("ready", flush=True); time.sleep(0.3); sys.exit(5)'
        await children.start(program("three", fails, heard, lasting=False))
        with pytest.raises(ChildFailedError):
            await children.ended()


async def test_a_child_that_does_not_listen_is_killed(heard: Heard) -> None:
    started = time.monotonic()
    async with Supervisor(heard.say, grace=0.3) as children:
        await children.start(program("deaf", STUBBORN, heard))
        (child,) = children._children
    assert not is_alive(child._process.pid)
    assert time.monotonic() - started < 5


async def test_work_that_is_given_up_leaves_no_child(heard: Heard) -> None:
    async def work() -> None:
        async with Supervisor(heard.say) as children:
            await children.start(program("one", FOREVER, heard))
            await children.start(program("two", "import time; time.sleep(3600)", heard))

    task = asyncio.create_task(work())
    await heard.until("one", "ready")
    await asyncio.sleep(0.2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert heard.lines[-1] == ("one", "stopped")


PARENT = """
    import asyncio, functools, sys
    from carteado.cli.supervisor import Program, Supervisor, until_interrupted

    CHILD = "import os, time; print('pid', os.getpid(), flush=True); time.sleep(3600)"

    async def work():
        async with Supervisor(lambda name, line: print(line, flush=True)) as children:
            for name in ("one", "two"):
                ready = functools.partial(asyncio.sleep, 0.1)
                await children.start(Program(name, (sys.executable, "-c", CHILD), {}, ready))
            await children.failure()

    sys.exit(asyncio.run(until_interrupted(work(), interrupted=42)))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("lines", [1, 2])
def test_no_child_outlives_a_signal(tmp_path: Path, number: signal.Signals, lines: int) -> None:
    script = tmp_path / "parent.py"
    script.write_text(textwrap.dedent(PARENT))
    parent = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pids = [int(parent.stdout.readline().split()[1]) for _ in range(lines)]
    parent.send_signal(number)
    parent.send_signal(number)
    rest, _ = parent.communicate(timeout=20)
    pids += [int(line.split()[1]) for line in rest.splitlines()]
    assert parent.returncode == 42
    assert not any(map(is_alive, pids))
