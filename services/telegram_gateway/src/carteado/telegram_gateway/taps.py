"""What a button carries: the table, the ply that was shown, what to do and with what.

The data alone says it all, so that a button works after a restart, on another replica, and for as long as the message stands.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

VERSION = "v1"
_FORM = re.compile(r"v1\|([A-Z0-9]{0,16})\|(0|[1-9][0-9]{0,6})\|([a-z]{1,2})\|(0|[1-9][0-9]{0,6})")


class Op(StrEnum):
    """What a tap asks for, whichever the game; each game has words of its own beside these, in its package of ``render``."""

    OPEN = "g"
    JOIN = "j"
    LEAVE = "l"
    MORE_RIVALS = "m"
    FEWER_RIVALS = "f"
    CLOCK = "c"
    RANKED = "r"
    START = "s"
    GUESS = "gu"
    HAND = "h"
    LEAVE_MATCH = "lm"
    REMATCH = "re"
    PROOF = "pf"
    STANDINGS = "rk"
    RULES = "rg"


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap on a button.

    Attributes:
        table: The table's code; empty where no table is meant.
        ply: The ply of the view that the button was drawn from; 0 outside a match.
        op: What is asked for: an ``Op``, or a word of the game's own.
        arg: With what: tricks of a bid, a slot counted from 1, a seat, a page, a game; never a card that others may not see.
    """

    table: str
    ply: int
    op: str
    arg: int = 0

    def pack(self) -> str:
        """The data of the button: at most 64 bytes."""
        return f"{VERSION}|{self.table}|{self.ply}|{self.op}|{self.arg}"


def unpack(data: str) -> Tap | None:
    """The tap behind the data; None for what is not in the form that this bot writes."""
    found = _FORM.fullmatch(data)
    if found is None:
        return None
    return Tap(found[1], int(found[2]), found[3], int(found[4]))
