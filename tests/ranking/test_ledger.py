"""Whatever is sent, in whatever order: standings are a fold over the ledger, and boards are what plain counting says."""

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, select

from carteado.ranking import schema
from carteado.ranking.adapters.recording import record, set_listed
from carteado.ranking.adapters.rows import bucket_of
from carteado.ranking.adapters.sqlite import SqliteStore, migrate
from carteado.ranking.ladder import Ladder
from carteado.ranking.match import Match
from carteado.ranking.rating import Rating, rated
from carteado.ranking.store import BoardPage
from carteado.store import Connections
from tests.ranking.matches import match

NAMES = "abcdefghij"

matches = st.builds(
    lambda names, places, group: match(names, places[: len(names)], group=group),
    st.lists(st.sampled_from(NAMES), min_size=2, max_size=5, unique=True),
    st.lists(st.integers(1, 5), min_size=5, max_size=5),
    st.sampled_from(["", "app/1", "app/2"]),
)
listings = st.tuples(st.sampled_from(NAMES), st.booleans())
writes = st.lists(st.one_of(matches, listings), min_size=1, max_size=30)
few = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@contextmanager
def store_file() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder)}/ranking.sqlite"
        migrate(url)
        yield url


def write(connection: Connection, one: Match | tuple[str, bool]) -> None:
    if isinstance(one, Match):
        record(connection, one)
    else:
        set_listed(connection, f"app/{one[0]}", is_listed=one[1])


async def write_all(url: str, sent: Sequence[Match | tuple[str, bool]]) -> None:
    connections = Connections(url)
    for one in sent:
        await connections.write(lambda connection, one=one: write(connection, one))  # type: ignore[misc]
    await connections.write(check_ledger)
    await connections.write(check_standings)
    await connections.write(check_buckets)
    connections.close()


def check_ledger(connection: Connection) -> None:
    """Lines of one ladder form chains, and places of one match are places."""
    latest: dict[tuple[int, int], Rating] = {}
    placed: dict[tuple[int, int], list[int]] = {}
    ledger = schema.ledger.c
    for row in connection.execute(select(schema.ledger).order_by(ledger.match_number)):
        key = (row.ladder_id, row.player_number)
        before = Rating(row.mean_before, row.deviation_before, row.matches_before)
        assert before == latest.get(key, Rating())
        latest[key] = Rating(row.mean_after, row.deviation_after, row.matches_before + 1)
        placed.setdefault((row.match_number, row.ladder_id), []).append(row.place)
    for places in placed.values():
        assert [1 + sum(other < place for other in places) for place in places] == places
    rows = connection.execute(select(schema.standings)).all()
    kept = {
        (row.ladder_id, row.player_number): Rating(row.mean, row.deviation, row.matches)
        for row in rows
    }
    assert kept == latest


def check_standings(connection: Connection) -> None:
    """Scores are what the rules of boards say of each rating."""
    query = (
        select(schema.standings, schema.ladders, schema.players.c.is_listed)
        .join_from(schema.standings, schema.ladders)
        .join(schema.players, schema.players.c.number == schema.standings.c.player_number)
    )
    for row in connection.execute(query):
        ladder = Ladder(row.game, row.group_id, row.season)
        rating = Rating(row.mean, row.deviation, row.matches)
        assert row.score == ladder.board_score(rating, is_listed=row.is_listed)


def check_buckets(connection: Connection) -> None:
    """The counts are those of the standings."""
    counted: dict[tuple[int, int], int] = {}
    for row in connection.execute(select(schema.standings)):
        if row.score is not None:
            key = (row.ladder_id, bucket_of(row.score))
            counted[key] = counted.get(key, 0) + 1
    kept = {
        (row.ladder_id, row.bucket): row.players
        for row in connection.execute(select(schema.buckets))
        if row.players
    }
    assert kept == counted


@few
@given(writes)
def test_after_any_writes_standings_are_a_fold_over_the_ledger_and_counts_fit(
    sent: list[Match | tuple[str, bool]],
) -> None:
    with store_file() as url:
        asyncio.run(write_all(url, sent))


def test_long_careers_hold_too() -> None:
    rng = Random(5)
    sent: list[Match | tuple[str, bool]] = []
    for _ in range(200):
        names = rng.sample(NAMES, rng.randint(2, 5))
        sent.append(match(names, group=rng.choice(["", "app/1"])))
        if rng.random() < 0.1:
            sent.append((rng.choice(NAMES), rng.random() < 0.5))
    with store_file() as url:
        asyncio.run(write_all(url, sent))


def plainly(sent: Sequence[Match], group: str) -> list[tuple[int, str, Rating]]:
    """The board of a group, without any store."""
    ratings: dict[str, Rating] = {}
    for one in sent:
        if one.group == group:
            people = [player.name for player in one.people]
            before = [ratings.get(name, Rating()) for name in people]
            ratings.update(zip(people, rated(before, one.places), strict=True))
    scores = [rating.score for rating in ratings.values()]
    return sorted(
        (1 + sum(other > rating.score for other in scores), name, rating)
        for name, rating in ratings.items()
    )


async def listed(url: str, sent: Sequence[Match], group: str) -> list[tuple[int, str, Rating]]:
    async with SqliteStore(url) as store:
        for one in sent:
            await store.record(one)
        page = BoardPage(Ladder(sent[0].game, group), 200)
        board = await store.board(page)
        assert board is not None
        return sorted((line.place, line.player.name, line.rating) for line in board.lines)


@few
@given(st.lists(matches, min_size=1, max_size=20), st.sampled_from(["app/1", "app/2"]))
def test_a_board_is_what_counting_by_hand_gives(sent: list[Match], group: str) -> None:
    with store_file() as url:
        assert asyncio.run(listed(url, sent, group)) == plainly(sent, group)


@few
@given(st.permutations(range(12)))
def test_matches_without_a_player_in_common_may_come_in_any_order(order: list[int]) -> None:
    rng = Random(7)
    tables = ["abc", "def", "ghij"]
    queues = [
        [match(rng.sample(names, len(names)), group="app/1") for _ in range(4)] for names in tables
    ]
    straight = [one for queue in queues for one in queue]
    mixed = [queues[index % 3].pop(0) for index in order]
    with store_file() as one, store_file() as other:
        first = asyncio.run(listed(one, straight, "app/1"))
        assert asyncio.run(listed(other, mixed, "app/1")) == first
