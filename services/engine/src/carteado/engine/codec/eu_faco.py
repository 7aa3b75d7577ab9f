"""Eu Faço! as arrays of integers, by position."""

from dataclasses import astuple
from typing import Any

from carteado.engine.codec.packing import StateCodec
from carteado.rules import eu_faco
from carteado.rules.eu_faco.state import Phase, Trick


def _pack_options(options: eu_faco.Options) -> Any:
    return astuple(options)


def _unpack_options(packed: Any) -> eu_faco.Options:
    lives, fixed_rounds, ceiling_policy, cancel_mode, lock_in_one_card, same_round_rank = packed
    return eu_faco.Options(
        lives=lives,
        fixed_rounds=tuple(fixed_rounds),
        ceiling_policy=eu_faco.CeilingPolicy(ceiling_policy),
        cancel_mode=eu_faco.CancelMode(cancel_mode),
        lock_in_one_card=lock_in_one_card,
        same_round_rank=eu_faco.SameRoundRank(same_round_rank),
    )


_PLAIN = (
    "round_number",
    "hand_size",
    "rising",
    "ceiling",
    "dealer",
    "order",
    "to_act",
    "lives",
    "hands",
    "bids",
    "taken",
    "exact",
    "distance",
    "out_round",
    "deficit",
    "tiebreak",
)
"""Attributes that are integers, truth values or lists of integers; the phase and the tricks come before them."""


def _pack(state: eu_faco.State) -> Any:
    plain = [getattr(state, name) for name in _PLAIN]
    return (state.phase, _pack_trick(state.trick), list(map(_pack_trick, state.tricks)), plain)


def _unpack(state: eu_faco.State, packed: Any) -> None:
    phase, trick, tricks, plain = packed
    state.phase = Phase(phase)
    state.tricks = [Trick(*packed_trick) for packed_trick in tricks]
    state.trick = Trick(*trick)
    for name, value in zip(_PLAIN, plain, strict=True):
        setattr(state, name, value)


def _pack_trick(trick: Trick) -> Any:
    return (trick.leader, trick.cards, trick.winner)


CODEC = StateCodec(_pack_options, _unpack_options, _pack, _unpack)
