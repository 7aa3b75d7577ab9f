"""A match as bytes and back: msgpack arrays of integers, by position. A new layout is a new format of the seal."""

from collections.abc import Callable
from dataclasses import astuple, dataclass
from typing import Any

import msgspec

from carteado.rules import eu_faco
from carteado.rules.eu_faco.state import Phase, Trick
from carteado.rules.game import AnyGame
from carteado.rules.match import Match
from carteado.rules.shuffle import Chain


@dataclass(frozen=True, slots=True)
class StateCodec:
    """How the options and the state of one game become arrays and back."""

    pack_options: Callable[[Any], Any]
    unpack_options: Callable[[Any], Any]
    pack: Callable[[Any], Any]
    unpack: Callable[[Any, Any], None]


_decode = msgspec.msgpack.Decoder().decode
_encode = msgspec.msgpack.Encoder().encode


def encode(match: Match) -> bytes:
    """A match whose whole chain is known, as bytes. Their length follows from public counts: every card is one byte."""
    assert isinstance(match.secrets, Chain)
    codec = CODECS[match.game.name]
    return _encode(
        (
            match.seats,
            match.ply,
            match.keep_secrets,
            match.secrets.last,
            match.secrets.anchor,
            match.secrets.near,
            match.salt,
            codec.pack_options(match.options),
            codec.pack(match.state),
        )
    )


def decode(game: AnyGame, content: bytes) -> Match:
    """The match that was encoded."""
    codec = CODECS[game.name]
    seats, ply, keep_secrets, last, anchor, near, salt, options, state = _decode(content)
    chain = Chain(last, anchor, tuple(near))
    options = codec.unpack_options(options)
    match = Match(game, options, seats, chain, keep_secrets=keep_secrets)
    match.ply = ply
    match.salt = salt
    codec.unpack(match.state, state)
    return match


def _pack_eu_faco_options(options: eu_faco.Options) -> Any:
    return astuple(options)


def _unpack_eu_faco_options(packed: Any) -> eu_faco.Options:
    lives, fixed_rounds, ceiling_policy, cancel_mode, lock_in_one_card, same_round_rank = packed
    return eu_faco.Options(
        lives=lives,
        fixed_rounds=tuple(fixed_rounds),
        ceiling_policy=eu_faco.CeilingPolicy(ceiling_policy),
        cancel_mode=eu_faco.CancelMode(cancel_mode),
        lock_in_one_card=lock_in_one_card,
        same_round_rank=eu_faco.SameRoundRank(same_round_rank),
    )


_EU_FACO_PLAIN = (
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


def _pack_eu_faco(state: eu_faco.State) -> Any:
    plain = [getattr(state, name) for name in _EU_FACO_PLAIN]
    return (state.phase, _pack_trick(state.trick), list(map(_pack_trick, state.tricks)), plain)


def _unpack_eu_faco(state: eu_faco.State, packed: Any) -> None:
    phase, trick, tricks, plain = packed
    state.phase = Phase(phase)
    state.tricks = [Trick(*packed_trick) for packed_trick in tricks]
    state.trick = Trick(*trick)
    for name, value in zip(_EU_FACO_PLAIN, plain, strict=True):
        setattr(state, name, value)


def _pack_trick(trick: Trick) -> Any:
    return (trick.leader, trick.cards, trick.winner)


CODECS: dict[str, StateCodec] = {
    "eu_faco": StateCodec(
        _pack_eu_faco_options, _unpack_eu_faco_options, _pack_eu_faco, _unpack_eu_faco
    )
}
"""The codec of each game, by name."""
