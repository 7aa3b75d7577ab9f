"""No byte that a seat receives tells it a card that it may not know."""

from pathlib import Path
from random import Random

import pytest

from carteado.engine.translate.games import TRANSLATIONS
from carteado.engine.translate.views import views_to
from carteado.rules.game import Awaiting
from tests.conformance.games import SUBJECTS, Subject
from tests.conformance.playouts import opened
from tests.conftest import Proof
from tests.engine.engines import engine_in
from tests.engine.receipts import CARDS, Found, cards_in, known_cards, prove, script, take


@pytest.mark.proof(name="leaks", small=3, whole=100)
async def test_nothing_that_a_seat_receives_names_a_card_that_it_may_not_know(
    proof: Proof, tmp_path: Path
) -> None:
    found = Found()
    async with engine_in(tmp_path) as engine:
        for number in range(proof.count):
            rng = Random(f"leaks/{proof.seed}/{number}")
            await prove(engine, script(rng, tiebreak=number % 3 == 0), rng, found)
    assert found.matches == proof.count
    assert found.tiebreaks
    assert found.foreheads > found.tiebreaks
    assert found.watching
    assert found.cards > 1_000
    assert found.received > 100_000


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.game.name)
def test_what_an_observer_cannot_see_changes_no_byte_of_its_view(subject: Subject) -> None:
    translation = TRANSLATIONS[subject.game.name]
    for number in range(8):
        rng = Random(f"bytes/{number}")
        match = opened(subject, rng)
        while subject.game.awaiting(match.state) is not Awaiting.NOTHING:
            seat = subject.game.to_act(match.state)
            legal = [] if seat is None else subject.game.legal_actions(match.state, seat)
            take(match, seat, rng.choice(legal) if legal else None)
            real = match.state
            for observer in (None, *range(match.seats)):
                view = views_to(match, [observer], (), translation)[0]
                match.state = subject.resampled(real, observer, rng)
                twin = views_to(match, [observer], (), translation)[0]
                match.state = real
                assert twin.SerializeToString() == view.SerializeToString()


def test_the_proof_would_find_a_card_that_leaks() -> None:
    """The truth about one seat shown to another is found, in an ordinary round and on the forehead."""
    translation = TRANSLATIONS["eu_faco"]
    caught = {1: 0, 2: 0}
    for number in range(6):
        written = script(Random(f"caught/{number}"))
        match = written.match()
        for seat, action in written.turns:
            take(match, seat, action)
            if match.state.hand_size not in caught:
                continue
            for observer in range(match.seats):
                view = views_to(match, [observer], (), translation)[0]
                other = (observer + 1) % match.seats
                known = known_cards(match.state, other)
                assert set(cards_in(view)) <= known_cards(match.state, observer) <= CARDS
                caught[match.state.hand_size] += not set(cards_in(view)) <= known
    assert all(caught.values())
