"""What people read of Eu Faço! at telling moments, held against texts that people have read."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.eu_faco.v1.eu_faco_pb2 import PlayedCard, SeatView, Trick
from carteado.api.game.v1 import game_pb2
from carteado.api.game.v1.game_pb2 import Placement
from carteado.api.ranking.v1.ranking_pb2 import RatedPlayer, RatingChange
from carteado.api.tables.v1 import tables_pb2
from carteado.api.tables.v1.tables_pb2 import Table
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.render import eu_faco, lobby, private, result, rules
from carteado.telegram_gateway.render.scene import Past, Scene, scene_of
from carteado.words import Words
from tests.telegram_gateway.render.eu_faco.scenes import Card, lobby_of, playing
from tests.telegram_gateway.render.golden import Moments, check_folder, check_moment
from tests.telegram_gateway.render.scenes import BOT, LANGUAGES
from tests.telegram_gateway.render.standings import rating

GOLDEN = Path(__file__).with_name("golden")
NAMES = ("Ana", "Bia & Zé", "Caio", "1")
BRONZE, SILVER, GOLD, DIAMOND = range(0, 40, 10)


def cards(*numbers: int) -> list[Card]:
    return [Card(number) for number in numbers]


def seat(
    lives: int, bid: int | None = None, taken: int = 0, left: int = 0, forehead: int = 0
) -> SeatView:
    return SeatView(
        lives=lives,
        bid=bid,
        taken=taken,
        cards_left=left,
        playing=lives > 0,
        forehead=Card(forehead),
    )


def played(*pairs: tuple[int, int], cancelled: Sequence[int] = ()) -> list[PlayedCard]:
    return [
        PlayedCard(seat=number, card=Card(card), cancelled=number in cancelled)
        for number, card in pairs
    ]


def table_of(
    ply: int, table: eu_faco_pb2.View, to_act: int | None = None, observer: int | None = None
) -> Table:
    """A match in play; between rounds where nobody is to act."""
    phase = game_pb2.PHASE_AWAITING_DEAL if to_act is None else game_pb2.PHASE_AWAITING_SEAT
    view = game_pb2.View(
        ply=ply,
        observer=game_pb2.Observer(seat=observer),
        phase=phase,
        to_act=to_act,
        options=game_pb2.Options(eu_faco=eu_faco_pb2.Options(lives=3)),
        eu_faco=table,
    )
    if observer is not None and observer == to_act:
        view.legal.append(game_pb2.Action())
    return playing(view, *NAMES)


FIRST_TRICK = Trick(
    cards=played(
        (1, SILVER + 10), (2, GOLD + 9), (3, BRONZE + 10), (0, SILVER + 4), cancelled=(1, 3)
    ),
    winner=2,
)
LAST_TRICK = Trick(
    cards=played((2, BRONZE + 7), (3, DIAMOND + 1), (0, GOLD + 1), (1, SILVER + 7)), winner=3
)


def counted_round() -> Table:
    """Two nailed it, one paid with a life, one is out."""
    view = eu_faco_pb2.View(
        round=2,
        hand_size=2,
        ceiling=9,
        dealer=0,
        leader=2,
        seats=[seat(3, 0), seat(0, 2), seat(2, 2, 1), seat(3, 1, 1)],
        trick=LAST_TRICK.cards,
        lit=3,
        tricks=[FIRST_TRICK, LAST_TRICK],
    )
    return table_of(14, view)


def bidding(observer: int | None = None) -> Table:
    """The third round: the last to speak finds a number locked."""
    own = cards(SILVER + 1, GOLD + 7, DIAMOND + 10) if observer == 2 else []
    view = eu_faco_pb2.View(
        round=3,
        hand_size=3,
        ceiling=10,
        dealer=2,
        leader=3,
        seats=[seat(3, 1, left=3), seat(0), seat(2, left=3), seat(3, 0, left=3)],
        locked_bid=2,
        hand=own,
    )
    return table_of(17, view, to_act=2, observer=observer)


def trick_on_the_table(observer: int | None = None) -> Table:
    """The second trick of three: one card is lit, two cancelled."""
    tricks = [Trick(cards=played((3, GOLD + 5), (0, BRONZE + 5), (2, SILVER + 1)), winner=2)]
    view = eu_faco_pb2.View(
        round=3,
        hand_size=3,
        ceiling=10,
        dealer=2,
        leader=2,
        seats=[seat(3, 1, left=2), seat(0), seat(2, 3, 1, left=1), seat(3, 0, left=1)],
        trick=played((2, DIAMOND + 10), (3, BRONZE + 6)),
        lit=2,
        hand=cards(BRONZE + 2, DIAMOND + 1) if observer == 0 else [],
        tricks=tricks,
    )
    return table_of(22, view, to_act=0, observer=observer)


def trick_has_ended() -> Table:
    """All cards of the first trick cancelled; the same seat leads again."""
    tricks = [
        Trick(cards=played((3, GOLD + 5), (0, BRONZE + 5), (2, SILVER + 5), cancelled=(0, 2, 3)))
    ]
    view = eu_faco_pb2.View(
        round=3,
        hand_size=3,
        ceiling=10,
        dealer=2,
        leader=3,
        seats=[seat(3, 1, left=2), seat(0), seat(2, 3, left=2), seat(3, 0, left=2)],
        tricks=tricks,
    )
    return table_of(20, view, to_act=3)


def forehead(observer: int | None = None) -> Table:
    """The first round, on the forehead; one has spoken."""
    foreheads = [BRONZE + 3, GOLD + 9, DIAMOND + 1, SILVER + 6]
    seats = [
        seat(
            3,
            0 if number == 1 else None,
            left=1,
            forehead=card if observer not in (None, number) else 0,
        )
        for number, card in enumerate(foreheads)
    ]
    view = eu_faco_pb2.View(
        round=1,
        hand_size=1,
        ceiling=9,
        dealer=0,
        leader=1,
        seats=seats,
        forehead=True,
        hand=cards(0) if observer is not None else [],
    )
    return table_of(2, view, to_act=2, observer=observer)


def tiebreak() -> Table:
    """The last two cancelled each other in the tie-break."""
    trick = played((2, GOLD + 3), (0, SILVER + 3), cancelled=(0, 2))
    seats = [seat(0), seat(0), seat(0), seat(0)]
    seats[0].playing = seats[2].playing = True
    view = eu_faco_pb2.View(
        round=9,
        hand_size=1,
        ceiling=10,
        dealer=0,
        leader=2,
        seats=seats,
        trick=trick,
        forehead=True,
        tiebreak=True,
        tricks=[Trick(cards=trick)],
    )
    return table_of(90, view)


def finished() -> Table:
    """A ranked match with a shared place, and one who left."""
    table = counted_round()
    table.state = tables_pb2.TABLE_STATE_FINISHED
    table.purpose = tables_pb2.PURPOSE_RANKED
    table.seats[0].left = True
    table.seats[0].controller = tables_pb2.CONTROLLER_RIVAL
    table.placements.extend(
        [
            Placement(seat=0, place=4, score=3),
            Placement(seat=1, place=2),
            Placement(seat=2, place=1, score=2),
            Placement(seat=3, place=2),
        ]
    )
    return table


CHANGES = (
    RatingChange(
        player=RatedPlayer(id="telegram/1", name="Bia & Zé"),
        place=2,
        before=rating(17.6),
        after=rating(16.2),
    ),
    RatingChange(
        player=RatedPlayer(id="telegram/2", name="Caio"),
        place=1,
        before=rating(9.8, 1),
        after=rating(14.1, 2),
    ),
)


def closed_lobby() -> Table:
    table = lobby_of("Ana")
    table.state = tables_pb2.TABLE_STATE_CLOSED
    return table


def ranked_lobby() -> Table:
    table = lobby_of("Ana", "Bia & Zé")
    table.purpose = tables_pb2.PURPOSE_RANKED
    return table


def later(table: Table, words: Words) -> Scene:
    """A table after a round that was counted."""
    return scene_of(table, words, Past(counted=counted_round()))


TITLE = "Turma do <Zé>"
MOMENTS: Moments = {
    "01_lobby_one": lambda words: lobby.lobby(lobby_of("Ana", seconds=0), words, bot=BOT),
    "02_lobby_with_rival": lambda words: lobby.lobby(
        lobby_of("Ana", "Bia & Zé", "1"), words, bot=BOT
    ),
    "03_lobby_ranked": lambda words: lobby.lobby(ranked_lobby(), words, bot=BOT),
    "04_lobby_closed": lambda words: lobby.lobby(closed_lobby(), words, bot=BOT),
    "05_board_forehead": lambda words: eu_faco.board(scene_of(forehead(), words)),
    "06_alert_forehead": lambda words: Message(eu_faco.alert(scene_of(forehead(2), words))),
    "07_hand_forehead": lambda words: eu_faco.hand(scene_of(forehead(2), words), TITLE),
    "08_board_bidding": lambda words: eu_faco.board(later(bidding(), words)),
    "09_hand_bidding": lambda words: eu_faco.hand(later(bidding(2), words), TITLE),
    "10_board_trick": lambda words: eu_faco.board(later(trick_on_the_table(), words)),
    "11_alert_trick": lambda words: Message(eu_faco.alert(scene_of(trick_on_the_table(0), words))),
    "12_hand_trick": lambda words: eu_faco.hand(scene_of(trick_on_the_table(0), words), TITLE),
    "13_board_cancelled": lambda words: eu_faco.board(scene_of(trick_has_ended(), words)),
    "14_counted": lambda words: eu_faco.counted(scene_of(counted_round(), words)),
    "15_counted_tiebreak": lambda words: eu_faco.counted(scene_of(tiebreak(), words)),
    "16_ended_early": lambda words: eu_faco.ended_early(scene_of(trick_on_the_table(), words)),
    "17_result_pending": lambda words: result.result(finished(), words, pending=True),
    "18_result": lambda words: result.result(finished(), words, changes=CHANGES),
    "19_hand_over": lambda words: private.over(scene_of(finished(), words), TITLE),
    "22_rules": lambda words: rules.page(eu_faco, words, 2),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_moment_of_a_match_reads_as_people_have_read_it(moment: str, language: str) -> None:
    check_moment(GOLDEN, moment, MOMENTS, language)


def test_no_text_is_kept_of_a_moment_of_a_match_that_is_no_more() -> None:
    check_folder(GOLDEN, MOMENTS)
