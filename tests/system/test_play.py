"""What ``make play`` runs: everything, with one address to open, until Ctrl-C."""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

from carteado.client import Client
from carteado.telegram_sandbox.driver import Driver
from tests.system.test_chat import has_button, says

CARTEADO = Path(sys.executable).with_name("carteado")


async def up(folder: Path) -> tuple[Process, str]:
    """The command, and all that it says until everything is there."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "CARTEADO_LANGUAGE": "pt_BR"}
    environment.pop("TELEGRAM_TOKEN", None)
    process = await asyncio.create_subprocess_exec(
        *(CARTEADO, "up", "--data", folder, "--page-port", "0", "--engine-port", "0"),
        *("--tables-port", "0", "--ranking-port", "0"),
        env=environment,
        stdout=PIPE,
    )
    assert process.stdout is not None
    told = ""
    while "Ctrl-C" not in told:
        line = await asyncio.wait_for(process.stdout.readline(), 60)
        assert line, told
        told += line.decode()
    return process, told


async def interrupt(process: Process) -> int:
    process.send_signal(signal.SIGINT)
    await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode is not None
    return process.returncode


async def check_credential(told: str) -> None:
    """The development credential that is printed opens the tables service."""
    address = re.search(r"(127\.0\.0\.1:\d+) \(gRPC\)", told)
    token = re.search(r"Credencial de desenvolvimento: (\S+)", told)
    assert address is not None
    assert token is not None
    async with Client(address[1], token[1]) as client:
        assert [table async for table in client.list_tables()] == []


async def test_a_newcomer_opens_the_page_and_plays_with_house_rivals(tmp_path: Path) -> None:
    process, told = await up(tmp_path)
    try:
        page = re.search(r"http://\S+", told)
        assert page is not None
        async with Driver(page[0]) as telegram:
            ana = await telegram.person("Ana")
            group = await telegram.group("Mesa da sexta")
            await ana.type(group, "/jogar")
            await ana.waits(group, has_button("Eu Faço!"))
            await ana.tap(group, "Eu Faço!")
            await ana.waits(group, has_button("Entrar"))
            await ana.tap(group, "+ rival")
            await ana.waits(group, says("Rival 1"), 20)
            await ana.tap(group, "Começar")
            await ana.waits(group, says("rodada 1"), 20)
        await check_credential(told)
    finally:
        assert await interrupt(process) == 0
    log = (tmp_path / "up.log").read_text()
    assert "Traceback" not in log
    assert "error" not in re.sub(r"\x1b\[[0-9;]*m", "", log)


async def test_a_match_is_found_again_after_everything_was_stopped_and_started(
    tmp_path: Path,
) -> None:
    process, told = await up(tmp_path)
    page = re.search(r"http://\S+", told)
    assert page is not None
    async with Driver(page[0]) as telegram:
        ana, bia = await telegram.person("Ana"), await telegram.person("Bia")
        group = await telegram.group("Mesa da sexta")
        await ana.type(group, "/jogar eu-faco")
        await ana.waits(group, has_button("Entrar"))
        await bia.tap(group, "Entrar")
        await ana.waits(group, has_button("Começar"), 20)
        await ana.tap(group, "Começar")
        await ana.waits(group, says("rodada 1"), 20)
    assert await interrupt(process) == 0
    process, told = await up(tmp_path)
    page = re.search(r"http://\S+", told)
    assert page is not None
    try:
        async with Driver(page[0]) as telegram:
            bia = await telegram.person("Bia")
            group = await telegram.group("Mesa da sexta")
            answer = await bia.tap(group, "Minha mão")
            assert answer is not None
            assert "Na testa dos outros" in answer.text
    finally:
        assert await interrupt(process) == 0
