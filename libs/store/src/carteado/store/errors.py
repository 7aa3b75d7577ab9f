"""What a store says of itself. What its port answers is for whoever owns the port.

StoreFailed    it may work later
"""


class StoreFailed(Exception):  # noqa: N818 - it is the store that failed
    """The store is locked, full or broken; nothing was written, and it may work later."""
