"""A match as bytes and back: msgpack arrays of integers, by position. A new layout is a new format of the seal."""

import msgspec

from carteado.engine.codec import estou_por_uma, eu_faco, sevn
from carteado.engine.codec.packing import StateCodec
from carteado.rules.game import AnyGame
from carteado.rules.match import Match
from carteado.rules.shuffle import Chain

CODECS: dict[str, StateCodec] = {
    "eu_faco": eu_faco.CODEC,
    "estou_por_uma": estou_por_uma.CODEC,
    "sevn": sevn.CODEC,
}
"""The codec of each game, by name."""

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
