"""What people read of Estou-por-uma at telling moments, held against texts that people have read."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from carteado.api.game.v1.game_pb2 import Placement
from carteado.api.tables.v1 import tables_pb2
from carteado.api.tables.v1.tables_pb2 import Table
from carteado.rules.estou_por_uma import Declare, Draw, Enforcement, Options, Pass, Play
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.render import estou_por_uma, lobby, private, result, rules
from carteado.telegram_gateway.render.scene import Scene, scene_of
from carteado.words import Words
from tests.rules.estou_por_uma.table import SUITS, card, laid
from tests.telegram_gateway.render.estou_por_uma.scenes import (
    Evening,
    Moment,
    laid_match,
    lobby_of,
)
from tests.telegram_gateway.render.golden import Moments, check_folder, check_moment
from tests.telegram_gateway.render.scenes import BOT, LANGUAGES

GOLDEN = Path(__file__).with_name("golden")
NAMES = ("Ana", "Bia & Zé", "Caio", "1")
ANA, BIA, CAIO, RIVAL = range(4)
TITLE = "Turma do <Zé>"
POINTS = {ANA: 35, BIA: 12, CAIO: 88, RIVAL: 70}
OTHERS = {BIA: "4H JS 6C", CAIO: "QC KS 2D", RIVAL: "KC QS 10H"}
"""What those hold who do not come to act."""


def play(name: str, suit: str = " ", *, call: bool = False) -> Play:
    return Play(card(name), SUITS.index(suit), call)


def evening_of(hands: dict[int, str], top: str, *done: Any, **more: Any) -> Evening:
    """A table after the seats to act have done all this; a declaration comes with who makes it."""
    evening = Evening(NAMES, laid_match(laid(hands, top, points=POINTS, **more)))
    for each in done:
        seat, action = each if isinstance(each, tuple) else (evening.match.state.to_act, each)
        evening.does(seat, action)
    return evening


def told(hands: dict[int, str], top: str, *done: Any, **more: Any) -> Moment:
    return evening_of(hands, top, *done, **more).stands()


def last_card() -> Evening:
    """Somebody goes out: one goes back to zero by it, one is out."""
    hands = {ANA: "5D", BIA: "4H JS", CAIO: "QC", RIVAL: "KC QS 10H"}
    return evening_of(hands, "5H", play("5D"))


def turned() -> Moment:
    """A king, and an eight that names another suit."""
    hands = {ANA: "KC 3C 9S", BIA: "2H 7C 8D 8S KS KS", CAIO: "8C QC 4D", RIVAL: "2C 6H 9D"}
    return told(hands, "KH", play("KC"), play("2C"), play("8C", "H"))


def hit() -> Moment:
    """A card that did not help, one that did, a nine and an ace."""
    hands = {ANA: "3C 9S", BIA: "3H 9H 2S", CAIO: "9H AD QC", RIVAL: "AH 6H 9C"}
    done = (Draw(), play("9H"), play("9H"), play("AH"))
    return told({**hands, ANA: "3C 9S 4S"}, "5H", *done, stock="KD 2C 3D 4D 6D 10D JD QD")


def stacked() -> Moment:
    """Two sevens, the second of them cursed."""
    hands = {ANA: "5D 3C 9S", BIA: "7D 9D 4H", CAIO: "7D AD QC", RIVAL: "2C 6H 7S 7H"}
    return told(hands, "5H", play("5D"), play("7D"), play("7D"))


def taken() -> Moment:
    """A seven that may not be answered."""
    hands = {ANA: "7D 3C 9S", BIA: "7H 9D", CAIO: "AD QC", RIVAL: "2C 6H"}
    return told(hands, "5D", play("7D"), options=Options(no_stacking=True))


def last_but_one() -> Moment:
    """Somebody holds two cards, one of them wild, and both fit."""
    return told({ANA: "8D 7C", **OTHERS}, "7H")


def penultimate_where_players_watch() -> Moment:
    catch = Options(enforcement=Enforcement.CATCH)
    return told({ANA: "7C 2S", **OTHERS}, "7H", options=catch)


def nothing_fits() -> Moment:
    return told({ANA: "3C KC 2S", **OTHERS}, "5H")


def bought(*, may_keep: bool = False) -> Moment:
    """Somebody bought a card that fits."""
    options = Options(may_keep_drawn=may_keep)
    return told({ANA: "3C KC 2S", **OTHERS}, "5H", Draw(), stock="9H 2C 3C", options=options)


def silent(*done: Any) -> Moment:
    """Somebody is down to a card and has not said so."""
    catch = Options(enforcement=Enforcement.CATCH)
    return told({ANA: "5D 3C", **OTHERS}, "5H", play("5D"), *done, options=catch)


def forgotten() -> Moment:
    """The table watches: the cards come at once."""
    return told({ANA: "5D 3C", **OTHERS}, "5H", play("5D"))


def called() -> Moment:
    return told({ANA: "5D 3C", **OTHERS}, "5H", play("5D", call=True))


def kept() -> Moment:
    """A card that fits is kept; then the discards become the stock, in the middle of a stack."""
    hands = {ANA: "3C KC 2S", BIA: "7H JS 6C", CAIO: "QC KS 2D", RIVAL: "KC QS 10H"}
    keeping = Options(may_keep_drawn=True)
    done = (Draw(), Pass(), play("7H"), Draw())
    return told(hands, "5H", *done, stock="9H 2C", under="4S 4C 4D", options=keeping)


def many(turn: int) -> Moment:
    """More cards than an alert has room for."""
    held = "2C 2C 3C 4C 5C 6C 9C 10C JC 2D 3D 4D 5D 6D 9D 10D JD QD AH 5H 9H 3S 4S 6S 10S JS"
    return told({ANA: held, **OTHERS}, "KH", turn=turn)


def blocked() -> Moment:
    """Nobody has anything to play, and there is nothing to buy."""
    hands = {ANA: "3C", BIA: "4C 6C", CAIO: "QC", RIVAL: "2D"}
    return told(hands, "5H", Draw(), Draw(), Draw(), Draw(), stock="")


def varied_lobby(words: Words) -> Table:
    """Everything that may be chosen is."""
    table = lobby_of("Ana", "Bia & Zé")
    for choice in estou_por_uma.choices.values():
        assert choice(table.options, words.of("estou_por_uma"))
    return table


def ranked_lobby() -> Table:
    table = lobby_of("Ana", "Bia & Zé")
    table.purpose = tables_pb2.PURPOSE_RANKED
    return table


def finished() -> Table:
    """A match with a shared place, and one who left."""
    table = last_card().stands().public
    table.state = tables_pb2.TABLE_STATE_FINISHED
    table.seats[CAIO].left = True
    table.seats[CAIO].controller = tables_pb2.CONTROLLER_RIVAL
    scores = {ANA: (1, 35), BIA: (2, 101), RIVAL: (2, 101), CAIO: (4, 0)}
    for seat, (place, score) in scores.items():
        table.placements.append(Placement(seat=seat, place=place, score=score))
    return table


def closed(moment: Moment) -> Table:
    table = tables_pb2.Table()
    table.CopyFrom(moment.public)
    table.state = tables_pb2.TABLE_STATE_CLOSED
    return table


def unseen(moment: Moment) -> Table:
    """A count that nobody looked on at."""
    table = tables_pb2.Table()
    table.CopyFrom(moment.public)
    del table.view.events[:]
    return table


def board(moment: Moment, words: Words) -> Message:
    return estou_por_uma.board(public(moment, words))


def public(moment: Moment, words: Words) -> Scene:
    return scene_of(moment.public, words, moment.past)


def own(moment: Moment, words: Words, seat: int = ANA) -> Scene:
    return scene_of(moment.own[seat], words, moment.past)


def alert(moment: Moment, words: Words, seat: int = ANA) -> Message:
    return Message(estou_por_uma.alert(own(moment, words, seat)))


def hand(moment: Moment, words: Words, seat: int = ANA) -> Message:
    return estou_por_uma.hand(own(moment, words, seat), TITLE)


def counted(moment: Moment, words: Words) -> Message:
    return estou_por_uma.counted(public(moment, words))


def rules_page(words: Words, number: int) -> Message:
    return rules.page(estou_por_uma, words, number)


MOMENTS: Moments = {
    "01_lobby": lambda words: lobby.lobby(ranked_lobby(), words, bot=BOT),
    "02_lobby_varied": lambda words: lobby.lobby(varied_lobby(words), words, bot=BOT),
    "03_board_fresh": lambda words: board(last_card().deals(), words),
    "04_board_turned": partial(board, turned()),
    "05_board_hit": partial(board, hit()),
    "06_board_stack": partial(board, stacked()),
    "07_board_take": partial(board, taken()),
    "08_board_last_but_one": partial(board, last_but_one()),
    "09_board_bought": partial(board, bought()),
    "10_board_bought_may_keep": partial(board, bought(may_keep=True)),
    "11_board_silent": partial(board, silent()),
    "12_board_caught": partial(board, silent((CAIO, Declare(ANA)))),
    "13_board_called_late": partial(board, silent((ANA, Declare()))),
    "14_board_forgotten": partial(board, forgotten()),
    "15_board_called": partial(board, called()),
    "16_board_kept": partial(board, kept()),
    "20_alert_waiting": partial(alert, turned(), seat=CAIO),
    "21_alert_turn": partial(alert, turned(), seat=BIA),
    "22_alert_stack": partial(alert, stacked(), seat=RIVAL),
    "23_alert_take": partial(alert, taken(), seat=BIA),
    "24_alert_nothing_fits": partial(alert, nothing_fits()),
    "25_alert_many": partial(alert, many(turn=ANA)),
    "26_alert_many_waiting": partial(alert, many(turn=BIA)),
    "30_hand_turn": partial(hand, turned(), seat=BIA),
    "31_hand_waiting": partial(hand, turned(), seat=CAIO),
    "32_hand_stack": partial(hand, stacked(), seat=RIVAL),
    "33_hand_take": partial(hand, taken(), seat=BIA),
    "34_hand_last_but_one": partial(hand, last_but_one()),
    "35_hand_players_watch": partial(hand, penultimate_where_players_watch()),
    "36_hand_nothing_fits": partial(hand, nothing_fits()),
    "37_hand_bought": partial(hand, bought()),
    "38_hand_bought_may_keep": partial(hand, bought(may_keep=True)),
    "39_hand_accuses": partial(hand, silent(), seat=CAIO),
    "40_hand_calls_late": partial(hand, silent()),
    "41_hand_counted": lambda words: hand(last_card().stands(), words, BIA),
    "50_counted": lambda words: counted(last_card().stands(), words),
    "51_counted_blocked": partial(counted, blocked()),
    "52_counted_unseen": lambda words: estou_por_uma.counted(scene_of(unseen(blocked()), words)),
    "53_ended_early": lambda words: estou_por_uma.ended_early(scene_of(closed(stacked()), words)),
    "54_result": lambda words: result.result(finished(), words),
    "55_hand_watching": lambda words: private.watching(own(turned(), words), TITLE),
    **{
        f"6{number}_rules": partial(rules_page, number=number)
        for number in range(1, len(estou_por_uma.pages) + 1)
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_moment_of_a_match_reads_as_people_have_read_it(moment: str, language: str) -> None:
    check_moment(GOLDEN, moment, MOMENTS, language)


def test_no_text_is_kept_of_a_moment_of_a_match_that_is_no_more() -> None:
    check_folder(GOLDEN, MOMENTS)
