"""What a request says, in the words of the table: who asks, for whom, on which terms, for which page."""

import base64
import hashlib
import re

import msgspec
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from carteado.api.engine.v1 import engine_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.runtime.canonical import NotCanonicalError, digest
from carteado.runtime.credentials import caller, identity
from carteado.tables import refusals
from carteado.tables.store import Asked, Listing, Position
from carteado.tables.table import (
    HOUSE,
    JsonObject,
    Level,
    Player,
    Purpose,
    Table,
    Terms,
    Visibility,
)

PAGE = 50
PLAYER_ID = re.compile(r"[a-z][a-z0-9-]{0,31}/[A-Za-z0-9_.:@-]{1,64}")
"""As ``Player.id`` of the contract."""


def asked(request_id: str, request: Message) -> Asked:
    """Who asks what. The digest covers the method too, for each has a request of its own."""
    method = request.DESCRIPTOR.full_name.encode()
    try:
        body = hashlib.sha256(method + b"\0" + digest(request)).digest()
    except NotCanonicalError:
        raise refusals.malformed("FIELD_INVALID", "a duration is not normalised") from None
    return Asked(_asker(), request_id, body)


def _asker() -> str:
    """Whose request ids these are: a player's token has its own, so that nobody takes those of others."""
    player_id = identity().player_id
    return hashlib.sha256(player_id.encode()).hexdigest() if player_id else caller()


def shown_to() -> str:
    """The application that is shown what it set; nobody where a player's token asks."""
    return "" if identity().player_id else caller()


def own_id(player_id: str) -> str:
    """A player of the application that calls; refuses any other."""
    if player_id.startswith(HOUSE) or not player_id.startswith(f"{caller()}/"):
        raise refusals.forbidden("NOT_YOUR_PLAYER", "an application acts for its own players")
    return player_id


def whole_id(player_id: str) -> str:
    """The same, of the form that a player's id has at a table."""
    if not PLAYER_ID.fullmatch(own_id(player_id)):
        raise refusals.malformed("FIELD_INVALID", "player_id: not application/id")
    return player_id


def own_player(player: tables_pb2.Player) -> Player:
    """The same, with the name to show."""
    return Player(own_id(player.id), player.name)


def observer(player_id: str) -> str:
    """As whom the caller looks or asks: one of its own players, or, with an empty id, nobody in particular."""
    return own_id(player_id) if player_id else ""


def game_of(options: game_pb2.Options) -> str:
    """The game that options name."""
    return f"GAME_{str(options.WhichOneof('game')).upper()}"


def game_named(game: game_pb2.Game.ValueType) -> str:
    """The game that is asked for by name.

    Raises:
        Refused: INVALID_ARGUMENT / GAME_REQUIRED, where none is.
    """
    if not game:
        raise refusals.malformed("GAME_REQUIRED", "name the game")
    return game_pb2.Game.Name(game)


def default_options(game: game_pb2.Game.ValueType) -> JsonObject:
    """Options that name a game and leave the rest to it."""
    options = game_pb2.Options()
    getattr(options, game_named(game).removeprefix("GAME_").lower()).SetInParent()
    return MessageToDict(options)


def opening_terms(request: tables_pb2.CreateTableRequest, most: int) -> Terms:
    """The terms of a new table."""
    return Terms(
        options=MessageToDict(request.options),
        game=game_of(request.options),
        max_seats=request.max_seats or most,
        visibility=_visibility(request.visibility),
        purpose=_purpose(request.purpose),
        turn_time=request.turn_time.ToTimedelta() if request.HasField("turn_time") else None,
    )


def changed_terms(request: tables_pb2.UpdateTableRequest, terms: Terms, most: int) -> Terms:
    """Terms with what the request sets; the rest stays."""
    if request.no_turn_time and request.HasField("turn_time"):
        raise refusals.malformed("OPTIONS_CONTRADICT", "a turn time, or none")
    changes: dict[str, object] = {}
    if request.HasField("options"):
        changes |= {"options": MessageToDict(request.options), "game": game_of(request.options)}
    if request.HasField("max_seats"):
        changes["max_seats"] = request.max_seats or most
    if request.HasField("visibility"):
        changes["visibility"] = _visibility(request.visibility)
    if request.HasField("purpose"):
        changes["purpose"] = _purpose(request.purpose)
    if request.HasField("turn_time"):
        changes["turn_time"] = request.turn_time.ToTimedelta()
    if request.no_turn_time:
        changes["turn_time"] = None
    return msgspec.structs.replace(terms, **changes)


def wanted_game(request: tables_pb2.UpdateTableRequest, table: Table) -> str:
    """The game after an update."""
    return game_of(request.options) if request.HasField("options") else table.terms.game


def levels(request: tables_pb2.SetRivalsRequest) -> list[Level]:
    """How strong each rival is wanted."""
    return [Level(engine_pb2.Level.Name(level)) for level in request.levels]


def listing(request: tables_pb2.ListTablesRequest) -> Listing:
    """Which tables are asked for."""
    return Listing(
        limit=request.page_size or PAGE,
        application=caller(),
        game=game_pb2.Game.Name(request.game) if request.game else None,
        player_id=observer(request.player_id) or None,
        labels=dict(request.labels),
        after=_position(request.page_token) if request.page_token else None,
    )


def page_token(table: Table) -> str:
    """Where the next page goes on; nobody else needs to read it."""
    position = msgspec.json.encode(Position(table.created_at, table.id))
    return base64.urlsafe_b64encode(position).decode()


def _position(token: str) -> Position:
    try:
        return msgspec.json.decode(base64.urlsafe_b64decode(token), type=Position)
    except (ValueError, msgspec.DecodeError):
        raise refusals.malformed("PAGE_TOKEN_INVALID") from None


def _visibility(visibility: tables_pb2.Visibility.ValueType) -> Visibility:
    return Visibility(tables_pb2.Visibility.Name(visibility))


def _purpose(purpose: tables_pb2.Purpose.ValueType) -> Purpose:
    return Purpose(tables_pb2.Purpose.Name(purpose))
