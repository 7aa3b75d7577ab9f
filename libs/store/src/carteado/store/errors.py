"""What a store says of itself. What its port answers is for whoever owns the port.

StoreFailed    it may work later
Clash          it works, and others were first
"""


class StoreFailed(Exception):  # noqa: N818 - it is the store that failed
    """The store is locked, full, away or broken; nothing was written, and it may work later."""


class Clash(Exception):  # noqa: N818 - an answer of the constraints
    """Somebody wrote first, or a constraint of the schema forbids it; nothing was written."""
