"""What ranking is told of: every result of a ranked match, for as long as it takes, and nothing else."""

import asyncio
import contextlib
import signal
import sqlite3
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from google.protobuf.duration_pb2 import Duration
from pydantic import SecretStr
from sqlalchemy import make_url
from structlog.testing import capture_logs

from carteado.api.ranking.v1 import ranking_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.runtime.canonical import canonical_form
from carteado.runtime.errors import Refused as Refusal
from carteado.store import micros
from carteado.tables import ranking as ranking_port
from carteado.tables import reporting
from carteado.tables.changes import Author, Change, Joined, Left, Moved, Opened, RivalsSet, Started
from carteado.tables.changes import fold as folded
from carteado.tables.report import report
from carteado.tables.settings import Settings
from carteado.tables.signing import SigningKeys
from carteado.tables.store import Entry, Report
from carteado.tables.table import Level, Phase, Place, Player, Purpose, Stand, Terms
from tests.tables.processes import guest_at, start, stop
from tests.tables.ranking import TOKEN, RankingDouble

if TYPE_CHECKING:
    from tests.tables.conftest import Guest, House

RANKED: dict[str, Any] = {
    "purpose": tables_pb2.PURPOSE_RANKED,
    "turn_time": Duration(seconds=60),
    "group": "app/friends",
}
EVER = datetime(2100, 1, 1, tzinfo=UTC)
A_MINUTE = timedelta(minutes=1)
AWAY = Refusal(grpc.StatusCode.UNAVAILABLE, "ENGINE_UNAVAILABLE")
FINAL = [
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.UNIMPLEMENTED,
    grpc.StatusCode.INTERNAL,
]


@pytest.fixture
async def ranking() -> AsyncIterator[RankingDouble]:
    double = RankingDouble()  # type: ignore[abstract]  # nothing else is asked of it
    await double.start()
    yield double
    await double.stop()


@pytest.fixture
def settings(settings: Settings, ranking: RankingDouble) -> Settings:
    told = {"ranking_target": ranking.target, "ranking_token": SecretStr(TOKEN)}
    return settings.model_copy(update=told)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks often, and waits no longer than a test may."""
    monkeypatch.setattr(reporting, "NEXT_LOOK", 0.05)
    monkeypatch.setattr(reporting, "LONGEST_PAUSE", 0.2)
    monkeypatch.setattr(ranking_port, "TIMEOUT_SECONDS", 0.3)


async def finished(app: "Guest", **more: Any) -> tables_pb2.Table:
    """A ranked match, played to its end."""
    table = await app.dealt("ana", "bia", **{**RANKED, **more})
    return await app.play_out(table.id)


async def outbox(house: "House", now: datetime = EVER) -> Report | None:
    """What is left to send, by then or ever; a look that takes nothing."""
    url = make_url(house.settings.database)
    query = "SELECT table_id, refusal FROM reports WHERE due_at <= ? ORDER BY due_at"
    with contextlib.closing(sqlite3.connect(str(url.database))) as file:
        row = file.execute(query, (micros(now),)).fetchone()
    return Report(*row) if row else None


async def until_empty(house: "House") -> None:
    """Waits until nothing is left to send."""
    for _ in range(500):
        if not await outbox(house):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("a report is left")


async def later(house: "House") -> None:
    """Ten minutes pass, from the moment when nothing is due any more, or being sent."""
    while await outbox(house, house.clock() + A_MINUTE):  # noqa: ASYNC110 - only the store knows
        await asyncio.sleep(0.02)
    house.clock.pass_by(601)


async def public_key(app: "Guest", key_id: str) -> Ed25519PublicKey:
    request = tables_pb2.ListSigningKeysRequest()
    keys = (await app.stub.ListSigningKeys(request, metadata=app.metadata)).keys
    [key] = [key for key in keys if key.id == key_id]
    return Ed25519PublicKey.from_public_bytes(key.public_key)


def unsigned(told: ranking_pb2.RecordMatchRequest) -> bytes:
    """What the signature covers."""
    bare = ranking_pb2.RecordMatchRequest()
    bare.CopyFrom(told)
    bare.ClearField("signature")
    return canonical_form(bare)


async def test_ranking_hears_of_a_ranked_match_as_soon_as_it_is_over(
    house: "House", app: "Guest", ranking: RankingDouble
) -> None:
    table = await app.dealt("ana", "bia", "caio", **RANKED)
    await app.leave(table.id, "bia")
    over = await app.play_out(table.id)
    await ranking.until_taken(table.id)
    told = ranking.taken[table.id]
    assert told.record == (await app.record(table.id)).record
    assert [(seat.seat, seat.player.id, seat.player.name, seat.left) for seat in told.seats] == [
        (0, "app/ana", "ana", False),
        (1, "app/bia", "bia", True),
        (2, "app/caio", "caio", False),
    ]
    assert (told.ranked, told.day, told.group) == (True, "", "app/friends")
    log = await house.room.desk.store.log(table.id, over.version)
    assert told.end_time.ToDatetime(UTC) == log[-1].at
    assert ranking.tokens == {f"Bearer {TOKEN}"}
    await until_empty(house)


async def test_nobody_can_change_a_report_on_the_way(app: "Guest", ranking: RankingDouble) -> None:
    over = await finished(app)
    await ranking.until_taken(over.id)
    told = ranking.taken[over.id]
    key = await public_key(app, told.key_id)
    key.verify(told.signature, unsigned(told))
    told.seats[0].player.id = "app/mallory"
    with pytest.raises(InvalidSignature):
        key.verify(told.signature, unsigned(told))


async def test_a_match_among_friends_and_one_without_a_result_are_nobodys_business(
    house: "House", app: "Guest", ranking: RankingDouble
) -> None:
    friends = await app.dealt("ana", "bia")
    await app.play_out(friends.id)
    closed = await app.dealt("ana", "bia", **RANKED)
    for name in ("ana", "bia"):
        await app.close(closed.id, name)
    left = await app.dealt("ana", "bia", **RANKED)
    for name in ("ana", "bia"):
        await app.leave(left.id, name)
    ranked = await finished(app)
    await ranking.until_taken(ranked.id)
    await until_empty(house)
    assert {told.match_id for told in ranking.reports} == {ranked.id}


async def test_a_report_is_sent_until_ranking_answers(
    house: "House", app: "Guest", ranking: RankingDouble
) -> None:
    ranking.then(*[AWAY] * 4)
    over = await finished(app)
    await ranking.until_taken(over.id)
    assert len(ranking.reports) == 5
    assert len({told.SerializeToString(deterministic=True) for told in ranking.reports}) == 1
    await until_empty(house)


@pytest.mark.usefixtures("hurried")
async def test_a_ranking_that_hangs_is_asked_again(
    house: "House", app: "Guest", ranking: RankingDouble
) -> None:
    hangs = asyncio.Event()
    ranking.then(hangs, hangs)
    over = await finished(app)
    await ranking.until_taken(over.id)
    assert len(ranking.reports) == 3
    await until_empty(house)


async def test_tables_go_on_while_ranking_hangs_and_one_report_holds_up_no_other(
    house: "House", app: "Guest", ranking: RankingDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs = asyncio.Event()
    ranking.then(hangs)
    monkeypatch.setattr(ranking_port, "TIMEOUT_SECONDS", 2)
    first = await finished(app)
    await asyncio.wait_for(hangs.wait(), 10)
    others = [await finished(app) for _ in range(2)]
    assert {over.state for over in others} == {tables_pb2.TABLE_STATE_FINISHED}
    await ranking.until_taken(first.id, *(over.id for over in others))
    assert [told.match_id for told in ranking.reports].count(others[0].id) == 1
    await until_empty(house)


@pytest.mark.usefixtures("hurried")
async def test_a_ranking_that_dies_with_a_report_gets_it_again_when_it_is_back(
    house: "House", app: "Guest", ranking: RankingDouble
) -> None:
    hangs = asyncio.Event()
    ranking.then(hangs)
    over = await finished(app)
    await asyncio.wait_for(hangs.wait(), 10)
    await ranking.stop()
    another = await finished(app)
    assert not ranking.taken
    await ranking.start()
    await ranking.until_taken(over.id, another.id)
    await until_empty(house)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("code", FINAL)
async def test_a_report_that_is_refused_holds_up_nobody_and_is_kept_for_much_later(
    house: "House", app: "Guest", ranking: RankingDouble, code: grpc.StatusCode
) -> None:
    refused = await app.dealt("ana", "bia", **RANKED)
    refusal = Refusal(code, "RECORD_DIVERGES")
    ranking.refuse = {refused.id: refusal}
    with capture_logs() as logs:
        await app.play_out(refused.id)
        taken = await finished(app)
        await ranking.until_taken(taken.id)
        for _ in range(2):
            sent = len(ranking.reports)
            await later(house)
            await ranking.until_sent(sent + 1)
    errors = [line for line in logs if line["log_level"] == "error"]
    assert [(line["event"], line["table"], line["code"]) for line in errors] == [
        ("report_refused", refused.id, code.name)
    ]
    assert await outbox(house) == Report(refused.id, "RECORD_DIVERGES")
    assert [told.match_id for told in ranking.reports].count(refused.id) == 3
    ranking.refuse = {}
    await later(house)
    await ranking.until_taken(refused.id)
    await until_empty(house)


@pytest.mark.usefixtures("hurried")
async def test_no_line_of_the_log_has_a_token_or_a_name(
    app: "Guest", ranking: RankingDouble
) -> None:
    ranking.then(AWAY, Refusal(grpc.StatusCode.INVALID_ARGUMENT, "SIGNATURE_INVALID"))
    with capture_logs() as logs:
        first = await finished(app)
        await ranking.until_sent(2)
        second = await finished(app)
        await ranking.until_taken(second.id)
    events = {line["event"] for line in logs}
    assert {"reports_wait", "report_refused"} <= events
    assert first.id in repr(logs)
    assert TOKEN not in repr(logs)
    assert "app/ana" not in repr([line for line in logs if "report" in line["event"]])


async def test_without_an_address_results_wait_for_the_day_there_is_a_ranking(
    open_house: Any, ranking: RankingDouble
) -> None:
    async with open_house(ranking_target="") as house:
        over = await finished(house.app)
        assert await outbox(house) == Report(over.id)
    assert not ranking.reports
    async with open_house() as house:
        await ranking.until_taken(over.id)
        await until_empty(house)


async def test_a_report_that_waited_is_signed_with_the_key_in_use_when_it_is_sent(
    open_house: Any, ranking: RankingDouble
) -> None:
    async with open_house(ranking_target="") as house:
        over = await finished(house.app)
    rotated = SigningKeys.make()
    async with open_house(signing_keys=SecretStr(rotated)) as house:
        await ranking.until_taken(over.id)
        told = ranking.taken[over.id]
        assert told.key_id == SigningKeys.parse(rotated).in_use.id
        (await public_key(house.app, told.key_id)).verify(told.signature, unsigned(told))


async def test_what_one_process_is_sending_another_sends_only_when_that_takes_too_long(
    open_house: Any, ranking: RankingDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reporting, "NEXT_LOOK", 0.05)
    async with open_house(ranking_target="") as house:
        over = await finished(house.app)
    hangs = asyncio.Event()
    ranking.then(hangs)
    async with open_house() as left:
        await asyncio.wait_for(hangs.wait(), 10)
        async with open_house() as right:
            await asyncio.sleep(0.3)
            assert len(ranking.reports) == 1
            right.clock.pass_by(6)
            await ranking.until_taken(over.id)
            await until_empty(right)
        await until_empty(left)
    assert [told.match_id for told in ranking.reports] == [over.id] * 2


async def test_what_was_to_be_sent_before_a_kill_is_sent_after_the_restart(
    settings: Settings, app: "Guest", ranking: RankingDouble
) -> None:
    await ranking.stop()
    process, port = await start(settings)
    channel, guest = guest_at(port, type(app))
    over = await finished(guest)
    await stop(process, signal.SIGKILL)
    await channel.close()
    assert not ranking.reports
    await ranking.start()
    process, _ = await start(settings)
    await ranking.until_taken(over.id)
    told = ranking.taken[over.id]
    key = await public_key(app, told.key_id)
    key.verify(told.signature, unsigned(told))
    assert await stop(process, signal.SIGTERM) == 0


async def test_a_fault_of_ours_is_told_and_holds_up_no_other_report(
    house: "House", app: "Guest", ranking: RankingDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = await app.dealt("ana", "bia", **RANKED)

    def faulty(table: Any, log: Any, signing: Any) -> ranking_pb2.RecordMatchRequest:
        if table.id == broken.id:
            raise RuntimeError("a fault")
        return report(table, log, signing)

    monkeypatch.setattr(reporting, "report", faulty)
    with capture_logs() as logs:
        await app.play_out(broken.id)
        over = await finished(app)
        await ranking.until_taken(over.id)
    assert "error" in {line["log_level"] for line in logs if line["event"] == "reports_wait"}
    monkeypatch.setattr(reporting, "report", report)
    await ranking.until_taken(broken.id)
    await until_empty(house)


async def test_a_report_that_waits_does_not_keep_the_service_from_stopping(
    open_house: Any, ranking: RankingDouble
) -> None:
    hangs = asyncio.Event()
    ranking.then(hangs)
    async with contextlib.AsyncExitStack() as stack:
        house = await stack.enter_async_context(open_house())
        over = await finished(house.app)
        await asyncio.wait_for(hangs.wait(), 10)
    async with open_house(ranking_target="") as house:
        assert await outbox(house) == Report(over.id)


def test_a_house_rival_is_reported_without_a_player_and_a_leaver_as_left() -> None:
    terms = Terms(options={"euFaco": {}}, game="GAME_EU_FACO", max_seats=3, purpose=Purpose.RANKED)
    opened = Opened(
        id="t",
        code="CODE22",
        application="app",
        at=datetime(2026, 1, 1, tzinfo=UTC),
        terms=terms,
        host=Player("app/ana", "Ana"),
        anchor=b"anchor",
        secret=b"sealed",
    )
    last = Moved(
        ply=0,
        action={"deal": {}},
        author=Author.TABLE,
        stand=Stand(Phase.FINISHED),
        places=(Place(0, 1), Place(1, 2), Place(2, 3)),
    )
    changes: list[Change] = [
        opened,
        Joined(Player("app/bia", "Bia")),
        RivalsSet((Level.NORMAL,)),
        Started("eu_faco/1", {}, Stand(Phase.DEAL)),
        Left(1),
        last,
    ]
    log = [
        Entry(version, datetime(2026, 1, version, tzinfo=UTC), change)
        for version, change in enumerate(changes, start=1)
    ]
    told = report(folded(changes), log, SigningKeys.parse(SigningKeys.make()))
    assert [(seat.HasField("player"), seat.left) for seat in told.seats] == [
        (True, False),
        (True, True),
        (False, False),
    ]
    assert told.end_time.ToDatetime(UTC) == datetime(2026, 1, 6, tzinfo=UTC)
    assert [place.place for place in told.record.placements] == [1, 2, 3]
