"""Which hand each player was shown last over the group: what the numbers on its board stand for to them."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from carteado.api.tables.v1.tables_pb2 import Table
from carteado.telegram_gateway.taps import Tap

KEPT = 10_000
"""How many players are remembered; whoever is forgotten is shown the hand again."""

KEY_BYTES = 32
DIGEST_BYTES = 16


@dataclass(frozen=True, slots=True)
class Glance:
    """What is remembered of a player.

    Attributes:
        digest: Of the hand that was shown.
        tap: What was tapped, and done, when it was; None where the player looked.
    """

    digest: bytes
    tap: Tap | None


class Glances:
    """Remembers no hand: a digest under a key that lives as long as the process, and is told apart from others by it."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(KEY_BYTES)
        self._last: OrderedDict[tuple[str, int], Glance] = OrderedDict()

    def noting(
        self, table: Table, hand: Sequence[int], tap: Tap | None = None
    ) -> Callable[[], None]:
        """Notes, when it is called, that the player whose view it is has seen this hand; with the answer to a tap, where it was not a look."""
        whose = _whose(table)
        glance = Glance(self._digest(whose, hand), tap)

        def note() -> None:
            if not hand:
                return
            self._last[whose] = glance
            self._last.move_to_end(whose)
            if len(self._last) > KEPT:
                self._last.popitem(last=False)

        return note

    def stands(self, table: Table, hand: Sequence[int], tap: Tap) -> bool:
        """True where the player saw this hand last, and has not just had the same tap done: a button tapped twice plays one card."""
        whose = _whose(table)
        glance = self._last.get(whose)
        if glance is None or glance.tap == tap:
            return False
        return secrets.compare_digest(glance.digest, self._digest(whose, hand))

    def _digest(self, whose: tuple[str, int], hand: Sequence[int]) -> bytes:
        told = repr((whose, list(hand))).encode()
        return blake2b(told, key=self._key, digest_size=DIGEST_BYTES).digest()


def _whose(table: Table) -> tuple[str, int]:
    return table.id, table.view.observer.seat
