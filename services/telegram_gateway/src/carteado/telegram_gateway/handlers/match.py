"""During the match: the hand, promises and cards."""

from collections.abc import Callable

from carteado.api.eu_faco.v1.eu_faco_pb2 import Card
from carteado.api.game.v1.game_pb2 import PHASE_AWAITING_SEAT, Action, Bid, Play, View
from carteado.api.tables.v1.tables_pb2 import (
    TABLE_STATE_LOBBY,
    TABLE_STATE_PLAYING,
    Seat,
    Table,
)
from carteado.client import TableMoved
from carteado.telegram_gateway.company import Company
from carteado.telegram_gateway.handlers.asking import Asked, Said, Told, request_id
from carteado.telegram_gateway.handlers.seats import seat_of
from carteado.telegram_gateway.people import player_id
from carteado.telegram_gateway.render import cards, hand, names

ATTEMPTS = 3
"""How often a move is decided anew where the table moved on in between."""

Choose = Callable[[Asked, Table, Seat], Action]
"""What a tap means at a table as it stands; raises Told where it means nothing any more."""


class Match:
    """The buttons of a match.

    A button says which of the cards dealt, and from which ply on it was shown. That stays true for a whole round, however far
    the message lags behind; what it means is decided from the table as it stands when the tap is handled.
    """

    def __init__(self, company: Company) -> None:
        self._tables = company.tables

    async def hand(self, asked: Asked) -> Said:
        """The hand, to its player alone."""
        table, _ = await self._playing(asked)
        return Said(hand.alert(table, asked.words), is_alert=True)

    async def bid(self, asked: Asked) -> Said:
        """Promises a number of tricks."""
        await self._act(asked, _bid)
        return Said(asked.words.count("bid_said", asked.tap.arg))

    async def slot(self, asked: Asked) -> Said:
        """Plays the n-th of the cards dealt."""
        action = await self._act(asked, _play)
        return Said(asked.words("played", card=cards.name(action.play.eu_faco, asked.words)))

    async def dead(self, asked: Asked) -> Said:
        """Says why a button does nothing."""
        table, seat = await self._playing(asked)
        if table.view.to_act != seat.seat:
            return Said(_not_your_turn(asked, table))
        return Said(asked.words("bid_locked", n=asked.tap.arg), is_alert=True)

    async def _act(self, asked: Asked, choose: Choose) -> Action:
        """Decides and acts, once more where the table moved on in between; the same update never acts twice at one ply."""
        for _ in range(ATTEMPTS):
            table, seat = await self._playing(asked)
            if asked.tap.ply < dealt_at(table.view):
                break
            action = choose(asked, table, seat)
            ply = table.view.ply
            try:
                await self._tables.act(
                    table.id,
                    player_id(asked.person.key),
                    ply,
                    action,
                    request_id=request_id(asked.update_id, ply),
                )
            except TableMoved:
                continue
            return action
        raise Told(Said(asked.words("table_moved")))

    async def _playing(self, asked: Asked) -> tuple[Table, Seat]:
        """The table as the person sees it, and the person's seat."""
        own = player_id(asked.person.key)
        table = await self._tables.get_table(asked.hosted.table_id, own)
        if table.state == TABLE_STATE_LOBBY:
            raise Told(Said(asked.words("no_hand_now")))
        if table.state != TABLE_STATE_PLAYING:
            raise Told(Said(asked.words("table_over")))
        seat = seat_of(table, asked.person)
        if seat is None:
            raise Told(Said(asked.words("not_seated"), is_alert=True))
        return table, seat


def dealt_at(view: View) -> int:
    """The ply right after the deal of the round: what was shown from then on is about this round."""
    table = view.eu_faco
    bids = sum(seat.HasField("bid") for seat in table.seats)
    on_table = len(table.trick) if view.phase == PHASE_AWAITING_SEAT else 0
    return view.ply - bids - sum(len(trick.cards) for trick in table.tricks) - on_table


def _bid(asked: Asked, table: Table, seat: Seat) -> Action:
    own = table.view.eu_faco.seats[seat.seat]
    if own.HasField("bid"):
        raise Told(Said(asked.words.count("bid_done", own.bid)))
    _check_turn(asked, table, seat)
    if table.view.eu_faco.HasField("locked_bid") and table.view.eu_faco.locked_bid == asked.tap.arg:
        raise Told(Said(asked.words("bid_locked", n=asked.tap.arg), is_alert=True))
    return Action(bid=Bid(tricks=asked.tap.arg))


def _play(asked: Asked, table: Table, seat: Seat) -> Action:
    dealt = hand.dealt(table.view)
    place = asked.tap.arg - 1
    card = dealt[place] if 0 <= place < len(dealt) else None
    if card is None:
        raise Told(Said(asked.words("card_gone")))
    if card not in table.view.eu_faco.hand:
        raise Told(Said(asked.words("played_already", card=cards.name(card, asked.words))))
    _check_turn(asked, table, seat)
    return Action(play=Play(eu_faco=Card.ValueType(card)))


def _check_turn(asked: Asked, table: Table, seat: Seat) -> None:
    if table.view.to_act != seat.seat or table.view.phase != PHASE_AWAITING_SEAT:
        raise Told(Said(_not_your_turn(asked, table)))


def _not_your_turn(asked: Asked, table: Table) -> str:
    player = table.seats[table.view.to_act].player
    return asked.words("not_your_turn", name=names.plain(player, asked.words))
