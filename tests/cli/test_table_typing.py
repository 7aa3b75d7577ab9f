"""What a line means at a table in a terminal: every legal action has one, and nothing else is ever done."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from carteado.cli.table import screens as drawn
from carteado.cli.table.estou_por_uma.cards import short as printed
from carteado.cli.table.game import Game
from carteado.cli.table.games import GAMES
from carteado.cli.table.scene import MisreadError
from carteado.cli.table.table import Table
from carteado.cli.table.terminal import folded
from carteado.cli.words import LOCALES
from carteado.rules import eu_faco, sevn
from carteado.rules.estou_por_uma import Declare, Draw, Enforcement, Pass, Play
from carteado.rules.estou_por_uma.cards import CLUBS, DIAMONDS, HEARTS, SPADES, card
from carteado.rules.record import Move
from carteado.rules.sevn.cards import CROSSROADS, FREEZE, NO_CARD, number
from carteado.rules.sevn.state import Decision, Effect
from carteado.words import languages
from tests.cli.table_people import (
    Player,
    Script,
    at_own_turn,
    news_of,
    short,
    sitting,
    text_of,
    to_own_turn,
    typed,
    with_options,
)

EIGHT = 8
LINES = [
    f"{number}{more}" for number in range(14) for more in ("", "!", " e", "!h", " c!", " zz")
] + ["c", "d", "p", "t", "s", "k", "!", "comprar", "parar", "?!", "", "1_0", "\N{SUPERSCRIPT TWO}"]


def open_to_all(name: str) -> Game:
    """Options that allow more than the defaults do: drawing at will, keeping what was drawn, calling late."""
    if name != "estou_por_uma":
        return short(name)
    return with_options(
        name, limit=40, enforcement=Enforcement.CATCH, may_keep_drawn=True, voluntary_draw=True
    )


class Checked(Player):
    """At every decision types each legal action, and a heap of other lines, to see what they mean; then does anything legal or what is sound."""

    def __init__(self, rng: Random) -> None:
        super().__init__({})
        self.rng = rng
        self.decisions = 0

    def next_line(self) -> str | None:
        sound = super().next_line()
        words = self.session.words
        if not self.prompt.startswith((words("prompt"), words("prompt_out"))):
            return sound
        assert self.table is not None
        scene, game = self.table.scene, self.session.game
        self.decisions += 1
        for action in scene.view.legal:
            assert game.action(scene, folded(typed(scene, action))) == action
        for line in LINES:
            self.check(line)
        anything = self.rng.random() < 0.5
        return typed(scene, self.rng.choice(scene.view.legal)) if anything else sound

    def check(self, line: str) -> None:
        """Means something legal, or is refused on a line of its own."""
        assert self.table is not None
        scene = self.table.scene
        refusal = ""
        try:
            assert self.session.game.action(scene, folded(line)) in scene.view.legal
        except MisreadError as misread:
            refusal = str(misread)
        assert len(refusal) <= 80


@pytest.mark.parametrize("language", languages(LOCALES))
@pytest.mark.parametrize("name", list(GAMES))
def test_whatever_is_legal_can_be_typed_and_whatever_is_typed_is_legal_or_refused_with_a_reason(
    name: str, language: str, tmp_path: Path
) -> None:
    decisions = 0
    for seed in range(4):
        source = Checked(Random(f"{name}{seed}"))
        game = open_to_all(name)
        session = sitting(game, source, tmp_path, rivals=2, seed=seed, language=language)
        assert session.play() == 0
        decisions += source.decisions
    assert decisions > 30


# Keys that mean the same everywhere


def output_of(lines: list[str], folder: Path) -> str:
    source = Script(["", *lines])
    assert sitting(GAMES["sevn"], source, folder).play() == 0
    return source.output


def test_the_rules_are_shown_and_then_the_same_question(tmp_path: Path) -> None:
    told = output_of(["?", ""], tmp_path)
    question = "Tiras ou paras?"
    assert told.count(question) == 2
    assert told.index(question) < told.index("Há treze 13") < told.rindex(question)


def test_the_table_is_shown_again_on_demand(tmp_path: Path) -> None:
    assert output_of(["h"], tmp_path).count("Tiras ou paras?") == 2


def test_whoever_does_not_confirm_stays(tmp_path: Path) -> None:
    told = output_of(
        ["q", "", "q", "talvez", "Q", "N\N{LATIN SMALL LETTER A WITH TILDE}o"], tmp_path
    )
    assert told.count("Sair da partida?") == 3
    assert told.count("Tiras ou paras?") == 4


def test_what_means_nothing_is_said_and_asked_again_without_a_new_screen(tmp_path: Path) -> None:
    told = output_of(["abacaxi", "77", "-1", ""], tmp_path)
    assert told.count("Não percebi.") == 4
    assert told.count("Tiras ou paras?") == 1


def test_enter_does_the_only_thing_that_there_is_to_do(tmp_path: Path) -> None:
    table = at_own_turn(GAMES["estou_por_uma"], tmp_path)
    hold(table, [only_misfit(table)])
    assert table.scene.view.legal == (Draw(),)
    session = sitting(GAMES["estou_por_uma"], Script([]), tmp_path)
    assert session._action(table.scene, "") == Draw()
    hold(table, [only_misfit(table), card(EIGHT, CLUBS)])
    with pytest.raises(MisreadError):
        session._action(table.scene, "")


# Estou-por-uma


def hold(table: Table, cards: list[int]) -> None:
    """Gives the person a hand."""
    table.match.state.hands[table.seat] = sorted(cards)


def only_misfit(table: Table) -> int:
    """A plain card that does not fit on the top."""
    shown = table.scene.view.table
    suit = next(suit for suit in (CLUBS, DIAMONDS) if suit != shown.suit)
    return next(card(rank, suit) for rank in (2, 3) if card(rank, suit) % 13 != shown.top % 13)


def fitting(table: Table, rank: int = 5) -> int:
    """A plain card of the suit to follow."""
    return card(rank, table.scene.view.table.suit)


def refused(table: Table, line: str) -> str:
    with pytest.raises(MisreadError) as misread:
        table.game.action(table.scene, folded(line))
    return str(misread.value)


def hand_with_two(table: Table) -> Table:
    """One card that fits, and one that does not: the last but one is to be played."""
    hold(table, [fitting(table), only_misfit(table)])
    return table


def number_of(table: Table, card_: int) -> int:
    hand: list[int] = table.match.state.hands[table.seat]
    return hand.index(card_) + 1


@pytest.mark.parametrize(
    ("line", "suit"),
    [
        *(
            ("{n} copas", HEARTS),
            ("{n} c", HEARTS),
            ("{n}C", HEARTS),
            ("{n} \N{BLACK HEART SUIT}", HEARTS),
        ),
        *(("{n} p", CLUBS), ("{n} Ouros", DIAMONDS), ("{n}e", SPADES), ("{n}   ESPADA", SPADES)),
    ],
)
def test_epu_21_an_eight_takes_a_suit(line: str, suit: int, tmp_path: Path) -> None:
    table = at_own_turn(GAMES["estou_por_uma"], tmp_path)
    hold(table, [card(EIGHT, CLUBS), only_misfit(table), fitting(table)])
    wild = number_of(table, card(EIGHT, CLUBS))
    action = table.game.action(table.scene, folded(line.format(n=wild)))
    assert action == Play(card(EIGHT, CLUBS), suit)
    assert f"pede um naipe: {wild} c. Naipes: p " in text_of(drawn.decision(table))


def test_epu_r18_an_eight_without_a_suit_and_a_suit_without_an_eight_are_asked_again(
    tmp_path: Path,
) -> None:
    table = at_own_turn(GAMES["estou_por_uma"], tmp_path)
    hold(table, [card(EIGHT, CLUBS), only_misfit(table), fitting(table)])
    wild, plain = number_of(table, card(EIGHT, CLUBS)), number_of(table, fitting(table))
    assert f"diga o naipe. {wild} p" in refused(table, f"{wild}")
    assert "diga o naipe" in refused(table, f"{wild} rosas")
    assert "não pede naipe" in refused(table, f"{plain} c")


def test_epu_9_the_call_is_an_exclamation_mark_and_who_forgets_it_pays(tmp_path: Path) -> None:
    table = hand_with_two(at_own_turn(GAMES["estou_por_uma"], tmp_path))
    at = number_of(table, fitting(table))
    assert f"Avise com [!], como em {at}!, ou compra 7." in text_of(drawn.decision(table))
    for line in (f"{at}!", f"{at} !", f" {at}!  "):
        assert table.game.action(table.scene, folded(line)) == Play(fitting(table), call=True)
    table.act(table.game.action(table.scene, f"{at}"))
    assert "Você não avisou e comprou 7" in news_of(table)


def test_epu_r29_a_call_with_more_cards_is_asked_again(tmp_path: Path) -> None:
    table = at_own_turn(GAMES["estou_por_uma"], tmp_path)
    hold(table, [fitting(table), fitting(table, 6), only_misfit(table)])
    assert "com a penúltima" in refused(table, f"{number_of(table, fitting(table))}!")
    assert "vai junto da carta" in refused(table, "!")


def test_epu_5_a_card_that_does_not_fit_is_refused_with_what_would(tmp_path: Path) -> None:
    table = at_own_turn(GAMES["estou_por_uma"], tmp_path)
    hold(table, [only_misfit(table), fitting(table), fitting(table, 6)])
    top, sign = printed(table.scene.view.table.top), printed(fitting(table))[-1]
    told = refused(table, f"{number_of(table, only_misfit(table))}")
    assert told.endswith(f"não serve: a mesa pede {sign} ou {top[:-1]}.")
    assert "vão de 1 a 3" in refused(table, "4")
    assert "é preciso jogar" in refused(table, "c")
    assert "não se passa" in refused(table, "p")


def test_epu_19_under_a_seven_one_answers_or_takes(tmp_path: Path) -> None:
    table = at_own_turn(GAMES["estou_por_uma"], tmp_path)
    state, suit = table.match.state, table.scene.view.table.suit
    state.discards[-1], state.pending = card(7, suit), 2
    state.phase = type(state.phase).STACK
    other = next(each for each in (CLUBS, HEARTS) if each != suit)
    hold(table, [card(5, suit), card(7, other)])
    assert "responda, ou [c] pega 2" in text_of(drawn.decision(table))
    assert "não responde" in refused(table, f"{number_of(table, card(5, suit))}")
    assert table.game.action(table.scene, "c") == Draw()
    hold(table, [card(5, suit), card(6, suit)])
    assert "nada responde. [c] ou Enter pega 2" in text_of(drawn.decision(table))


def test_epu_r12_only_the_drawn_card_is_played_and_kept_where_that_is_agreed(
    tmp_path: Path,
) -> None:
    for keeps in (False, True):
        game = with_options("estou_por_uma", may_keep_drawn=keeps)
        table = at_own_turn(game, tmp_path)
        hold(table, [only_misfit(table), fitting(table, 6)])
        state = table.match.state
        state.drawn, state.phase = fitting(table, 6), type(state.phase).DRAWN
        told = text_of(drawn.decision(table))
        assert f"Você comprou {printed(fitting(table, 6))}, e serve: jogue" in told
        assert ("[p] fica com ela" in told) is keeps
        assert "Só a que você comprou" in refused(table, f"{number_of(table, only_misfit(table))}")
        assert "já comprou" in refused(table, "c")
        if keeps:
            assert table.game.action(table.scene, "p") == Pass()


def test_epu_r27_where_calls_are_caught_one_may_still_call_late(tmp_path: Path) -> None:
    game = with_options("estou_por_uma", enforcement=Enforcement.CATCH)
    table = hand_with_two(at_own_turn(game, tmp_path))
    table.act(table.game.action(table.scene, f"{number_of(table, fitting(table))}"))
    assert table.scene.view.to_act != table.seat
    assert "Você não avisou! [!] ainda avisa." in text_of(drawn.decision(table))
    assert refused(table, "1").startswith("Não entendi.")
    table.act(table.game.action(table.scene, "!"))
    assert "Você: Estou-por-uma!" in news_of(table)
    assert not table.scene.view.legal


def forgetful_rival(table: Table) -> int:
    """Lets the rival after the person forget its call."""
    table.act(Play(fitting(table)))
    rival = table.scene.view.to_act
    assert rival is not None
    assert rival != table.seat
    table.match.state.hands[rival] = sorted([fitting(table, 6), only_misfit(table)])
    table._make(Move(rival, Play(fitting(table, 6))))
    return rival


def test_epu_r27_whoever_saw_that_a_rival_did_not_call_accuses(tmp_path: Path) -> None:
    game = with_options("estou_por_uma", enforcement=Enforcement.CATCH)
    table = at_own_turn(game, tmp_path)
    hold(table, [fitting(table), fitting(table, 6), only_misfit(table)])
    rival = table.names[forgetful_rival(table)]
    screen = text_of(drawn.decision(table))
    assert f"{rival} não avisou! [!] acusa." in screen
    assert "calou!" in screen
    table.act(table.game.action(table.scene, "!"))
    assert f"Você pegou {rival} sem aviso · {rival} não avisou e comprou 7" in news_of(table)


def test_out_of_turn_enter_does_nothing_and_the_game_goes_on(tmp_path: Path) -> None:
    game = with_options("estou_por_uma", enforcement=Enforcement.CATCH)
    session = sitting(game, Script([""]), tmp_path, rivals=3)
    table = hand_with_two(at_own_turn(game, tmp_path))
    table.act(table.game.action(table.scene, f"{number_of(table, fitting(table))}"))
    moves = len(table.moves)
    session._decide(table)
    assert isinstance(table.moves[moves].action, Declare)
    assert table.moves[moves].seat != table.seat


# Eu Faço!


def test_ef_20_the_locked_number_is_shown_and_refused(tmp_path: Path) -> None:
    table = at_own_turn(GAMES["eu_faco"], tmp_path)
    last_to_speak(table, size=3, bids=1)
    assert "[0] [1] (2 travado) [3]" in text_of(drawn.decision(table))
    assert "O 2 está travado" in refused(table, "2")
    assert "só 3 vazas" in refused(table, "4")
    assert table.game.action(table.scene, "3") == eu_faco.Bid(3)


def last_to_speak(table: Table, *, size: int, bids: int) -> None:
    """Makes it a round of so many cards, in which the others have promised and the person speaks last."""
    state = table.match.state
    state.hand_size = size
    others = [seat for seat in range(table.match.seats) if seat != table.seat]
    state.order = [*others, table.seat]
    cards = iter(range(1, 41))
    for seat in state.order:
        state.hands[seat] = [next(cards) for _ in range(size)]
        state.bids[seat] = 0
    state.bids[others[0]], state.bids[table.seat] = bids, -1
    state.to_act = table.seat


def test_ef_36_in_a_round_of_one_card_one_sees_all_but_ones_own(tmp_path: Path) -> None:
    table = at_own_turn(GAMES["eu_faco"], tmp_path)
    lines = text_of(drawn.decision(table)).splitlines()
    own = next(line for line in lines if "Você" in line)
    assert own.endswith("(na testa: todos veem, menos você)")
    assert sum(" de " in line for line in lines) == 3


def test_a_number_plays_the_card_in_that_place_of_the_hand_weakest_first(tmp_path: Path) -> None:
    table = at_own_turn(GAMES["eu_faco"], tmp_path)
    last_to_speak(table, size=3, bids=1)
    table.match.state.hands[table.seat] = [1, 19, 34]
    table.act(eu_faco.Bid(0))
    to_own_turn(table)
    assert "[1] 4 de diamante  [2] 9 de prata  [3] 1 de bronze" in text_of(drawn.decision(table))
    assert table.game.action(table.scene, "3") == eu_faco.Play(1)
    assert "vão de 1 a 3" in refused(table, "0")


# SEVN


def asked(table: Table, decision: Decision, card_: int, **state: Any) -> str:
    """What the person is asked about a card."""
    table.match.state.ask(decision, table.seat, card_)
    for name, value in state.items():
        setattr(table.match.state, name, value)
    return text_of(drawn.decision(table))


def test_sv_3_letters_draw_and_stop(tmp_path: Path) -> None:
    table = at_own_turn(GAMES["sevn"], tmp_path)
    asked(table, Decision.TURN, NO_CARD)
    for lines, action in ((("t", "Tirar", "TIRA"), sevn.Draw()), (("p", "para"), sevn.Pass())):
        for line in lines:
            assert table.game.action(table.scene, folded(line)) == action


def test_sv_r22_without_a_card_one_can_only_stop(tmp_path: Path) -> None:
    table = at_own_turn(GAMES["sevn"], tmp_path)
    screen = asked(table, Decision.TURN, NO_CARD, deck=[], discards=[])
    assert "Não há mais cartas: só podes parar." in screen
    assert refused(table, "t").startswith("Não percebi.")


def test_sv_24_a_target_is_named_by_its_number(tmp_path: Path) -> None:
    table = at_own_turn(GAMES["sevn"], tmp_path)
    screen = asked(table, Decision.TARGET, FREEZE, effect=Effect(FREEZE, table.seat, -1, 0, []))
    choices = [f"[{at}]" for at in range(1, len(table.scene.view.legal) + 1)]
    assert all(choice in screen for choice in choices)
    assert table.game.action(table.scene, "1") == sevn.Choose(seat=table.seat)
    assert refused(table, f"{len(choices) + 1}").startswith("Não percebi.")


def test_sv_36_a_crossroads_says_what_a_repeat_would_do(tmp_path: Path) -> None:
    table = at_own_turn(GAMES["sevn"], tmp_path)
    table.match.state.rows[table.seat] = [number(12)]
    shown = [number(12), number(3)]
    screen = asked(table, Decision.CROSSROADS, CROSSROADS, shown=shown)
    assert "[1] 12 (repetido: rebentas)  [2] 3" in screen
    table.match.state.second_chances[table.seat] = True
    assert "[1] 12 (repetido: gasta a 2ª)" in text_of(drawn.decision(table))


def test_sv_22_a_ballast_is_kept_or_discarded_by_number(tmp_path: Path) -> None:
    table = at_own_turn(GAMES["sevn"], tmp_path)
    screen = asked(table, Decision.BALLAST, 16)
    assert "Lastro \N{MINUS SIGN}4: guardas ou descartas?" in screen
    assert "[1] guarda  [2] descarta" in screen
    assert table.game.action(table.scene, "2") == sevn.Choose(keep=False)
