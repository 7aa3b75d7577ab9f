"""Where a message stands, and as what."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A chat, or one topic of it.

    Attributes:
        chat_id: Telegram's number of it: a person's own for a private chat, negative for a group.
        thread_id: The topic; None for the General topic, and where there are none.
    """

    chat_id: int
    thread_id: int | None = None


def guess_spot(code: str, key: str) -> str:
    """The spot of what is said to a player, by key, about what they add to the shuffles of a table, by code."""
    return f"{code}/guess/{key}"
