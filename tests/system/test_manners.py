"""What the proofs of the chat rest on: that cards are found however they are told, and that a tap lost, or done twice, is noticed."""

from collections.abc import Sequence

import pytest

from carteado.rules.sevn.cards import SECOND_CHANCE
from carteado.telegram_gateway.taps import Tap
from carteado.telegram_sandbox.driver import Answer
from tests.system.manner import Tapped
from tests.system.manners import MANNERS
from tests.system.test_chat_kill import Attempt, attempts_of, explains

LASTRO_6, STRAIGHT, EIGHT, THIRTEEN = 17, 26, 9, 14


@pytest.mark.parametrize(
    ("game", "text", "cards"),
    [
        ("eu_faco", "1: 7 de ouro", {27}),
        ("eu_faco", "10 de diamante, 👑1🥉", {40, 1}),
        ("estou_por_uma", "Mesa: K♥\n1: 7♣  2: Q♣\n3: 10♠", {39, 7, 12, 49}),
        ("estou_por_uma", "Você jogou: Ás de copas. Na mesa: 2 de ouros ♦", {27, 15}),
        ("estou_por_uma", "Sua mão:\n♣ paus: A · 10\n♠ espadas: J", {1, 10, 50}),
        ("estou_por_uma", "Serve: ♥ copas · K · 8\n8→♣ pede ♠ espadas 🃏12", set()),
        ("sevn", "▶️ Ana · 0 │ 13 8 │ 🪜 🛟 → 21", {THIRTEEN, EIGHT, STRAIGHT, SECOND_CHANCE}),
        ("sevn", "💥 Bia · 9 │ 8 \N{MINUS SIGN}6 8 → 0", {EIGHT, LASTRO_6}),
        ("sevn", "Saiu Lastro \N{MINUS SIGN}6. Agora decide!", {LASTRO_6}),
        ("sevn", "🎴 Ana começa · 🃏 116 cartas no baralho", set()),
    ],
)
def test_the_search_for_cards_finds_each_form_that_a_card_is_told_in(
    game: str, text: str, cards: set[int]
) -> None:
    assert set(MANNERS[game].named(text)) == cards


def attempts(*answers: str | None) -> list[Attempt]:
    """Taps on different buttons, but for an empty answer: then the same one again; None stands for no answer."""
    ply, taps = 0, list[Tapped]()
    for answer in answers:
        ply += answer != "again"
        said = Answer("A mesa mudou.") if answer == "again" else answer and Answer(answer)
        taps.append(Tapped(Tap("CODE", ply, "sd"), said or None))
    return attempts_of(taps)


def fitting(*moves: int, of: int) -> list[list[bool]]:
    """Each move of the record as what one of so many attempts was meant to do."""
    return [[move == attempt for move in moves] for attempt in range(of)]


DONE, REFUSED, LATER = "Saiu 7. Tens 7 nesta ronda.", "A mesa mudou.", "Um instante…"


def is_explained(answers: Sequence[str | None], moves: Sequence[int]) -> bool:
    tried = attempts(*answers)
    return explains(tried, fitting(*moves, of=len(tried)), len(moves), MANNERS["sevn"])


@pytest.mark.parametrize(
    ("answers", "moves"),
    [
        ([DONE, REFUSED, DONE], [0, 2]),
        ([None], [0]),
        ([None, "again"], []),
        ([None, "again"], [0]),
        ([], []),
    ],
)
def test_moves_that_are_what_was_tapped_are_explained(
    answers: Sequence[str | None], moves: Sequence[int]
) -> None:
    assert is_explained(answers, moves)


@pytest.mark.parametrize(
    ("answers", "moves"),
    [
        ([DONE, DONE], [0]),
        ([DONE], [0, 0]),
        ([DONE, DONE], [1, 0]),
        ([REFUSED], [0]),
        ([None], []),
        ([LATER], []),
        ([], [0]),
    ],
)
def test_a_tap_that_was_lost_or_done_twice_or_out_of_order_is_noticed(
    answers: Sequence[str | None], moves: Sequence[int]
) -> None:
    assert not is_explained(answers, moves)


@pytest.mark.parametrize(("death", "may_be_done"), [(1.5, True), (0.5, False), (2.5, False)])
def test_a_refusal_may_follow_a_move_that_was_made_only_where_the_gateway_died_in_between(
    death: float, *, may_be_done: bool
) -> None:
    tapped = Tapped(Tap("CODE", 1, "sd"), Answer(REFUSED), began=1.0, ended=2.0)
    tried = attempts_of([tapped], [death])
    assert explains(tried, fitting(of=1), 0, MANNERS["sevn"])
    assert explains(tried, fitting(0, of=1), 1, MANNERS["sevn"]) == may_be_done
