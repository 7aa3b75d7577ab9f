"""The server: who may reach it, what it keeps, how it starts and ends."""

import asyncio
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest
from telegram import Update
from telegram.ext import Application, ApplicationBuilder, CommandHandler, ContextTypes

from carteado.telegram_sandbox.driver import Driver
from carteado.telegram_sandbox.server import PAGE, serving
from tests.telegram_sandbox.conftest import TOKEN, Clock, Room, talking


@pytest.mark.parametrize("path", ["/", "/page/page.js", "/page/style.css", "/page/icon.svg"])
async def test_the_page_is_served_whole(room: Room, path: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(room.sandbox.url + path) as reply:
        assert reply.status == 200
        assert await reply.read()


def test_the_page_needs_nothing_from_elsewhere_and_makes_no_markup_of_what_people_write() -> None:
    for path in PAGE.iterdir():
        source = path.read_text().replace("http://www.w3.org/", "")
        assert not re.search(r"(src|href)=\"https?:|@import|url\(http|from \"http", source), (
            path.name
        )
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write", source)


async def test_it_says_that_it_is_up(room: Room) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{room.sandbox.url}/healthz") as reply,
    ):
        assert reply.status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "carteado.example"},
        {"Host": "127.0.0.1.example:80"},
        {"Origin": "https://x.example"},
    ],
)
@pytest.mark.parametrize("path", ["/", "/client/world", f"/bot{TOKEN}/getMe"])
async def test_pages_from_elsewhere_reach_nothing(
    room: Room, path: str, headers: dict[str, str]
) -> None:
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.get(room.sandbox.url + path) as reply,
    ):
        assert reply.status == 403


async def test_a_form_of_a_page_from_elsewhere_types_nothing(room: Room) -> None:
    url = f"{room.sandbox.url}/client/people/{room.ana.id}/messages"
    said = json.dumps({"chat_id": room.group.chat_id, "text": "/jogar"})
    headers = {"Content-Type": "text/plain"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(url, data=said) as reply,
    ):
        assert reply.status == 415
    assert await room.updates() == []


@pytest.mark.parametrize("listen", ["0.0.0.0:0", "192.0.2.1:0", "[::]:0", "carteado.example:80"])
async def test_it_listens_on_loopback_only(listen: str) -> None:
    with pytest.raises(ValueError, match=r"loopback|IPv4"):
        async with serving(None, TOKEN, listen):
            pass


async def test_live_events_tell_of_each_change(room: Room) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{room.sandbox.url}/client/events") as events,
    ):
        first = json.loads((await events.content.readline()).removeprefix(b"data: "))
        await events.content.readline()
        await room.ana.type(room.group, "oi")
        second = json.loads((await events.content.readline()).removeprefix(b"data: "))
    assert second["number"] > first["number"]


async def test_wrong_questions_are_refused_and_break_nothing(room: Room) -> None:
    base = f"{room.sandbox.url}/client"
    async with aiohttp.ClientSession() as session:
        for path, asked in {
            "people/1/messages": {"chat_id": 1, "text": "x"},
            "people": {},
            "chats": {"title": "x", "member_ids": []},
            f"people/{room.ana.id}/taps": {"chat_id": "x"},
            f"people/{room.ana.id}/private": {"do": "fly"},
            "faults": {"method": "getMe", "kind": "magic"},
            "updates/1": {},
        }.items():
            async with session.post(f"{base}/{path}", json=asked) as reply:
                assert reply.status in {400, 409}, path
                assert (await reply.json())["reason"]
    assert await room.ana.sees(room.group)


async def test_everything_that_was_said_survives_a_restart(tmp_path: Path, clock: Clock) -> None:
    state = tmp_path / "world.json"
    async with serving(state, TOKEN, clock=clock) as sandbox, Driver(sandbox.url) as telegram:
        ana = await telegram.person("Ana")
        group = await telegram.group("Mesa", members=[ana])
        async with talking(sandbox.url) as bot:
            sent = await bot.send_message(group.chat_id, "mesa")
            await bot.set_my_description("Cartas")
        await ana.type(group, "/jogar")
        before = await telegram.world(), await ana.sees(group)
    async with serving(state, TOKEN, clock=clock) as sandbox, Driver(sandbox.url) as telegram:
        ana = await telegram.person("Ana")
        after = await telegram.world(), await ana.sees(group)
        async with talking(sandbox.url) as bot:
            later = await bot.send_message(group.chat_id, "depois")
            updates = await bot.get_updates(timeout=0)
        shown = [one.text for one in await telegram.what_sees(ana)]
    assert before[1] == after[1]
    assert {**before[0], "number": 0} == {**after[0], "number": 0}
    assert later.message_id > sent.message_id
    assert [update.message.text for update in updates if update.message][-1] == "/jogar"
    assert "mesa" in shown


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": 1}'])
async def test_a_state_that_cannot_be_read_is_not_overwritten(tmp_path: Path, content: str) -> None:
    state = tmp_path / "world.json"
    state.write_text(content)
    with pytest.raises(ValueError, match=r"state|Expecting"):
        async with serving(state, TOKEN):
            pass
    assert state.read_text() == content


def started(tmp_path: Path, *more: str) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "carteado.telegram_sandbox", "--listen", "127.0.0.1:0"]
    command += ["--state", str(tmp_path / "state" / "world.json"), "--token", TOKEN, *more]
    process = subprocess.Popen(
        command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout
    said = json.loads(process.stdout.readline())
    assert said["event"] == "serving"
    return process, said["url"]


async def test_a_first_start_makes_a_world_that_is_ready_to_play(tmp_path: Path) -> None:
    process, url = started(tmp_path)
    try:
        async with Driver(url) as telegram:
            world = await telegram.world()
            assert [one["first_name"] for one in world["people"]] == ["Ana", "Bia", "Caio", "Davi"]
            assert [chat["title"] for chat in world["chats"]] == ["Mesa da sexta"]
            statuses = list(world["chats"][0]["members"].values())
            assert statuses == ["creator", "member", "member", "member", "member"]
    finally:
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (0, "")


async def test_killed_at_any_point_it_never_gives_a_message_id_twice(tmp_path: Path) -> None:
    ids = []
    for _ in range(3):
        process, url = started(tmp_path)
        async with Driver(url) as telegram, talking(url) as bot:
            group = await telegram.group("Mesa da sexta")
            for number in range(5):
                sent = await bot.send_message(group.chat_id, str(number))
                ids.append(sent.message_id)
        process.kill()
        process.communicate(timeout=30)
    assert ids == sorted(set(ids))


async def test_it_stops_when_standard_input_ends(tmp_path: Path) -> None:
    process, _ = started(tmp_path, "--stop-with-stdin")
    output, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (0, "")
    assert json.loads(output)["event"] == "stopped"


def test_what_keeps_it_from_starting_is_one_line() -> None:
    command = [sys.executable, "-m", "carteado.telegram_sandbox", "--token", TOKEN]
    ended = subprocess.run(
        [*command, "--listen", "0.0.0.0:0"], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 2
    assert json.loads(ended.stdout)["event"] == "cannot_start"
    assert ended.stderr == ""


async def test_an_application_of_the_library_runs_on_it(room: Room) -> None:
    heard = asyncio.Event()

    async def play(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.message
        await update.message.reply_text("mesa aberta")
        heard.set()

    builder = ApplicationBuilder().token(TOKEN).base_url(f"{room.sandbox.url}/bot")
    application: Application = builder.build()  # type: ignore[type-arg]
    application.add_handler(CommandHandler("jogar", play))
    async with application:
        assert application.updater
        await application.updater.start_polling(timeout=5)
        await application.start()
        await room.ana.type(room.group, f"/jogar@{room.sandbox.bot_username}")
        await asyncio.wait_for(heard.wait(), 30)
        await application.updater.stop()
        await application.stop()
    assert (await room.bia.sees(room.group))[-1].text == "mesa aberta"
