"""The stock: cards are drawn from it one by one, and the discards become the next one."""

from carteado.rules.estou_por_uma.events import CardsDrawn, DrawReason, Event, Reshuffled
from carteado.rules.estou_por_uma.state import State
from carteado.rules.game import Seat, Shuffler


def draw(
    state: State, seat: Seat, wanted: int, reason: DrawReason, shuffler: Shuffler
) -> list[Event]:
    """A seat draws what there is of the cards wanted; the rest is forgiven, and none wanted is no event (EPU-R5, G-28)."""
    if not wanted:
        return []
    events: list[Event] = []
    drawn: list[int] = []
    while len(drawn) < wanted and state.has_card_to_draw():
        if not state.stock:
            events.append(_reshuffle(state, shuffler))
        drawn.append(state.stock.pop())
    if drawn:
        state.hands[seat] = sorted([*state.hands[seat], *drawn])
        state.called[seat] = False
    return [*events, CardsDrawn(seat, len(drawn), reason, tuple(drawn))]


def _reshuffle(state: State, shuffler: Shuffler) -> Reshuffled:
    """All discards but the top become the stock; the top and the suit to follow stay (EPU-R5)."""
    *under, top = state.discards
    state.reshuffles += 1
    purpose = f"stock/{state.reshuffles}"
    state.stock = shuffler.shuffled(state.round_number, purpose, sorted(under))[::-1]
    state.discards = [top]
    return Reshuffled(len(state.stock))
