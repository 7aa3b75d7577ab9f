"""The battery would find a fault: each of these games has one."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from carteado.rules import estou_por_uma, eu_faco
from carteado.rules.game import Refusal
from tests.conformance.games import SUBJECTS, Subject
from tests.conformance.interference import check_match
from tests.conformance.playouts import check_replay, play_through

BY_NAME = {subject.game.name: subject for subject in SUBJECTS}
TRIED = 40
"""Matches in which a fault must show."""


def faulty(name: str, **functions: Callable[..., Any]) -> Subject:
    """A game with some of its functions replaced."""
    subject = BY_NAME[name]
    door = {attribute: getattr(subject.game, attribute) for attribute in game_door()}
    game: Any = SimpleNamespace(**{**door, **functions})
    return replace(subject, game=game)


def game_door() -> list[str]:
    return [
        *("name", "ruleset", "min_seats", "max_seats", "checked", "start", "awaiting", "to_act"),
        *("deal", "legal_actions", "refusal", "apply", "default_action", "seats_out"),
        *("rounds_to_open", "placements", "view", "seen"),
    ]


def is_found(subject: Subject, check: Callable[[Subject, Random], Any]) -> None:
    def search() -> None:
        for number in range(TRIED):
            check(subject, Random(f"fault/{number}"))

    with pytest.raises(AssertionError):
        search()


def play_and_replay(subject: Subject, rng: Random) -> None:
    check_replay(play_through(subject, rng))


def test_a_view_that_shows_a_hidden_hand_is_found() -> None:
    def view(state: estou_por_uma.State, observer: int | None) -> Any:
        shown = estou_por_uma.view(state, observer)
        return replace(shown, hand=tuple(state.hands[0]))

    is_found(faulty("estou_por_uma", view=view), check_match)


def test_an_event_that_tells_which_cards_another_drew_is_found() -> None:
    def seen(event: Any, _observer: int | None) -> Any:
        return event

    is_found(faulty("estou_por_uma", seen=seen), check_match)


def test_a_refusal_that_depends_on_a_hidden_card_is_found() -> None:
    """On the forehead the own card is hidden, so no refusal may tell it."""

    def refusal(state: eu_faco.State, seat: int, action: Any) -> Refusal | None:
        reason = eu_faco.refusal(state, seat, action)
        own_card = isinstance(action, eu_faco.Play) and action.card in state.hands[seat]
        return Refusal.NOT_YOUR_TURN if own_card and state.hand_size == 1 and reason else reason

    is_found(faulty("eu_faco", refusal=refusal), check_match)


def test_a_refusal_for_the_wrong_reason_is_found() -> None:
    def refusal(state: eu_faco.State, seat: int, action: Any) -> Refusal | None:
        reason = eu_faco.refusal(state, seat, action)
        return Refusal.BID_RANGE if reason is Refusal.BID_LOCKED else reason

    is_found(faulty("eu_faco", refusal=refusal), play_and_replay)


def test_a_legal_action_that_is_left_out_is_found() -> None:
    def legal_actions(state: eu_faco.State, seat: int) -> list[Any]:
        legal: list[Any] = eu_faco.legal_actions(state, seat)
        return legal[:-1] if len(legal) > 3 else legal

    is_found(faulty("eu_faco", legal_actions=legal_actions), play_and_replay)


def test_a_card_that_gets_lost_is_found() -> None:
    def deal(state: estou_por_uma.State, shuffler: Any) -> list[Any]:
        events: list[Any] = estou_por_uma.deal(state, shuffler)
        state.stock.pop()
        return events

    is_found(faulty("estou_por_uma", deal=deal), play_and_replay)


def test_a_refused_action_that_changes_something_is_found() -> None:
    def apply(state: estou_por_uma.State, seat: int, action: Any, shuffler: Any) -> list[Any]:
        state.passes += 1
        events: list[Any] = estou_por_uma.apply(state, seat, action, shuffler)
        return events

    is_found(faulty("estou_por_uma", apply=apply), play_and_replay)
