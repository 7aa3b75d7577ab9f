"""What anybody with a credential may read, over the wire, and what a player may choose."""

import base64
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from carteado.api.game.v1 import game_pb2
from carteado.api.ranking.v1 import ranking_pb2 as pb
from tests.ranking.offices import Office, Signer, seats, sent

EU_FACO = game_pb2.GAME_EU_FACO
HOSTILE = [
    "<b>ana</b>",
    "*ana* _bia_ [x](tg://user?id=1)",
    "'; DROP TABLE players; --",
    "\u202eana\u2066",
    "a\u0000b\nc",
    "😀" * 64,
    "%s %d {0} \\",
]


async def send(office: Office, signer: Signer, record: game_pb2.Record, **more: Any) -> Any:
    return await office.tables.ask(signer.sign(sent(record, **more)))


async def settled(office: Office, signer: Signer, record: game_pb2.Record) -> None:
    """Enough matches for a, b, c and d not to be provisional any more."""
    rng = Random(3)
    for _ in range(25):
        await send(office, signer, record, names=rng.sample("abcd", 4))


async def test_whoever_was_never_seen_is_not_known(office: Office) -> None:
    unknown = ("NOT_FOUND", "PLAYER_UNKNOWN")
    nobody = "app/nobody"
    assert await office.app.refused(pb.GetPlayerRequest(player_id=nobody)) == unknown
    assert await office.app.refused(pb.ListHistoryRequest(player_id=nobody)) == unknown
    around = pb.ListLeaderboardRequest(game=EU_FACO, around_player_id=nobody)
    assert await office.app.refused(around) == ("NOT_FOUND", "PLAYER_NOT_ON_BOARD")


async def test_a_player_who_is_settled_has_a_place_among_everybody(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    await settled(office, signer, record)
    board = await office.bot.board()
    assert {line.player.name for line in board.lines} == set("abcd")
    for line in board.lines:
        player = await office.app.player(line.player.name)
        assert player.games[0].place == line.place
        assert player.games[0].rating == line.rating
        assert not line.rating.provisional
    points = [line.rating.points for line in board.lines]
    assert points == sorted(points, reverse=True)


async def test_pages_of_a_board_lead_from_the_top_to_the_end(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    for names in ("abcd", "efgh", "ijka"):
        await send(office, signer, record, names=names)
    whole = await office.app.board(group="app/group")
    assert (len(whole.lines), whole.total, whole.next_page_token) == (11, 11, "")
    paged: list[pb.LeaderboardLine] = []
    token = ""
    while not paged or token:
        page = await office.app.board(group="app/group", page_size=4, page_token=token)
        paged += page.lines
        token = page.next_page_token
    assert paged == list(whole.lines)


async def test_a_board_may_start_around_a_player_and_goes_on_from_there(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    for names in ("abcd", "efgh", "ijka"):
        await send(office, signer, record, names=names)
    lines = list((await office.app.board(group="app/group")).lines)
    middle = lines[5].player.id
    page = await office.app.board(group="app/group", around_player_id=middle, page_size=3)
    assert list(page.lines) == lines[4:7]
    rest = await office.app.board(group="app/group", page_token=page.next_page_token)
    assert list(rest.lines) == lines[7:]


async def test_a_history_is_told_newest_first_in_pages(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    sent_ids = [f"in-order-{number}" for number in range(5)]
    for one in sent_ids:
        await send(office, signer, record, match_id=one)
    asked = pb.ListHistoryRequest(player_id="app/a", game=EU_FACO, page_size=2)
    seen: list[pb.RatingChange] = []
    while True:
        answer = await office.app.ask(asked)
        seen += answer.changes
        asked.page_token = answer.next_page_token
        if not asked.page_token:
            break
    assert [change.match_id for change in seen] == sent_ids[::-1]
    for later, earlier in pairwise(seen):
        assert later.before == earlier.after
    whole = await office.app.ask(pb.ListHistoryRequest(player_id="app/a"))
    assert list(whole.changes) == seen
    other = pb.ListHistoryRequest(player_id="app/a", game=game_pb2.GAME_SEVN)
    assert list((await office.app.ask(other)).changes) == []


def forged(content: Any) -> str:
    return base64.urlsafe_b64encode(msgspec.json.encode(content)).decode()


FORGED = [
    "nonsense",
    "=",
    "é" * 100,
    base64.urlsafe_b64encode(b"\xff\xfe").decode(),
    base64.urlsafe_b64encode(b'"\\ud800"').decode(),
    forged(None),
    forged([]),
    forged({}),
    forged({"score": 1}),
    forged({"score": "1", "number": 1}),
    forged({"score": -1, "number": 1}),
    forged({"score": 1 << 63, "number": 1}),
    forged({"score": 1, "number": 10**40}),
    forged({"score": 1.5, "number": 1}),
    forged(-1),
    forged(1 << 63),
    forged("1 OR 1=1"),
]


@pytest.mark.parametrize("token", FORGED)
async def test_a_forged_page_token_is_refused(office: Office, token: str) -> None:
    await office.app.ask(pb.SetListedRequest(player_id="app/a", listed=True))
    board = pb.ListLeaderboardRequest(game=EU_FACO, page_token=token)
    history = pb.ListHistoryRequest(player_id="app/a", page_token=token)
    for request in (board, history):
        refusal = await office.app.refused(request)
        assert refusal == ("INVALID_ARGUMENT", "PAGE_TOKEN_INVALID")


async def test_a_token_for_a_place_that_nobody_has_leads_on_from_there(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    await send(office, signer, record)
    whole = await office.app.board(group="app/group")
    top = forged({"score": (1 << 63) - 1, "number": 0})
    assert (await office.app.board(group="app/group", page_token=top)).lines == whole.lines
    bottom = await office.app.board(group="app/group", page_token=forged({"score": 0, "number": 0}))
    assert (list(bottom.lines), bottom.next_page_token, bottom.total) == ([], "", 4)


@pytest.mark.parametrize("season", ["2026", "2026-13", "2026-1", "2026-11-15", "x", "²026-11"])
async def test_what_is_no_month_is_refused(office: Office, season: str) -> None:
    request = pb.ListLeaderboardRequest(game=EU_FACO, season=season)
    assert await office.app.refused(request) == ("INVALID_ARGUMENT", "FIELD_INVALID")


async def test_a_board_is_of_one_game(office: Office) -> None:
    refusal = await office.app.refused(pb.ListLeaderboardRequest())
    assert refusal == ("INVALID_ARGUMENT", "FIELD_INVALID")


async def test_a_player_leaves_the_boards_and_comes_back(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    await send(office, signer, record)
    before = await office.app.board(group="app/group")
    await office.app.ask(pb.SetListedRequest(player_id="app/a", listed=False))
    hidden = await office.app.board(group="app/group")
    assert {line.player.name for line in hidden.lines} == set("bcd")
    assert (await office.app.player("a")).games[0].rating.matches == 1
    await office.app.ask(pb.SetListedRequest(player_id="app/a", listed=True))
    assert await office.app.board(group="app/group") == before


@pytest.mark.parametrize("player", ["bot/a", "a", "app", "app/", "", "application/a"])
async def test_an_application_takes_only_its_own_players_off_the_boards(
    office: Office, player: str
) -> None:
    refusal = await office.app.refused(pb.SetListedRequest(player_id=player))
    assert refusal == ("PERMISSION_DENIED", "NOT_YOUR_PLAYER")


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_name_is_plain_text_and_is_shown_as_it_came(
    office: Office, signer: Signer, record: game_pb2.Record, name: str
) -> None:
    sitting = seats("abcd")
    sitting[0].player.name = name
    await send(office, signer, record, seats=sitting)
    assert (await office.app.player("a")).player.name == name
    board = await office.app.board(group="app/group")
    assert name in {line.player.name for line in board.lines}


@pytest.mark.parametrize(
    "identity", ["app/' OR '1'='1", "app/é", "app/a/b", "app/" + "😀" * 96], ids=range(4)
)
async def test_any_identifier_of_an_application_is_known_again(
    office: Office, signer: Signer, record: game_pb2.Record, identity: str
) -> None:
    sitting = seats("abcd")
    sitting[0].player.id = identity
    await send(office, signer, record, seats=sitting)
    player = await office.app.ask(pb.GetPlayerRequest(player_id=identity))
    assert player.player.id == identity
    first = await office.app.board(group="app/group", page_size=1)
    assert len(first.next_page_token) <= 200
    await office.app.board(group="app/group", page_token=first.next_page_token)


@pytest.mark.parametrize(
    "request_",
    [
        pb.ListDailyBoardRequest(),
        pb.GetHeadToHeadRequest(),
        pb.ListAchievementsRequest(),
        pb.ExportPlayerRequest(),
        pb.ErasePlayerRequest(),
    ],
    ids=lambda request: request.DESCRIPTOR.name,
)
async def test_what_is_not_here_yet_says_so(office: Office, request_: Any) -> None:
    assert await office.app.refused(request_) == ("UNIMPLEMENTED", "METHOD_UNAVAILABLE")
