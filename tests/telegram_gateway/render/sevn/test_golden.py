"""What people read of SEVN at telling moments, held against texts that people have read."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from carteado.api.ranking.v1.ranking_pb2 import RatedPlayer, RatingChange
from carteado.api.tables.v1 import tables_pb2
from carteado.rules import sevn as rules_of_sevn
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.render import lobby, result, rules, sevn
from carteado.words import Words
from tests.rules.sevn.table import Table, dealt, running_out
from tests.telegram_gateway.render.golden import Moments, check_folder, check_moment
from tests.telegram_gateway.render.scenes import BOT, LANGUAGES
from tests.telegram_gateway.render.sevn.scenes import NAMES, Evening, lobby_of
from tests.telegram_gateway.render.standings import rating

GOLDEN = Path(__file__).with_name("golden")
TWELVE = (*NAMES, "Davi", "Eva", "Fábio", "Gil", "Hugo", "Inês", "João", "Lia")


def first_deal() -> Evening:
    """Two ballasts and a freeze were dealt; the ballasts are asked for first."""
    table = Table(4, starter=1)
    return Evening(table).then(table.deal("7 -4 freeze -2"))


def deal_decided() -> Evening:
    """One kept, one discarded; now the freeze is aimed."""
    evening = first_deal()
    table = evening.table
    return evening.then(table.keep(), table.discard())


def turns() -> Evening:
    """Somebody stopped, somebody drew, somebody busted; the next one may reach the target."""
    table = dealt(
        {0: "7 12", 1: "13 9 4", 2: "11 5", 3: "8"},
        extras={1: "x2 +4", 3: "heavy"},
        second=(3,),
        totals=(64, 120, 88, 232),
        turn=1,
    )
    return Evening(table).then(
        table.stop(), table.draw("11"), table.draw("10"), table.draw("3"), table.draw("8")
    )


def freeze() -> Evening:
    table = dealt({0: "7 12", 1: "13 9", 2: "11 5", 3: "8"}, extras={3: "+10"})
    return Evening(table).then(table.draw("freeze"))


def frozen() -> Evening:
    evening = freeze()
    return evening.then(evening.table.choose(1))


def three() -> Evening:
    """A draw of three that a ballast holds up, with an action in the queue."""
    table = dealt({0: "7 12", 1: "13 9", 2: "11 5", 3: "8"})
    evening = Evening(table).then(table.draw("three storm -6 4"))
    return evening.then(table.choose(2))


def three_to_the_end() -> Evening:
    """It brought a bust, which cancels what its target had queued."""
    table = dealt({0: "7 12", 1: "13 9", 2: "11 5", 3: "8"})
    evening = Evening(table).then(table.draw("three storm 6 5"))
    return evening.then(table.choose(2))


def storm() -> Evening:
    """A storm: one is saved, and a ballast holds it up before the last one draws."""
    table = dealt({0: "7 12", 1: "13 9", 2: "11 5", 3: "8"}, second=(1,))
    return Evening(table).then(table.draw("storm 6 9 -4 8"))


def storm_of_twelve() -> Evening:
    """All twelve draw: then two of the actions that came up wait for their turn."""
    rows = {seat: f"{seat + 1} 13" for seat in range(12)}
    table = dealt(rows, safe=(4,), options=rules_of_sevn.Options(target=500))
    names = "storm 12 11 three 5 13 freeze 8 +8 feather second 3"
    return Evening(table, TWELVE).then(table.draw(names))


def crossroads() -> Evening:
    """One of the cards would bust."""
    table = dealt({0: "7 12 3 4 5 6", 1: "13 9", 2: "11 5", 3: "8"})
    return Evening(table).then(table.draw("crossroads 12 freeze"))


def crossroads_saved() -> Evening:
    """Both are the same repeat, which a second chance would cancel."""
    table = dealt({0: "7 12", 1: "13 9", 2: "11 5", 3: "8"}, second=(0,))
    return Evening(table).then(table.draw("crossroads 12 12"))


def gift() -> Evening:
    table = dealt({0: "7 12", 1: "13 9", 2: "11 5", 3: "8"}, second=(0,), safe=(2,))
    return Evening(table).then(table.draw("second"))


def near() -> Evening:
    """Six values, and only this one seat is left in the round; it kept a ballast just now."""
    table = dealt(
        {0: "7 12 3 4", 1: "13 9", 2: "11 5", 3: "8"},
        safe=(1, 3),
        bust={2: "5"},
        totals=(230, 0, 0, 31),
    )
    evening = Evening(table).then(table.draw("6"), table.draw("-4"))
    return evening.then(table.keep())


def no_card_left() -> Evening:
    table = running_out(dealt({0: "7 12", 1: "13 9", 2: "11 5", 3: "8"}), "6")
    return Evening(table).then(table.draw("6"))


def reshuffled() -> Evening:
    table = running_out(dealt({0: "7 12", 1: "13 9", 2: "11 5", 3: "8"}), "", "6 2 10")
    return Evening(table).then(table.act(rules_of_sevn.Draw()))


def counted() -> Evening:
    """Doubled, with modifiers and bonuses; below zero; frozen; bust."""
    table = dealt(
        {0: "7 12", 1: "4 3 5 6", 2: "11 5", 3: "-4 -2 0"},
        extras={1: "x2 +4 straight feather", 3: "+2"},
        totals=(64, 20, 88, 31),
    )
    evening = Evening(table).then(table.draw("freeze"))
    evening.then(table.choose(0), table.stop(), table.draw("5"), table.stop())
    return evening


def next_round() -> Evening:
    """The first board after it tells how it went."""
    evening = counted().counts()
    return evening.then(evening.table.deal("10 11 straight 2"))


def counted_sevn() -> Evening:
    """The seventh value in a storm ends the round, and what waits comes to nothing."""
    table = dealt(
        {0: "7 12", 1: "13 10 11", 2: "0 1 2 3 4 5", 3: "8"},
        extras={1: "heavy +10"},
        totals=(0, 250, 1, 0),
    )
    return Evening(table).then(table.draw("storm freeze 9 6"))


def all_bust() -> Evening:
    table = dealt({0: "7", 1: "9", 2: "5", 3: "8"}, bust={1: "9", 2: "5", 3: "8"})
    return Evening(table).then(table.draw("7"))


def tied_lead() -> Evening:
    """Nobody has won while two have the same."""
    table = dealt({0: "7", 1: "9", 2: "5", 3: "8"}, safe=(1, 2, 3), totals=(245, 243, 0, 0))
    return Evening(table).then(table.stop())


def closed(words: Words) -> Message:
    scene = turns().told(words)
    scene.table.state = tables_pb2.TABLE_STATE_CLOSED
    return sevn.ended_early(scene)


def finished() -> tables_pb2.Table:
    """A ranked match, with one who left."""
    evening = counted_sevn()
    table = evening.seen()
    table.purpose = tables_pb2.PURPOSE_RANKED
    table.seats[0].left = True
    table.seats[0].controller = tables_pb2.CONTROLLER_RIVAL
    return table


CHANGES = (
    RatingChange(
        player=RatedPlayer(id="telegram/1", name="Bia & Zé"),
        place=1,
        before=rating(9.8, 1),
        after=rating(14.1, 2),
    ),
)


def chosen_lobby(target: int) -> tables_pb2.Table:
    table = lobby_of("Ana", "Bia & Zé", "1")
    table.options.sevn.target = target
    return table


def on_board(evening: Callable[[], Evening], words: Words) -> Message:
    return sevn.board(evening().told(words))


def when_counted(evening: Callable[[], Evening], words: Words) -> Message:
    return sevn.counted(evening().told(words))


def page(number: int, words: Words) -> Message:
    return rules.page(sevn, words, number)


MOMENTS: Moments = {
    "01_lobby": lambda words: lobby.lobby(lobby_of("Ana"), words, bot=BOT),
    "02_lobby_chosen": lambda words: lobby.lobby(chosen_lobby(500), words, bot=BOT),
    "03_board_deal": partial(on_board, first_deal),
    "04_board_deal_decided": partial(on_board, deal_decided),
    "05_board_turns": partial(on_board, turns),
    "06_board_freeze": partial(on_board, freeze),
    "07_board_frozen": partial(on_board, frozen),
    "08_board_three": partial(on_board, three),
    "09_board_three_to_the_end": partial(on_board, three_to_the_end),
    "10_board_storm": partial(on_board, storm),
    "11_board_storm_of_twelve": partial(on_board, storm_of_twelve),
    "12_board_crossroads": partial(on_board, crossroads),
    "13_board_crossroads_saved": partial(on_board, crossroads_saved),
    "14_board_gift": partial(on_board, gift),
    "15_board_near": partial(on_board, near),
    "16_board_no_card_left": partial(on_board, no_card_left),
    "17_board_reshuffled": partial(on_board, reshuffled),
    "18_counted": partial(when_counted, counted),
    "19_board_next_round": partial(on_board, next_round),
    "20_counted_sevn": partial(when_counted, counted_sevn),
    "21_counted_all_bust": partial(when_counted, all_bust),
    "22_counted_tied_lead": partial(when_counted, tied_lead),
    "23_ended_early": closed,
    "24_result": lambda words: result.result(finished(), words, changes=CHANGES),
    "25_alert": lambda words: Message(sevn.alert(turns().told(words, 0))),
    **{f"3{number}_rules": partial(page, number) for number in range(1, len(sevn.pages) + 1)},
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_moment_of_a_match_reads_as_people_have_read_it(moment: str, language: str) -> None:
    check_moment(GOLDEN, moment, MOMENTS, language)


def test_no_text_is_kept_of_a_moment_of_a_match_that_is_no_more() -> None:
    check_folder(GOLDEN, MOMENTS)
