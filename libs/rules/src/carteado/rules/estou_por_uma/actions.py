"""What a seat may do in Estou-por-uma."""

from dataclasses import dataclass

from carteado.rules.estou_por_uma.cards import NO_SUIT, Card, Suit
from carteado.rules.game import Seat


@dataclass(frozen=True, slots=True)
class Play:
    """Puts a card on the discards (EPU-5).

    Attributes:
        card: The card.
        suit: The suit to follow, with a wild card that is not the last one (EPU-21, EPU-R18).
        call: Whether estou-por-uma is called, with the last card but one (EPU-9).
    """

    card: Card
    suit: Suit = NO_SUIT
    call: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Buys a card, or takes the stack (EPU-8, EPU-19, EPU-R41)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Keeps the drawn card, where that is allowed (EPU-R12)."""


@dataclass(frozen=True, slots=True)
class Declare:
    """Speaks out of turn while a call is owed (EPU-R27).

    Attributes:
        accused: Who forgot the call; None to call for oneself, late.
    """

    accused: Seat | None = None


Action = Play | Draw | Pass | Declare
