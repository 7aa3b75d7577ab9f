"""The rules against a second implementation of each game, written from the text of the rules alone."""

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from carteado.rules import GAMES
from tests.conformance.games import SUBJECTS
from tests.conftest import Proof
from tests.referee import eu_faco, judged

ROOT = Path(__file__).resolve().parent.parent.parent
SHARES = 2


def test_every_game_has_a_referee_and_options_to_be_judged_with() -> None:
    assert set(GAMES) <= set(judged.REFEREES)
    assert set(GAMES) <= {subject.game.name for subject in SUBJECTS}


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.proof(name="referee", small=40, whole=20_000)
def test_the_rules_and_the_referee_agree_on_every_answer_in_random_matches(
    game: str, proof: Proof
) -> None:
    command = [sys.executable, "-m", "tests.referee.judged", game, str(proof.seed)]
    with ExitStack() as stack:
        runs = [
            stack.enter_context(
                subprocess.Popen(
                    [*command, str(proof.count), str(first), str(SHARES)],
                    cwd=ROOT,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    text=True,
                )
            )
            for first in range(SHARES)
        ]
        for run in runs:
            stack.callback(run.kill)
        for run in runs:
            moves, complaint = run.communicate()
            assert run.returncode == 0, complaint[-20_000:]
            assert int(moves) > proof.count


@pytest.mark.parametrize(
    ("method", "answer", "what"),
    [
        ("awaiting", "nothing", "awaiting"),
        ("to_act", 0, "to act"),
        ("deal", [], "events"),
        ("act", [], "events"),
        ("legal", [], "legal of seat"),
        ("default", ("bid", 11), "default"),
        ("seats_out", [0], "seats out"),
        ("placements", [], "events"),
        ("rounds_to_open", 0, "events"),
        ("refusal", "MUST_PLAY", "refusal of"),
        ("view", {}, "view of"),
        ("seen", ("Dreamt", {}), "seen by"),
    ],
)
def test_one_answer_that_differs_is_told_with_its_match_and_both_answers(
    monkeypatch: pytest.MonkeyPatch, method: str, answer: Any, what: str
) -> None:
    monkeypatch.setattr(judged, "CLOSE_LOOKS", 1.0)
    erring = type("Erring", (eu_faco.Referee,), {method: lambda *_: answer})
    trial = judged.Trial(judged.subject_of("eu_faco"), erring, seed=1, number=0)
    with pytest.raises(AssertionError) as raised:
        trial.play()
    told = str(raised.value)
    assert told.startswith(what)
    assert "\n  rules:   " in told
    assert "\n  referee: " in told
    assert raised.value.__notes__ == [trial.described()]
    assert trial.described().startswith("eu_faco seed 1 number 0 ply ")
