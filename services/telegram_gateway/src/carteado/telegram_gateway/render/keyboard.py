"""Rows of buttons."""

from collections.abc import Sequence

from carteado.telegram_gateway.message import Button

Row = tuple[Button, ...]
CARDS_IN_A_ROW = 5


def rows(buttons: Sequence[Button], most: int) -> tuple[Row, ...]:
    """Buttons in as few rows as they need, and no row much longer than another."""
    count = -(-len(buttons) // most)
    length = -(-len(buttons) // count) if count else most
    return tuple(tuple(buttons[at : at + length]) for at in range(0, len(buttons), length))
