"""Estou-por-uma as arrays of integers, by position."""

from functools import lru_cache
from operator import attrgetter
from typing import Any

import msgspec

from carteado.engine.codec.packing import StateCodec
from carteado.rules import estou_por_uma
from carteado.rules.estou_por_uma import Effect, EffectRule, EndMode, Enforcement, RankSet
from carteado.rules.estou_por_uma.state import Phase

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder().decode

_CHOSEN = (
    "packs",
    "hand_size",
    "limit",
    "court_cards_count_ten",
    "no_stacking",
    "draw_cards",
    "previous_cards",
    "identical_cards",
    "forgotten_cards",
    "identical_self",
    "voluntary_draw",
    "may_keep_drawn",
    "reverse_skips_for_two",
    "upcard_takes_effect",
    "last_card_draws",
)
"""Options that are integers or truth values; those with a type of their own come before them."""

_chosen = attrgetter(*_CHOSEN)


def _pack_options(options: estou_por_uma.Options) -> bytes:
    """Bytes, so that the options of a match need not be built anew for every move."""
    assert options.zero_ranks is not None
    effects = [(rule.rank, rule.effect) for rule in options.effects]
    zero_ranks = options.zero_ranks.ranks
    return _encode((options.end_mode, effects, zero_ranks, options.enforcement, _chosen(options)))


@lru_cache(maxsize=64)
def _unpack_options(packed: bytes) -> estou_por_uma.Options:
    end_mode, effects, zero_ranks, enforcement, chosen = _decode(packed)
    return estou_por_uma.Options(
        end_mode=EndMode(end_mode),
        effects=tuple(EffectRule(rank, Effect(effect)) for rank, effect in effects),
        zero_ranks=RankSet(tuple(zero_ranks)),
        enforcement=Enforcement(enforcement),
        **dict(zip(_CHOSEN, chosen, strict=True)),
    )


_PLAIN = (
    "round_number",
    "packs",
    "dealer",
    "direction",
    "to_act",
    "points",
    "hands",
    "called",
    "out_round",
    "stock",
    "discards",
    "top_seat",
    "suit",
    "pending",
    "drawn",
    "open_call",
    "passes",
    "reshuffles",
    "actions",
)
"""Attributes that are integers, truth values or lists of them; the phase comes before them."""


_plain = attrgetter(*_PLAIN)


def _pack(state: estou_por_uma.State) -> Any:
    return (state.phase, _plain(state))


def _unpack(state: estou_por_uma.State, packed: Any) -> None:
    phase, plain = packed
    state.phase = Phase(phase)
    for name, value in zip(_PLAIN, plain, strict=True):
        setattr(state, name, value)


CODEC = StateCodec(_pack_options, _unpack_options, _pack, _unpack)
"""What a game brings so that its matches can be sealed."""
