"""How a match comes into the ledger, over the wire: what is taken, what is refused, and what is asked of the engine."""

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from pydantic import SecretStr

from carteado.api.game.v1 import game_pb2
from carteado.api.ranking.v1 import ranking_pb2 as pb
from carteado.ranking.settings import Settings
from carteado.runtime.canonical import canonical_form
from carteado.tables.signing import SigningKeys
from tests.engine.engines import Engine
from tests.ranking.offices import (
    END,
    Office,
    Signer,
    key_file,
    open_office,
    played,
    seats,
    sent,
)

Request = pb.RecordMatchRequest


def with_keys(settings: Settings, *signers: Signer) -> Settings:
    """The same service with the public halves of other keys."""
    return settings.model_copy(update={"signing_keys": SecretStr(key_file(*signers))})


async def nothing_is_known(office: Office, match_id: str) -> bool:
    asked = pb.ExplainMatchRequest(match_id=match_id)
    return await office.app.refused(asked) == ("NOT_FOUND", "MATCH_UNKNOWN")


async def test_a_signed_match_is_rated_by_the_places_of_its_record(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    answer = await office.tables.ask(signer.sign(sent(record)))
    places = {one.seat: one.place for one in record.placements}
    assert {change.player.id: change.place for change in answer.changes} == {
        f"app/{name}": places[seat] for seat, name in enumerate("abcd")
    }
    assert (answer.unrated_reason, answer.known) == ("", False)
    for change in answer.changes:
        assert change.before.matches == 0
        assert change.before.points == 800
        assert change.after.matches == 1
        assert change.after.provisional
        assert change.game == game_pb2.GAME_EU_FACO
        assert change.time.ToDatetime(END.tzinfo) == END
        assert await office.app.ask(pb.GetPlayerRequest(player_id=change.player.id))


async def test_a_moment_after_the_match_its_group_finds_itself_on_its_board(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    answer = await office.tables.ask(signer.sign(sent(record)))
    board = await office.app.board(group="app/group")
    assert board.total == 4
    assert {line.player.id: line.place for line in board.lines} == {
        change.player.id: change.place for change in answer.changes
    }
    assert all(line.rating.provisional for line in board.lines)
    season = await office.app.board(group="app/group", season="2026-11")
    assert season.lines == board.lines
    assert (await office.app.board()).total == 0


async def test_a_repeated_match_is_known_and_answered_alike(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    request = signer.sign(sent(record))
    first = await office.tables.ask(request)
    again = await office.tables.ask(request)
    assert (first.known, again.known) == (False, True)
    assert again.changes == first.changes
    player = await office.app.player("a")
    assert player.games[0].rating.matches == 1


async def test_of_many_at_once_one_is_new_and_all_are_answered_alike(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    request = signer.sign(sent(record))
    answers = await asyncio.gather(*(office.tables.ask(request) for _ in range(12)))
    assert [answer.known for answer in answers].count(False) == 1
    assert all(answer.changes == answers[0].changes for answer in answers)


async def test_a_match_signed_again_with_a_newer_key_is_the_same_match(
    settings: Settings, signer: Signer, record: game_pb2.Record
) -> None:
    newer = Signer("key-2", valid_from=END - timedelta(days=1))
    async with open_office(with_keys(settings, signer, newer)) as office:
        request = sent(record)
        await office.tables.ask(signer.sign(request))
        assert (await office.tables.ask(newer.sign(request))).known


async def test_another_match_under_a_known_id_is_refused(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    await office.tables.ask(signer.sign(sent(record, match_id="one")))
    other = signer.sign(sent(record, "dcba", match_id="one"))
    assert await office.tables.refused(other) == ("INVALID_ARGUMENT", "MATCH_ID_REUSED")
    player = await office.app.player("a")
    assert player.games[0].rating.matches == 1


async def test_of_two_matches_that_race_for_one_id_one_is_refused(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    rivals = [signer.sign(sent(record, names, match_id="one")) for names in ("abcd", "dcba")]
    answers = await asyncio.gather(
        *(office.tables.ask(one) for one in rivals), return_exceptions=True
    )
    assert [isinstance(answer, Exception) for answer in answers].count(True) == 1


@pytest.mark.parametrize("caller", ["app", "bot"])
async def test_only_tables_sends_matches(
    office: Office, signer: Signer, record: game_pb2.Record, caller: str
) -> None:
    request = signer.sign(sent(record))
    refusal = await getattr(office, caller).refused(request)
    assert refusal == ("PERMISSION_DENIED", "NOT_TABLES")
    assert await nothing_is_known(office, request.match_id)


async def test_a_match_without_a_signature_is_refused(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    request = signer.sign(sent(record))
    request.ClearField("signature")
    refusal = await office.tables.refused(request)
    assert refusal == ("INVALID_ARGUMENT", "SIGNATURE_INVALID")
    assert await nothing_is_known(office, request.match_id)


def renamed(request: Request) -> None:
    request.seats[0].player.name = "somebody else"


def swapped(request: Request) -> None:
    first, second = request.seats[0].player, request.seats[1].player
    first.id, second.id = second.id, first.id


def unseated(request: Request) -> None:
    request.seats[2].ClearField("player")


def left(request: Request) -> None:
    request.seats[0].left = True


def moved(request: Request) -> None:
    request.record.moves[1].action.bid.tricks += 1


def placed(request: Request) -> None:
    request.record.placements[0].place += 1


def scored(request: Request) -> None:
    request.record.placements[0].score += 1


def anchored(request: Request) -> None:
    request.record.anchor = bytes(32)


def opened(request: Request) -> None:
    request.record.secrets[0] = bytes(32)


def ruled(request: Request) -> None:
    request.record.ruleset = "eu_faco/2"


def chosen(request: Request) -> None:
    request.record.options.eu_faco.lives += 1


def ended(request: Request) -> None:
    request.end_time.seconds += 3600 * 24 * 30


def given_another_name(request: Request) -> None:
    request.match_id = "another"


def unranked(request: Request) -> None:
    request.ranked = False


def dated(request: Request) -> None:
    request.day = "2026-11-15"


def regrouped(request: Request) -> None:
    request.group = "app/another"


ALTERATIONS = (
    *(renamed, swapped, unseated, left, moved, placed, scored, anchored, opened, ruled, chosen),
    *(ended, given_another_name, unranked, dated, regrouped),
)


@pytest.mark.parametrize("alter", ALTERATIONS)
async def test_whatever_is_altered_after_signing_is_refused(
    office: Office, signer: Signer, record: game_pb2.Record, alter: Callable[[Request], None]
) -> None:
    request = signer.sign(sent(record))
    alter(request)
    refusal = await office.tables.refused(request)
    assert refusal == ("INVALID_ARGUMENT", "SIGNATURE_INVALID")
    assert await nothing_is_known(office, request.match_id)


def test_the_alterations_are_of_every_field_that_a_signature_covers(
    signer: Signer, record: game_pb2.Record
) -> None:
    request = signer.sign(sent(record))
    covered = {name for name in Request.DESCRIPTOR.fields_by_name if name != "signature"}
    altered = {"key_id"}
    for alter in ALTERATIONS:
        other = Request.FromString(request.SerializeToString())
        alter(other)
        assert canonical_form(other) != canonical_form(request)
        altered |= {name for name in covered if getattr(other, name) != getattr(request, name)}
    assert altered == covered


async def test_the_name_of_the_key_is_signed_too(
    settings: Settings, signer: Signer, record: game_pb2.Record
) -> None:
    twin = Signer("twin", private=signer.private)
    async with open_office(with_keys(settings, signer, twin)) as office:
        request = signer.sign(sent(record))
        request.key_id = twin.id
        refusal = await office.tables.refused(request)
        assert refusal == ("INVALID_ARGUMENT", "SIGNATURE_INVALID")


async def test_a_key_that_nobody_knows_is_refused(office: Office, record: game_pb2.Record) -> None:
    request = Signer("stranger").sign(sent(record))
    refusal = await office.tables.refused(request)
    assert refusal == ("FAILED_PRECONDITION", "SIGNING_KEY_UNKNOWN")


async def test_a_strangers_signature_under_a_known_key_is_refused(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    request = Signer(signer.id).sign(sent(record))
    refusal = await office.tables.refused(request)
    assert refusal == ("INVALID_ARGUMENT", "SIGNATURE_INVALID")


@pytest.mark.parametrize(
    "key",
    [
        Signer(retired_at=END),
        Signer(retired_at=END - timedelta(days=1)),
        Signer(valid_from=datetime.now(UTC) + timedelta(days=1)),
    ],
    ids=["retired just then", "retired before", "not yet in use"],
)
async def test_a_key_that_cannot_have_been_in_use_does_not_count(
    settings: Settings, record: game_pb2.Record, key: Signer
) -> None:
    async with open_office(with_keys(settings, key)) as office:
        refusal = await office.tables.refused(key.sign(sent(record)))
        assert refusal == ("FAILED_PRECONDITION", "SIGNING_KEY_OUT_OF_DATE")


async def test_a_retired_key_counts_for_what_ended_before(
    settings: Settings, record: game_pb2.Record
) -> None:
    key = Signer(valid_from=END, retired_at=END + timedelta(microseconds=1))
    async with open_office(with_keys(settings, key)) as office:
        assert len((await office.tables.ask(key.sign(sent(record)))).changes) == 4


async def test_a_match_may_be_sent_late_and_signed_with_a_key_that_was_made_after_it(
    settings: Settings, record: game_pb2.Record
) -> None:
    key = Signer(valid_from=datetime.now(UTC))
    request = sent(record)
    request.end_time.FromDatetime(key.valid_from - timedelta(hours=1))
    async with open_office(with_keys(settings, key)) as office:
        assert len((await office.tables.ask(key.sign(request))).changes) == 4


async def test_what_tables_signs_with_its_own_file_of_keys_is_taken(
    settings: Settings, record: game_pb2.Record
) -> None:
    whole = SigningKeys.make()
    public = json.loads(whole)
    for key in public["keys"]:
        del key["private"]
    keys = SigningKeys.parse(whole)
    request = sent(record, key_id=keys.keys[0].id)
    request.signature, _ = keys.sign(request)
    own = settings.model_copy(update={"signing_keys": SecretStr(json.dumps(public))})
    async with open_office(own) as office:
        assert len((await office.tables.ask(request)).changes) == 4


@pytest.mark.parametrize("alter", [moved, placed, scored, anchored, opened])
async def test_a_record_that_the_rules_contradict_is_refused_though_it_is_signed(
    office: Office, signer: Signer, record: game_pb2.Record, alter: Callable[[Request], None]
) -> None:
    request = sent(record)
    alter(request)
    refusal = await office.tables.refused(signer.sign(request))
    assert refusal == ("INVALID_ARGUMENT", "RECORD_DIVERGES")
    assert await nothing_is_known(office, request.match_id)


async def test_a_match_that_is_not_over_is_refused(
    office: Office, signer: Signer, engine: Engine
) -> None:
    one_round, two_rounds = await played(engine, rounds=[1]), await played(engine, rounds=[1, 1])
    del two_rounds.moves[len(one_round.moves) :], two_rounds.secrets[1:], two_rounds.placements[:]
    nothing_dealt = sent(two_rounds)
    del nothing_dealt.record.moves[:], nothing_dealt.record.secrets[:]
    for request in (sent(two_rounds), nothing_dealt):
        refusal = await office.tables.refused(signer.sign(request))
        assert refusal == ("INVALID_ARGUMENT", "RECORD_UNFINISHED")


async def test_a_record_that_stops_in_the_middle_of_a_round_is_refused(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    request = sent(record)
    del request.record.moves[-1], request.record.placements[:]
    refusal = await office.tables.refused(signer.sign(request))
    assert refusal == ("INVALID_ARGUMENT", "RECORD_DIVERGES")


async def test_a_finished_match_without_its_places_is_refused(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    request = sent(record)
    del request.record.placements[:]
    refusal = await office.tables.refused(signer.sign(request))
    assert refusal == ("INVALID_ARGUMENT", "RECORD_DIVERGES")


async def test_rules_that_the_engine_does_not_have_are_refused_as_the_engine_refuses_them(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    request = sent(record)
    request.record.ruleset = "eu_faco/99"
    refusal = await office.tables.refused(signer.sign(request))
    assert refusal == ("UNIMPLEMENTED", "RULESET_UNKNOWN")


def without_id(request: Request) -> None:
    request.match_id = ""


def without_end(request: Request) -> None:
    request.ClearField("end_time")


def without_record(request: Request) -> None:
    request.ClearField("record")


def without_ruleset(request: Request) -> None:
    request.record.ruleset = ""


def without_a_seat(request: Request) -> None:
    del request.seats[-1]


def with_a_seat_twice(request: Request) -> None:
    request.seats[1].seat = 0


def with_a_seat_too_many(request: Request) -> None:
    request.seats.add(seat=4)


def with_a_player_of_no_application(request: Request) -> None:
    request.seats[0].player.id = "ana"


def with_a_player_without_id(request: Request) -> None:
    request.seats[0].player.id = ""


def with_a_group_of_no_application(request: Request) -> None:
    request.group = "/1"


@pytest.mark.parametrize(
    "spoil",
    [
        *(without_id, without_end, without_record, without_ruleset, without_a_seat),
        *(with_a_seat_twice, with_a_seat_too_many, with_a_player_of_no_application),
        *(with_a_player_without_id, with_a_group_of_no_application),
    ],
)
async def test_what_lacks_a_part_or_does_not_fit_is_refused(
    office: Office, signer: Signer, record: game_pb2.Record, spoil: Callable[[Request], None]
) -> None:
    request = sent(record)
    spoil(request)
    refusal = await office.tables.refused(signer.sign(request))
    assert refusal == ("INVALID_ARGUMENT", "FIELD_INVALID")


async def test_a_time_that_is_none_is_refused(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    request = signer.sign(sent(record))
    request.end_time.nanos = -1
    assert await office.tables.refused(request) == ("INVALID_ARGUMENT", "FIELD_INVALID")


async def test_a_match_with_a_house_rival_rates_nobody_and_says_why(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    request = signer.sign(sent(record, ["a", "b", None, "d"]))
    answer = await office.tables.ask(request)
    assert (answer.unrated_reason, list(answer.changes)) == ("HOUSE_RIVAL", [])
    again = await office.tables.ask(request)
    assert (again.unrated_reason, again.known) == ("HOUSE_RIVAL", True)
    explained = await office.app.ask(pb.ExplainMatchRequest(match_id=request.match_id))
    assert explained.unrated_reason == "HOUSE_RIVAL"
    assert (await office.app.board(group="app/group")).total == 0


async def test_a_match_with_one_player_twice_rates_nobody_and_says_why(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    answer = await office.tables.ask(signer.sign(sent(record, "abca")))
    assert answer.unrated_reason == "SAME_PLAYER_TWICE"


async def test_a_casual_match_rates_nobody_but_its_record_must_hold_too(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    answer = await office.tables.ask(signer.sign(sent(record, ranked=False)))
    assert answer.unrated_reason == "NOT_RANKED"
    bad = sent(record, ranked=False)
    moved(bad)
    assert await office.tables.refused(signer.sign(bad)) == ("INVALID_ARGUMENT", "RECORD_DIVERGES")


async def test_whoever_left_is_last_though_the_record_places_the_seat_first(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    best = min(record.placements, key=lambda one: one.place).seat
    request = sent(record, seats=seats("abcd", left=[best]))
    answer = await office.tables.ask(signer.sign(request))
    last = answer.changes[-1]
    assert (last.player.id, last.place) == (f"app/{'abcd'[best]}", 4)
    assert last.after.mean == min(change.after.mean for change in answer.changes)


async def test_seats_may_be_named_in_any_order(
    office: Office, signer: Signer, record: game_pb2.Record
) -> None:
    request = sent(record, seats=seats("abcd")[::-1])
    answer = await office.tables.ask(signer.sign(request))
    places = {one.seat: one.place for one in record.placements}
    assert {change.player.name: change.place for change in answer.changes} == {
        name: places[seat] for seat, name in enumerate("abcd")
    }


async def test_matches_of_any_size_are_rated(
    office: Office, signer: Signer, engine: Engine
) -> None:
    for players in (2, 3, 8):
        record = await played(engine, players, bytes([players]) * 32)
        answer = await office.tables.ask(signer.sign(sent(record, "abcdefgh"[:players])))
        assert len(answer.changes) == players
