"""Guesses: what people add to the shuffles, by reply and by command, until the match starts."""

import pytest

from carteado.api.tables.v1.tables_pb2 import Table
from carteado.telegram_gateway.render.guess import BYTES
from carteado.telegram_gateway.taps import Op
from carteado.telegram_sandbox import shapes
from carteado.telegram_sandbox.driver import NotPossible, Person, SeenMessage
from tests.telegram_gateway.conftest import Evening, seen

DIE = "🎲"
IN = "está no embaralhamento"


async def asked(evening: Evening, person: Person) -> str:
    """What stands in the field of the reply that somebody's client has opened; empty where it has none."""
    return next((one.asks for one in await person.sees(evening.group) if one.asks), "")


async def replies(evening: Evening, person: Person, text: str, *, to: int | None = None) -> str:
    """A reply, and the newest message then."""
    await person.reply(evening.group, text, to=to)
    await evening.house.settled()
    return (await seen(evening, evening.davi))[-1].text


async def guesses(evening: Evening, person: Person, text: str) -> str:
    await evening.tap(person, Op.GUESS)
    return await replies(evening, person, text)


async def added(evening: Evening) -> list[str]:
    """What was added to the shuffles, by seat, from the record of the table once its first round is counted."""
    tables = evening.house.tables
    table = await evening.table()
    await evening.tap(evening.ana, Op.START)
    while not (record := (await tables.record(table.id)).record).moves:
        table = await acted(evening, table)
    return [each.decode() for each in record.moves[0].action.deal.entropy]


async def acted(evening: Evening, table: Table) -> Table:
    """Whoever's turn it is does what the table would do."""
    table = await evening.house.tables.get_table(table.id)
    player = table.seats[table.view.to_act].player.id
    view = (await evening.house.tables.get_table(table.id, player)).view
    if view.legal:
        await evening.house.tables.act(table.id, player, view.ply, view.default_action)
    await evening.house.settled()
    return table


async def lobby(evening: Evening) -> SeenMessage:
    """The message of the lobby."""
    return next(one for one in await seen(evening, evening.davi) if "abriu a mesa" in one.text)


async def with_die(evening: Evening) -> list[str]:
    """Beside whose names a die stands in the lobby."""
    lines = (await lobby(evening)).text.splitlines()
    return [line.split()[1] for line in lines if line.endswith(DIE)]


async def test_a_tap_asks_whoever_sits_there_by_name_and_nobody_else(evening: Evening) -> None:
    await evening.seat(evening.bia)
    answer = await evening.tap(evening.bia, Op.GUESS)
    assert (answer.is_alert, "resposta" in answer.text) == (False, True)
    question = (await seen(evening, evening.ana))[-1]
    assert "Bia, qual é o seu palpite?" in question.text
    assert "ninguém, nem a casa, muda as cartas" in question.text
    assert await asked(evening, evening.bia) == "Uma palavra, um número, o que quiser"
    assert await asked(evening, evening.ana) == ""


async def test_what_everybody_replies_goes_into_the_first_deal_the_hosts_too(
    evening: Evening,
) -> None:
    await evening.seat(evening.bia, evening.caio)
    assert IN in await guesses(evening, evening.bia, "banana da terra")
    assert IN in await guesses(evening, evening.ana, "  7 é o número ")
    assert await added(evening) == ["7 é o número", "banana da terra", ""]


async def test_the_lobby_shows_who_has_given_one(evening: Evening) -> None:
    await evening.seat(evening.bia, evening.caio)
    assert await with_die(evening) == []
    await guesses(evening, evening.bia, "banana")
    assert await with_die(evening) == ["Bia"]
    await guesses(evening, evening.ana, "uva")
    assert await with_die(evening) == ["Ana", "Bia"]


async def test_the_answer_stands_in_the_stead_of_the_question(evening: Evening) -> None:
    await evening.seat(evening.bia)
    before = len(await seen(evening, evening.ana))
    assert IN in await guesses(evening, evening.bia, "banana")
    assert len(await seen(evening, evening.ana)) == before + 1
    assert await asked(evening, evening.bia) == ""


async def test_whoever_taps_again_is_asked_again_and_only_once(evening: Evening) -> None:
    before = len(await seen(evening, evening.ana))
    for _ in range(3):
        await evening.tap(evening.ana, Op.GUESS)
    assert len(await seen(evening, evening.ana)) == before + 1
    assert await asked(evening, evening.ana)


async def test_one_more_reply_before_the_start_replaces_the_guess(evening: Evening) -> None:
    await evening.seat(evening.bia)
    await guesses(evening, evening.bia, "banana")
    said = (await seen(evening, evening.bia))[-1]
    assert IN in await replies(evening, evening.bia, "manga", to=said.message_id)
    assert await added(evening) == ["", "manga"]


async def test_a_guess_may_be_typed_with_the_command_and_without_one_it_is_asked_for(
    evening: Evening,
) -> None:
    await evening.seat(evening.bia)
    assert IN in await evening.say(evening.bia, "/palpite pera & <maçã>")
    assert "qual é o seu palpite?" in await evening.say(
        evening.ana, "/palpite@carteado_sandbox_bot"
    )
    assert IN in await replies(evening, evening.ana, "uva")
    assert await added(evening) == ["uva", "pera & <maçã>"]


@pytest.mark.parametrize("text", ["x" * (BYTES + 1), "é" * 33, "🎲" * 17])
async def test_a_guess_that_is_too_long_is_asked_for_again_and_the_one_before_stays(
    evening: Evening, text: str
) -> None:
    await evening.seat(evening.bia)
    await guesses(evening, evening.bia, "banana")
    version = (await evening.table()).version
    told = await guesses(evening, evening.bia, text)
    assert f"{len(text.encode())} bytes" in told
    assert "só cabem 64" in told
    assert await asked(evening, evening.bia)
    assert (await evening.table()).version == version
    assert await added(evening) == ["", "banana"]


@pytest.mark.parametrize("text", ["x" * BYTES, "é" * 32, "🎲" * 16, "duas\nlinhas"])
async def test_a_guess_of_any_text_that_has_room_is_taken_as_it_is(
    evening: Evening, text: str
) -> None:
    await evening.seat(evening.bia)
    assert IN in await guesses(evening, evening.bia, text)
    assert await added(evening) == ["", text]


async def test_a_reply_without_text_is_asked_for_again(evening: Evening) -> None:
    await evening.tap(evening.ana, Op.GUESS)
    world, chat = evening.house.world, evening.house.world.chats[evening.group.chat_id]
    sticker = world.draft(chat, evening.ana.id)
    sticker.reply_to = (await seen(evening, evening.ana))[-1].message_id
    shape = shapes.message(world, sticker)
    del shape["text"]
    world.updates.put("message", {**shape, "sticker": {"emoji": DIE}})
    await evening.house.settled()
    assert "só texto" in (await seen(evening, evening.ana))[-1].text
    assert await asked(evening, evening.ana)


async def test_whoever_does_not_sit_there_is_told_so(evening: Evening) -> None:
    answer = await evening.tap(evening.davi, Op.GUESS)
    assert (answer.is_alert, answer.text) == (
        True,
        "Palpite é de quem está na mesa: primeiro toque em 🪑.",
    )
    for text in ("/palpite banana", "/palpite"):
        assert await evening.say(evening.davi, text) == answer.text
    assert [seat.player.name for seat in (await evening.table()).seats] == ["Ana"]


async def test_whoever_got_up_since_the_question_is_told_so_and_gets_no_seat_by_it(
    evening: Evening,
) -> None:
    await evening.seat(evening.bia)
    assert IN in await guesses(evening, evening.bia, "banana")
    said = (await seen(evening, evening.bia))[-1]
    await evening.tap(evening.bia, Op.LEAVE)
    told = await replies(evening, evening.bia, "manga", to=said.message_id)
    assert told.startswith("Palpite é de quem está na mesa")
    assert len((await evening.table()).seats) == 1
    await evening.seat(evening.bia)
    assert await with_die(evening) == []


async def test_a_question_goes_when_its_player_gets_up_and_when_the_match_starts(
    evening: Evening,
) -> None:
    await evening.seat(evening.bia, evening.caio)
    for person in (evening.ana, evening.bia, evening.caio):
        await evening.tap(person, Op.GUESS)
    await evening.tap(evening.caio, Op.LEAVE)
    waiting = [await asked(evening, each) for each in (evening.ana, evening.bia, evening.caio)]
    assert [bool(each) for each in waiting] == [True, True, False]
    await replies(evening, evening.ana, "uva")
    await evening.tap(evening.ana, Op.START)
    texts = [one.text for one in await seen(evening, evening.davi)]
    assert not any("qual é o seu palpite?" in text for text in texts)
    assert any(IN in text for text in texts)


async def test_once_the_match_has_started_it_is_too_late(evening: Evening) -> None:
    await evening.seat(evening.bia)
    assert IN in await guesses(evening, evening.bia, "banana")
    said = (await seen(evening, evening.bia))[-1]
    await evening.tap(evening.ana, Op.START)
    late = "A partida já começou: isso era para antes."
    answer = await evening.tap(evening.bia, Op.GUESS)
    assert (answer.is_alert, answer.text) == (True, late)
    assert await evening.say(evening.ana, "/palpite uva") == late
    assert await replies(evening, evening.bia, "manga", to=said.message_id) == late


async def test_where_no_table_stands_there_is_nothing_to_guess(evening: Evening) -> None:
    await evening.say(evening.ana, "/encerrar")
    assert "Não há mesa aberta aqui" in await evening.say(evening.ana, "/palpite uva")
    await evening.davi.type(evening.davi.private, "/palpite uva")
    await evening.house.settled()
    assert "grupo" in (await evening.davi.sees(evening.davi.private))[-1].text


async def test_a_question_is_answered_by_whoever_was_asked_and_by_nobody_else(
    evening: Evening,
) -> None:
    await evening.seat(evening.bia)
    await evening.tap(evening.bia, Op.GUESS)
    question = (await seen(evening, evening.bia))[-1]
    assert await replies(evening, evening.ana, "intrusa", to=question.message_id) == question.text
    with pytest.raises(NotPossible):
        await evening.ana.reply(evening.group, "intrusa")
    assert not any(seat.has_entropy for seat in (await evening.table()).seats)


async def test_a_reply_to_any_other_message_of_the_bot_is_no_guess(evening: Evening) -> None:
    board = await lobby(evening)
    await replies(evening, evening.ana, "que mesa", to=board.message_id)
    assert not (await evening.table()).seats[0].has_entropy


async def test_a_guess_that_is_handled_again_is_taken_once(evening: Evening) -> None:
    await guesses(evening, evening.ana, "uva")
    before = await evening.table()
    [*_, last] = await evening.house.telegram.updates()
    await evening.house.telegram.redeliver(last["update_id"])
    await evening.house.settled()
    assert (await evening.table()).version == before.version


async def test_in_a_forum_the_question_and_the_answer_stay_in_the_topic_of_the_table(
    evening: Evening,
) -> None:
    forum = await evening.house.telegram.group("Fórum", members=[evening.ana], topics=True)
    topic = await evening.house.telegram.topic(forum, "Cartas")
    await evening.ana.type(forum, "/sevn", thread_id=topic)
    await evening.house.settled()
    await evening.ana.tap(forum, "Palpite")
    await evening.house.settled()
    await evening.ana.reply(forum, "uva")
    await evening.house.settled()
    [table, said] = [one for one in await evening.ana.sees(forum) if one.author == "Carteado"]
    assert (table.thread_id, said.thread_id) == (topic, topic)
    assert DIE in table.text
    assert IN in said.text


async def test_an_admin_who_hides_behind_the_group_guesses_nothing(evening: Evening) -> None:
    await evening.ana.type(evening.group, "/palpite uva", as_group=True)
    await evening.house.settled()
    assert "anônima" in (await seen(evening, evening.ana))[-1].text


async def test_nobodys_number_leaves_the_gateway_by_a_guess(evening: Evening) -> None:
    await guesses(evening, evening.ana, "uva")
    assert str(evening.ana.id) not in str(await evening.table())


async def test_a_name_in_a_question_is_nothing_but_a_name(evening: Evening) -> None:
    eve = await evening.house.telegram.person("<b>Eve</b> & @todos")
    await eve.join(evening.group)
    await evening.seat(eve)
    await evening.tap(eve, Op.GUESS)
    question = (await seen(evening, eve))[-1]
    kinds = {entity["type"] for entity in question.entities}
    assert kinds == {"text_mention", "italic"}
    assert await asked(evening, eve)
