"""What people ask for in a chat, and what comes of it: commands and taps, against the services themselves."""

import asyncio
import contextlib
from datetime import timedelta

import pytest

from carteado.api.game.v1.game_pb2 import Event
from carteado.api.sevn.v1.sevn_pb2 import DECISION_TURN
from carteado.api.tables.v1.tables_pb2 import (
    CONTROLLER_PLAYER,
    CONTROLLER_STAND_IN,
    PURPOSE_RANKED,
    TABLE_STATE_CLOSED,
    TABLE_STATE_FINISHED,
    TABLE_STATE_LOBBY,
    TABLE_STATE_PLAYING,
    Table,
)
from carteado.tables import presence
from carteado.telegram_gateway.render.eu_faco.keyboard import Op as EuFaco
from carteado.telegram_gateway.render.sevn.keyboard import Op as Sevn
from carteado.telegram_gateway.taps import Op, Tap, unpack
from carteado.telegram_sandbox.driver import Answer, Person, SeenMessage
from tests.telegram_gateway.conftest import Evening, played_out, seen

# The lobby


async def test_a_table_is_opened_for_the_ranking_with_a_clock(evening: Evening) -> None:
    table = await evening.table()
    assert table.purpose == PURPOSE_RANKED
    assert table.turn_time.seconds == 60
    assert table.group.startswith("telegram/")
    assert str(evening.group.chat_id) not in str(table)
    assert str(evening.ana.id) not in str(table)


async def test_a_second_jogar_shows_the_table_again_and_opens_none(evening: Evening) -> None:
    before = await evening.table()
    [lobby] = await seen(evening, evening.bia)
    await evening.say(evening.bia, "/jogar@carteado_sandbox_bot")
    old, new = await seen(evening, evening.bia)
    assert (old.message_id, old.buttons) == (lobby.message_id, [])
    assert new.buttons == lobby.buttons
    assert (await evening.table()).id == before.id


async def test_whoever_joins_twice_has_one_seat(evening: Evening) -> None:
    await evening.seat(evening.bia)
    answer = await evening.tap(evening.bia, Op.JOIN)
    assert "já" in answer.text
    assert len((await evening.table()).seats) == 2


async def test_whoever_is_not_in_the_group_gets_no_seat(evening: Evening) -> None:
    await evening.caio.leave(evening.group)
    await evening.davi.is_banned_from(evening.group)
    for person in (evening.caio, evening.davi):
        data = Tap((await evening.table()).code, 0, Op.JOIN).pack()
        message = (await evening.ana.sees(evening.group))[-1].message_id
        answer = await person.tap_stale(evening.group, message, data)
        assert answer is not None
        assert answer.is_alert
    assert [seat.player.name for seat in (await evening.table()).seats] == ["Ana"]


@pytest.mark.parametrize("op", [Op.MORE_RIVALS, Op.FEWER_RIVALS, EuFaco.LIVES, Op.CLOCK, Op.RANKED])
async def test_only_the_host_changes_the_table(evening: Evening, op: str) -> None:
    await evening.seat(evening.bia)
    before = await evening.table()
    assert (await evening.tap(evening.bia, op)).is_alert
    assert (await evening.table()).version == before.version


async def test_a_rival_makes_the_match_friendly_and_can_be_sent_away(evening: Evening) -> None:
    answer = await evening.tap(evening.ana, Op.MORE_RIVALS)
    table = await evening.table()
    assert (len(table.seats), table.purpose == PURPOSE_RANKED) == (2, False)
    assert "ranking" in answer.text
    assert (await evening.tap(evening.ana, Op.RANKED)).is_alert
    await evening.tap(evening.ana, Op.FEWER_RIVALS)
    await evening.tap(evening.ana, Op.RANKED)
    table = await evening.table()
    assert (len(table.seats), table.purpose == PURPOSE_RANKED) == (1, True)


async def test_other_lives_make_the_match_friendly_and_the_ranking_brings_the_default_back(
    evening: Evening,
) -> None:
    lives = []
    for _ in range(3):
        await evening.tap(evening.ana, EuFaco.LIVES)
        lives.append((await evening.table()).options.eu_faco.lives)
    assert lives == [5, 7, 3]
    assert (await evening.table()).purpose != PURPOSE_RANKED
    await evening.tap(evening.ana, EuFaco.LIVES)
    await evening.tap(evening.ana, Op.RANKED)
    table = await evening.table()
    assert (table.options.eu_faco.lives, table.purpose == PURPOSE_RANKED) == (3, True)


async def test_the_clock_goes_round_and_never_off_where_the_match_counts(evening: Evening) -> None:
    seconds = []
    for _ in range(3):
        await evening.tap(evening.ana, Op.CLOCK)
        seconds.append((await evening.table()).turn_time.seconds)
    assert seconds == [120, 30, 60]
    await evening.tap(evening.ana, Op.RANKED)
    await evening.tap(evening.ana, Op.CLOCK)
    await evening.tap(evening.ana, Op.CLOCK)
    assert not (await evening.table()).HasField("turn_time")
    await evening.tap(evening.ana, Op.RANKED)
    assert (await evening.table()).turn_time.seconds == 60


async def test_an_update_that_comes_again_changes_nothing_more(evening: Evening) -> None:
    await evening.tap(evening.ana, EuFaco.LIVES)
    lives = (await evening.table()).options.eu_faco.lives
    [*_, last] = await evening.house.telegram.updates()
    await evening.house.telegram.redeliver(last["update_id"])
    await evening.house.settled()
    assert (await evening.table()).options.eu_faco.lives == lives


async def test_an_anonymous_admin_is_never_seated(evening: Evening) -> None:
    await evening.say(evening.ana, "/encerrar")
    await evening.ana.type(evening.group, "/jogar", as_group=True)
    await evening.house.settled()
    assert list(evening.house.gateway.followers) == []
    assert "anônima" in (await evening.ana.sees(evening.group))[-1].text


async def test_a_seat_in_the_lobby_is_given_back_at_once(evening: Evening) -> None:
    await evening.seat(evening.bia, evening.caio)
    await evening.tap(evening.bia, Op.LEAVE)
    await evening.say(evening.caio, "/sair")
    assert [seat.player.name for seat in (await evening.table()).seats] == ["Ana"]


# The match


async def test_a_tap_out_of_turn_is_answered_and_does_nothing(evening: Evening) -> None:
    table = await evening.start(evening.bia)
    waiting = evening.ana if table.seats[table.view.to_act].player.name == "Bia" else evening.bia
    answer = await evening.tap(waiting, EuFaco.BID, 1, table.view.ply)
    assert "a vez é de" in answer.text
    assert (await evening.table()).version == table.version


async def test_a_double_tap_speaks_one_promise(evening: Evening) -> None:
    table = await evening.start(evening.bia)
    actor = evening.bia if table.seats[table.view.to_act].player.name == "Bia" else evening.ana
    first = await evening.tap(actor, EuFaco.BID, 0, table.view.ply)
    second = await evening.tap(actor, EuFaco.BID, 1, table.view.ply)
    assert first.text.startswith("Anotado")
    assert second.text.startswith("Você já prometeu")
    [record] = [await evening.house.tables.record(table.id)]
    assert (await evening.table()).view.eu_faco.seats[table.view.to_act].bid == 0
    assert len(record.record.moves) <= table.view.ply + 1


async def test_whoever_has_no_seat_sees_no_hand_and_plays_nothing(evening: Evening) -> None:
    table = await evening.start(evening.bia)
    for op in (Op.HAND, EuFaco.BID, EuFaco.SLOT, EuFaco.LOCKED):
        answer = await evening.tap(evening.davi, op, 1, table.view.ply)
        assert (answer.text, answer.is_alert) == ("Você não está nesta mesa.", True)


async def test_a_button_from_another_chat_is_none_of_this_table(evening: Evening) -> None:
    table = await evening.start(evening.bia)
    other = await evening.house.telegram.group("Outra", members=[evening.ana])
    message = await evening.ana.type(other, "oi")
    data = Tap(table.code, table.view.ply, Op.HAND).pack()
    answer = await evening.ana.tap_stale(other, message, data)
    assert answer is not None
    assert answer.text == "Essa mesa já encerrou."


@pytest.mark.parametrize(
    "data",
    ["", "v1", "v2|AAAAAA|1|h|0", "v1|AAAAAA|1|h|0", "v1|AAAAAA|-1|h|0", "v1||1|rg|99", "x" * 64],
)
async def test_data_that_nobody_wrote_is_answered_and_does_nothing(
    evening: Evening, data: str
) -> None:
    message = (await evening.ana.sees(evening.group))[-1].message_id
    before = await evening.table()
    answer = await evening.ana.tap_stale(evening.group, message, data or "?")
    assert answer is not None
    assert (await evening.table()).version == before.version


async def test_a_seat_in_a_match_is_given_up_only_at_a_second_word_and_by_its_player(
    evening: Evening,
) -> None:
    table = await evening.start(evening.bia, evening.caio)
    await evening.say(evening.bia, "/sair")
    question = (await evening.bia.sees(evening.group))[-1]
    tap = unpack(question.buttons[0].data)
    assert tap is not None
    assert "outra pessoa" in (await evening.tap(evening.caio, tap.op, tap.arg, tap.ply)).text
    await evening.tap(evening.bia, tap.op, tap.arg, tap.ply)
    seats = (await evening.table()).seats
    assert [seat.left for seat in seats] == [seat.player.name == "Bia" for seat in seats]
    assert table.state == TABLE_STATE_PLAYING


async def test_a_hand_goes_to_the_private_chat_once_that_is_open(evening: Evening) -> None:
    await evening.start(evening.bia)
    assert await evening.bia.sees(evening.bia.private) == []
    await evening.bia.open_private()
    await evening.house.settled()
    texts = [one.text for one in await evening.bia.sees(evening.bia.private)]
    assert any("Na testa dos outros" in text for text in texts)


async def test_whoever_shuts_the_bot_out_plays_on_in_the_group(evening: Evening) -> None:
    await evening.bia.open_private()
    await evening.house.settled()
    await evening.bia.block_bot()
    await evening.start(evening.bia)
    answer = await evening.tap(evening.bia, Op.HAND)
    assert "Na testa dos outros" in answer.text


async def test_a_tap_in_private_is_a_move_or_nothing(evening: Evening) -> None:
    await evening.davi.open_private()
    await evening.house.settled()
    before = await evening.table()
    message = (await evening.davi.sees(evening.davi.private))[-1].message_id
    for op in (Op.JOIN, Op.START, Op.STANDINGS, Op.REMATCH, Op.LEAVE, EuFaco.LIVES):
        data = Tap(before.code, 0, op).pack()
        answer = await evening.davi.tap_stale(evening.davi.private, message, data)
        assert answer is not None
        assert answer.text == "Isso se faz no grupo."
    assert (await evening.table()).version == before.version


async def test_a_page_of_the_rules_replaces_no_other_message(evening: Evening) -> None:
    [lobby] = await seen(evening, evening.ana)
    data = Tap("", 0, Op.RULES, 1).pack()
    answer = await evening.bia.tap_stale(evening.group, lobby.message_id, data)
    assert answer is not None
    await evening.house.settled()
    assert await seen(evening, evening.ana) == [lobby]


async def test_a_code_is_known_in_one_form_alone(evening: Evening) -> None:
    table = await evening.start(evening.bia)
    message = (await evening.ana.sees(evening.group))[-1].message_id
    data = Tap(table.code, table.view.ply, Op.HAND).pack()
    answer = await evening.ana.tap_stale(
        evening.group, message, data.replace(table.code, table.code.lower())
    )
    assert answer is not None
    assert "não serve mais" in answer.text


async def test_many_taps_of_one_person_hold_nobody_else_up(evening: Evening) -> None:
    table = await evening.start(evening.bia)
    message = (await evening.ana.sees(evening.group))[-1].message_id
    data = Tap(table.code, table.view.ply, Op.HAND).pack()
    answered: list[str] = []

    async def tap(person: Person, name: str) -> None:
        await person.tap_stale(evening.group, message, data, timeout=60)
        answered.append(name)

    async with asyncio.TaskGroup() as tasks:
        for _ in range(60):
            tasks.create_task(tap(evening.davi, "flood"))
        await asyncio.sleep(0.1)
        tasks.create_task(tap(evening.ana, "ana"))
    assert answered.index("ana") < 50


async def test_a_failed_answer_costs_nothing_but_the_answer(evening: Evening) -> None:
    await evening.house.telegram.fault(method="answerCallbackQuery", kind="502", times=1)
    message = (await evening.bia.sees(evening.group))[-1].message_id
    data = Tap((await evening.table()).code, 0, Op.JOIN).pack()
    assert await evening.bia.tap_stale(evening.group, message, data, timeout=1) is None
    await evening.house.settled()
    assert [seat.player.name for seat in (await evening.table()).seats] == ["Ana", "Bia"]


# The end


async def test_an_outsider_closes_nothing_and_the_host_a_friendly_table_at_once(
    evening: Evening,
) -> None:
    assert "Você não está nesta mesa." in await evening.say(evening.davi, "/encerrar")
    assert (await evening.table()).state == TABLE_STATE_LOBBY
    table = await evening.table()
    await evening.say(evening.ana, "/encerrar")
    assert (await evening.house.tables.get_table(table.id)).state == TABLE_STATE_CLOSED
    assert all(not one.buttons for one in await seen(evening, evening.ana))


async def test_a_ranked_match_is_closed_by_all_of_its_players_together(evening: Evening) -> None:
    table = await evening.start(evening.bia)
    await evening.say(evening.ana, "/encerrar")
    assert (await evening.table()).state == TABLE_STATE_PLAYING
    await evening.say(evening.bia, "/encerrar")
    closed = await evening.house.tables.get_table(table.id)
    assert closed.state == TABLE_STATE_CLOSED
    assert all(not one.buttons for one in await seen(evening, evening.ana))


async def test_a_new_table_may_be_opened_once_the_old_one_is_closed(evening: Evening) -> None:
    old = await evening.table()
    await evening.say(evening.ana, "/encerrar")
    await evening.say(evening.bia, "/eufaco")
    assert (await evening.table()).id != old.id


# Which game


async def asked_which(evening: Evening, person: Person) -> SeenMessage:
    """The question of which game, where no table stands."""
    await evening.say(evening.ana, "/encerrar")
    await evening.say(person, "/jogar")
    return (await seen(evening, person))[-1]


async def pick(evening: Evening, person: Person, message: SeenMessage, label: str) -> Answer:
    answer = await person.tap(evening.group, label, message_id=message.message_id)
    assert answer is not None
    await evening.house.settled()
    return answer


def game_at(table: Table) -> str | None:
    return table.options.WhichOneof("game")


async def test_jogar_asks_which_game_with_a_line_and_a_button_for_each(evening: Evening) -> None:
    question = await asked_which(evening, evening.bia)
    assert [button.label for button in question.buttons] == ["Eu Faço!", "Estou-por-uma", "SEVN"]
    for label in ("Eu Faço!", "Estou-por-uma", "SEVN"):
        assert f"{label} · 2 a " in question.text
    assert list(evening.house.gateway.followers) == []


async def test_the_lobby_of_the_game_that_is_tapped_takes_the_place_of_the_question(
    evening: Evening,
) -> None:
    question = await asked_which(evening, evening.bia)
    answer = await pick(evening, evening.caio, question, "Eu Faço!")
    assert answer.text == "Mesa aberta!"
    lobby = (await seen(evening, evening.bia))[-1]
    assert lobby.message_id == question.message_id
    assert "Caio abriu a mesa." in lobby.text
    table = await evening.table()
    assert (game_at(table), table.purpose == PURPOSE_RANKED) == ("eu_faco", True)
    await evening.seat(evening.bia)
    assert "2. Bia" in (await seen(evening, evening.bia))[-1].text


async def test_of_those_who_pick_at_once_one_opens_a_table_and_the_others_are_told(
    evening: Evening,
) -> None:
    question = await asked_which(evening, evening.bia)
    labels = {evening.ana: "SEVN", evening.bia: "Estou-por-uma", evening.caio: "Eu Faço!"}
    answers = await asyncio.gather(
        *(
            person.tap(evening.group, label, message_id=question.message_id)
            for person, label in labels.items()
        )
    )
    await evening.house.settled()
    said = sorted(answer.text for answer in answers if answer)
    assert said == ["Já há uma mesa aqui: /mesa mostra."] * 2 + ["Mesa aberta!"]
    assert len(list(evening.house.gateway.followers)) == 1


async def test_a_pick_that_comes_again_opens_nothing_more(evening: Evening) -> None:
    question = await asked_which(evening, evening.bia)
    await pick(evening, evening.bia, question, "Eu Faço!")
    before = await seen(evening, evening.ana)
    [*_, last] = await evening.house.telegram.updates()
    await evening.house.telegram.redeliver(last["update_id"])
    await evening.house.settled()
    assert await seen(evening, evening.ana) == before
    assert len(list(evening.house.gateway.followers)) == 1


async def test_a_pick_replaces_no_message_but_the_question(evening: Evening) -> None:
    await evening.say(evening.ana, "/encerrar")
    rules = await evening.say(evening.bia, "/regras sevn")
    message = (await seen(evening, evening.bia))[-1]
    data = Tap("", 0, Op.OPEN, 1).pack()
    await evening.bia.tap_stale(evening.group, message.message_id, data)
    await evening.house.settled()
    *_, shown, lobby = await seen(evening, evening.bia)
    assert (shown.message_id, shown.text) == (message.message_id, rules)
    assert "Bia abriu a mesa." in lobby.text


async def test_whoever_is_not_in_the_group_opens_no_table_there(evening: Evening) -> None:
    question = await asked_which(evening, evening.bia)
    await evening.davi.is_banned_from(evening.group)
    data = Tap("", 0, Op.OPEN, 1).pack()
    answer = await evening.davi.tap_stale(evening.group, question.message_id, data)
    assert answer is not None
    assert answer.is_alert
    assert list(evening.house.gateway.followers) == []


async def test_no_table_is_opened_in_private(evening: Evening) -> None:
    await evening.davi.open_private()
    await evening.house.settled()
    message = (await evening.davi.sees(evening.davi.private))[-1].message_id
    data = Tap("", 0, Op.OPEN, 1).pack()
    answer = await evening.davi.tap_stale(evening.davi.private, message, data)
    assert answer is not None
    assert answer.text == "Isso se faz no grupo."
    assert len(list(evening.house.gateway.followers)) == 1


@pytest.mark.parametrize("text", ["/jogar eu-faco", "/jogar Eu Faço!", "/eufaco", "/EuFaco"])
async def test_a_game_that_is_named_is_opened_at_once(evening: Evening, text: str) -> None:
    old = await evening.table()
    await evening.say(evening.ana, "/encerrar")
    assert "Bia abriu a mesa." in await evening.say(evening.bia, text)
    table = await evening.table()
    assert (table.id != old.id, game_at(table)) == (True, "eu_faco")


async def test_a_game_that_nobody_knows_is_asked_for_again(evening: Evening) -> None:
    await evening.say(evening.ana, "/encerrar")
    assert "Qual jogo?" in await evening.say(evening.bia, "/jogar truco")


# Any game


async def opened(evening: Evening, game: str) -> Table:
    """A table of another game, with Bia at it too, and the match begun."""
    await evening.say(evening.ana, "/encerrar")
    await evening.say(evening.ana, f"/{game}")
    return await evening.start(evening.bia)


@pytest.mark.parametrize("game", ["eufaco", "estouporuma", "sevn"])
async def test_a_match_of_any_game_is_shown_to_its_end_and_its_rematch_is_of_the_same_game(
    evening: Evening, game: str
) -> None:
    await evening.bia.open_private()
    await evening.house.settled()
    table = await opened(evening, game)
    assert (game_at(table) or "").replace("_", "") == game
    over = await played_out(evening, table)
    assert over.state == TABLE_STATE_FINISHED
    assert "ganha a partida" in (await seen(evening, evening.caio))[-1].text
    await evening.bia.tap(evening.group, "Revanche")
    await evening.house.settled()
    again = await evening.table()
    assert (again.id != table.id, again.options) == (True, table.options)


async def test_a_double_tap_draws_one_card_and_another_is_told_who_decides(
    evening: Evening,
) -> None:
    table = await opened(evening, "sevn")
    while table.view.sevn.decision != DECISION_TURN:
        table = await one_move(evening, table)
    names = [seat.player.name for seat in table.seats]
    people = {"Ana": evening.ana, "Bia": evening.bia}
    decides, waits = people[names[table.view.to_act]], people[names[1 - table.view.to_act]]
    told = await evening.tap(waits, Sevn.DRAW, 0, table.view.ply)
    assert f"agora é com {decides.name}" in told.text
    first = await evening.tap(decides, Sevn.DRAW, 0, table.view.ply)
    assert first.text.startswith("Saiu ")
    second = await evening.tap(decides, Sevn.DRAW, 0, table.view.ply)
    assert second.text == "A mesa mudou. Dê mais uma olhada."
    assert (await evening.table()).view.ply == table.view.ply + 1


async def test_whoever_asks_for_a_hand_where_there_are_none_is_told_so(evening: Evening) -> None:
    table = await opened(evening, "sevn")
    assert "não há mão" in await evening.say(evening.bia, "/mao")
    await evening.davi.open_private()
    await evening.house.settled()
    assert "não há mão" in await evening.say(evening.davi, "/mao")
    assert "não há mão" in (await evening.tap(evening.ana, Op.HAND, 0, table.view.ply)).text
    assert await evening.bia.sees(evening.bia.private) == []


async def test_a_board_is_told_with_all_that_happened_in_its_round_and_with_nothing_before(
    evening: Evening,
) -> None:
    table = await evening.start(evening.bia)
    [follower] = evening.house.gateway.followers
    assert [happened(one) for one in follower.past.events] == ["round_dealt"]
    while table.view.eu_faco.round == 1:
        await evening.house.settled()
        told = [happened(one) for one in follower.past.events]
        table = await one_move(evening, table)
    await evening.house.settled()
    assert told == ["round_dealt", "bid_placed"]
    assert [happened(one) for one in follower.past.events] == ["round_dealt"]
    assert follower.past.counted is not None
    assert follower.past.counted.view.eu_faco.round == 1


def happened(event: Event) -> str | None:
    return event.eu_faco.WhichOneof("kind")


async def one_move(evening: Evening, table: Table) -> Table:
    player = table.seats[table.view.to_act].player.id
    view = (await evening.house.tables.get_table(table.id, player)).view
    await evening.house.tables.act(table.id, player, view.ply, view.default_action)
    await evening.house.settled()
    return await evening.house.tables.get_table(table.id)


# Words


async def test_the_rules_are_leafed_through_in_one_message(evening: Evening) -> None:
    first = await evening.say(evening.bia, "/regras")
    count = len(await seen(evening, evening.bia))
    answer = await evening.bia.tap(evening.group, "Depois")
    assert answer is not None
    await evening.house.settled()
    messages = await seen(evening, evening.bia)
    assert len(messages) == count
    assert messages[-1].text != first


async def test_the_rules_are_those_of_the_game_that_was_named_or_is_played_here(
    evening: Evening,
) -> None:
    assert "prometer" in await evening.say(evening.bia, "/regras")
    assert "SEVN" in await evening.say(evening.bia, "/regras sevn")
    await evening.davi.type(evening.davi.private, "/regras")
    await evening.house.settled()
    question = (await evening.davi.sees(evening.davi.private))[-1]
    assert [button.label for button in question.buttons] == ["Eu Faço!", "Estou-por-uma", "SEVN"]
    await evening.davi.tap(evening.davi.private, "Estou-por-uma")
    await evening.house.settled()
    page = (await evening.davi.sees(evening.davi.private))[-1]
    assert (page.message_id, "descarte" in page.text) == (question.message_id, True)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("/ajuda", "O que dá para fazer"),
        ("/ranking", "Ranking"),
        ("/mao", "privado"),
        ("/mesa", "abriu a mesa"),
    ],
)
async def test_every_command_is_answered_in_the_group(
    evening: Evening, text: str, words: str
) -> None:
    assert words in await evening.say(evening.bia, text)


async def test_in_private_the_bot_explains_and_opens_no_table(evening: Evening) -> None:
    for text, words in (
        ("/jogar", "grupo"),
        ("/oi", ""),
        ("/mao", "cartas"),
        ("/regras", "qual jogo"),
    ):
        await evening.davi.type(evening.davi.private, text)
        await evening.house.settled()
        assert words in (await evening.davi.sees(evening.davi.private))[-1].text
    assert len(list(evening.house.gateway.followers)) == 1


async def test_a_person_is_spoken_to_in_their_own_language_and_the_group_in_its(
    evening: Evening,
) -> None:
    eve = await evening.house.telegram.person("Eve", language="en")
    await eve.join(evening.group)
    answer = await evening.tap(eve, Op.JOIN)
    assert "casa" not in answer.text
    assert "Quem vem?" in (await seen(evening, eve))[-1].text


async def test_whoever_a_stand_in_plays_for_is_back_with_the_first_tap(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "MISSES", 1)
    await evening.seat(evening.bia)
    tables, table = evening.house.tables, await evening.table()
    await tables.update_table(table.id, table.host.id, turn_time=timedelta(seconds=5))
    assert (await evening.tap(evening.ana, Op.START)).text == "Valendo!"
    first = (await evening.table()).view.to_act
    async with asyncio.timeout(30), contextlib.aclosing(tables.watch(table.id)) as watched:
        async for one in watched:
            if one.seats[first].controller == CONTROLLER_STAND_IN:
                break
    answer = await evening.tap((evening.ana, evening.bia)[first], Op.HAND)
    assert answer.is_alert
    back = (await evening.table()).seats[first]
    assert (back.controller, back.missed) == (CONTROLLER_PLAYER, 0)
