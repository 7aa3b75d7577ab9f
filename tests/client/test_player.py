"""A program that plays a seat."""

from typing import TYPE_CHECKING, Any

import grpc
import pytest

from carteado.api.estou_por_uma.v1 import estou_por_uma_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.game.v1.game_pb2 import Action, View
from carteado.api.tables.v1 import tables_pb2
from carteado.client import Client, Refusal, play

if TYPE_CHECKING:
    from tests.client.conftest import Fault, Script

ME = "demo/ana"
MOVED = grpc.StatusCode.ABORTED
REFUSED = grpc.StatusCode.FAILED_PRECONDITION


def bid(tricks: int) -> Action:
    return Action(bid=game_pb2.Bid(tricks=tricks))


def table(version: int, ply: int, *legal: Action, over: bool = False) -> tables_pb2.Table:
    state = tables_pb2.TABLE_STATE_FINISHED if over else tables_pb2.TABLE_STATE_PLAYING
    view = View(ply=ply, legal=legal)
    return tables_pb2.Table(id="t1", version=version, state=state, view=view)


def changes(*tables: tables_pb2.Table) -> list[tables_pb2.WatchTableResponse]:
    return [tables_pb2.WatchTableResponse(version=each.version, table=each) for each in tables]


def first(view: View) -> Action:
    return view.legal[0]


async def test_a_player_acts_whenever_it_may(script: "Script", client: Client) -> None:
    script.then(
        "WatchTable",
        [
            *changes(
                table(1, 0),
                table(2, 1, bid(1), bid(0)),
                table(3, 2),
                table(4, 3, bid(2)),
                table(5, 4, over=True),
            )
        ],
    )
    script.then("Act", tables_pb2.ActResponse(), tables_pb2.ActResponse())
    last = await play(client, "K7F3Q", ME, first)
    assert last.version == 5
    calls = script.calls["Act"]
    assert [(call.table, call.player_id) for call in calls] == [("t1", ME)] * 2
    assert [(call.ply, call.action.bid.tricks) for call in calls] == [(1, 1), (3, 2)]


async def test_a_player_may_take_its_time_to_decide(script: "Script", client: Client) -> None:
    async def think(view: View) -> Action:
        return view.legal[-1]

    script.then("WatchTable", [*changes(table(1, 1, bid(0), bid(1)), table(2, 2, over=True))])
    script.then("Act", tables_pb2.ActResponse())
    await play(client, "t1", ME, think)
    assert script.calls["Act"][0].action == bid(1)


async def test_a_decision_is_answered_once_however_often_it_is_seen(
    script: "Script", client: Client
) -> None:
    seen = changes(table(1, 1, bid(0)), table(2, 1, bid(0)), table(3, 2, over=True))
    script.then("WatchTable", [*seen])
    script.then("Act", tables_pb2.ActResponse())
    await play(client, "t1", ME, first)
    assert len(script.calls["Act"]) == 1


async def test_a_player_may_let_something_pass(script: "Script", client: Client) -> None:
    script.then("WatchTable", [*changes(table(1, 1, bid(0)), table(2, 2, over=True))])
    await play(client, "t1", ME, lambda _view: None)
    assert not script.calls["Act"]


async def test_a_decision_that_was_closed_is_read_over(
    script: "Script", client: Client, fault: "type[Fault]"
) -> None:
    seen = changes(table(1, 1, bid(0)), table(2, 2, bid(1)), table(3, 3, over=True))
    script.then("WatchTable", [*seen])
    script.then("Act", fault(MOVED, "PLY_CLOSED"), tables_pb2.ActResponse())
    script.then("GetTable", tables_pb2.GetTableResponse(table=table(2, 2, bid(1))))
    assert (await play(client, "t1", ME, first)).version == 3
    assert [call.ply for call in script.calls["Act"]] == [1, 2]


async def test_a_table_too_busy_to_listen_is_told_again(
    script: "Script", client: Client, fault: "type[Fault]"
) -> None:
    script.then("WatchTable", [*changes(table(1, 1, bid(0)), table(2, 2, over=True))])
    script.then("Act", fault(MOVED, "TABLE_BUSY"), tables_pb2.ActResponse())
    script.then("GetTable", tables_pb2.GetTableResponse(table=table(2, 1, bid(0), bid(1))))
    await play(client, "t1", ME, lambda view: view.legal[-1])
    assert [call.action for call in script.calls["Act"]] == [bid(0), bid(1)]


async def test_a_refusal_after_a_lost_race_is_read_over(
    script: "Script", client: Client, fault: "type[Fault]"
) -> None:
    script.then("WatchTable", [*changes(table(1, 1, bid(0)), table(2, 3, over=True))])
    script.then("Act", fault(REFUSED, "NOT_YOUR_TURN"))
    script.then("GetTable", tables_pb2.GetTableResponse(table=table(2, 2)))
    assert (await play(client, "t1", ME, first)).version == 2


async def test_a_refusal_of_a_decision_that_is_still_open_is_raised(
    script: "Script", client: Client, fault: "type[Fault]"
) -> None:
    script.then("WatchTable", [*changes(table(1, 1, bid(0)), table(3, 3, over=True))])
    script.then("Act", fault(REFUSED, "BID_LOCKED"))
    script.then("GetTable", tables_pb2.GetTableResponse(table=table(1, 1, bid(0))))
    with pytest.raises(Refusal, match="BID_LOCKED"):
        await play(client, "t1", ME, first)


CLUBS_8 = game_pb2.Play(
    estou_por_uma=estou_por_uma_pb2.CARD_CLUBS_8,
    suit=estou_por_uma_pb2.SUIT_HEARTS,
    estou_por_uma_call=True,
)
PASS: Any = {"pass": game_pb2.Pass()}
ACCUSATION = Action(declare=game_pb2.Declare(accused=2))


@pytest.mark.parametrize(
    "action",
    [
        bid(0),
        Action(play=CLUBS_8),
        Action(draw=game_pb2.Draw()),
        Action(**PASS),
        Action(choose=game_pb2.Choose(seat=0)),
        Action(choose=game_pb2.Choose(keep=False)),
        Action(declare=game_pb2.Declare()),
        ACCUSATION,
    ],
    ids=lambda action: action.WhichOneof("verb"),
)
async def test_a_player_of_any_game_does_what_the_view_lists(
    script: "Script", client: Client, action: Action
) -> None:
    script.then("WatchTable", [*changes(table(1, 7, action), table(2, 8, over=True))])
    script.then("Act", tables_pb2.ActResponse())
    await play(client, "t1", ME, first)
    assert [(call.ply, call.action) for call in script.calls["Act"]] == [(7, action)]


async def test_a_player_decides_again_when_somebody_spoke_out_of_turn(
    script: "Script", client: Client, fault: "type[Fault]"
) -> None:
    """Estou-por-uma: an accusation closes the ply of whoever was about to play (EPU-R27)."""
    draw = Action(draw=game_pb2.Draw())
    seen = changes(table(1, 5, draw, ACCUSATION), table(2, 6, draw), table(3, 7, over=True))
    script.then("WatchTable", [*seen])
    script.then("Act", fault(MOVED, "PLY_CLOSED"), tables_pb2.ActResponse())
    script.then("GetTable", tables_pb2.GetTableResponse(table=table(2, 6, draw)))
    await play(client, "t1", ME, first)
    assert [(call.ply, call.action) for call in script.calls["Act"]] == [(5, draw), (6, draw)]


async def test_who_accuses_too_late_goes_on_watching(
    script: "Script", client: Client, fault: "type[Fault]"
) -> None:
    """Of two who accuse at once the second one finds the seat caught, and nothing to decide."""
    script.then(
        "WatchTable", [*changes(table(1, 5, ACCUSATION), table(2, 6), table(3, 7, over=True))]
    )
    script.then("Act", fault(MOVED, "PLY_CLOSED"))
    script.then("GetTable", tables_pb2.GetTableResponse(table=table(2, 6)))
    assert (await play(client, "t1", ME, first)).version == 3
    assert len(script.calls["Act"]) == 1
