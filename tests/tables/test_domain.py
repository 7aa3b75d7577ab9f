"""The table as a value: who may do what, and what follows."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from carteado.runtime.errors import Refused
from carteado.tables import decisions
from carteado.tables.changes import (
    Author,
    Change,
    CloseAsked,
    Closed,
    Joined,
    Left,
    Moved,
    Opened,
    Returned,
    RivalsSet,
    Started,
    Updated,
    fold,
    versions,
)
from carteado.tables.decisions import Due, SeatRange
from carteado.tables.places import final_places
from carteado.tables.table import (
    Controller,
    Level,
    Phase,
    Place,
    Player,
    Purpose,
    Stand,
    Table,
    TableState,
    Terms,
)

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
EU_FACO = SeatRange(2, 8)
ANA, BIA, CAIO = (Player(f"app/{name}", name) for name in ("ana", "bia", "caio"))
TERMS = Terms(options={"euFaco": {}}, game="GAME_EU_FACO", max_seats=3)


def opened(**more: Any) -> Opened:
    given: dict[str, Any] = {
        "id": "t",
        "code": "CODE22",
        "application": "app",
        "at": NOON,
        "terms": TERMS,
        "host": ANA,
        "anchor": b"anchor",
        "secret": b"sealed",
    }
    return Opened(**{**given, **more})


def table(*changes: Change, **more: Any) -> Table:
    return fold([opened(**more), *changes])


def started(to_act: int = 0, out: tuple[int, ...] = ()) -> list[Change]:
    stand = Stand(Phase.SEAT, to_act, out)
    return [Started("eu_faco/1", {}, Stand(Phase.DEAL)), deal(stand)]


def deal(stand: Stand) -> Moved:
    return Moved(ply=0, action={"deal": {}}, author=Author.TABLE, stand=stand)


def move(ply: int, seat: int, author: Author = Author.PLAYER, **more: Any) -> Moved:
    return Moved(
        **{
            "ply": ply,
            "seat": seat,
            "action": {"pass": {}},
            "author": author,
            "stand": Stand(Phase.SEAT, 0),
            **more,
        }
    )


def reason(call: Any) -> str:
    with pytest.raises(Refused) as refused:
        call()
    return refused.value.reason


def names(one: Table) -> list[str]:
    return [seat.player.name for seat in one.seats]


def test_the_host_takes_the_first_seat_and_versions_count_from_one() -> None:
    one = table()
    assert names(one) == ["ana"]
    assert one.version == 1
    assert one.state is TableState.LOBBY


def test_every_change_is_one_version() -> None:
    more = versions(table(), [Joined(BIA), Joined(CAIO), Left(1)])
    assert [one.version for one in more] == [2, 3, 4]


def test_a_table_survives_its_own_encoding() -> None:
    one = table(Joined(BIA, b"luck"), RivalsSet((Level.NORMAL,)), *started())
    assert msgspec.json.decode(msgspec.json.encode(one), type=Table) == one


def test_every_change_survives_its_own_encoding() -> None:
    changes: list[Change] = [
        opened(),
        Updated(TERMS),
        Joined(BIA, b"x"),
        Returned(1),
        Left(1),
        RivalsSet((Level.NORMAL,)),
        *started(),
        move(1, 0, opened=(b"secret",), places=(Place(0, 1, 3),), deadline=NOON),
        CloseAsked(1),
        Closed(),
    ]
    for change in changes:
        assert msgspec.json.decode(msgspec.json.encode(change), type=Change) == change


def test_joining_again_changes_nothing_without_a_new_name_or_addition() -> None:
    one = table(Joined(BIA, b"luck"))
    assert decisions.join(one, BIA, b"luck") == []
    assert decisions.join(one, BIA, b"") == []


def test_a_new_addition_replaces_the_old_one_and_none_leaves_it() -> None:
    one = table(Joined(BIA, b"luck"), Joined(Player(BIA.id, "Beatriz")), Joined(ANA, b"late"))
    assert [seat.entropy for seat in one.seats] == [b"late", b"luck"]
    assert names(one) == ["ana", "Beatriz"]


def test_a_full_table_takes_nobody() -> None:
    one = table(Joined(BIA), Joined(CAIO))
    assert reason(lambda: decisions.join(one, Player("app/d", "d"), b"")) == "TABLE_FULL"


def test_seats_close_up_and_the_next_person_becomes_host() -> None:
    one = table(Joined(BIA), Joined(CAIO), RivalsSet((Level.NORMAL,)), Left(0))
    assert names(one) == ["bia", "caio", "1"]
    assert one.host == BIA


def test_rivals_sit_after_the_people() -> None:
    one = table(RivalsSet((Level.NORMAL,)), Joined(BIA))
    assert names(one) == ["ana", "bia", "1"]
    assert [seat.controller for seat in one.seats] == [
        Controller.PLAYER,
        Controller.PLAYER,
        Controller.RIVAL,
    ]


def test_the_lobby_closes_with_its_last_person() -> None:
    one = table(RivalsSet((Level.NORMAL,)))
    assert decisions.leave(one, ANA.id) == [Left(0), Closed()]


def test_whoever_leaves_a_match_is_played_on_by_a_rival_without_a_clock() -> None:
    one = table(Joined(BIA), *started(), move(1, 0, deadline=NOON), Left(0))
    assert one.seats[0].left
    assert one.seats[0].controller is Controller.RIVAL
    assert one.seats[0].level is Level.NORMAL
    assert one.deadline is None
    assert one.seat_of(ANA.id) is None


def test_the_clock_of_others_runs_on_when_somebody_leaves() -> None:
    one = table(Joined(BIA), *started(), move(1, 0, deadline=NOON), Left(1))
    assert one.deadline == NOON


def test_a_match_closes_with_its_last_person() -> None:
    one = table(Joined(BIA), *started(), Left(0))
    assert decisions.leave(one, BIA.id) == [Left(1), Closed()]
    assert table(Joined(BIA), *started(), Left(0), Left(1), Closed()).state is TableState.CLOSED


def test_leaving_costs_nothing_once_out() -> None:
    one = table(Joined(BIA), Joined(CAIO), *started(out=(1,)))
    assert decisions.leave(one, BIA.id) == []
    assert one.observer(BIA.id) is None


def test_nobody_leaves_twice() -> None:
    one = table(Joined(BIA), Joined(CAIO), *started(), Left(1))
    assert reason(lambda: decisions.leave(one, BIA.id)) == "NOT_SEATED"


@pytest.mark.parametrize("author", [Author.RIVAL, Author.CLOCK, Author.PLAYER])
def test_only_the_clock_counts_missed_decisions_and_only_the_player_ends_the_count(
    author: Author,
) -> None:
    one = table(*started(), move(1, 0, Author.CLOCK), move(2, 0, author))
    assert one.seats[0].missed == {Author.RIVAL: 1, Author.CLOCK: 2, Author.PLAYER: 0}[author]


def test_joining_in_a_match_brings_a_player_back_and_nobody_else_in() -> None:
    one = table(*started(), move(1, 0, Author.CLOCK))
    assert decisions.join(one, ANA, b"") == [Returned(0)]
    assert fold([opened(), *started(), move(1, 0, Author.CLOCK), Returned(0)]).seats[0].missed == 0
    assert reason(lambda: decisions.join(one, BIA, b"")) == "MATCH_STARTED"


def test_a_rematch_keeps_the_old_order_whoever_asks_first() -> None:
    order = (ANA.id, BIA.id, CAIO.id)
    one = table(Joined(BIA), Joined(Player("app/d", "d")), Joined(ANA), host=CAIO, order=order)
    assert names(one) == ["ana", "bia", "caio", "d"]
    assert one.host == CAIO


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        ({"max_seats": 1}, "PLAYER_COUNT"),
        ({"max_seats": 9}, "PLAYER_COUNT"),
        ({"purpose": Purpose.DAILY}, "DAILY_HAS_ITS_OWN_METHOD"),
        ({"purpose": Purpose.RANKED}, "TURN_TIME_REQUIRED"),
    ],
)
def test_terms_that_contradict_are_refused(terms: dict[str, Any], expected: str) -> None:
    wrong = replace(TERMS, **terms)
    assert reason(lambda: decisions.check_terms(wrong, EU_FACO)) == expected


def ranked_with(options: dict[str, Any]) -> Terms:
    hurried = timedelta(seconds=30)
    return replace(TERMS, purpose=Purpose.RANKED, turn_time=hurried, options=options)


@pytest.mark.parametrize(
    "options",
    [
        {"euFaco": {"lives": 5}},
        {"euFaco": {"fixedRounds": [1, 2]}},
        {"estouPorUma": {"limit": 50}},
        {"estouPorUma": {"endMode": "END_MODE_FIRST_OUT"}},
        {"sevn": {"target": 50}},
    ],
)
def test_a_ranked_match_has_the_default_length(options: dict[str, Any]) -> None:
    ranked = ranked_with(options)
    assert reason(lambda: decisions.check_terms(ranked, EU_FACO)) == "OPTIONS_CONTRADICT"


@pytest.mark.parametrize(
    "options",
    [
        {"euFaco": {"lives": 3, "lockInOneCard": True}},
        {"estouPorUma": {"limit": 100, "enforcement": "ENFORCEMENT_CATCH"}},
        {"sevn": {"target": 250, "composition": "COMPOSITION_TWO_ZEROS"}},
    ],
)
def test_a_ranked_match_may_be_played_with_the_rules_of_the_house(options: dict[str, Any]) -> None:
    decisions.check_terms(ranked_with(options), EU_FACO)


def test_an_update_takes_no_seat_away() -> None:
    one = table(Joined(BIA), Joined(CAIO))
    fewer = replace(TERMS, max_seats=2)
    assert reason(lambda: decisions.update(one, fewer)) == "SEATS_TAKEN"
    assert decisions.update(one, TERMS) == []


def test_no_rival_sits_at_a_ranked_table() -> None:
    ranked = replace(TERMS, purpose=Purpose.RANKED, turn_time=timedelta(seconds=30))
    one, seated = table(terms=ranked), table(RivalsSet((Level.NORMAL,)))
    rivals = [Level.NORMAL]
    assert reason(lambda: decisions.set_rivals(one, ANA.id, rivals)) == "RANKED_WITHOUT_RIVALS"
    assert reason(lambda: decisions.update(seated, ranked)) == "RANKED_WITHOUT_RIVALS"


def test_training_is_one_player_against_rivals() -> None:
    training = replace(TERMS, purpose=Purpose.TRAINING)
    two = table(Joined(BIA), terms=training)
    assert reason(lambda: decisions.check_start(two, ANA.id, 2)) == "TRAINING_SEATS"
    decisions.check_start(table(RivalsSet((Level.NORMAL,)), terms=training), ANA.id, 2)


def test_a_table_owes_a_deal_a_rivals_move_and_the_default_in_due_time() -> None:
    rivals: Change = RivalsSet((Level.NORMAL,))
    assert decisions.due(table(), NOON) is None
    assert decisions.due(table(rivals, started()[0]), NOON) is Due.DEAL
    assert decisions.due(table(rivals, *started(to_act=1)), NOON) is Due.ADVICE
    hurried = table(rivals, *started(), move(1, 0, deadline=NOON))
    assert decisions.due(hurried, NOON - timedelta(seconds=1)) is None
    assert decisions.due(hurried, NOON) is Due.DEFAULT


def test_only_people_have_a_clock() -> None:
    hurried = replace(TERMS, turn_time=timedelta(seconds=30))
    one = table(RivalsSet((Level.NORMAL,)), terms=hurried)
    assert decisions.deadline(one, None, 0, NOON) == NOON + timedelta(seconds=30)
    assert decisions.deadline(one, 0, 1, NOON) is None
    assert decisions.deadline(one, 0, None, NOON) is None
    assert decisions.deadline(table(), None, 0, NOON) is None


def test_whoever_speaks_out_of_turn_gives_nobody_more_time() -> None:
    hurried = replace(TERMS, turn_time=timedelta(seconds=30))
    soon = NOON + timedelta(seconds=5)
    going = table(Joined(BIA), Joined(CAIO), *started(), move(1, 0, deadline=soon), terms=hurried)
    assert going.match is not None
    acting = going.match.stand.to_act
    assert acting is not None
    other = (acting + 1) % 3
    assert decisions.deadline(going, other, acting, NOON) == soon
    assert decisions.deadline(going, acting, acting, NOON) == NOON + timedelta(seconds=30)
    assert decisions.deadline(going, acting, other, NOON) == NOON + timedelta(seconds=30)


def test_whoever_left_is_placed_below_everybody_who_stayed() -> None:
    places = [Place(0, 1), Place(1, 2), Place(2, 2), Place(3, 4), Place(4, 5)]
    final = final_places(places, leavers={0, 3})
    assert [(one.seat, one.place) for one in final] == [(0, 4), (1, 1), (2, 1), (3, 5), (4, 3)]


@given(st.lists(st.integers(1, 4), min_size=2, max_size=8), st.sets(st.integers(0, 7)))
def test_places_are_a_competition_ranking_of_the_stayers_then_of_the_leavers(
    ranks: list[int], leavers: set[int]
) -> None:
    places = [Place(seat, 1 + sum(r < rank for r in ranks)) for seat, rank in enumerate(ranks)]
    final = final_places(places, leavers)
    keys = {seat: (seat in leavers, ranks[seat]) for seat in range(len(ranks))}
    for one in final:
        assert one.place == 1 + sum(key < keys[one.seat] for key in keys.values())


def test_the_last_move_gives_the_result() -> None:
    places = (Place(0, 1, 2), Place(1, 2))
    last = move(1, 1, Author.RIVAL, stand=Stand(Phase.FINISHED), places=places)
    one = table(Joined(BIA), *started(to_act=1), Left(0), last)
    assert one.state is TableState.FINISHED
    assert [(place.seat, place.place) for place in one.places] == [(0, 2), (1, 1)]


def test_a_group_belongs_to_the_application() -> None:
    decisions.check_group("", "app")
    decisions.check_group("app/friends", "app")
    for group in ("app/", "bot/friends", "friends"):
        assert reason(lambda group=group: decisions.check_group(group, "app")) == "NOT_YOUR_GROUP"
