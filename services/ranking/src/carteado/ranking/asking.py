"""What a request says, in the words of ranking: who asks, for which match, for which page."""

import base64
import hashlib
import re
from datetime import UTC, datetime
from typing import TypeVar

import msgspec

from carteado.api.game.v1 import game_pb2
from carteado.api.ranking.v1 import ranking_pb2
from carteado.ranking.ladder import Ladder
from carteado.ranking.match import Match, Player, Seat
from carteado.ranking.signing import Signed
from carteado.ranking.store import BoardPage, HistoryPage, Number, Position
from carteado.runtime import refusals
from carteado.runtime.canonical import NotCanonicalError, canonical_form
from carteado.runtime.credentials import caller

TABLES = "tables"
"""The one caller that sends records."""
LINES = 20
CHANGES = 50
SEASON = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")
IDENTITY = re.compile(r"[^/]+/.+", re.DOTALL)
"""``application/id``, of players and groups alike."""

T = TypeVar("T")

_positions = msgspec.json.Decoder(Position)
_numbers: msgspec.json.Decoder[int] = msgspec.json.Decoder(Number)


def from_tables() -> None:
    """Refuses every caller but tables."""
    if caller() != TABLES:
        raise refusals.forbidden("NOT_TABLES", "only the tables service sends records")


def own_id(player_id: str) -> str:
    """A player of the application that calls; refuses any other."""
    if not IDENTITY.fullmatch(player_id) or not player_id.startswith(f"{caller()}/"):
        raise refusals.forbidden("NOT_YOUR_PLAYER", "an application acts for its own players")
    return player_id


def check_whole(request: ranking_pb2.RecordMatchRequest) -> None:
    """Refuses what lacks a part that every match has, or whose parts do not fit each other."""
    record, people = request.record, [seat.player.id for seat in request.seats if _is_person(seat)]
    faults = {
        "match_id: missing": not request.match_id,
        "end_time: missing": not request.HasField("end_time"),
        "record: no ruleset": not record.ruleset,
        "seats: not those of the record": _numbered(request) != list(range(record.seats)),
        "seats: a player is not application/id": not all(map(IDENTITY.fullmatch, people)),
        "group: not application/group": bool(
            request.group and not IDENTITY.fullmatch(request.group)
        ),
    }
    found = "; ".join(fault for fault, holds in faults.items() if holds)
    if found:
        raise refusals.malformed("FIELD_INVALID", found)


def _numbered(request: ranking_pb2.RecordMatchRequest) -> list[int]:
    return sorted(seat.seat for seat in request.seats)


def _is_person(seat: ranking_pb2.Seat) -> bool:
    return seat.HasField("player")


def signed(request: ranking_pb2.RecordMatchRequest) -> Signed:
    """What is signed, by whom: the canonical form of the request without its signature."""
    form = _form(request, "signature")
    return Signed(request.key_id, request.signature, form, _end(request))


def digest(request: ranking_pb2.RecordMatchRequest) -> bytes:
    """A hash of the content, whoever signed it: of the canonical form without signature and key."""
    return hashlib.sha256(_form(request, "signature", "key_id")).digest()


def _form(request: ranking_pb2.RecordMatchRequest, *without: str) -> bytes:
    bare = ranking_pb2.RecordMatchRequest()
    bare.CopyFrom(request)
    for name in without:
        bare.ClearField(name)  # type: ignore[arg-type]  # names of fields are literals to the stubs
    try:
        return canonical_form(bare)
    except NotCanonicalError:
        raise refusals.malformed("FIELD_INVALID", "end_time: not normalised") from None


def _end(request: ranking_pb2.RecordMatchRequest) -> datetime:
    """When the match ended."""
    return request.end_time.ToDatetime(UTC)


def match_of(request: ranking_pb2.RecordMatchRequest) -> Match:
    """The match, of a request whose record holds."""
    places = {placement.seat: placement.place for placement in request.record.placements}
    seats = sorted(request.seats, key=lambda seat: seat.seat)
    return Match(
        id=request.match_id,
        game=f"GAME_{str(request.record.options.WhichOneof('game')).upper()}",
        end=_end(request),
        seats=[_seat(seat, places[seat.seat]) for seat in seats],
        is_ranked=request.ranked,
        group=request.group,
        day=request.day,
        digest=digest(request),
        request=request.SerializeToString(deterministic=True),
    )


def _seat(seat: ranking_pb2.Seat, place: int) -> Seat:
    player = Player(seat.player.id, seat.player.name) if _is_person(seat) else None
    return Seat(player, place, seat.left)


def board_page(request: ranking_pb2.ListLeaderboardRequest) -> BoardPage:
    """Which lines of which board are asked for."""
    if not request.game:
        raise refusals.malformed("FIELD_INVALID", "game: missing")
    if request.season and not SEASON.fullmatch(request.season):
        raise refusals.malformed("FIELD_INVALID", "season: not YYYY-MM")
    ladder = Ladder(game_pb2.Game.Name(request.game), request.group, request.season)
    limit = request.page_size or LINES
    if request.page_token:
        return BoardPage(ladder, limit, after=_read(request.page_token, _positions))
    return BoardPage(ladder, limit, around=request.around_player_id or None)


def history_page(request: ranking_pb2.ListHistoryRequest) -> HistoryPage:
    """Which changes are asked for."""
    return HistoryPage(
        player_id=request.player_id,
        limit=request.page_size or CHANGES,
        game=game_pb2.Game.Name(request.game) if request.game else None,
        before=_read(request.page_token, _numbers) if request.page_token else None,
    )


def page_token(place: Position | int) -> str:
    """Where the next page goes on; nobody else needs to read it."""
    return base64.urlsafe_b64encode(msgspec.json.encode(place)).decode()


def _read(token: str, decoder: msgspec.json.Decoder[T]) -> T:
    try:
        return decoder.decode(base64.urlsafe_b64decode(token))
    except (ValueError, msgspec.DecodeError):
        raise refusals.malformed("PAGE_TOKEN_INVALID") from None
