"""What a seat may do in Eu Faço!."""

from dataclasses import dataclass

from carteado.rules.eu_faco.cards import Card


@dataclass(frozen=True, slots=True)
class Bid:
    """Promises to take so many tricks (EF-17)."""

    tricks: int


@dataclass(frozen=True, slots=True)
class Play:
    """Puts a card on the table (EF-12).

    Attributes:
        card: The card.
        names_suit: Whether a suit is named with it, as other games allow; never legal here.
        calls: Whether something is called with it; never legal here.
    """

    card: Card
    names_suit: bool = False
    calls: bool = False


Action = Bid | Play
