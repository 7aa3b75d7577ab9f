"""What holds for every game: random matches through the rules."""

from random import Random

import pytest

from carteado.rules.game import Awaiting
from tests.conformance.games import SUBJECTS, Subject
from tests.conformance.playouts import opened, random_move
from tests.conftest import Proof
from tests.hash_seeds import digests_under_two

each_game = pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.game.name)


@each_game
@pytest.mark.proof(name="matches", small=60, whole=10_000)
def test_matches_keep_every_rule_and_are_the_same_under_two_hash_seeds(
    subject: Subject, proof: Proof
) -> None:
    one, other = digests_under_two(
        "tests.conformance.playouts", subject.game.name, proof.seed, proof.count
    )
    assert one == other


@each_game
@pytest.mark.proof(name="interference", small=15, whole=500)
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
