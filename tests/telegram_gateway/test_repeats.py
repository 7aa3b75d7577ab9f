"""An update that is handled again, as after a kill between what tables did and its being noted: whatever was done is done once."""

import sqlite3
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from carteado.api.game.v1.game_pb2 import PHASE_AWAITING_SEAT, Action, Bid
from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_PLAYING, Table
from carteado.client import Client, InvalidRequest, TableMoved
from carteado.telegram_gateway.handlers.asking import Asked, is_done
from carteado.telegram_gateway.handlers.match import Match
from carteado.telegram_gateway.people import key_of
from carteado.telegram_gateway.render.estou_por_uma.keyboard import Op as EstouPorUma
from carteado.telegram_gateway.render.eu_faco.keyboard import Op as EuFaco
from carteado.telegram_gateway.store import Hosted
from carteado.telegram_gateway.taps import Op, Tap
from carteado.telegram_sandbox.driver import Person
from tests.telegram_gateway.conftest import Evening
from tests.telegram_gateway.render.scenes import words_in


async def newest(evening: Evening) -> int:
    """The number of the newest update."""
    return int((await evening.house.telegram.updates())[-1]["update_id"])


async def handled_again(evening: Evening, folder: Path, update_id: int) -> str | None:
    """Has an update handled as if nothing had ever been noted of it; gives what is said to it."""
    with sqlite3.connect(folder / "gateway.sqlite") as store:
        rows = store.execute("DELETE FROM updates WHERE update_id = ?", (update_id,))
        assert rows.rowcount == 1
    before = len(await evening.house.telegram.calls())
    await evening.house.telegram.redeliver(update_id)
    await evening.house.settled()
    calls = (await evening.house.telegram.calls())[before:]
    [answer] = [call for call in calls if call.method == "answerCallbackQuery"]
    return answer.parameters.get("text")


async def until_it_must_draw(evening: Evening, table: Table, name: str = "") -> tuple[Table, str]:
    """Everybody does what the table would do for them, until somebody, or this one, can do nothing but buy a card."""
    tables = evening.house.tables
    while table.state == TABLE_STATE_PLAYING:
        if table.view.phase == PHASE_AWAITING_SEAT:
            player = table.seats[table.view.to_act].player
            view = (await tables.get_table(table.id, player.id)).view
            draws = any(each.HasField("draw") for each in view.legal)
            if draws and not view.estou_por_uma.pending_draw and name in {"", player.name}:
                await evening.house.settled()
                return table, player.name
            await tables.act(table.id, player.id, view.ply, view.default_action)
        table = await tables.get_table(table.id)
    raise AssertionError("nobody ever draws")


def named(evening: Evening, name: str) -> Person:
    return {"Ana": evening.ana, "Bia": evening.bia}[name]


async def bought(evening: Evening, person: Person) -> None:
    await evening.tap(person, Op.HAND)
    assert "comprou" in (await evening.tap(person, EstouPorUma.DRAW)).text.lower()


async def test_a_tap_that_is_handled_again_at_a_later_ply_acts_once_and_says_nothing(
    evening: Evening, tmp_path: Path
) -> None:
    await evening.say(evening.ana, "/encerrar")
    await evening.say(evening.ana, "/estouporuma")
    table, name = await until_it_must_draw(evening, await evening.start(evening.bia))
    await bought(evening, named(evening, name))
    tap = await newest(evening)
    table, _ = await until_it_must_draw(evening, await evening.table(), name)
    await evening.tap(named(evening, name), Op.HAND)
    assert await handled_again(evening, tmp_path, tap) is None
    assert (await evening.table()).version == table.version


async def test_a_tap_of_the_lobby_that_is_handled_again_changes_nothing_more(
    evening: Evening, tmp_path: Path
) -> None:
    await evening.tap(evening.ana, Op.CLOCK)
    before = await evening.table()
    assert await handled_again(evening, tmp_path, await newest(evening)) is None
    assert (await evening.table()).version == before.version


class TooEarly:
    """Tables, for somebody who looked a moment before the table moved on."""

    def __init__(self, tables: Client) -> None:
        self._tables = tables
        self.act = tables.act
        self.looks = 0

    async def get_table(self, table: str, player_id: str) -> Table:
        seen = await self._tables.get_table(table, player_id)
        self.looks += 1
        seen.view.ply -= self.looks == 1
        return seen


async def test_a_move_that_was_too_early_is_decided_anew_under_the_same_identifier(
    evening: Evening,
) -> None:
    table = await evening.start(evening.bia)
    to_act = table.seats[table.view.to_act].player
    person = await evening.house.gateway.company.store.person(key_of(to_act.id))
    assert person is not None
    tables = TooEarly(evening.house.tables)
    company: Any = SimpleNamespace(tables=tables)
    tap = Tap(table.code, table.view.ply, EuFaco.BID, 0)
    hosted = Hosted(table.id, table.code, evening.group.chat_id)
    said = await Match(company).move(Asked(10**9, tap, person, hosted, words_in("pt_BR")))
    assert said.text != words_in("pt_BR")("table_moved")
    after = await evening.house.tables.get_table(table.id)
    assert (tables.looks, after.view.ply) == (2, table.view.ply + 1)


async def test_tables_keeps_no_refusal_and_does_one_thing_for_each_identifier(
    evening: Evening,
) -> None:
    table = await evening.start(evening.bia)
    tables, ply = evening.house.tables, table.view.ply
    player = table.seats[table.view.to_act].player.id
    bid = Action(bid=Bid(tricks=0))
    with pytest.raises(TableMoved):
        await tables.act(table.id, player, ply - 1, bid, request_id="update-1")
    done = await tables.act(table.id, player, ply, bid, request_id="update-1")
    assert not done.repeated_call
    again = await tables.act(table.id, player, ply, bid, request_id="update-1")
    assert again.repeated_call
    with pytest.raises(InvalidRequest) as caught:
        await tables.act(table.id, player, ply + 1, bid, request_id="update-1")
    assert is_done(caught.value)
