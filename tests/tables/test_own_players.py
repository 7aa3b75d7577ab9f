"""An application acts for its own players only, whatever the method."""

from typing import TYPE_CHECKING, Any

import pytest
from google.protobuf.message_factory import GetMessageClass

from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2
from tests.tables.conftest import EU_FACO

if TYPE_CHECKING:
    from tests.tables.conftest import Guest, Refused

API = tables_pb2.DESCRIPTOR.services_by_name["TablesService"]
FOR_SOMEBODY = ("host", "player", "player_id")
METHODS = [
    method.name
    for method in API.methods
    if {field.name for field in method.input_type.fields} & set(FOR_SOMEBODY)
]
OTHERS = ("bot/ana", "house/ana", "application/ana", "app", "ana", "APP/ana", " app/ana")


def request_for(method: str, table: str, player_id: str) -> Any:
    """A request that is sound but for whom it is made."""
    request: Any = GetMessageClass(API.methods_by_name[method].input_type)()
    fields = {field.name for field in request.DESCRIPTOR.fields}
    given: dict[str, Any] = {
        "request_id": "one",
        "table": table,
        "player_id": player_id,
        "removed_id": "app/bia",
        "host": tables_pb2.Player(id=player_id, name="Ana"),
        "player": tables_pb2.Player(id=player_id, name="Ana"),
        "options": EU_FACO,
        "action": game_pb2.Action(bid=game_pb2.Bid(tricks=0)),
        "game": game_pb2.GAME_EU_FACO,
    }
    request.MergeFrom(type(request)(**{k: v for k, v in given.items() if k in fields}))
    return request


async def answer(guest: "Guest", refused: "Refused", method: str, request: Any) -> tuple[str, str]:
    call = getattr(guest.stub, method)(request, metadata=guest.metadata, timeout=20)
    stream = API.methods_by_name[method].server_streaming
    code, reason, _ = await refused(anext(aiter(call)) if stream else call)
    return code, reason


@pytest.mark.parametrize("method", METHODS)
async def test_no_method_acts_for_or_shows_what_is_seen_by_somebody_elses_player(
    app: "Guest", refused: "Refused", method: str
) -> None:
    table = await app.seated("ana", "bia")
    for other in OTHERS:
        code, reason = await answer(app, refused, method, request_for(method, table.id, other))
        is_malformed = (code, reason) == ("INVALID_ARGUMENT", "FIELD_INVALID") and "/" not in other
        is_missing = reason == "METHOD_UNAVAILABLE"
        is_refused = (code, reason) == ("PERMISSION_DENIED", "NOT_YOUR_PLAYER")
        assert is_refused or is_malformed or is_missing or other in ("APP/ana", " app/ana"), other
    after = (await app.call("GetTable", tables_pb2.GetTableRequest(table=table.id))).table
    assert after.version == table.version
