"""A token for one player acts for that player, and for nobody and nothing else."""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import grpc.aio
import pytest
from google.protobuf.duration_pb2 import Duration

from carteado.api.tables.v1 import tables_pb2
from carteado.runtime.applications import Applications
from carteado.runtime.credentials import Credentials, Identity
from carteado.runtime.errors import Refused as RefusedError
from carteado.runtime.keys import Keyset
from carteado.tables.player_tokens import PREFIX, PlayerTokens
from tests.tables.conftest import Guest

if TYPE_CHECKING:
    from tests.tables.conftest import House, Refused

API = tables_pb2.DESCRIPTOR.services_by_name["TablesService"]


async def token_for(app: Guest, name: str, **more: Any) -> tables_pb2.IssuePlayerTokenResponse:
    request = tables_pb2.IssuePlayerTokenRequest(player_id=app.player(name).id, **more)
    answer: tables_pb2.IssuePlayerTokenResponse = await app.call("IssuePlayerToken", request)
    return answer


async def device_of(app: Guest, name: str) -> Guest:
    """The player's own device, which has nothing but the token."""
    device = Guest(app.stub, app.application)
    device.metadata = (("authorization", f"Bearer {(await token_for(app, name)).token}"),)
    return device


async def to_its_end(stream: Any) -> None:
    async for _ in stream:
        pass


async def test_a_device_joins_and_plays_as_its_player(app: Guest) -> None:
    table = await app.create("ana")
    device = await device_of(app, "bia")
    assert (await device.join(table.id, "bia")).seat == 1
    started = await device.start(table.id, "bia")
    assert started.state == tables_pb2.TABLE_STATE_PLAYING
    watched = tables_pb2.WatchTableRequest(table=table.id, player_id="app/bia")
    first = await anext(aiter(device.stub.WatchTable(watched, metadata=device.metadata)))
    assert first.table.id == table.id


async def test_a_device_acts_and_looks_for_no_other_player(app: Guest, refused: "Refused") -> None:
    table = await app.seated("ana", "bia")
    device = await device_of(app, "bia")
    look = tables_pb2.GetTableRequest(table=table.id, player_id="app/ana")
    for call in (
        device.join(table.id, "caio"),
        device.leave(table.id, "ana"),
        device.start(table.id, "ana"),
        device.create("ana"),
        device.call("GetTable", look),
        device.call("ListTables", tables_pb2.ListTablesRequest(player_id="app/ana")),
    ):
        assert (await refused(call))[:2] == ("PERMISSION_DENIED", "NOT_YOUR_PLAYER")


async def test_what_is_the_applications_own_is_closed_to_a_device(
    app: Guest, refused: "Refused"
) -> None:
    table = await app.create("ana", labels={"chat": "7"})
    device = await device_of(app, "ana")
    by_label = tables_pb2.ListTablesRequest(labels={"chat": "7"})
    erase = tables_pb2.ErasePlayerRequest(player_id="app/ana")
    remove = tables_pb2.RemovePlayerRequest(table=table.id, removed_id="app/ana")
    for call in (
        token_for(device, "ana"),
        device.close(table.id),
        device.call("RemovePlayer", remove),
        device.call("ErasePlayer", erase),
        device.call("ListTables", by_label),
        device.create("ana", labels={"chat": "7"}),
        device.create("ana", group="app/group"),
    ):
        assert (await refused(call))[:2] == ("PERMISSION_DENIED", "APPLICATION_REQUIRED")
    seen = await device.call("GetTable", tables_pb2.GetTableRequest(table=table.id))
    assert not seen.table.labels


async def test_a_device_takes_no_request_id_of_its_application(app: Guest) -> None:
    table = await app.create("ana")
    device = await device_of(app, "bia")
    request = tables_pb2.JoinTableRequest(table=table.id, player=app.player("bia"))
    request.request_id = "one"
    await device.call("JoinTable", request)
    other = tables_pb2.JoinTableRequest(table=table.id, player=app.player("caio"))
    other.request_id = "one"
    assert (await app.call("JoinTable", other)).seat == 2


async def test_a_token_is_made_for_own_players_of_a_sound_id_only(
    app: Guest, refused: "Refused"
) -> None:
    for player_id in ("bot/ana", "house/ana", "ana"):
        request = tables_pb2.IssuePlayerTokenRequest(player_id=player_id)
        answer = await refused(app.call("IssuePlayerToken", request))
        assert answer[:2] == ("PERMISSION_DENIED", "NOT_YOUR_PLAYER")
    odd = tables_pb2.IssuePlayerTokenRequest(player_id="app/a b")
    answer = await refused(app.call("IssuePlayerToken", odd))
    assert answer[:2] == ("INVALID_ARGUMENT", "FIELD_INVALID")


async def test_a_token_lives_an_hour_or_as_long_as_was_asked(app: Guest) -> None:
    now = datetime.now(UTC)
    for more, wanted in (({}, 3600), ({"lifetime": Duration(seconds=60)}, 60)):
        ends = (await token_for(app, "ana", **more)).expire_time.ToDatetime(UTC)
        assert abs((ends - now).total_seconds() - wanted) < 30


async def test_an_altered_token_is_nobodys(app: Guest, refused: "Refused") -> None:
    token = (await token_for(app, "ana")).token
    request = tables_pb2.GetTableRequest(table="x")
    middle = len(token) // 2
    other = "A" if token[middle] != "A" else "B"
    for wrong in (token[:middle] + other + token[middle + 1 :], token[:middle], PREFIX, token[1:]):
        metadata = (("authorization", f"Bearer {wrong}"),)
        answer = await refused(app.stub.GetTable(request, metadata=metadata))
        assert answer[:2] == ("UNAUTHENTICATED", "CREDENTIAL_UNKNOWN")


async def test_revoking_the_applications_token_ends_devices_and_their_streams(
    house: "House", refused: "Refused"
) -> None:
    table = await house.app.create("ana")
    device = await device_of(house.app, "ana")
    watch = tables_pb2.WatchTableRequest(table=table.id, player_id="app/ana")
    stream = aiter(device.stub.WatchTable(watch, metadata=device.metadata))
    await anext(stream)
    path = house.settings.credentials_file
    assert path is not None
    content = Applications.read(path)
    del content.applications["app"]
    content.write(path)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await to_its_end(stream)
    assert caught.value.code() is grpc.StatusCode.UNAUTHENTICATED
    look = device.call("GetTable", tables_pb2.GetTableRequest(table=table.id))
    assert (await refused(look))[:2] == ("UNAUTHENTICATED", "CREDENTIAL_UNKNOWN")


def test_a_token_ends_by_itself_and_never_after_its_applications_own(house: "House") -> None:
    credentials = Credentials(house.settings.credentials_file)
    tokens = PlayerTokens(credentials, house.room.keyset)
    issuer = credentials.authenticate("Bearer token-of-app")
    token, _ = tokens.issue(issuer, "app/ana", timedelta(seconds=-1))
    with pytest.raises(RefusedError, match="CREDENTIAL_EXPIRED"):
        tokens.authenticate(f"Bearer {token}")
    soon = datetime.now(UTC) + timedelta(minutes=1)
    short = Identity("app", issuer.scopes, issuer.credential, soon)
    assert tokens.issue(short, "app/ana", timedelta(hours=1))[1] == soon


def test_a_token_outlives_the_rotation_of_the_keys(house: "House") -> None:
    credentials = Credentials(house.settings.credentials_file)
    old = house.room.keyset
    issuer = credentials.authenticate("Bearer token-of-app")
    token, _ = PlayerTokens(credentials, old).issue(issuer, "app/ana", timedelta(hours=1))
    newer = Keyset.parse(Keyset.make())
    both = Keyset(newer.primary, {**newer.keys, **old.keys})
    known = PlayerTokens(credentials, both).authenticate(f"Bearer {token}")
    assert (known.application, known.player_id) == ("app", "app/ana")
    with pytest.raises(RefusedError, match="CREDENTIAL_UNKNOWN"):
        PlayerTokens(credentials, newer).authenticate(f"Bearer {token}")
