"""A few random matches of each game, for the mutants of the rules: mutmut runs this file, and nothing else does."""

from random import Random

import pytest

from tests.conformance.games import SUBJECTS, Subject
from tests.conformance.playouts import check_replay, play_through
from tests.referee.judged import REFEREES, Trial

each_game = pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.game.name)


@each_game
@pytest.mark.parametrize("number", range(4))
def test_a_match_keeps_every_rule_and_its_replay_is_the_same(subject: Subject, number: int) -> None:
    check_replay(play_through(subject, Random(f"mutants/{number}")))


@each_game
@pytest.mark.parametrize("number", range(12))
def test_the_rules_and_the_referee_agree_on_a_match(subject: Subject, number: int) -> None:
    Trial(subject, REFEREES[subject.game.name], 1, number).play()
