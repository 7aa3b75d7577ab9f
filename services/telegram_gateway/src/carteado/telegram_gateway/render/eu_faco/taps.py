"""What the buttons of Eu Faço! mean: promises and cards.

A button says which of the cards dealt, and from which ply on it was shown. That stays true for a whole round, however far the message lags behind; what
it means is decided from the table as it stands when the tap is handled.
"""

from collections.abc import Mapping

from carteado.api.eu_faco.v1.eu_faco_pb2 import Card
from carteado.api.game.v1.game_pb2 import Action, Bid, Play
from carteado.telegram_gateway.render.eu_faco import cards
from carteado.telegram_gateway.render.eu_faco.hands import dealt
from carteado.telegram_gateway.render.eu_faco.keyboard import Op
from carteado.telegram_gateway.render.eu_faco.state import shown
from carteado.telegram_gateway.render.game import Move
from carteado.telegram_gateway.render.scene import Scene
from carteado.telegram_gateway.render.turns import check_turn
from carteado.telegram_gateway.said import Said, Told


def done(scene: Scene, action: Action) -> str:
    """What is said of a promise, or of a card."""
    if action.HasField("bid"):
        return scene.words.count("bid_said", action.bid.tricks)
    return scene.words("played", card=cards.name(action.play.eu_faco, scene.words))


def _bid(scene: Scene, seat: int, tricks: int) -> Action:
    """Promises a number of tricks, once."""
    own = shown(scene).seats[seat]
    if own.HasField("bid"):
        raise Told(Said(scene.words.count("bid_done", own.bid)))
    check_turn(scene, seat)
    if shown(scene).HasField("locked_bid") and shown(scene).locked_bid == tricks:
        raise _locked(scene, tricks)
    return Action(bid=Bid(tricks=tricks))


def _slot(scene: Scene, seat: int, slot: int) -> Action:
    """Plays the n-th of the cards dealt, whose number has to be one."""
    held = dealt(scene.table.view)
    card = held[slot - 1] if 1 <= slot <= len(held) else None
    if card is None:
        raise Told(Said(scene.words("card_gone")))
    if card not in shown(scene).hand:
        named = cards.name(card, scene.words)
        raise Told(Said(scene.words("played_already", card=named)))
    check_turn(scene, seat)
    return Action(play=Play(eu_faco=Card.ValueType(card)))


def _no_bid(scene: Scene, seat: int, tricks: int) -> Action:
    """Says why the button of a locked number does nothing."""
    check_turn(scene, seat)
    raise _locked(scene, tricks)


def _locked(scene: Scene, tricks: int) -> Told:
    return Told(Said(scene.words("bid_locked", n=tricks), is_alert=True))


moves: Mapping[str, Move] = {Op.BID: _bid, Op.SLOT: _slot, Op.LOCKED: _no_bid}
