"""The edge that every call passes: admission, validation, answers to errors, one line in the log."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest
import structlog
from google.protobuf.wrappers_pb2 import StringValue
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from structlog.testing import capture_logs

from carteado.api.tables.v1 import tables_pb2
from carteado.runtime.credentials import caller
from carteado.runtime.errors import Refused, refusal_of
from tests.runtime.loopback import (
    BEARER,
    NAME,
    TOKEN,
    call,
    info_of,
    loopback,
    refused,
    stream,
    unary,
)

UNTOLD = "the hand of seat 3 is seven of gold"


async def echo(request: StringValue, _: Any) -> StringValue:
    return StringValue(value=request.value)


async def who(_: Any, __: Any) -> StringValue:
    await asyncio.sleep(0)
    return StringValue(value=caller())


async def broken(_: Any, __: Any) -> StringValue:
    raise KeyError(UNTOLD)


async def refusing(_: Any, __: Any) -> StringValue:
    raise Refused(grpc.StatusCode.ABORTED, "PLY_CLOSED", "read it again", metadata={"ply": "7"})


def not_built(_: Any, __: Any) -> StringValue:
    raise NotImplementedError("Method not implemented!")


async def aborting(_: Any, context: Any) -> None:
    await context.abort(grpc.StatusCode.NOT_FOUND, "of its own accord")


async def three(_: Any, __: Any) -> AsyncIterator[StringValue]:
    for number in "123":
        yield StringValue(value=number)


async def two_and_a_fault(_: Any, __: Any) -> AsyncIterator[StringValue]:
    for number in "12":
        yield StringValue(value=number)
    raise RuntimeError(UNTOLD)


async def one_and_a_refusal(_: Any, __: Any) -> AsyncIterator[StringValue]:
    yield StringValue(value="1")
    raise Refused(grpc.StatusCode.UNAVAILABLE, "GOING_AWAY")


async def endless(_: Any, __: Any) -> AsyncIterator[StringValue]:
    while True:
        yield StringValue(value="still here")
        await asyncio.sleep(0.01)


HANDLERS = {
    "Echo": unary(echo),
    "Who": unary(who),
    "Broken": unary(broken),
    "Refusing": unary(refusing),
    "NotBuilt": unary(not_built),
    "NotBuiltStream": stream(not_built),
    "Aborting": unary(aborting),
    "Join": unary(echo, tables_pb2.JoinTableRequest),
    "Three": stream(three),
    "TwoAndAFault": stream(two_and_a_fault),
    "OneAndARefusal": stream(one_and_a_refusal),
    "Endless": stream(endless),
}


@pytest.fixture
async def channel(tmp_path: Path) -> AsyncIterator[Any]:
    async with loopback(tmp_path, HANDLERS) as one:
        yield one


def lines_of(logs: Any) -> list[Any]:
    return [line for line in logs if line["event"] == "rpc"]


async def read(channel: Any, method: str, metadata: Any = BEARER) -> list[str]:
    answers = channel.unary_stream(f"/{NAME}/{method}")(b"", metadata=metadata)
    return [StringValue.FromString(answer).value async for answer in answers]


# Admission


async def test_a_caller_is_known_by_name_in_each_call(channel: Any) -> None:
    assert set(await asyncio.gather(*(call(channel, "Who") for _ in range(20)))) == {"somebody"}


@pytest.mark.parametrize("method", [name for name in HANDLERS if name != "Endless"])
async def test_no_method_runs_without_a_credential(channel: Any, method: str) -> None:
    for metadata in ((), (("authorization", "Bearer other"),)):
        error = await refused(channel, method, metadata=metadata)
        assert error.code() is grpc.StatusCode.UNAUTHENTICATED
        assert info_of(error).domain == "carteado"


async def test_nobody_gets_in_without_a_credentials_file(tmp_path: Path) -> None:
    async with loopback(tmp_path, HANDLERS, credentials_file=None) as channel:
        assert info_of(await refused(channel, "Echo")).reason == "CREDENTIAL_UNKNOWN"


async def test_a_request_is_validated_before_it_is_served(channel: Any) -> None:
    request = tables_pb2.JoinTableRequest(
        request_id="x" * 65, table="", entropy=b"e" * 100, player=tables_pb2.Player(id="NO")
    )
    error = await refused(channel, "Join", request.SerializeToString())
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert info_of(error).reason == "FIELD_INVALID"
    status = rpc_status.from_call(error)
    assert status is not None
    bad = error_details_pb2.BadRequest()
    assert status.details[1].Unpack(bad)
    found = {(one.field, one.reason) for one in bad.field_violations}
    assert found == {
        ("request_id", "string.max_len"),
        ("table", "string.min_len"),
        ("entropy", "bytes.max_len"),
        ("player.id", "string.min_len"),
        ("player.id", "string.pattern"),
        ("player.name", "string.min_len"),
        ("player.name", "string.pattern"),
    }
    assert all(one.description for one in bad.field_violations)
    assert "x" * 65 not in str(status)


# Answers to errors


async def test_a_fault_is_internal_and_tells_nothing_of_itself(channel: Any) -> None:
    with capture_logs() as logs:
        error = await refused(channel, "Broken")
    assert error.code() is grpc.StatusCode.INTERNAL
    assert info_of(error).reason == "INTERNAL"
    status = rpc_status.from_call(error)
    assert UNTOLD not in f"{error} {status} {error.trailing_metadata()}"
    assert "KeyError" not in f"{error} {status} {error.trailing_metadata()}"
    (line,) = lines_of(logs)
    assert line["log_level"] == "error"
    assert isinstance(line["exc_info"], KeyError)


async def test_a_refusal_carries_its_code_its_reason_and_its_facts(
    channel: Any,
) -> None:
    error = await refused(channel, "Refusing")
    assert (error.code(), error.details()) == (grpc.StatusCode.ABORTED, "read it again")
    info = info_of(error)
    assert (info.reason, info.domain, dict(info.metadata)) == (
        "PLY_CLOSED",
        "carteado",
        {"ply": "7"},
    )


async def test_what_another_service_refused_is_passed_on_as_it_is(
    channel: Any,
) -> None:
    passed = refusal_of(await refused(channel, "Refusing"))
    assert (passed.code, passed.reason) == (grpc.StatusCode.ABORTED, "PLY_CLOSED")
    assert (passed.message, passed.metadata) == ("read it again", {"ply": "7"})


async def test_an_error_without_a_reason_is_named_by_its_code(channel: Any) -> None:
    passed = refusal_of(await refused(channel, "Nowhere"))
    assert (passed.code, passed.reason) == (grpc.StatusCode.UNIMPLEMENTED, "UNIMPLEMENTED")


async def test_a_method_without_a_body_is_unavailable(channel: Any) -> None:
    for method in ("NotBuilt", "NotBuiltStream"):
        error = await refused(channel, method)
        assert error.code() is grpc.StatusCode.UNIMPLEMENTED
        assert info_of(error).reason == "METHOD_UNAVAILABLE"


async def test_a_method_that_aborts_by_itself_ends_as_it_said(channel: Any) -> None:
    error = await refused(channel, "Aborting")
    assert (error.code(), error.details()) == (grpc.StatusCode.NOT_FOUND, "of its own accord")


# Streams


async def test_a_stream_comes_through_whole(channel: Any) -> None:
    assert await read(channel, "Three") == ["1", "2", "3"]


async def test_a_stream_may_break_in_the_middle_and_says_why(channel: Any) -> None:
    for method, code, reason in (
        ("TwoAndAFault", grpc.StatusCode.INTERNAL, "INTERNAL"),
        ("OneAndARefusal", grpc.StatusCode.UNAVAILABLE, "GOING_AWAY"),
    ):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await read(channel, method)
        assert caught.value.code() is code
        assert info_of(caught.value).reason == reason
        assert UNTOLD not in str(caught.value)


async def test_a_stream_is_closed_to_strangers(channel: Any) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await read(channel, "Endless", ())
    assert caught.value.code() is grpc.StatusCode.UNAUTHENTICATED


# The log


@pytest.mark.parametrize(
    ("method", "code", "reason"),
    [
        ("Echo", "OK", None),
        ("Three", "OK", None),
        ("Refusing", "ABORTED", "PLY_CLOSED"),
        ("Broken", "INTERNAL", "INTERNAL"),
        ("NotBuilt", "UNIMPLEMENTED", "METHOD_UNAVAILABLE"),
        ("TwoAndAFault", "INTERNAL", "INTERNAL"),
        ("OneAndARefusal", "UNAVAILABLE", "GOING_AWAY"),
    ],
)
async def test_each_call_leaves_one_line(
    channel: Any, method: str, code: str, reason: str | None
) -> None:
    with capture_logs() as logs:
        try:
            await read(channel, method)
        except grpc.aio.AioRpcError as error:
            assert error.code().name == code  # noqa: PT017
    (line,) = lines_of(logs)
    assert line["method"] == f"/{NAME}/{method}"
    assert (line["code"], line.get("reason")) == (code, reason)
    assert line["ms"] >= 0


async def test_a_line_names_the_caller_and_never_the_token(channel: Any) -> None:
    with capture_logs(processors=[structlog.contextvars.merge_contextvars]) as logs:
        await call(channel, "Echo", StringValue(value="what was said").SerializeToString())
        await refused(channel, "Echo", metadata=(("authorization", "Bearer stranger-token"),))
    known, stranger = lines_of(logs)
    assert known["caller"] == "somebody"
    assert "caller" not in stranger
    assert stranger["reason"] == "CREDENTIAL_UNKNOWN"
    for word in (TOKEN, "stranger-token", "what was said", "earer"):
        assert word not in repr(logs)


async def test_the_health_check_leaves_no_line(channel: Any) -> None:
    with capture_logs() as logs:
        await channel.unary_unary("/grpc.health.v1.Health/Check")(b"")
    assert not lines_of(logs)


async def test_a_call_that_its_caller_gives_up_leaves_a_line(channel: Any) -> None:
    with capture_logs() as logs:
        answers = channel.unary_stream(f"/{NAME}/Endless")(b"", metadata=BEARER)
        async for _ in answers:
            break
        answers.cancel()
        await asyncio.sleep(0.2)
    (line,) = lines_of(logs)
    assert line["code"] == "CANCELLED"


async def test_a_method_that_aborts_by_itself_leaves_a_line(channel: Any) -> None:
    with capture_logs() as logs:
        await refused(channel, "Aborting")
    assert len(lines_of(logs)) == 1


async def test_bytes_that_are_no_message_are_refused_with_a_reason_and_leave_a_line(
    channel: Any,
) -> None:
    with capture_logs() as logs:
        error = await refused(channel, "Echo", b"\xff\xff")
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert info_of(error).reason
    assert len(lines_of(logs)) == 1
