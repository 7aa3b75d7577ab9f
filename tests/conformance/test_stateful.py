"""Any order of deals, moves, refusals, copies and storings, as Hypothesis finds them, for every game."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from carteado.rules.game import Awaiting, IllegalAction
from carteado.rules.match import Match
from carteado.rules.record import Deal, Move, Record, play, replay
from carteado.rules.shuffle import Chain
from tests.conformance.games import SUBJECTS, Subject
from tests.conformance.interference import twin_of
from tests.conformance.playouts import check_standing, picture, stored

BRIEF = settings(
    max_examples=12,
    stateful_step_count=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
"""Few and always the same: the long search is that of the random matches."""


class AnyMatch(RuleBasedStateMachine):
    """A match of one game, and what was done in it so far."""

    subject: Subject

    @initialize(seed=st.integers(0, 1 << 32), data=st.data())
    def opens(self, seed: int, data: st.DataObject) -> None:
        game = self.subject.game
        seats = data.draw(st.integers(game.min_seats, game.max_seats))
        rng = Random(seed)
        chain = Chain(rng.randbytes(32))
        self.match = Match.open(game, self.subject.options(rng, seats), seats, chain)
        self.moves: list[Move] = []

    def awaits(self, what: Awaiting) -> bool:
        return self.match.game.awaiting(self.match.state) is what

    def makes(self, move: Move) -> None:
        play(self.match, move)
        self.moves.append(move)

    @precondition(lambda self: self.awaits(Awaiting.DEAL))
    @rule(bits=st.binary(max_size=64))
    def deals(self, bits: bytes) -> None:
        entropy = () if self.moves or not bits else (bits,) * self.match.seats
        self.makes(Move(None, Deal(entropy)))

    @precondition(lambda self: not self.awaits(Awaiting.DEAL))
    @rule()
    def deals_too_early(self) -> None:
        before = picture(self.match)
        with pytest.raises(IllegalAction):
            self.match.deal()
        assert picture(self.match) == before

    @precondition(lambda self: self.awaits(Awaiting.SEAT))
    @rule(data=st.data())
    def does_what_is_legal(self, data: st.DataObject) -> None:
        game, state = self.match.game, self.match.state
        may_act = [seat for seat in range(self.match.seats) if game.legal_actions(state, seat)]
        seat = data.draw(st.sampled_from(may_act))
        action = data.draw(st.sampled_from(game.legal_actions(state, seat)))
        self.makes(Move(seat, action))

    @precondition(lambda self: self.awaits(Awaiting.SEAT))
    @rule()
    def times_out(self) -> None:
        game, state = self.match.game, self.match.state
        acting = game.to_act(state)
        assert acting is not None
        self.makes(Move(acting, game.default_action(state)))

    @rule(data=st.data())
    def does_what_is_illegal(self, data: st.DataObject) -> None:
        seat = data.draw(st.integers(0, self.match.seats - 1))
        action = data.draw(st.sampled_from(self.subject.actions))
        legal = action in self.match.game.legal_actions(self.match.state, seat)
        if legal:
            return
        before = picture(self.match)
        with pytest.raises(IllegalAction):
            self.match.act(seat, action)
        assert picture(self.match) == before

    @rule()
    def is_stored_and_read_again(self) -> None:
        self.match = stored(self.match)

    @rule()
    def goes_on_as_a_copy(self) -> None:
        """What happens to the copy does not happen to the original."""
        original = self.match
        before = picture(original)
        self.match = twin_of(original, original.state.copy())
        if self.awaits(Awaiting.SEAT):
            self.times_out()
            assert picture(original) == before

    @invariant()
    def keeps_every_card(self) -> None:
        self.subject.conserved(self.match.state)
        assert self.match.ply == len(self.moves)
        if not self.awaits(Awaiting.NOTHING):
            check_standing(self.match)

    @invariant()
    def shows_everybody_something(self) -> None:
        views = [self.match.view(observer) for observer in (None, *range(self.match.seats))]
        assert all(view.ply == self.match.ply for view in views)
        assert [bool(view.legal) for view in views].count(True) >= self.awaits(Awaiting.SEAT)

    def teardown(self) -> None:
        """What was done, done again from the secrets that are open, leads to the same match."""
        if hasattr(self, "match") and not self.awaits(Awaiting.SEAT):
            check_record(self.match, self.moves)


def check_record(match: Match, moves: list[Move]) -> None:
    opened = range(1, match.game.rounds_to_open(match.state) + 1)
    secrets: list[Any] = [match.secrets.of(number) for number in opened]
    placements = match.game.placements(match.state)
    anchor = match.secrets.anchor
    record = Record(match.game, match.options, match.seats, anchor, moves, secrets, placements)
    verdict = replay(record)
    if len(secrets) < match.state.round_number:
        assert verdict.reason == "SECRET_MISMATCH"
        return
    assert (verdict.divergence, verdict.reason) == (None, "")
    assert picture(verdict.match) == picture(match)


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.game.name)
def test_every_order_of_what_can_be_done_keeps_the_rules(subject: Subject) -> None:
    machine = type(f"Match_{subject.game.name}", (AnyMatch,), {"subject": subject})
    run_state_machine_as_test(machine, settings=BRIEF)
