"""The port of the bus: how replicas hear of each other's changes. It may lose, repeat and reorder; the log heals all of that."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Notice:
    """A table has reached a version. What changed stands in the log, and nowhere else."""

    table_id: str
    version: int


class Bus(Protocol):
    """What a bus can do."""

    def publish(self, notice: Notice) -> None:
        """Tells the other replicas; never waits, never fails, and may come to nothing."""
        ...

    def listen(self, listener: Callable[[Notice], None]) -> None:
        """Has a listener told of what other replicas publish; their own comes back to none."""
        ...
