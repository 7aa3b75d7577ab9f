"""What a table of Estou-por-uma may agree on: limit, end, who watches out for calls, and two variations."""

import pytest

from carteado.api.estou_por_uma.v1 import estou_por_uma_pb2 as pb
from carteado.api.game.v1.game_pb2 import Options
from carteado.rules.estou_por_uma import Effect, checked
from carteado.rules.estou_por_uma.options import EFFECTS
from carteado.telegram_gateway.render import estou_por_uma as told
from carteado.telegram_gateway.render.estou_por_uma.keyboard import Op
from carteado.telegram_gateway.render.games import options_of
from carteado.telegram_gateway.render.scene import scene_of
from tests.telegram_gateway.render.estou_por_uma.scenes import GAME, lobby_of
from tests.telegram_gateway.render.scenes import words_in

WORDS = words_in("pt_BR").of("estou_por_uma")


def chosen(*ops: str) -> Options:
    """The options after these buttons."""
    options = options_of(told)
    for op in ops:
        assert told.choices[op](options, WORDS)
    return options


def terms(options: Options) -> str:
    table = lobby_of("Ana", "Bia")
    table.options.CopyFrom(options)
    return told.terms(scene_of(table, WORDS))


def test_the_limit_goes_round() -> None:
    limits = [chosen(*[Op.LIMIT] * times).estou_por_uma.limit for times in range(1, 5)]
    assert limits == [200, 30, 50, 100]


@pytest.mark.parametrize("op", [Op.END, Op.ENFORCEMENT, Op.STACKING, Op.QUEEN])
def test_each_variation_is_told_in_the_lobby_and_a_second_tap_takes_it_back(op: Op) -> None:
    plain = options_of(told)
    assert chosen(op) != plain
    assert terms(chosen(op)).count(" · ") == terms(plain).count(" · ") + 1
    assert chosen(op, op) == plain


@pytest.mark.parametrize("op", told.choices)
def test_each_choice_says_what_it_chose_and_is_one_that_the_rules_take(op: str) -> None:
    options = options_of(told)
    first = told.choices[op](options, WORDS)
    checked(GAME.options_from(options), 12)
    second = told.choices[op](options, WORDS)
    assert first != second
    checked(GAME.options_from(options), 12)


def test_epu_28_the_queen_may_do_what_the_king_does_and_all_else_stays() -> None:
    rules = GAME.options_from(chosen(Op.QUEEN)).effects
    assert {rule for rule in rules if rule.rank != 12} == set(EFFECTS)
    assert [rule.effect for rule in rules if rule.rank == 12] == [Effect.REVERSE]


def test_a_ranked_match_has_the_default_length_and_any_variation() -> None:
    varied = chosen(*told.choices)
    ranked = told.ranked(varied).estou_por_uma
    assert (ranked.limit, ranked.end_mode) == (100, pb.END_MODE_UNSPECIFIED)
    assert ranked.no_stacking
    assert ranked.enforcement == pb.ENFORCEMENT_CATCH
    for op in (Op.ENFORCEMENT, Op.STACKING, Op.QUEEN):
        assert told.ranked(chosen(op)) == chosen(op)
    assert told.ranked(chosen(*[Op.LIMIT] * 4)) == chosen(*[Op.LIMIT] * 4)
    for op in (Op.LIMIT, Op.END):
        assert told.ranked(chosen(op)) != chosen(op)
