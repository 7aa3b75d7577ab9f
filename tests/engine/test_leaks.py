"""No byte that a seat receives tells it a card that it may not know."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from carteado.records.translate.games import TRANSLATIONS
from carteado.records.translate.views import views_to
from tests.conformance.games import SUBJECTS, Subject
from tests.conformance.interference import twin_of
from tests.conftest import Proof
from tests.engine.engines import engine_in
from tests.engine.known_cards import SIGHTS
from tests.engine.receipts import Found, cards_in, prove, script, take
from tests.engine.wire_games import BY_NAME

each_game = pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.game.name)


@each_game
@pytest.mark.proof(name="leaks", small=3, whole=100)
async def test_nothing_that_a_seat_receives_names_a_card_that_it_may_not_know(
    subject: Subject, proof: Proof, tmp_path: Path
) -> None:
    found = Found()
    sight = SIGHTS[subject.game.name]
    async with engine_in(tmp_path) as engine:
        for number in range(proof.count):
            rng = Random(f"leaks/{proof.seed}/{number}")
            await prove(engine, script(subject, rng, rare=number % 3 == 0), rng, found)
    assert found.matches == proof.count
    assert {sight.rare, *sight.common} <= set(found.kinds)
    assert found.cards > 1_000
    assert found.received > 100_000


@each_game
def test_what_an_observer_cannot_see_changes_no_byte_of_its_view(subject: Subject) -> None:
    translation = TRANSLATIONS[subject.game.name]
    for number in range(6):
        rng = Random(f"bytes/{number}")
        written = script(subject, rng)
        match = written.match()
        for turn in written.turns:
            take(match, *turn)
            observer = rng.choice((None, *range(match.seats)))
            twin = twin_of(match, subject.resampled(match.state, observer, rng))
            [view] = views_to(match, [observer], (), translation)
            [other] = views_to(twin, [observer], (), translation)
            assert other.SerializeToString() == view.SerializeToString()


@pytest.mark.parametrize("game", ["eu_faco", "estou_por_uma"])
def test_the_proof_would_find_a_card_that_leaks(game: str) -> None:
    """The truth about one seat shown to another is found: in an ordinary round, and in Eu Faço! on the forehead too."""
    subject, translation, sight = BY_NAME[game], TRANSLATIONS[game], SIGHTS[game]
    caught = Counter[bool]()
    for number in range(6):
        written = script(subject, Random(f"caught/{number}"))
        match = written.match()
        for turn in written.turns:
            happened = take(match, *turn)
            on_forehead = "forehead" in sight.kinds(match.state)
            for observer in range(match.seats):
                [view] = views_to(match, [observer], (), translation)
                other = (observer + 1) % match.seats
                shown = set(cards_in(view))
                assert shown <= sight.known(match.state, observer, happened)
                caught[on_forehead] += not shown <= sight.known(match.state, other, happened)
    assert caught[False] > 20
    assert caught[True] > 20 or game != "eu_faco"


def test_the_proof_would_find_a_card_of_the_deck_of_sevn() -> None:
    """The next card of the deck is none that may be known, as long as its face lies nowhere open."""
    subject = BY_NAME["sevn"]
    hidden = 0
    for number in range(6):
        written = script(subject, Random(f"caught/{number}"))
        match = written.match()
        for turn in written.turns:
            happened = take(match, *turn)
            known = SIGHTS["sevn"].known(match.state, None, happened)
            hidden += bool(match.state.deck) and match.state.deck[0] not in known
    assert hidden > 20
