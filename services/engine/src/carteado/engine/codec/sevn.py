"""SEVN as arrays of integers, by position."""

from dataclasses import astuple
from typing import Any

from carteado.engine.codec.packing import StateCodec
from carteado.rules import sevn
from carteado.rules.sevn.state import Decision, Effect, Phase, Standing


def _pack_options(options: sevn.Options) -> Any:
    return astuple(options)


def _unpack_options(packed: Any) -> sevn.Options:
    composition, target, sevn_bonus, ballast_busts, storm_starts_next, reshuffle, deck = packed
    return sevn.Options(
        composition=sevn.Composition(composition),
        target=target,
        sevn_bonus=sevn_bonus,
        duplicate_ballast_busts=ballast_busts,
        storm_starts_next=storm_starts_next,
        reshuffle_each_round=reshuffle,
        deck=tuple(sevn.CardCount(*count) for count in deck),
    )


_PLAIN = (
    "round_number",
    "starter",
    "turn",
    "to_act",
    "card",
    "shown",
    "deck",
    "discards",
    "reshuffles",
    "rows",
    "extras",
    "second_chances",
    "bust_cards",
    "totals",
)
"""Attributes that are integers, truth values or lists of them; all others come before them."""


def _pack(state: sevn.State) -> Any:
    plain = [getattr(state, name) for name in _PLAIN]
    effect = None if state.effect is None else _pack_effect(state.effect)
    return (state.phase, state.decision, state.standings, state.queue, effect, plain)


def _unpack(state: sevn.State, packed: Any) -> None:
    phase, decision, standings, queue, effect, plain = packed
    state.phase = Phase(phase)
    state.decision = Decision(decision)
    state.standings = list(map(Standing, standings))
    state.queue = [(card, owner) for card, owner in queue]
    state.effect = None if effect is None else Effect(*effect)
    for name, value in zip(_PLAIN, plain, strict=True):
        setattr(state, name, value)


def _pack_effect(effect: Effect) -> Any:
    return (effect.card, effect.owner, effect.target, effect.draws_left, effect.seats_left)


CODEC = StateCodec(_pack_options, _unpack_options, _pack, _unpack)
