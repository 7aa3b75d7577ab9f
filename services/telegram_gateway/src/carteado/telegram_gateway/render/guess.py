"""A guess: what a player adds to the shuffles, asked for in the group and said to be in."""

from carteado.api.tables.v1.tables_pb2 import Player
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.render import names
from carteado.telegram_gateway.render.scene import paragraphs
from carteado.words import Words

BYTES = 64
"""As much may a seat add to the shuffles (JoinTableRequest.entropy)."""


def question(player: Player, user_id: int, words: Words) -> Message:
    """Asks a player for a guess, and says what it is for."""
    asked = words("guess_question", name=names.mention(player, user_id, words))
    return _asking(paragraphs(asked, words("guess_why")), words)


def no_text(player: Player, user_id: int, words: Words) -> Message:
    """Asks again, where what came was a sticker, or a picture."""
    return _asking(words("guess_no_text", name=names.mention(player, user_id, words)), words)


def too_long(player: Player, user_id: int, words: Words, *, size: int) -> Message:
    """Asks again, where there is no room for what came."""
    name = names.mention(player, user_id, words)
    return _asking(words("guess_too_long", name=name, size=size, most=BYTES), words)


def taken(player: Player, user_id: int, words: Words) -> Message:
    """Says that a guess is in; a reply to this too is taken for one."""
    return Message(words("guess_in", name=names.mention(player, user_id, words)))


def _asking(text: str, words: Words) -> Message:
    return Message(text, asks=words("guess_placeholder"))
