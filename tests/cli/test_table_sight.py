"""Nothing that the person may not see is ever on the screen: whatever is hidden may be other cards, and not a letter changes (G-10)."""

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.text import Text

from carteado.cli import cards as medals
from carteado.cli.table import screens as drawn
from carteado.cli.table.estou_por_uma.cards import short as printed
from carteado.cli.table.games import GAMES
from carteado.cli.table.table import Table
from carteado.rules import estou_por_uma, eu_faco
from carteado.rules.game import Awaiting
from carteado.rules.rivals import advise
from tests.cli.table_people import Script, console_for, short, sitting, text_of, words_of
from tests.conformance.games import SUBJECTS
from tests.conformance.interference import twin_of

SUBJECT = {subject.game.name: subject for subject in SUBJECTS}
TWINS = 3
HIDING = {"hands", "stock", "deck"}
"""The lists of a state in which cards lie that not everybody sees."""

WORDS = words_of("eu_faco")


def matches(name: str, folder: Path, seeds: Iterable[int]) -> Iterator[tuple[Table, Random]]:
    """A table at each of its person's decisions and counts, in matches of random size; the person plays at random, or what is sound."""
    for seed in seeds:
        rng = Random(f"{name}{seed}")
        rivals = rng.randint(1, GAMES[name].rules.max_seats - 1)
        table = sitting(short(name), Script([]), folder, rivals=rivals, seed=seed).seated()
        table.deal()
        while (view := table.scene.view).awaiting is not Awaiting.NOTHING:
            if view.awaiting is Awaiting.DEAL:
                yield table, rng
                table.deal()
            elif view.legal:
                yield table, rng
                sound = advise(table.match.game, view).action
                table.act(sound if rng.random() < 0.6 else rng.choice(view.legal))
            else:
                table.rival_acts()
        yield table, rng


def screen_of(table: Table) -> Sequence[Text]:
    is_asked = bool(table.scene.view.legal)
    return drawn.decision(table) if is_asked else drawn.count(table)


def written(screen: Sequence[Text]) -> str:
    """A screen as a terminal gets it, styles included."""
    console = console_for(on_terminal=True)
    for line in screen:
        console.print(line)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("name", list(GAMES))
def test_g_10_a_screen_is_the_same_byte_for_byte_whatever_the_hidden_cards_are(
    name: str, tmp_path: Path
) -> None:
    changed = 0
    for table, rng in matches(name, tmp_path, range(6)):
        match, before = table.match, written(screen_of(table))
        for _ in range(TWINS):
            other = SUBJECT[name].resampled(match.state, table.seat, rng)
            changed += differs(other, match.state)
            table.match = twin_of(match, other)
            assert written(screen_of(table)) == before
        table.match = match
    assert changed > 100


def differs(state: Any, other: Any) -> bool:
    """Whether two states are not the same."""
    return any(getattr(state, name) != getattr(other, name) for name in HIDING & {*dir(state)})


# Which cards are named


def named_medals(text: str) -> set[int]:
    """The cards of Eu Faço! that a screen names."""
    return {card for card in range(1, 41) if re.search(rf"\b{medals.name(card, WORDS)}\b", text)}


def seen_medals(table: Table, events: Sequence[Any]) -> set[int]:
    """The own hand, the foreheads of others, and what was played in the round."""
    view = table.scene.view.table
    foreheads = {seat.forehead for seat in view.seats}
    played = {event.card for event in events if isinstance(event, eu_faco.events.CardPlayed)}
    return {*view.hand, *foreheads, *played}


def named_suits(text: str) -> set[int]:
    """The cards of Estou-por-uma that a screen names."""
    found = set(re.findall(r"(?<![\w])(?:10|[2-9AJQK])[♣♦♥♠]", text))
    return {card for card in range(1, 53) if printed(card) in found}


def seen_suits(table: Table, events: Sequence[Any]) -> set[int]:
    """The own hand, the discards, what was turned up or played, what the person drew, and the hands once they are counted."""
    view = table.scene.view.table
    seen = {*view.hand, *view.discards}
    for event in events:
        match event:
            case (
                estou_por_uma.events.RoundDealt(upcard=card)
                | estou_por_uma.events.CardPlayed(card=card)
            ):
                seen.add(card)
            case estou_por_uma.events.CardsDrawn(seat=table.seat, cards=cards):
                seen.update(cards)
            case estou_por_uma.events.RoundScored(seats=scores):
                seen.update(card for score in scores for card in score.hand)
    return seen


@pytest.mark.parametrize(
    ("name", "named", "seen"),
    [
        ("eu_faco", named_medals, seen_medals),
        ("estou_por_uma", named_suits, seen_suits),
    ],
)
def test_g_10_no_card_is_named_that_the_seat_did_not_see(
    name: str,
    named: Callable[[str], set[int]],
    seen: Callable[[Table, Sequence[Any]], set[int]],
    tmp_path: Path,
) -> None:
    """What happened is taken as spectators are told it, but for the person's own draws."""
    told = 0
    for table, _ in matches(name, tmp_path, range(6)):
        events = [event for move in table._round for event in move]
        shown = named(text_of(screen_of(table)))
        assert shown <= seen(table, events)
        told += len(shown)
    assert told > 200


def test_epu_r39_the_faces_that_a_rival_draws_are_not_told(tmp_path: Path) -> None:
    bought = re.compile(r"(\w+) (?:comprou uma|pegou \d+ e perdeu a vez|levou \d+)( \()?")
    tellings: list[tuple[str, str]] = []
    for table, _ in matches("estou_por_uma", tmp_path, range(4)):
        tellings += bought.findall(" ".join(table.game.news(table.scene, table._round)))
    own = {bool(faces) for name, faces in tellings if name == "Você"}
    others = {bool(faces) for name, faces in tellings if name != "Você"}
    assert own == {True}
    assert others == {False}
