"""What a seat may do in Eu Faço!."""

from dataclasses import dataclass

from carteado.rules.eu_faco.cards import Card


@dataclass(frozen=True, slots=True)
class Bid:
    """Promises to take so many tricks (EF-17)."""

    tricks: int


@dataclass(frozen=True, slots=True)
class Play:
    """Puts a card on the table (EF-12)."""

    card: Card


Action = Bid | Play
