"""What happened, as it is told: each thing once, the last of them, and nothing that the table shows already."""

from carteado.rules.sevn import Choose, Draw
from carteado.telegram_gateway.render import sevn
from carteado.telegram_gateway.render.scene import Past, scene_of
from carteado.telegram_gateway.render.sevn import commentary
from tests.rules.sevn.table import PLENTY, Table, dealt, running_out
from tests.telegram_gateway.render.limits import plain
from tests.telegram_gateway.render.scenes import words_in
from tests.telegram_gateway.render.sevn.scenes import Evening

ROWS = {0: "7 12", 1: "13 9", 2: "11 5", 3: "8"}


def lines(evening: Evening) -> list[str]:
    return plain(commentary.lines(evening.told(words_in("pt_BR")))).splitlines()


def after_drawing(names: str, table: Table) -> Evening:
    return Evening(table).then(table.draw(names))


def test_sv_10_the_deal_is_not_told_for_it_lies_on_the_table() -> None:
    table = Table(4)
    evening = Evening(table).then(table.deal("7 8 9 10"))
    assert lines(evening) == []
    evening.then(table.draw("3"))
    assert lines(evening) == ["Ana tirou 3"]


def test_sv_r20_a_lastro_of_the_deal_is_told_by_itself_and_any_other_with_its_draw() -> None:
    table = Table(4)
    evening = Evening(table).then(table.deal("-4 -4 9 10"), table.keep(), table.discard())
    told = [
        "⚓ Ana guardou o Lastro \N{MINUS SIGN}4",
        "⚓ Bia & Zé descartou o Lastro \N{MINUS SIGN}4",
    ]
    assert lines(evening) == told
    evening.then(table.draw("-2"), table.keep())
    assert lines(evening) == [*told, "Ana tirou Lastro \N{MINUS SIGN}2 → fila"]


def test_sv_r19_a_lastro_that_is_in_the_row_goes_by_itself() -> None:
    evening = after_drawing("-4", dealt({0: "7 -4", 1: "8"}))
    assert lines(evening) == ["Ana tirou Lastro \N{MINUS SIGN}4 → descarte"]


def test_sv_r13_a_second_copy_is_told_with_whoever_gets_it_or_that_nobody_does() -> None:
    given = after_drawing("second", dealt(ROWS, second=(0,), safe=(2, 3)))
    assert lines(given) == ["Ana tirou 🛟 Segunda oportunidade → Bia & Zé"]
    table = dealt(ROWS, second=(0, 1, 2, 3), options=PLENTY)
    assert lines(after_drawing("second", table)) == ["Ana tirou 🛟 Segunda oportunidade → descarte"]
    chosen = dealt(ROWS, second=(0,))
    evening = after_drawing("second", chosen).then(chosen.choose(3))
    assert lines(evening) == ["Ana tirou 🛟 Segunda oportunidade → 🤖 Rival 1"]


def test_an_action_that_takes_effect_at_once_is_told_once_and_one_that_waits_twice() -> None:
    table = dealt(ROWS)
    evening = after_drawing("freeze", table)
    assert lines(evening) == ["Ana tirou ❄️ Congelar"]
    assert lines(evening.then(table.choose(0))) == ["❄️ Ana congelou-se com 19"]
    table = dealt(ROWS)
    evening = after_drawing("three freeze 3 4", table).then(table.choose(0), table.choose(1))
    assert lines(evening) == [
        "🔱 Ana ficou com a Compra tripla: ❄️ Congelar, 3, 4",
        "❄️ Ana congelou Bia & Zé com 22",
    ]


def test_turn_after_turn_of_the_last_one_in_the_round_is_one_line() -> None:
    table = dealt(ROWS, safe=(1, 2, 3))
    evening = Evening(table).then(table.draw("3"), table.draw("x2"), table.draw("freeze"))
    assert lines(evening) == ["Ana tirou 3, \N{MULTIPLICATION SIGN}2", "❄️ Ana congelou-se com 44"]


def test_sv_r18_a_crossroads_of_one_card_is_told_with_it() -> None:
    table = running_out(dealt(ROWS), "crossroads 3")
    evening = Evening(table).then(table.act(Draw()))
    assert lines(evening) == ["🔀 Ana na Encruzilhada, 3: ficou com 3"]


def test_sv_r22_a_draw_of_three_without_cards_says_so() -> None:
    table = running_out(dealt(ROWS), "three")
    evening = Evening(table).then(table.act(Draw()), table.act(Choose(seat=2)))
    assert lines(evening) == ["🔱 Ana pôs Caio a tirar três: não há cartas"]


def test_sv_40_a_deck_made_anew_is_told_before_the_draw_or_by_the_way() -> None:
    table = running_out(dealt(ROWS), "3", "1 2")
    evening = Evening(table).then(table.act(Draw()), table.act(Draw()))
    again = "🔄 O descarte volta a ser baralho: 2 cartas"
    assert lines(evening) == ["Ana tirou 3", again, "Bia & Zé tirou 1"]
    table = running_out(dealt(ROWS), "storm 3", "1 2 4")
    evening = Evening(table).then(table.act(Draw()))
    assert lines(evening)[-1] == "🔄 O descarte volta a ser baralho: 3 cartas"
    assert len(lines(evening)) == 6


def test_three_lines_are_told_and_all_of_what_the_first_of_them_belongs_to() -> None:
    table = dealt(ROWS)
    evening = after_drawing("storm 1 2 3 4", table)
    storm = lines(evening)
    assert storm == [
        "⛈️ Tempestade de Ana: todos tiram",
        "   Ana: 1",
        "   Bia & Zé: 2",
        "   Caio: 3",
        "   🤖 Rival 1: 4",
    ]
    evening.then(table.draw("6"), table.stop())
    assert lines(evening) == [*storm, "Bia & Zé tirou 6", "✅ Caio parou com 19"]
    evening.then(table.stop())
    assert lines(evening) == [
        "Bia & Zé tirou 6",
        "✅ Caio parou com 19",
        "✅ 🤖 Rival 1 parou com 12",
    ]


def test_whoever_follows_from_the_middle_of_a_round_tells_what_came_then() -> None:
    table = dealt(ROWS)
    scene = after_drawing("three 1 2 12", table).then(table.choose(0)).told(words_in("pt_BR"))
    *_, second, third, bust = scene.past.events
    seen = scene_of(scene.table, words_in("pt_BR"), Past((second, third, bust)))
    assert plain(commentary.lines(seen)) == "Ana tirou 2, 12 repetido → 💥 rebentou"


def test_the_last_round_is_told_until_somebody_has_decided_something() -> None:
    table = dealt(ROWS, safe=(1, 2, 3))
    evening = Evening(table).then(table.stop()).counts().then(table.deal("1 2 3 4"))
    words = words_in("pt_BR")
    told = "Ronda 1: Bia & Zé +22 · Ana +19 · Caio +16 · 🤖 Rival 1 +8."
    assert told in plain(sevn.board(evening.told(words)).text)
    evening.then(table.draw("5"))
    assert told not in plain(sevn.board(evening.told(words)).text)


def test_only_the_first_round_says_how_a_line_is_read() -> None:
    words = words_in("pt_BR")
    table = dealt(ROWS, safe=(1, 2, 3))
    evening = Evening(table)
    legend = words.of("sevn")("legend")
    assert legend in sevn.board(evening.told(words)).text
    evening.then(table.stop()).counts().then(table.deal("1 2 3 4"))
    assert legend not in sevn.board(evening.told(words)).text
