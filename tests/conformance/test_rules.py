"""What holds for every game: random matches through the rules."""

from random import Random

import pytest

from carteado.rules import GAMES
from tests.conformance.games import SUBJECTS, Subject
from tests.conformance.interference import check_match
from tests.conftest import Proof
from tests.hash_seeds import digests_under_two

each_game = pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.game.name)


def test_every_game_is_in_the_battery() -> None:
    assert [subject.game.name for subject in SUBJECTS] == list(GAMES)


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
    compared = 0
    for number in range(proof.count):
        compared += check_match(subject, Random(f"interference/{proof.seed}/{number}"))
    assert compared > 10 * proof.count
