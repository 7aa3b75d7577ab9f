"""What a seat may do, why it may not do anything else, and what is done for it when its time is over."""

from carteado.rules.estou_por_uma.actions import Action, Declare, Draw, Pass, Play
from carteado.rules.estou_por_uma.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    NO_SUIT,
    RANK,
    SPADES,
    SUIT,
    SUITS,
    Card,
    Suit,
)
from carteado.rules.estou_por_uma.options import Effect
from carteado.rules.estou_por_uma.state import IN_PLAY, NOBODY, Phase, State
from carteado.rules.game import Refusal, Seat

BY_DEFAULT = (HEARTS, DIAMONDS, SPADES, CLUBS)
"""Which suit goes first where nothing else decides (EPU-R40)."""


# Cards


def fits(state: State, card: Card) -> bool:
    """A card fits by suit or by rank; a wild one fits on anything (EPU-5, EPU-22, EPU-R9)."""
    return (
        state.effects[card] is Effect.WILD
        or SUIT[card] == state.suit
        or RANK[card] == RANK[state.discards[-1]]
    )


def answers(state: State, card: Card) -> bool:
    """Only another drawing card of the suit or of the rank answers a stack, where it may be answered (EPU-R16, EPU-R33, EPU-R15)."""
    return (
        not state.options.no_stacking
        and state.effects[card] is Effect.DRAW_STACK
        and fits(state, card)
    )


def playable(state: State) -> list[Card]:
    """The cards that the seat to act may play, ascending, each face once: after a draw only the drawn one (EPU-R12)."""
    if state.phase is Phase.DRAWN:
        return [state.drawn]
    goes = answers if state.phase is Phase.STACK else fits
    return [card for card in dict.fromkeys(state.hands[state.to_act]) if goes(state, card)]


def may_draw(state: State, *, fitting: bool) -> bool:
    """A stack may be taken; else one buys for want of a card that fits, or, by option, at will while there is a card (EPU-R11, G-27)."""
    if state.phase is Phase.TURN and fitting:
        return state.options.voluntary_draw and state.has_card_to_draw()
    return state.phase is not Phase.DRAWN


def may_pass(state: State) -> bool:
    """Only a drawn card that fits is passed with, by option (EPU-R12, EPU-R13)."""
    return state.phase is Phase.DRAWN and state.options.may_keep_drawn


def names_suit(state: State, seat: Seat, card: Card) -> bool:
    """A suit goes with a wild card, unless it is the last (EPU-R18, G-28)."""
    return state.effects[card] is Effect.WILD and len(state.hands[seat]) > 1


def may_call(state: State, seat: Seat) -> bool:
    """Estou-por-uma goes with the last card but one (EPU-9, EPU-R29)."""
    return len(state.hands[seat]) == 2


# Refusals


def refusal(state: State, seat: Seat, action: object) -> Refusal | None:
    """Why a seat may not do this now, if it may not, in the order of checks of G-5 and G-20."""
    if state.phase not in IN_PLAY:
        return Refusal.ROUND_OVER if state.round_number else Refusal.WRONG_PHASE
    if isinstance(action, Declare):
        return _refusal_to_declare(state, seat, action.accused)
    if not isinstance(action, Action):
        return Refusal.WRONG_PHASE
    if seat != state.to_act:
        return Refusal.NOT_YOUR_TURN
    if isinstance(action, Play):
        return _refusal_to_play(state, seat, action)
    return _refusal_to_draw(state) if isinstance(action, Draw) else _refusal_to_pass(state)


def _refusal_to_declare(state: State, seat: Seat, accused: Seat | None) -> Refusal | None:
    """While a call is owed its seat may make it, and any other seat in the round may accuse (EPU-R27, G-30)."""
    if not state.is_playing(seat):
        return Refusal.NOT_YOUR_TURN
    owes = state.open_call != NOBODY
    if accused is None:
        return None if owes and seat == state.open_call else Refusal.NOTHING_TO_DECLARE
    caught = owes and accused == state.open_call != seat
    return None if caught else Refusal.NOTHING_TO_CATCH


def _refusal_to_play(state: State, seat: Seat, play: Play) -> Refusal | None:
    """Possession, then legality, then what goes with the card (G-5)."""
    if play.card not in state.hands[seat]:
        return Refusal.CARD_NOT_IN_HAND
    if play.card not in playable(state):
        drawn = state.phase is Phase.DRAWN
        return Refusal.ONLY_DRAWN_CARD if drawn else Refusal.CARD_NOT_PLAYABLE
    if names_suit(state, seat, play.card):
        if play.suit not in SUITS:
            return Refusal.SUIT_REQUIRED
    elif play.suit != NO_SUIT:
        return Refusal.SUIT_NOT_ALLOWED
    called_in_vain = play.call and not may_call(state, seat)
    return Refusal.DECLARATION_NOT_APPLICABLE if called_in_vain else None


def _refusal_to_draw(state: State) -> Refusal | None:
    """One purchase in a turn, and none while something fits (EPU-8, EPU-R11)."""
    if may_draw(state, fitting=bool(playable(state))):
        return None
    return Refusal.ALREADY_DREW if state.phase is Phase.DRAWN else Refusal.MUST_PLAY


def _refusal_to_pass(state: State) -> Refusal | None:
    return None if may_pass(state) else Refusal.CANNOT_PASS


# Choices


def legal_actions(state: State, seat: Seat) -> list[Action]:
    """Everything that a seat may do now: plays by card, drawing, passing, then what it may declare out of turn."""
    if state.phase not in IN_PLAY:
        return []
    actions = _actions_in_turn(state) if seat == state.to_act else []
    if state.open_call != NOBODY and state.is_playing(seat):
        actions.append(Declare(None if seat == state.open_call else state.open_call))
    return actions


def _actions_in_turn(state: State) -> list[Action]:
    cards = playable(state)
    actions: list[Action] = [way for card in cards for way in _ways_to_play(state, card)]
    if may_draw(state, fitting=bool(cards)):
        actions.append(Draw())
    if may_pass(state):
        actions.append(Pass())
    return actions


def _ways_to_play(state: State, card: Card) -> list[Play]:
    """A wild card with each suit, and each play with the call first where it may be called (EPU-R18, EPU-R29)."""
    seat = state.to_act
    suits = SUITS if names_suit(state, seat, card) else (NO_SUIT,)
    calls = (True, False) if may_call(state, seat) else (False,)
    return [Play(card, suit, call) for suit in suits for call in calls]


def default_action(state: State) -> Action:
    """Draws under a stack or for want of a card; else plays the highest card, a wild one only for want of another, and calls (EPU-R40)."""
    cards = [] if state.phase is Phase.STACK else playable(state)
    if not cards:
        return Draw()
    plain = [card for card in cards if state.effects[card] is not Effect.WILD]
    card = max(plain or cards, key=_by_rank_then_suit)
    seat = state.to_act
    suit = _most_held_suit(state, card) if names_suit(state, seat, card) else NO_SUIT
    return Play(card, suit, may_call(state, seat))


def _by_rank_then_suit(card: Card) -> tuple[int, int]:
    return RANK[card], -BY_DEFAULT.index(SUIT[card])


def _most_held_suit(state: State, wild: Card) -> Suit:
    """The suit held most, without the wild card that is being played (EPU-R40, G-26)."""
    held = [SUIT[card] for card in state.hands[state.to_act]]
    held.remove(SUIT[wild])
    return max(BY_DEFAULT, key=held.count)
