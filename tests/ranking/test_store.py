"""What every store promises; SQLite is the first to keep it."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from carteado.ranking.adapters.sqlite import SqliteStore, migrate
from carteado.ranking.ladder import Ladder
from carteado.ranking.match import Match, Seat
from carteado.ranking.rating import Rating, rated
from carteado.ranking.store import Board, BoardPage, Change, HistoryPage, Line, Position, Store
from tests.ranking.matches import EU_FACO, EVERYBODY, NOON, match, player

GROUP = Ladder(EU_FACO, group="app/1")
NEW = Rating()
SETTLING = 25


@pytest.fixture
def url(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path}/folder/ranking.sqlite"
    migrate(url)
    return url


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with SqliteStore(url) as one:
        yield one


async def board(store: Store, ladder: Ladder = GROUP, limit: int = 50, **more: Any) -> Board:
    found = await store.board(BoardPage(ladder, limit, **more))
    assert found is not None
    return found


def lines(board: Board) -> list[tuple[int, str]]:
    return [(line.place, line.player.name) for line in board.lines]


async def history(store: Store, name: str, limit: int = 1000, **more: Any) -> list[Change]:
    found = await store.history(HistoryPage(f"app/{name}", limit, **more))
    assert found is not None
    return found


async def settled(store: Store, names: str, **more: Any) -> None:
    """Enough matches, of everybody in any order, for nobody to be provisional."""
    rng = Random(1)
    for _ in range(SETTLING):
        await store.record(match(rng.sample(names, len(names)), **more))


async def test_a_match_changes_everybody_and_says_so_best_place_first(store: Store) -> None:
    one = match("abc", [2, 1, 3])
    recorded = await store.record(one)
    changes = recorded.explained.changes
    assert not recorded.was_known
    assert [(change.player.name, change.place) for change in changes] == [
        ("b", 1),
        ("a", 2),
        ("c", 3),
    ]
    assert [change.before for change in changes] == [NEW] * 3
    assert [change.after for change in changes] == rated([NEW] * 3, [1, 2, 3])
    assert {(change.match_id, change.game, change.end) for change in changes} == {
        (one.id, EU_FACO, NOON)
    }
    assert await store.explain(one.id) == recorded.explained


async def test_a_match_counts_once_however_often_it_is_sent(store: Store) -> None:
    one = match("ab", group="app/1")
    first = await store.record(one)
    before = await board(store)
    again = await store.record(one)
    assert (again.was_known, again.explained) == (True, first.explained)
    assert await board(store) == before
    assert len(await history(store, "a")) == 1


async def test_another_match_under_a_known_id_is_answered_with_the_first_and_changes_nothing(
    store: Store,
) -> None:
    one = match("ab")
    first = await store.record(one)
    other = await store.record(replace(match("ba"), id=one.id, digest=b"other"))
    assert (other.was_known, other.explained) == (True, first.explained)
    assert other.explained.digest == one.digest


async def test_a_match_that_rates_nobody_is_kept_with_its_reason(store: Store) -> None:
    recorded = await store.record(match("ab", id="casual", is_ranked=False))
    assert (recorded.explained.unrated_reason, recorded.explained.changes) == ("NOT_RANKED", [])
    assert await store.explain("casual") == recorded.explained
    assert await store.profile("app/a") is None


async def test_what_was_never_sent_is_not_known(store: Store) -> None:
    assert await store.explain("nothing") is None
    assert await store.profile("app/nobody") is None
    assert await store.history(HistoryPage("app/nobody", 5)) is None
    assert await board(store) == Board([], has_more=False, total=0)
    assert await store.board(BoardPage(GROUP, 5, around="app/nobody")) is None


async def test_each_rating_starts_from_the_one_before(store: Store) -> None:
    for names in ("ab", "ba", "ab"):
        await store.record(match(names))
    newest_first = await history(store, "a")
    oldest_first = newest_first[::-1]
    assert oldest_first[0].before == NEW
    assert [one.after for one in oldest_first[:-1]] == [one.before for one in oldest_first[1:]]
    profile = await store.profile("app/a")
    assert profile is not None
    assert profile.games[0].standing.rating == newest_first[0].after


async def test_a_history_goes_on_where_it_stopped_and_keeps_to_its_game(store: Store) -> None:
    for _ in range(4):
        await store.record(match("ab", group="app/1"))
        await store.record(match("ab", game="GAME_SEVN"))
    whole = await history(store, "a")
    assert [one.number for one in whole] == list(range(8, 0, -1))
    paged: list[Change] = []
    while page := await history(store, "a", 3, before=paged[-1].number if paged else None):
        paged += page
    assert paged == whole
    sevn = await history(store, "a", game="GAME_SEVN")
    assert [one.game for one in sevn] == ["GAME_SEVN"] * 4


async def test_games_are_rated_apart(store: Store) -> None:
    await store.record(match("ab"))
    await store.record(match("ba", game="GAME_SEVN"))
    profile = await store.profile("app/a")
    assert profile is not None
    assert [(one.game, one.standing.wins) for one in profile.games] == [
        (EU_FACO, 1),
        ("GAME_SEVN", 0),
    ]


async def test_a_group_has_ratings_of_its_own_from_its_matches_alone(store: Store) -> None:
    await store.record(match("ab", group="app/1"))
    await store.record(match("ba"))
    await store.record(match("ba", group="app/2"))
    assert lines(await board(store)) == [(1, "a"), (2, "b")]
    [first, second] = (await board(store)).lines
    assert [first.rating, second.rating] == rated([NEW, NEW], [1, 2])


async def test_a_season_starts_afresh(store: Store) -> None:
    await store.record(match("ab", group="app/1"))
    await store.record(match("ba", group="app/1", end=NOON + timedelta(days=20)))
    november = await board(store, replace(GROUP, season="2026-11"))
    december = await board(store, replace(GROUP, season="2026-12"))
    assert (lines(november), lines(december)) == (
        [(1, "a"), (2, "b")],
        [(1, "b"), (2, "a")],
    )
    assert [line.rating for line in november.lines] == [line.rating for line in december.lines]


async def test_equal_points_share_a_place(store: Store) -> None:
    await store.record(match("abcd", [1, 2, 2, 4], group="app/1"))
    await store.record(match("efgh", [1, 2, 2, 4], group="app/1"))
    found = await board(store)
    assert [line.place for line in found.lines] == [1, 1, 3, 3, 3, 3, 7, 7]
    assert found.total == 8


async def test_pages_of_a_board_meet_without_gap_and_keep_the_places(store: Store) -> None:
    for names in ("abcd", "efgh", "ijkl", "aei", "bfj"):
        await store.record(match(names, group="app/1"))
    whole = await board(store)
    assert not whole.has_more
    for limit in range(1, 14):
        paged: list[Line] = []
        after, has_more = None, True
        while has_more:
            page = await board(store, limit=limit, after=after)
            paged += page.lines
            after, has_more = page.lines[-1].position, page.has_more
        assert paged == whole.lines


async def test_a_page_around_a_player_has_the_player_in_its_middle(store: Store) -> None:
    for names in ("abcd", "efgh", "ijkl"):
        await store.record(match(names, group="app/1"))
    whole = (await board(store)).lines
    for index, line in enumerate(whole):
        page = await board(store, limit=5, around=line.player.id)
        first = max(0, index - 2)
        assert page.lines == whole[first : first + 5]
        alone = await board(store, limit=1, around=line.player.id)
        assert alone.lines == [line]


async def test_a_page_after_any_position_is_answered(store: Store) -> None:
    await store.record(match("ab", group="app/1"))
    assert len((await board(store, after=Position(2**63 - 1, 2**63 - 1))).lines) == 2
    assert (await board(store, after=Position(0, 0))).lines == []


async def test_the_board_of_everybody_has_no_provisional_player_and_gives_no_place(
    store: Store,
) -> None:
    await settled(store, "abcd")
    await store.record(match("ea"))
    known = await board(store, EVERYBODY)
    assert {line.player.name for line in known.lines} == set("abcd")
    new, old = await store.profile("app/e"), await store.profile(known.lines[2].player.id)
    assert new is not None
    assert old is not None
    assert [(one.place, one.standing.rating.is_provisional) for one in new.games] == [(0, True)]
    assert [one.place for one in old.games] == [3]
    assert await store.board(BoardPage(EVERYBODY, 5, around="app/e")) is None


async def test_a_player_may_leave_every_board_and_come_back_and_ratings_go_on(
    store: Store,
) -> None:
    await settled(store, "abcd", group="app/1")
    everything = [await board(store, ladder) for ladder in match("a", group="app/1").ladders]
    await store.set_listed("app/b", is_listed=False)
    for ladder, before in zip(match("a", group="app/1").ladders, everything, strict=True):
        hidden = await board(store, ladder)
        others = [line.player.name for line in before.lines if line.player.name != "b"]
        assert lines(hidden) == list(enumerate(others, 1))
        assert (before.total, hidden.total) == (4, 3)
    profile = await store.profile("app/b")
    assert profile is not None
    assert profile.games[0].place == 0
    await store.set_listed("app/b", is_listed=True)
    back = [await board(store, ladder) for ladder in match("a", group="app/1").ladders]
    assert back == everything
    await store.set_listed("app/b", is_listed=False)
    await store.record(match("bac", group="app/1"))
    assert (await board(store)).total == 3
    assert len(await history(store, "b")) == SETTLING + 1


async def test_whoever_wants_to_be_on_no_board_before_the_first_match_is_on_none(
    store: Store,
) -> None:
    await store.set_listed("app/a", is_listed=False)
    await store.record(match("ab", group="app/1"))
    assert lines(await board(store)) == [(1, "b")]
    profile = await store.profile("app/a")
    assert profile is not None
    assert profile.player.name == "a"


async def test_the_newest_name_is_shown_whatever_order_matches_come_in(store: Store) -> None:
    def named(name: str, days: int) -> Match:
        seats = [Seat(replace(player("a"), name=name), 1), Seat(player("b"), 2)]
        return match("", seats=seats, end=NOON + timedelta(days=days))

    for name, days in (("second", 1), ("first", 0), ("", 3), ("third", 2)):
        await store.record(named(name, days))
    profile = await store.profile("app/a")
    assert profile is not None
    assert profile.player.name == "third"


async def test_of_many_who_send_the_same_match_at_once_one_is_first(url: str) -> None:
    async with SqliteStore(url) as left, SqliteStore(url) as right:
        one = match("ab", group="app/1")
        answers = await asyncio.gather(
            *(store.record(one) for store in (left, right) for _ in range(10))
        )
        assert [answer.was_known for answer in answers].count(False) == 1
        assert all(answer.explained == answers[0].explained for answer in answers)
        assert len(await history(left, "a")) == 1


async def test_two_processes_may_write_side_by_side_and_no_match_is_lost(url: str) -> None:
    async with SqliteStore(url) as left, SqliteStore(url) as right:
        sent = [match("abcd") for _ in range(20)]
        await asyncio.gather(
            *(
                store.record(one)
                for store, half in ((left, sent[::2]), (right, sent[1::2]))
                for one in half
            )
        )
        assert {one.match_id for one in await history(left, "a")} == {one.id for one in sent}


async def test_a_store_that_is_opened_again_says_the_same(url: str) -> None:
    async with SqliteStore(url) as store:
        await settled(store, "abcd")
        before = (await board(store, EVERYBODY), await history(store, "a"))
    migrate(url)
    async with SqliteStore(url) as store:
        assert (await board(store, EVERYBODY), await history(store, "a")) == before


async def test_the_same_matches_in_the_same_order_give_the_same_numbers_to_the_last_bit(
    tmp_path: Path,
) -> None:
    sent = [match(names, group="app/1") for names in ("abcd", "dcba", "ace", "ebd", "ab")]
    found = []
    for name in ("one", "other"):
        url = f"sqlite:///{tmp_path}/{name}.sqlite"
        migrate(url)
        async with SqliteStore(url) as store:
            for one in sent:
                await store.record(one)
            found.append([await history(store, name) for name in "abcde"])
    assert found[0] == found[1]


async def test_a_match_is_written_whole_or_not_at_all(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = match("ab", group="app/1")

    def broken(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr("carteado.ranking.adapters.recording._recount", broken)
        with pytest.raises(RuntimeError):
            await store.record(one)
    assert await store.explain(one.id) is None
    assert await store.profile("app/a") is None
    assert not (await store.record(one)).was_known
