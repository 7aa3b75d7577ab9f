"""The buttons of SEVN: those of the open decision, for whoever decides, once."""

from collections.abc import Callable

import pytest

from carteado.api.game.v1.game_pb2 import Action
from carteado.api.sevn.v1 import sevn_pb2 as pb
from carteado.rules.sevn import Choose, Draw, Options, Pass
from carteado.telegram_gateway.message import ALERT_CHARACTERS
from carteado.telegram_gateway.render import names as names_
from carteado.telegram_gateway.render import sevn
from carteado.telegram_gateway.render.scene import scene_of
from carteado.telegram_gateway.render.sevn import cards, count, seats
from carteado.telegram_gateway.render.sevn.keyboard import KEEP, Op
from carteado.telegram_gateway.render.sevn.lobby import TARGETS
from carteado.telegram_gateway.said import Told
from carteado.telegram_gateway.taps import unpack
from tests.rules.sevn.table import Table, dealt, running_out
from tests.telegram_gateway.render.limits import length
from tests.telegram_gateway.render.scenes import HOSTILE_NAMES, LANGUAGES, words_in
from tests.telegram_gateway.render.sevn.scenes import GAME, Evening, lobby_of

ROWS = {0: "7 12", 1: "13 9", 2: "11 5", 3: "8"}


def asked(names: str) -> Callable[[], Evening]:
    """The first of these cards is drawn by seat 0, and puts a question."""

    def evening() -> Evening:
        table = dealt(ROWS, second=(0,))
        return Evening(table).then(table.draw(names))

    return evening


def turn() -> Evening:
    return Evening(dealt(ROWS))


QUESTIONS = {
    "turn": turn,
    "freeze": asked("freeze"),
    "three": asked("three"),
    "ballast": asked("-4"),
    "gift": asked("second"),
    "crossroads": asked("crossroads 3 4"),
}


def labels(evening: Evening, language: str = "pt_BR") -> list[list[str]]:
    rows = sevn.board(evening.told(words_in(language))).rows
    return [[button.label for button in row] for row in rows]


def tapped(evening: Evening, row: int, column: int) -> Action:
    """What the seat to act does with a button of the board."""
    button = sevn.board(evening.told(words_in("pt_BR"))).rows[row][column]
    tap = unpack(button.data)
    assert tap is not None
    seat = evening.table.state.to_act
    return sevn.moves[tap.op](evening.told(words_in("pt_BR"), seat), seat, tap.arg)


def test_sv_3_a_turn_has_two_buttons_and_one_says_what_stopping_keeps() -> None:
    assert labels(turn()) == [["Tirar", "Parar · 19"]]
    assert labels(turn(), "en") == [["Draw", "Stop · 19"]]
    assert tapped(turn(), 0, 0).HasField("draw")
    assert tapped(turn(), 0, 1).WhichOneof("verb") == "pass"


def test_sv_r22_where_no_card_exists_there_is_no_button_to_draw() -> None:
    assert labels(Evening(running_out(dealt(ROWS), ""))) == [["Parar · 19"]]
    assert labels(Evening(running_out(dealt(ROWS), "", "5"))) == [["Tirar", "Parar · 19"]]


def test_sv_24_whoever_is_in_the_round_may_be_named_two_in_a_row_with_what_is_at_stake() -> None:
    table = dealt(dict.fromkeys(range(12), "13"), safe=(3,), bust={5: "13"})
    evening = Evening(table, [f"N{seat}" for seat in range(12)]).then(table.draw("freeze"))
    rows = labels(evening)
    assert [len(row) for row in rows] == [2] * 5
    assert [label for row in rows for label in row] == [
        f"N{seat} · 13" for seat in range(12) if seat not in (3, 5)
    ]
    assert tapped(evening, 1, 1).choose.seat == 4


def test_sv_r13_whoever_has_a_second_chance_is_not_offered_another() -> None:
    assert labels(asked("second")()) == [["Bia & Zé · 22", "Caio · 16"], ["🤖 Rival 1 · 8"]]


def test_sv_22_a_lastro_is_kept_or_discarded() -> None:
    assert labels(asked("-4")()) == [["Guardar \N{MINUS SIGN}4", "Descartar"]]
    assert tapped(asked("-4")(), 0, 0).choose.keep
    assert tapped(asked("-4")(), 0, 1).choose.WhichOneof("answer") == "keep"
    assert not tapped(asked("-4")(), 0, 1).choose.keep


def test_sv_27_the_two_cards_of_a_crossroads_are_two_buttons_even_where_they_are_alike() -> None:
    assert labels(asked("crossroads 3 freeze")()) == [["3", "❄️ Congelar"]]
    alike = asked("crossroads 3 3")()
    assert labels(alike) == [["3", "3"]]
    assert [tapped(alike, 0, option).choose.option for option in (0, 1)] == [0, 1]


def test_sv_36_a_card_of_a_crossroads_that_would_bust_says_so_or_what_it_would_cost() -> None:
    assert labels(asked("crossroads 12 3")()) == [["🛟 12", "3"]]
    table = dealt(ROWS)
    table.draw("crossroads 12 3")
    assert labels(Evening(table)) == [["💥 12", "3"]]


def test_sv_r19_a_lastro_that_is_in_the_row_already_busts_only_by_option() -> None:
    for options, mark in ((Options(), ""), (Options(duplicate_ballast_busts=True), "💥 ")):
        table = dealt({0: "-4 12", 1: "13"}, options=options)
        table.draw("crossroads -4 3")
        assert labels(Evening(table)) == [[f"{mark}Lastro \N{MINUS SIGN}4", "3"]]


def test_names_that_look_alike_are_told_apart_on_buttons_and_are_no_wider_than_they_may() -> None:
    table = dealt(dict.fromkeys(range(12), "13"))
    evening = Evening(table, (HOSTILE_NAMES * 2)[:12]).then(table.draw("three"))
    called = [label for row in labels(evening) for label in row]
    assert len(set(called)) == 12
    assert names_.brief(lobby_of("Ana", "ana", "Bia"), words_in("pt_BR"), 12) == (
        "Ana (1)",
        "ana (2)",
        "Bia",
    )
    assert names_.brief(lobby_of("A" * 30, "Bia"), words_in("pt_BR"), 4)[0] == "AAA…"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("about", QUESTIONS)
def test_whoever_taps_in_the_stead_of_another_is_told_who_decides_what(
    about: str, language: str
) -> None:
    evening, words = QUESTIONS[about](), words_in(language)
    scene = evening.told(words, 2)
    for op, move in sevn.moves.items():
        with pytest.raises(Told) as told:
            move(scene, 2, KEEP if op == Op.BALLAST else 0)
        assert told.value.said.text == scene.words(f"wait_{about}", name="Ana")
    assert scene.words(f"wait_{about}", name="Ana") in sevn.alert(scene)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_an_answer_has_no_marks_and_fits_with_the_worst_of_names(name: str, language: str) -> None:
    for question in QUESTIONS.values():
        evening = question()
        evening.names = (name, "Bia", "Caio", "Davi")
        scene = evening.told(words_in(language), 2)
        called = names_.plain(scene.table.seats[0].player, scene.words)
        assert length(sevn.alert(scene)) <= ALERT_CHARACTERS
        assert called in sevn.alert(scene)
        assert called in sevn.done(scene, GAME.action_to(Choose(seat=0)))


def test_no_name_bears_what_the_board_says_something_with() -> None:
    actions = map(cards.short, range(pb.CARD_FREEZE, pb.CARD_STORM + 1))
    for mark in (*actions, seats.SAFE, seats.BUST, seats.BESIDE, count.SEVN, count.ARROW):
        assert names_.clean(f"Ana{mark}") == "Ana"


def test_a_button_is_valid_for_the_ply_that_it_was_shown_at_and_for_no_later_one() -> None:
    evening = turn()
    view = evening.seen().view
    taps = [
        unpack(one.data) for row in sevn.board(evening.told(words_in("en"))).rows for one in row
    ]
    assert {tap.ply for tap in taps if tap} == {view.ply}
    assert {sevn.shown_from(view, op) for op in Op} == {view.ply}
    evening.then(evening.table.draw("3"))
    assert {tap.ply < sevn.shown_from(evening.seen().view, tap.op) for tap in taps if tap} == {True}


def test_between_rounds_nobody_decides_anything() -> None:
    table = dealt({0: "7", 1: "9"}, safe=(1,))
    evening = Evening(table).then(table.stop())
    scene = evening.told(words_in("pt_BR"), 0)
    with pytest.raises(Told) as told:
        sevn.moves[Op.DRAW](scene, 0, 0)
    assert told.value.said.text == "Ronda contada. Já vem a próxima."


# What is said of what was done


def said(table: Table, action: Draw | Pass | Choose, laid: str = "") -> str:
    """What is said to whoever does it, as the tables service answers; the next cards are these."""
    table.lay(laid)
    seat, evening = table.state.to_act, Evening(table)
    events = table.act(action)
    seen = evening.seen(seat)
    seen.view.events.extend(evening.views(events)[seat + 1].events)
    return sevn.done(scene_of(seen, words_in("pt_BR")), GAME.action_to(action))


def drew(names: str, table: Table | None = None) -> str:
    return said(table or dealt(ROWS), Draw(), names)


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ("3", "Saiu 3. Tens 22 nesta ronda."),
        ("x2", "Saiu \N{MULTIPLICATION SIGN}2. Tens 38 nesta ronda."),
        ("7", "💥 7 repetido: rebentaste. Esta ronda não te dá nada."),
        ("-4", "Saiu Lastro \N{MINUS SIGN}4. Agora decide!"),
        ("freeze", "Saiu ❄️ Congelar. Agora decide!"),
        ("crossroads 1 2", "Saiu 🔀 Encruzilhada. Agora decide!"),
        ("storm 3 4 5 6", "Saiu ⛈️ Tempestade. Tens 22 nesta ronda."),
    ],
)
def test_whoever_draws_is_told_the_card_and_what_it_did(names: str, text: str) -> None:
    assert drew(names) == text


def test_whoever_draws_is_told_of_a_second_chance_and_of_sevn() -> None:
    assert "salvou-te" in drew("7", dealt(ROWS, second=(0,)))
    assert "SEVN!" in drew("6", dealt({0: "0 1 2 3 4 5", 1: "7"}))


def test_the_last_one_in_the_round_is_told_the_points_and_asked_nothing() -> None:
    assert drew("3", dealt(ROWS, safe=(1, 2, 3))) == "Saiu 3. Tens 22 nesta ronda."


def test_whoever_stops_is_told_what_is_kept() -> None:
    assert said(dealt(ROWS), Pass()) == "✅ Paraste com 19. Estão guardados."


def test_whoever_chooses_is_told_what_was_chosen() -> None:
    for names, action, text in (
        ("freeze", Choose(seat=1), "Bia & Zé"),
        ("crossroads 12 3", Choose(option=1), "Saiu 3. Tens 22"),
        ("crossroads 12 3", Choose(option=0), "💥 12 repetido"),
        ("-4", Choose(keep=True), "guardado"),
        ("-4", Choose(keep=False), "descartado"),
    ):
        table = dealt(ROWS)
        table.draw(names)
        assert text in said(table, action)


def test_what_was_done_before_is_not_told_again() -> None:
    evening = turn()
    evening.then(evening.table.act(Draw()))
    scene = evening.told(words_in("pt_BR"), 0)
    assert sevn.done(scene, GAME.action_to(Draw())) == "Já está feito."


# The lobby


def test_sv_r33_the_host_goes_through_the_points_that_win_and_a_ranked_match_has_the_default() -> (
    None
):
    options, words = lobby_of("Ana").options, words_in("pt_BR").of("sevn")
    went_through = []
    for _ in TARGETS:
        said_ = sevn.choices[Op.TARGET](options, words)
        went_through.append(options.sevn.target)
        assert str(options.sevn.target) in said_
        assert (sevn.ranked(options) == options) == (options.sevn.target == 250)
    assert went_through == [500, 100, 150, 250]
    sevn.choices[Op.TARGET](options, words)
    options.sevn.reshuffle_each_round = True
    assert sevn.ranked(options).sevn.target == 250
    assert sevn.ranked(options).sevn.reshuffle_each_round
    assert options.sevn.target == 500
