"""People at a table in a terminal: one who types what they mean, one who types anything, and what both get to see."""

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from rich.console import Console
from rich.text import Text

from carteado.cli.folder import Folder
from carteado.cli.table import eu_faco
from carteado.cli.table.estou_por_uma.cards import KEYS
from carteado.cli.table.game import Game
from carteado.cli.table.games import GAMES
from carteado.cli.table.keeping import Keeping
from carteado.cli.table.scene import Scene
from carteado.cli.table.session import House, Session
from carteado.cli.table.start import words_for
from carteado.cli.table.table import Table
from carteado.cli.table.terminal import Terminal
from carteado.cli.words import LOCALES
from carteado.rules import estou_por_uma, sevn
from carteado.rules.eu_faco import Bid
from carteado.rules.game import Awaiting
from carteado.rules.rivals import advise
from carteado.words import Words

DAY = "2026-11-30"
CLEARED = "\x1b[2J\x1b[H"
STYLE = re.compile(r"\x1b\[[0-9;]*m")
OFFERED = re.compile(r"\[([^\[\]]+)\]")

NONSENSE = (
    *("", " ", "x", "0", "00", "-1", "1.5", "1_0", "99999", "9" * 5000, "1 2", "!!", "! 1", "1!!"),
    *(
        "c",
        "p",
        "t",
        "1 c",
        "2c!",
        "3 ! o",
        "1 \N{BLACK HEART SUIT}",
        "1 zz",
        "\N{SUPERSCRIPT TWO}",
    ),
    *(
        "\x1b[31m",
        "\t",
        "\N{ARABIC-INDIC DIGIT THREE}",
        "e\N{COMBINING ACUTE ACCENT}",
        "[1]",
        "%s {n}",
    ),
    *("COMPRAR", "C", "\N{FULLWIDTH DIGIT ONE}", "\N{PILE OF POO}" * 90, "h", "?", "q", "\ud800"),
)


class Lines:
    """Where lines come from: a person, asked for one whenever one is awaited."""

    def __init__(self, *, on_terminal: bool = False) -> None:
        self.on_terminal = on_terminal
        self.session: Session
        self.table: Table | None = None
        self.asked = 0

    def isatty(self) -> bool:
        return self.on_terminal

    def readline(self) -> str:
        self.asked += 1
        line = self.next_line()
        return "" if line is None else f"{line}\n"

    def next_line(self) -> str | None:
        raise NotImplementedError

    @property
    def output(self) -> str:
        file = self.session.house.terminal._console.file
        assert isinstance(file, io.StringIO)
        return file.getvalue()

    @property
    def prompt(self) -> str:
        """The question that is to be answered."""
        return STYLE.sub("", self.output[-400:]).rpartition("\n")[2]


class Script(Lines):
    """Types lines that were thought of before, and then no more."""

    def __init__(self, lines: Sequence[str], *, on_terminal: bool = False) -> None:
        super().__init__(on_terminal=on_terminal)
        self.lines = iter(lines)

    def next_line(self) -> str | None:
        return next(self.lines, None)


class Typist(Lines):
    """Types any of what is offered in brackets, plus nonsense; never confirms that it leaves."""

    def __init__(self, rng: Random, *, on_terminal: bool = False, nonsense: float = 0.3) -> None:
        super().__init__(on_terminal=on_terminal)
        self.rng = rng
        self.nonsense = nonsense

    def next_line(self) -> str | None:
        assert self.asked < 20_000
        words = self.session.words
        if self.prompt.startswith(words("ask_quit")):
            return words("key_no").split()[0]
        if self.prompt.startswith(words("rematch")):
            return None
        if self.rng.random() < self.nonsense:
            return self.rng.choice(NONSENSE)
        return self.offered()

    def offered(self) -> str:
        """One of what stands in brackets on the last screen, with a suit now and then."""
        screen = STYLE.sub("", self.output[-4000:]).replace(CLEARED, "\n\n").rpartition("\n\n")[2]
        choices: list[str] = [
            each for each in OFFERED.findall(screen) if each not in {"?", "h", "q"}
        ]
        chosen = self.rng.choice(choices or [""])
        if chosen == "Enter":
            return ""
        suits = [self.session.words(key).split()[0] for key in KEYS.values()]
        return chosen + self.rng.choice(["", "", "!", f" {self.rng.choice(suits)}"])


class Player(Lines):
    """Plays as a sound player would, and says now and then what was written for a moment: the number of the line asked for."""

    def __init__(self, asides: dict[int, str], *, on_terminal: bool = False) -> None:
        super().__init__(on_terminal=on_terminal)
        self.asides = asides

    def next_line(self) -> str | None:
        words = self.session.words
        if self.asked in self.asides:
            return self.asides[self.asked]
        if self.prompt.startswith(words("rematch")):
            return words("key_no").split()[0]
        if not self.prompt.startswith((words("prompt"), words("prompt_out"))):
            return ""
        assert self.table is not None
        scene = self.table.scene
        return typed(scene, advise(self.table.match.game, scene.view).action)


class Watched(Session):
    """A session whose person may look at the table, as whoever sits at it does."""

    def seated(self) -> Table:
        table = Session.seated(self)
        source = self.house.terminal._source
        assert isinstance(source, Lines)
        source.table = table
        return table


def words_of(game: str, language: str = "pt_BR") -> Words:
    return words_for(game, Words(LOCALES, language))


def console_for(*, on_terminal: bool = False) -> Console:
    return Console(
        file=io.StringIO(),
        width=80,
        height=24,
        highlight=False,
        markup=False,
        force_terminal=on_terminal,
        color_system="standard" if on_terminal else None,
        _environ={},
    )


def sitting(
    game: Game,
    source: Lines,
    folder: Path,
    *,
    rivals: int = 1,
    seed: int = 1,
    language: str = "pt_BR",
    wanted: Path | None = None,
) -> Watched:
    """A session with somebody, whose chance follows from a seed."""
    terminal = Terminal(console_for(on_terminal=source.on_terminal), source)
    keeping = Keeping(Folder(folder), wanted, DAY)
    house = House(terminal, Random(seed), keeping)
    session = Watched(game, rivals, house, words_of(game.name, language))
    source.session = session
    return session


def with_options(name: str, **chosen: Any) -> Game:
    """A game with other options than the defaults."""
    game: Any = GAMES[name]
    members = {each: getattr(game, each) for each in game.__all__}
    changed: Any = SimpleNamespace(**{**members, "options": game.rules.Options(**chosen)})
    wanted: Game = changed
    return wanted


def typed(scene: Scene, action: Any) -> str:
    """How somebody types an action."""
    words, table = scene.words, scene.view.table
    if isinstance(action, Bid):
        return str(action.tricks)
    if isinstance(action, eu_faco.rules.Play):
        return str(eu_faco.hand_of(scene).index(action.card) + 1)
    if isinstance(action, estou_por_uma.Play):
        suit = f" {words(KEYS[action.suit]).split()[0]}" if action.suit else ""
        return f"{table.hand.index(action.card) + 1}{'!' if action.call else ''}{suit}"
    if isinstance(action, estou_por_uma.Declare):
        return "!"
    if isinstance(action, sevn.Choose):
        return str(scene.view.legal.index(action) + 1)
    drawn = isinstance(action, estou_por_uma.Draw | sevn.Draw)
    other = "key_stop" if isinstance(action, sevn.Pass) else "key_keep"
    return words("key_draw" if drawn else other).split()[0]


def screens(output: str) -> Iterator[list[str]]:
    """What was on the terminal, screen by screen, without its styles."""
    for screen in output.split(CLEARED):
        yield STYLE.sub("", screen).split("\n")


SHORT: dict[str, dict[str, Any]] = {
    "eu_faco": {},
    "estou_por_uma": {"limit": 40},
    "sevn": {"target": 80},
}
"""Options with which a match does not last."""


def short(name: str) -> Game:
    return with_options(name, **SHORT[name])


def at_own_turn(game: Game, folder: Path, *, rivals: int = 3, seed: int = 1) -> Table:
    """A table at the first decision of its person."""
    table = sitting(game, Script([]), folder, rivals=rivals, seed=seed).seated()
    table.deal()
    to_own_turn(table)
    return table


def to_own_turn(table: Table) -> None:
    """The rivals play until the person has something to decide in its turn."""
    while table.match.view(None).to_act != table.seat:
        if table.match.view(None).awaiting is Awaiting.DEAL:
            table.deal()
        else:
            table.rival_acts()


def text_of(screen: Sequence[Text]) -> str:
    return "\n".join(line.plain for line in screen)


def news_of(table: Table) -> str:
    return " ".join(table.game.news(table.scene, table.scene.news))
