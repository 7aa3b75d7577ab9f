"""Golden records: whatever a ruleset once did, it does for ever."""

import json
from pathlib import Path

import pytest

from carteado.proof.file import read, written
from carteado.records.recording import record_from, recorded
from carteado.records.verify import verify
from carteado.rules import GAMES
from carteado.rules.match import Match
from carteado.rules.record import play, replay
from carteado.rules.shuffle import OpenedSecrets
from tests.records.golden import FOLDER, GOLDEN, Golden
from tests.records.node import verdicts

FILES = sorted(FOLDER.rglob("*.json"))


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: f"{golden.game}-{golden.name}")
def test_a_golden_record_holds_and_shows_what_it_is_there_for(golden: Golden) -> None:
    text = golden.path.read_text()
    assert verify(text).faults == ()
    record, _ = record_from(read(text).proof.record)
    assert (record.options, record.seats) == (
        record.game.checked(golden.options, golden.seats),
        golden.seats,
    )
    secrets = OpenedSecrets(record.anchor, record.secrets)
    match = Match.open(record.game, record.options, record.seats, secrets)
    events = [event for move in record.moves for event in play(match, move)]
    assert all(shows(events) for shows in golden.shows)
    assert recorded(match, list(record.moves)) == read(text).proof.record


def test_every_file_is_a_golden_record_and_is_what_would_be_written_of_it() -> None:
    assert {golden.path for golden in GOLDEN} == set(FILES)
    for path in FILES:
        assert written(read(path.read_text()).proof) == path.read_text()


def test_every_ruleset_has_golden_records_in_the_folder_of_its_name() -> None:
    rulesets = {json.loads(path.read_text())["record"]["ruleset"] for path in FILES}
    assert rulesets >= {game.ruleset for game in GAMES.values()}
    for path in FILES:
        record = json.loads(path.read_text())["record"]
        assert path.parent == FOLDER / record["ruleset"]


def test_the_verifier_in_node_agrees_that_every_golden_record_holds() -> None:
    assert [verdict["reasons"] for verdict in verdicts(*FILES)] == [[]] * len(FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_record_up_to_any_round_that_was_counted_holds_as_well(path: Path) -> None:
    record, _ = record_from(read(path.read_text()).proof.record)
    secrets = OpenedSecrets(record.anchor, record.secrets)
    match = Match.open(record.game, record.options, record.seats, secrets)
    for at, move in enumerate(record.moves[:-1]):
        play(match, move)
        part, _ = record_from(recorded(match, record.moves[: at + 1]))
        verdict = replay(part)
        assert (verdict.divergence, verdict.reason) == (None, "")
        assert len(part.secrets) == match.game.rounds_to_open(match.state)
