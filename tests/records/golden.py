"""Golden records: signed matches of each ruleset that stay for ever, and what each of them is there for.

As a program it plays and writes those that do not exist yet; one that exists is never written again: ``python -m tests.records.golden``
"""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from carteado.proof.file import kept
from carteado.proof.signature import SigningKey
from carteado.records.recording import recorded
from carteado.rules import GAMES, estou_por_uma, eu_faco, sevn
from carteado.rules.game import Awaiting
from carteado.rules.match import Match
from carteado.rules.record import Deal, Move, play
from carteado.rules.shuffle import Chain

FOLDER = Path(__file__).with_name("golden")
KEY = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
"""A key that everybody knows: what it signs is worth nothing but as an example."""

ENTROPY = (b"", b"boa sorte", "café".encode(), bytes(range(64)))
"""What seats add: nothing, a word, one with an accent, as much as they may."""

Shows = Callable[[list[Any]], bool]
"""Whether the events of a match show what a golden record is there for."""


@dataclass(frozen=True)
class Golden:
    """A record that is kept.

    Attributes:
        name: Of the file, after the name of its ruleset.
        seats: How many.
        options: Its options.
        shows: What has to happen in it.
        whim: Share of moves that are anything legal; the others are the default.
    """

    name: str
    seats: int
    options: Any
    shows: tuple[Shows, ...] = field(default=())
    whim: float = 0.5

    @property
    def game(self) -> str:
        """The name of its game."""
        return type(self.options).__module__.split(".")[2]

    @property
    def path(self) -> Path:
        """Where it lies."""
        return FOLDER / GAMES[self.game].ruleset / f"{self.name}.json"


def happens(kind: str, **facts: object) -> Shows:
    """An event of this kind with these facts."""

    def shown(events: Iterable[Any]) -> bool:
        return any(
            type(event).__name__ == kind
            and all(getattr(event, name) == value for name, value in facts.items())
            for event in events
        )

    return shown


FOREHEAD = happens("RoundDealt", hand_size=1, tiebreak=False)
TIEBREAK = happens("RoundDealt", tiebreak=True)
RESHUFFLE = happens("Reshuffled")

GOLDEN = (
    Golden("default", 4, eu_faco.Options(), (FOREHEAD,)),
    Golden("tiebreak", 3, eu_faco.Options(lives=5), (FOREHEAD, TIEBREAK)),
    Golden("two", 2, eu_faco.Options(lives=3), (TIEBREAK,)),
    Golden("fixed-rounds", 5, eu_faco.Options(fixed_rounds=(1, 3, 2, 1)), (FOREHEAD,)),
    Golden(
        "pairs-and-lock",
        6,
        eu_faco.Options(cancel_mode=eu_faco.CancelMode.PAIRS, lock_in_one_card=True),
        (FOREHEAD,),
    ),
    Golden("default", 4, estou_por_uma.Options(), (RESHUFFLE,), whim=0.2),
    Golden("seven", 7, estou_por_uma.Options(limit=60), (RESHUFFLE,), whim=0.2),
    Golden(
        "catch",
        3,
        estou_por_uma.Options(limit=50, enforcement=estou_por_uma.Enforcement.CATCH),
        (happens("Caught"), happens("Called")),
        whim=0.3,
    ),
    Golden(
        "house-rules",
        5,
        estou_por_uma.Options(
            limit=50,
            court_cards_count_ten=True,
            may_keep_drawn=True,
            voluntary_draw=True,
            last_card_draws=True,
            upcard_takes_effect=True,
        ),
        (happens("Reversed"), happens("Skipped")),
        whim=0.2,
    ),
    Golden("default", 4, sevn.Options(), (happens("Sevn"), happens("Crossroads"), RESHUFFLE)),
    Golden("eight", 8, sevn.Options(target=100), (RESHUFFLE, happens("SecondChanceMoved"))),
    Golden(
        "reshuffle-each-round",
        3,
        sevn.Options(target=100, reshuffle_each_round=True, storm_starts_next=True),
        (happens("BallastDecided"),),
    ),
    Golden("two", 2, sevn.Options(target=60, duplicate_ballast_busts=True), (happens("Busted"),)),
)
"""Every golden record."""


def played(golden: Golden, rng: Random) -> tuple[Match, list[Move], list[Any]]:
    """A random match to its end, with all that was done in it and all that happened."""
    match = Match.open(GAMES[golden.game], golden.options, golden.seats, Chain(rng.randbytes(32)))
    moves: list[Move] = []
    events: list[Any] = []
    while match.game.awaiting(match.state) is not Awaiting.NOTHING:
        moves.append(_move(golden, match, rng))
        events += play(match, moves[-1])
    return match, moves, events


def _move(golden: Golden, match: Match, rng: Random) -> Move:
    game, state = match.game, match.state
    acting = game.to_act(state)
    if acting is None:
        entropy = () if match.ply else tuple(rng.choice(ENTROPY) for _ in range(golden.seats))
        return Move(None, Deal(entropy))
    if rng.random() >= golden.whim:
        return Move(acting, game.default_action(state))
    speakers = [seat for seat in range(match.seats) if game.legal_actions(state, seat)]
    seat = rng.choice(speakers)
    return Move(seat, rng.choice(game.legal_actions(state, seat)))


def write(golden: Golden) -> Path:
    """Plays until a match shows what it has to, and keeps that."""
    for number in count():
        match, moves, events = played(golden, Random(f"{golden.path.name}/{golden.game}/{number}"))
        if all(shows(events) for shows in golden.shows):
            return kept(KEY.sign(recorded(match, moves)), golden.path)
    raise AssertionError("the seeds have no end")


if __name__ == "__main__":
    for each in GOLDEN:
        if not each.path.exists():
            sys.stdout.write(f"{write(each).relative_to(FOLDER)}\n")
