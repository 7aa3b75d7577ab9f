"""The bus of a replica that is alone, or has no other way to hear of the others than to look at the log."""

from collections.abc import Callable

from carteado.tables.bus import Notice


class Alone:
    """Tells nobody and hears nothing: the hub carries what this process writes."""

    def publish(self, notice: Notice) -> None:
        """Nobody is there."""

    def listen(self, listener: Callable[[Notice], None]) -> None:
        """Nothing comes."""
