"""What holds for every game: random matches through the rules."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from carteado.rules.game import Awaiting
from tests.conformance.games import SUBJECTS, Subject
from tests.conformance.playouts import opened, random_move
from tests.conftest import Proof

ROOT = Path(__file__).resolve().parent.parent.parent

each_game = pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.game.name)


@each_game
@pytest.mark.proof(name="matches", small=60, whole=10_000)
def test_matches_keep_every_rule_and_are_the_same_under_two_hash_seeds(
    subject: Subject, proof: Proof
) -> None:
    command = [sys.executable, "-m", "tests.conformance.playouts", subject.game.name]
    runs = [
        subprocess.Popen(
            [*command, str(proof.seed), str(proof.count)],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for hash_seed in ("0", "4242")
    ]
    digests = [run.communicate()[0].strip() for run in runs]
    assert [run.returncode for run in runs] == [0, 0]
    assert len(digests[0]) == 64
    assert digests[0] == digests[1]


@each_game
@pytest.mark.proof(name="interference", small=15, whole=1_000)
def test_what_an_observer_cannot_see_changes_nothing_that_it_is_shown(
    subject: Subject, proof: Proof
) -> None:
    for number in range(proof.count):
        rng = Random(f"interference/{proof.seed}/{number}")
        match = opened(subject, rng)
        while match.game.awaiting(match.state) is not Awaiting.NOTHING:
            move = random_move(subject, match, rng)
            _ = match.deal() if move.seat is None else match.act(move.seat, move.action)
            for observer in (None, *range(match.seats)):
                shown = match.view(observer)
                real = match.state
                match.state = subject.resampled(real, observer, rng)
                assert match.view(observer) == shown
                match.state = real
