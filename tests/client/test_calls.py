"""Calls that are answered, refused, lost and repeated."""

import asyncio
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from carteado.api.engine.v1.engine_pb2 import LEVEL_HARD
from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.client import (
    CarteadoError,
    Client,
    InvalidRequest,
    NotAllowed,
    NotFound,
    Refusal,
    TableMoved,
    Unavailable,
    Unsupported,
)

if TYPE_CHECKING:
    from tests.client.conftest import Fault, Script, Silence

ANA = tables_pb2.Player(id="demo/ana", name="Ana")
ONE = game_pb2.Action(bid=game_pb2.Bid(tricks=1))
UNAVAILABLE = grpc.StatusCode.UNAVAILABLE


def table(version: int) -> tables_pb2.Table:
    return tables_pb2.Table(id="t1", code="K7F3Q", version=version)


async def test_every_call_carries_the_token(script: "Script", client: Client) -> None:
    script.then("GetTable", tables_pb2.GetTableResponse(table=table(1)))
    assert await client.get_table("K7F3Q") == table(1)
    assert script.metadata[0]["authorization"] == "Bearer a-token"


async def test_each_method_sends_what_it_was_given(script: "Script", client: Client) -> None:
    options = game_pb2.Options()
    options.eu_faco.lives = 5
    minute = timedelta(minutes=1)
    script.then("CreateTable", tables_pb2.CreateTableResponse(table=table(1)))
    script.then("UpdateTable", tables_pb2.UpdateTableResponse(table=table(2)))
    script.then("JoinTable", tables_pb2.JoinTableResponse(seat=1, table=table(3)))
    script.then("SetRivals", tables_pb2.SetRivalsResponse(table=table(4)))
    script.then("StartMatch", tables_pb2.StartMatchResponse(table=table(5)))
    script.then("LeaveTable", tables_pb2.LeaveTableResponse(table=table(6)))
    script.then("Rematch", tables_pb2.RematchResponse(table=table(7)))
    script.then("CloseTable", tables_pb2.CloseTableResponse(table=table(8), votes_missing=2))
    script.then("CloseTable", tables_pb2.CloseTableResponse(table=table(9)))
    created = await client.create_table(ANA, options, turn_time=minute, labels={"chat": "9"})
    updated = await client.update_table("t1", ANA.id, max_seats=3, turn_time=minute)
    joined = await client.join_table("t1", ANA, entropy=b"salt")
    rivals = await client.set_rivals("t1", ANA.id, [LEVEL_HARD])
    started = await client.start_match("t1", ANA.id)
    left = await client.leave_table("t1", ANA.id)
    again = await client.rematch("t1", ANA.id)
    closing = await client.close_table("t1", ANA.id)
    closed = await client.close_table("t1")
    tables = (created, updated, joined.table, rivals, started, left, again)
    assert [each.version for each in tables] == [1, 2, 3, 4, 5, 6, 7]
    assert joined.seat == 1
    create, update = script.calls["CreateTable"][0], script.calls["UpdateTable"][0]
    assert (create.host, create.options, dict(create.labels)) == (ANA, options, {"chat": "9"})
    assert create.turn_time.seconds == update.turn_time.seconds == 60
    assert update.max_seats == 3
    assert not update.HasField("visibility")
    assert script.calls["JoinTable"][0].entropy == b"salt"
    assert list(script.calls["SetRivals"][0].levels) == [LEVEL_HARD]
    assert (closing.table.version, closing.votes_missing) == (8, 2)
    assert (closed.table.version, closed.votes_missing) == (9, 0)
    assert [call.player_id for call in script.calls["CloseTable"]] == [ANA.id, ""]


async def test_a_player_is_removed_by_a_player_or_by_the_application(
    script: "Script", client: Client
) -> None:
    script.then("RemovePlayer", tables_pb2.RemovePlayerResponse(table=table(1), votes_missing=1))
    script.then("RemovePlayer", tables_pb2.RemovePlayerResponse(table=table(2)))
    first = await client.remove_player("t1", "demo/bia", ANA.id)
    last = await client.remove_player("t1", "demo/bia")
    assert (first.votes_missing, last.votes_missing) == (1, 0)
    calls = script.calls["RemovePlayer"]
    assert [(call.removed_id, call.player_id) for call in calls] == [
        ("demo/bia", ANA.id),
        ("demo/bia", ""),
    ]
    assert calls[0].request_id != calls[1].request_id


async def test_a_record_comes_with_the_keys_to_check_it(script: "Script", client: Client) -> None:
    script.then("GetRecord", tables_pb2.GetRecordResponse(key_id="k1", signature=b"s"))
    keys = [tables_pb2.SigningKey(id="k1"), tables_pb2.SigningKey(id="k0")]
    script.then("ListSigningKeys", tables_pb2.ListSigningKeysResponse(keys=keys))
    assert (await client.record("t1")).key_id == "k1"
    assert await client.signing_keys() == keys


async def test_lists_are_read_to_their_last_page(script: "Script", client: Client) -> None:
    script.then(
        "ListTables",
        tables_pb2.ListTablesResponse(tables=[table(1), table(2)], next_page_token="more"),
        tables_pb2.ListTablesResponse(tables=[table(3)]),
    )
    versions = [each.version async for each in client.list_tables(player_id=ANA.id, page_size=2)]
    assert versions == [1, 2, 3]
    assert [call.page_token for call in script.calls["ListTables"]] == ["", "more"]


async def test_a_call_that_did_not_arrive_is_made_again(
    script: "Script", client: Client, fault: "type[Fault]"
) -> None:
    down = fault(UNAVAILABLE, "ENGINE_UNAVAILABLE")
    script.then("Act", down, down, tables_pb2.ActResponse(table=table(9)))
    assert (await client.act("t1", ANA.id, 4, ONE)).table.version == 9
    assert len(script.calls["Act"]) == 3


async def test_a_lost_reply_is_asked_for_with_the_same_request_id(
    script: "Script", client: Client, silence: "type[Silence]"
) -> None:
    committed: set[str] = set()

    async def commit(request: tables_pb2.ActRequest) -> tables_pb2.ActResponse:
        repeated = request.request_id in committed
        committed.add(request.request_id)
        if not repeated:
            await asyncio.sleep(silence().seconds)
        return tables_pb2.ActResponse(table=table(9), repeated_call=repeated)

    script.then("Act", commit, commit)
    answer = await client.act("t1", ANA.id, 4, ONE)
    assert answer.repeated_call
    assert len(committed) == 1
    first, second = script.calls["Act"]
    assert first == second


async def test_a_call_outlives_a_restart_of_the_server(
    script: "Script", client: Client, silence: "type[Silence]"
) -> None:
    script.then("Act", silence(), tables_pb2.ActResponse(table=table(9), repeated_call=True))
    acting = asyncio.create_task(client.act("t1", ANA.id, 4, ONE))
    await script.called.wait()
    await script.stop()
    await asyncio.sleep(0.3)
    await script.start()
    assert (await acting).repeated_call
    first, second = script.calls["Act"]
    assert first.request_id == second.request_id


async def test_each_call_has_its_own_request_id_unless_one_is_given(
    script: "Script", client: Client
) -> None:
    answer = tables_pb2.ActResponse(table=table(9))
    script.then("Act", answer, answer, answer)
    await client.act("t1", ANA.id, 4, ONE)
    await client.act("t1", ANA.id, 4, ONE)
    await client.act("t1", ANA.id, 4, ONE, request_id="mine")
    first, second, third = [call.request_id for call in script.calls["Act"]]
    assert first != second
    assert len(first) == 32
    assert third == "mine"


async def test_a_slow_attempt_is_given_up_and_made_again(
    script: "Script", client: Client, silence: "type[Silence]"
) -> None:
    script.then("GetTable", silence(), tables_pb2.GetTableResponse(table=table(2)))
    started = time.monotonic()
    assert (await client.get_table("t1")).version == 2
    assert time.monotonic() - started < 2


async def test_patience_ends(script: "Script", fault: "type[Fault]") -> None:
    script.then("Act", *[fault(UNAVAILABLE, "ENGINE_UNAVAILABLE")] * 50)
    started = time.monotonic()
    async with Client(f"127.0.0.1:{script.port}", "t", patience=0.6) as hasty:
        with pytest.raises(Unavailable) as caught:
            await hasty.act("t1", ANA.id, 4, ONE)
    assert caught.value.reason == "ENGINE_UNAVAILABLE"
    assert 0.5 < time.monotonic() - started < 2
    assert 2 < len(script.calls["Act"]) < 10
    assert len({call.request_id for call in script.calls["Act"]}) == 1


async def test_nobody_at_the_address_is_unavailable() -> None:
    async with Client("127.0.0.1:1", "t", patience=0.3) as lonely:
        with pytest.raises(Unavailable) as caught:
            await lonely.get_table("t1")
    assert caught.value.reason == "UNAVAILABLE"
    assert "UNAVAILABLE: " in str(caught.value)


@pytest.mark.parametrize(
    ("code", "reason", "kind"),
    [
        (grpc.StatusCode.ABORTED, "PLY_CLOSED", TableMoved),
        (grpc.StatusCode.FAILED_PRECONDITION, "BID_LOCKED", Refusal),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, "TABLE_FULL", Refusal),
        (grpc.StatusCode.INVALID_ARGUMENT, "REQUEST_ID_REUSED", InvalidRequest),
        (grpc.StatusCode.UNAUTHENTICATED, "CREDENTIAL_UNKNOWN", NotAllowed),
        (grpc.StatusCode.PERMISSION_DENIED, "NOT_YOUR_PLAYER", NotAllowed),
        (grpc.StatusCode.NOT_FOUND, "TABLE_UNKNOWN", NotFound),
        (grpc.StatusCode.UNIMPLEMENTED, "METHOD_UNAVAILABLE", Unsupported),
        (grpc.StatusCode.INTERNAL, "INTERNAL", CarteadoError),
        (grpc.StatusCode.DATA_LOSS, "STATE_ALTERED", CarteadoError),
    ],
)
async def test_a_refusal_keeps_its_reason_and_is_not_repeated(  # noqa: PLR0917 - fixtures
    script: "Script",
    client: Client,
    fault: "type[Fault]",
    code: grpc.StatusCode,
    reason: str,
    kind: type[CarteadoError],
) -> None:
    script.then("Act", fault(code, reason, "because", {"seat": "2"}))
    with pytest.raises(CarteadoError) as caught:
        await client.act("t1", ANA.id, 4, ONE)
    error = caught.value
    assert type(error) is kind
    assert (error.code, error.reason, error.message) == (code, reason, "because")
    assert error.metadata == {"seat": "2"}
    assert str(error) == f"{reason}: because"
    assert len(script.calls["Act"]) == 1


async def test_an_invalid_request_names_its_fields(
    script: "Script", client: Client, fault: "type[Fault]"
) -> None:
    violations = [("host.name", "must be 1 to 64 characters", "string.max_len")]
    code = grpc.StatusCode.INVALID_ARGUMENT
    script.then("GetTable", fault(code, "FIELD_INVALID", violations=violations))
    with pytest.raises(InvalidRequest) as caught:
        await client.get_table("t1")
    (violation,) = caught.value.violations
    assert (violation.field, violation.description, violation.rule) == violations[0]


async def test_an_error_of_somebody_else_is_named_by_its_code(
    script: "Script", client: Client, fault: "type[Fault]"
) -> None:
    script.then(
        "GetTable",
        fault(grpc.StatusCode.NOT_FOUND, "ROUTE", domain="a-proxy"),
        fault(grpc.StatusCode.NOT_FOUND, message=""),
    )
    with pytest.raises(NotFound) as caught:
        await client.get_table("t1")
    assert caught.value.reason == "NOT_FOUND"
    with pytest.raises(NotFound) as caught:
        await client.get_table("t1")
    assert str(caught.value) == "NOT_FOUND"


async def test_credentials_encrypt_the_connection() -> None:
    key, certificate = self_signed("localhost")
    server = grpc.aio.server()
    handlers = {
        "GetTable": grpc.unary_unary_rpc_method_handler(
            answered,
            request_deserializer=tables_pb2.GetTableRequest.FromString,
            response_serializer=tables_pb2.GetTableResponse.SerializeToString,
        )
    }
    service = "carteado.api.tables.v1.TablesService"
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, handlers),))
    port = server.add_secure_port("localhost:0", grpc.ssl_server_credentials([(key, certificate)]))
    await server.start()
    trusted = grpc.ssl_channel_credentials(root_certificates=certificate)
    async with Client(f"localhost:{port}", "t", credentials=trusted) as private:
        assert (await private.get_table("t1")).version == 1
    async with Client(f"localhost:{port}", "t", patience=0.3) as public:
        with pytest.raises(Unavailable):
            await public.get_table("t1")
    await server.stop(None)


async def answered(
    _request: tables_pb2.GetTableRequest, _context: Any
) -> tables_pb2.GetTableResponse:
    return tables_pb2.GetTableResponse(table=table(1))


def self_signed(host: str) -> tuple[bytes, bytes]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return secret, certificate.public_bytes(serialization.Encoding.PEM)
