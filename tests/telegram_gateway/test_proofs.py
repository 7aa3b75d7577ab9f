"""The proof of a match in its chat: who gets it when, and that it holds."""

import asyncio
import json

import pytest

from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_FINISHED, Table
from carteado.proof.file import read
from carteado.records.verify import verify
from carteado.telegram_gateway.handlers import proofs
from carteado.telegram_gateway.taps import Op, Tap
from carteado.telegram_sandbox.driver import Answer, SeenMessage
from tests.telegram_gateway.conftest import Evening, played_out, seen


async def over(evening: Evening) -> Table:
    """A match of Ana and Bia, played to its end."""
    return await played_out(evening, await evening.start(evening.bia))


async def checks(evening: Evening, table: Table) -> Answer:
    """Somebody taps the button under the result; the code is that of the table, which nobody need follow any more."""
    message = (await seen(evening, evening.caio))[-1].message_id
    data = Tap(table.code, 0, Op.PROOF).pack()
    answer = await evening.caio.tap_stale(evening.group, message, data)
    assert answer is not None
    await evening.house.settled()
    return answer


async def files(evening: Evening) -> list[SeenMessage]:
    return [one for one in await seen(evening, evening.davi) if one.file]


def name_of(table: Table) -> str:
    return f"eu-faco-{table.code}.json"


async def test_the_button_stands_under_the_result_and_nowhere_before(evening: Evening) -> None:
    table = await evening.start(evening.bia)
    labels = [b.label for one in await seen(evening, evening.davi) for b in one.buttons]
    assert not any("Conferir" in label for label in labels)
    await played_out(evening, table)
    [result] = [one for one in await seen(evening, evening.davi) if "ganha" in one.text]
    row = [button.label for button in result.buttons]
    assert row == ["🔁 Revanche", "🔎 Conferir", "🏆 Ranking"]


async def test_the_proof_holds_and_its_caption_says_who_sat_where_who_signed_and_how_to_check(
    evening: Evening,
) -> None:
    await evening.say(evening.bia, "/regras")
    table = await over(evening)
    answer = await evening.caio.tap(evening.group, "Conferir")
    await evening.house.settled()
    assert answer is not None
    assert (answer.is_alert, answer.text) == (False, f"Já vem: {name_of(table)}.")
    [sent] = await files(evening)
    assert sent.file is not None
    assert sent.file.name == name_of(table)
    text = (await evening.davi.file(evening.group, sent.message_id)).decode()
    verdict = verify(text)
    assert verdict.holds, verdict
    proof = read(text).proof
    assert proof.record == (await evening.house.tables.record(table.id)).record
    keys = await evening.house.tables.signing_keys()
    assert proof.key.id == keys[0].id
    for told in ("Lugar 1: Ana\nLugar 2: Bia\n", proof.key.id, f"carteado verify {name_of(table)}"):
        assert told in sent.text


async def test_it_is_sent_once_and_whoever_asks_again_is_told_its_name(evening: Evening) -> None:
    table = await over(evening)
    await checks(evening, table)
    again = await checks(evening, table)
    assert again.text.startswith(f"Já mandei, procure na conversa: {name_of(table)}.")
    assert len(await files(evening)) == 1


async def test_all_who_tap_at_once_get_one_file(evening: Evening) -> None:
    table = await over(evening)
    people = (evening.ana, evening.bia, evening.caio, evening.davi)
    await asyncio.gather(*(each.tap(evening.group, "Conferir") for each in people))
    await evening.house.settled()
    assert len(await files(evening)) == 1
    assert (await files(evening))[0].file is not None
    assert table.code in (await files(evening))[0].text


async def test_what_somebody_deleted_is_sent_again(evening: Evening) -> None:
    table = await over(evening)
    await checks(evening, table)
    world = evening.house.world
    chat = world.chats[evening.group.chat_id]
    [sent] = await files(evening)
    world.delete(chat, chat.messages[sent.message_id])
    assert "Se foi apagado, vem de novo" in (await checks(evening, table)).text
    [again] = await files(evening)
    assert again.message_id > sent.message_id


async def test_while_the_match_goes_on_or_was_closed_nothing_is_sent_whatever_is_tapped(
    evening: Evening,
) -> None:
    not_over = "A partida ainda não acabou."
    table = await evening.table()
    assert (await evening.tap(evening.ana, Op.PROOF)).text == not_over
    await evening.start(evening.bia)
    answer = await evening.tap(evening.ana, Op.PROOF)
    assert (answer.is_alert, answer.text) == (True, not_over)
    for person in (evening.ana, evening.bia):
        await evening.say(person, "/encerrar")
    assert (await checks(evening, table)).text == not_over
    calls = await evening.house.telegram.calls()
    assert not any(call.method == "sendDocument" for call in calls)


async def test_nobody_gets_it_in_private_or_in_another_group(evening: Evening) -> None:
    table = await over(evening)
    other = await evening.house.telegram.group("Outra", members=[evening.davi])
    await evening.davi.open_private()
    await evening.house.settled()
    data = Tap(table.code, 0, Op.PROOF).pack()
    for chat in (other, evening.davi.private):
        message = (await evening.davi.sees(chat))[-1].message_id
        await evening.davi.tap_stale(chat, message, data)
    await evening.house.settled()
    assert await files(evening) == []


async def test_a_name_is_nothing_but_a_name_in_the_caption_and_stands_nowhere_in_the_file(
    evening: Evening,
) -> None:
    eve = await evening.house.telegram.person("<i>Eve</i> & /sair")
    await eve.join(evening.group)
    table = await played_out(evening, await evening.start(eve))
    await checks(evening, table)
    [sent] = await files(evening)
    assert "Lugar 2: <i>Eve<" in sent.text
    assert {entity["type"] for entity in sent.entities} == {"bold", "code"}
    content = (await evening.davi.file(evening.group, sent.message_id)).decode()
    assert "Eve" not in content
    assert "telegram/" not in content
    assert str(evening.ana.id) not in content


async def test_a_record_that_is_far_too_long_is_not_sent(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await over(evening)
    monkeypatch.setattr(proofs, "MOST_CHARACTERS", 1000)
    answer = await checks(evening, table)
    assert (answer.is_alert, "grande demais" in answer.text) == (True, True)
    assert await files(evening) == []


async def test_what_was_added_to_the_shuffles_stands_in_the_file(evening: Evening) -> None:
    await evening.say(evening.ana, "/palpite uva")
    table = await over(evening)
    assert table.state == TABLE_STATE_FINISHED
    await checks(evening, table)
    [sent] = await files(evening)
    content = json.loads(await evening.davi.file(evening.group, sent.message_id))
    assert content["record"]["moves"][0]["action"]["deal"]["entropy"] == ["dXZh", ""]
