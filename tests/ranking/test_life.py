"""What was acknowledged is never lost: engines that go away, services restarted and killed, stores that fail, settings that cannot be."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import grpc.aio
import pytest
from google.protobuf.json_format import MessageToDict
from pydantic import SecretStr

from carteado.api.game.v1 import game_pb2
from carteado.api.ranking.v1 import ranking_pb2 as pb
from carteado.engine.server import running as engine_running
from carteado.engine.settings import Settings as EngineSettings
from carteado.ranking.server import running
from carteado.ranking.settings import Settings
from carteado.runtime.keys import Keyset
from tests.credentials import write_credentials
from tests.engine.engines import TOKEN, engine_in
from tests.ranking.offices import (
    Caller,
    Office,
    Signer,
    calling,
    key_file,
    open_office,
    played,
    sent,
    settings_in,
)


async def everything(caller: Caller) -> list[Any]:
    """All that can be read of four players and their group."""
    players = [await caller.player(name) for name in "abcd"]
    histories = [
        await caller.ask(pb.ListHistoryRequest(player_id=f"app/{name}")) for name in "abcd"
    ]
    boards = [await caller.board(group="app/group"), await caller.board(season="2026-11")]
    return [MessageToDict(one) for one in (*players, *histories, *boards)]


async def until_taken(caller: Caller, request: pb.RecordMatchRequest) -> Any:
    """Repeats as tables does, for as long as the answer is that it may pass."""
    async with asyncio.timeout(30):
        while True:
            refusal = await _refusal(caller, request)
            if not refusal:
                return await caller.ask(request)
            assert refusal[0] == "UNAVAILABLE"
            await asyncio.sleep(0.1)


async def _refusal(caller: Caller, request: pb.RecordMatchRequest) -> tuple[str, str] | None:
    try:
        return await caller.refused(request)
    except AssertionError:
        return None


async def test_without_an_engine_a_match_waits_and_boards_are_read_all_the_same(
    tmp_path: Path, signer: Signer
) -> None:
    async with engine_in(tmp_path) as engine:
        record, port = await played(engine), engine.port
    request = signer.sign(sent(record))
    async with open_office(settings_in(tmp_path, port, signer)) as office:
        away = ("UNAVAILABLE", "ENGINE_UNAVAILABLE")
        assert await office.tables.refused(request) == away
        assert (await office.app.board()).total == 0
        credentials = write_credentials(tmp_path / "engine-credentials.json", {"ranking": TOKEN})
        settings = EngineSettings(
            listen=f"127.0.0.1:{port}",
            credentials_file=credentials,
            keyset=SecretStr(Keyset.make()),
            drain_seconds=0,
            grace_seconds=0.2,
        )
        async with engine_running(settings):
            assert len((await until_taken(office.tables, request)).changes) == 4
        again = await office.tables.ask(request)
        assert again.known


async def test_an_engine_that_does_not_let_us_in_is_the_operators_fault_and_may_pass(
    settings: Settings, signer: Signer, record: game_pb2.Record
) -> None:
    own = settings.model_copy(update={"engine_token": SecretStr("wrong")})
    async with open_office(own) as office:
        refusal = await office.tables.refused(signer.sign(sent(record)))
        assert refusal == ("UNAVAILABLE", "ENGINE_CREDENTIAL")


async def test_a_restarted_service_says_the_same(
    settings: Settings, signer: Signer, record: game_pb2.Record
) -> None:
    requests = [signer.sign(sent(record)) for _ in range(3)]
    async with open_office(settings) as office:
        for request in requests:
            await office.tables.ask(request)
        await office.app.ask(pb.SetListedRequest(player_id="app/b"))
        before = await everything(office.app)
    async with open_office(settings) as office:
        assert await everything(office.app) == before
        for request in requests:
            assert (await office.tables.ask(request)).known
        assert await everything(office.app) == before


async def test_a_store_that_fails_is_told_as_something_that_may_pass(
    office: Office, settings: Settings, signer: Signer, record: game_pb2.Record
) -> None:
    path = Path(settings.database.removeprefix("sqlite:///"))
    await office.app.ask(pb.SetListedRequest(player_id="app/a", listed=True))
    for name in (path, path.with_name(f"{path.name}-wal")):
        name.write_bytes(b"spoilt" * 2000)
    for request in (
        signer.sign(sent(record)),
        pb.GetPlayerRequest(player_id="app/a"),
    ):
        refusal = await office.tables.refused(request)
        assert refusal == ("UNAVAILABLE", "STORE_UNAVAILABLE")


def environment(settings: Settings) -> dict[str, str]:
    named = {
        name.upper(): value.get_secret_value() if isinstance(value, SecretStr) else str(value)
        for name, value in settings
        if value is not None
    }
    own = {f"CARTEADO_RANKING_{name}": value for name, value in named.items()}
    return {**os.environ, **own}


async def start(settings: Settings) -> tuple[asyncio.subprocess.Process, int]:
    """A service in a process of its own, and its port once it serves."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "carteado.ranking",
        env=environment(settings),
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    while line := await process.stderr.readline():
        event = json.loads(line)
        if event["event"] == "serving":
            return process, event["port"]
    raise AssertionError("it never served")


async def stop(process: asyncio.subprocess.Process, number: signal.Signals) -> tuple[int, str]:
    """The exit code, and what was logged since it served."""
    process.send_signal(number)
    assert process.stderr is not None
    log = await process.stderr.read()
    return await process.wait(), log.decode()


async def killed_midway(settings: Settings, requests: list[pb.RecordMatchRequest]) -> None:
    """Kills a service while matches come in one after the other, three of them acknowledged."""
    process, port = await start(settings)
    acknowledged = asyncio.Event()

    async def send() -> None:
        async with calling(port) as office:
            for number, request in enumerate(requests, 1):
                await office.tables.ask(request)
                if number == 3:
                    acknowledged.set()

    sending = asyncio.create_task(send())
    await acknowledged.wait()
    code, _ = await stop(process, signal.SIGKILL)
    assert code == -signal.SIGKILL
    with pytest.raises(grpc.aio.AioRpcError):
        await sending


async def test_killed_while_matches_come_in_it_has_each_once_after_all_were_repeated(
    settings: Settings, signer: Signer, record: game_pb2.Record, tmp_path: Path
) -> None:
    requests = [signer.sign(sent(record, names)) for names in ("abcd", "bcda", "cdab") * 10]
    await killed_midway(settings, requests)
    process, port = await start(settings)
    async with calling(port) as office:
        known = [(await office.tables.ask(request)).known for request in requests]
        assert known[:3] == [True] * 3
        assert not known[-1]
        found = await everything(office.app)
    code, log = await stop(process, signal.SIGTERM)
    assert code == 0
    calm = settings.model_copy(update={"database": f"sqlite:///{tmp_path}/calm.sqlite"})
    async with open_office(calm) as office:
        for request in requests:
            await office.tables.ask(request)
        assert found == await everything(office.app)
    assert_discreet(log, settings, record)


def assert_discreet(log: str, settings: Settings, record: game_pb2.Record) -> None:
    """No token, no secret of a shuffle and no name stands in a log; matches stand there by id."""
    assert '"match": "match-' in log
    secrets = [secret.hex() for secret in record.secrets]
    for word in (settings.engine_token.get_secret_value(), "token-of-", *secrets, "app/a"):
        assert word not in log


async def cannot_start(settings: Settings) -> str:
    """Why a service does not start."""
    with pytest.raises((ValueError, OSError)) as caught:
        async with running(settings):
            pass
    return str(caught.value)


def private_half(signer: Signer) -> str:
    keys = json.loads(key_file(signer))
    keys["keys"][0]["private"] = keys["keys"][0]["public"]
    return json.dumps(keys)


def changed(signer: Signer, **values: object) -> str:
    return json.dumps({"keys": [{**signer.public(), **values}]})


ONE = Signer()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (private_half(ONE), "private half"),
        ('{"keys": []}', "at least one"),
        (key_file(ONE, ONE), "id of its own"),
        ("", "not a file of public signing keys"),
        ("{}", "not a file of public signing keys"),
        (changed(ONE, public="c2hvcnQ="), "not a file of public signing keys"),
        (changed(ONE, valid_from="2026-01-01T00:00:00"), "not a file of public signing keys"),
        (changed(ONE, retired_at="soon"), "not a file of public signing keys"),
    ],
)
async def test_keys_that_cannot_be_keep_it_from_starting_and_are_not_repeated(
    settings: Settings, text: str, why: str
) -> None:
    said = await cannot_start(settings.model_copy(update={"signing_keys": SecretStr(text)}))
    assert why in said
    assert ONE.public()["public"] not in said


async def test_without_keys_it_does_not_start_not_even_in_development(
    settings: Settings, tmp_path: Path
) -> None:
    own = settings.model_copy(update={"signing_keys": None, "development": True})
    assert "no signing keys" in await cannot_start(own)
    missing = own.model_copy(update={"signing_keys_file": tmp_path / "missing.json"})
    assert "missing.json" in await cannot_start(missing)


async def test_keys_may_stand_in_a_file_as_tables_publishes_them(
    settings: Settings, signer: Signer, tmp_path: Path, record: game_pb2.Record
) -> None:
    path = tmp_path / "signing-keys.json"
    path.write_text(changed(signer, private=None, retired_at=None))
    own = settings.model_copy(update={"signing_keys": None, "signing_keys_file": path})
    async with open_office(own) as office:
        assert len((await office.tables.ask(signer.sign(sent(record)))).changes) == 4


async def test_a_file_that_is_no_database_keeps_it_from_starting(
    settings: Settings, tmp_path: Path
) -> None:
    path = tmp_path / "other.sqlite"
    path.write_bytes(b"not a database" * 1000)
    said = await cannot_start(settings.model_copy(update={"database": f"sqlite:///{path}"}))
    assert "other.sqlite" in said
