"""A match of any game: whose move it is, the chain of secrets that deals it, and what each observer may see."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from carteado.rules.game import AnyGame, Awaiting, IllegalAction, Placement, Refusal, Seat
from carteado.rules.shuffle import ENTROPY_BYTES, FairShuffler, Secrets, salt


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """The secret that shuffled a round is opened, after its count."""

    round_number: int
    secret: bytes


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over."""

    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What one observer may see of a match, and nothing else (G-10).

    Attributes:
        observer: The seat; None for a spectator.
        ply: Actions applied so far, deals included.
        awaiting: What the match waits for.
        to_act: The seat to act, if any.
        legal: What the observer may do now.
        default: What the table does for the seat to act when its time is over; only that seat sees it.
        placements: The places, once the match is over.
        seats_out: Seats with nothing more to play.
        options: The options, with the defaults written out.
        table: The game's own view.
    """

    observer: Seat | None
    ply: int
    awaiting: Awaiting
    to_act: Seat | None
    legal: tuple[Any, ...]
    default: Any
    placements: tuple[Placement, ...]
    seats_out: tuple[Seat, ...]
    options: Any
    table: Any


class Match:
    """One match, changed in place.

    Attributes:
        game: The module with its rules.
        options: The options, with the defaults written out.
        seats: How many seats there are.
        secrets: The chain, or as much of it as is known.
        keep_secrets: True where others still play the same cards, so that no round is opened here.
        salt: What the seats added, from the first deal on; empty before.
        ply: Actions applied so far, deals included.
        state: The game's own state.
    """

    __slots__ = ("game", "keep_secrets", "options", "ply", "salt", "seats", "secrets", "state")

    def __init__(
        self,
        game: AnyGame,
        options: Any,
        seats: int,
        secrets: Secrets,
        *,
        keep_secrets: bool = False,
    ) -> None:
        """A match with checked options before its first deal; ``open`` checks."""
        self.game = game
        self.options = options
        self.seats = seats
        self.secrets = secrets
        self.keep_secrets = keep_secrets
        self.salt = b""
        self.ply = 0
        self.state: Any = game.start(options, seats)

    @classmethod
    def open(
        cls,
        game: AnyGame,
        options: Any,
        seats: int,
        secrets: Secrets,
        *,
        keep_secrets: bool = False,
    ) -> Self:
        """Opens a match.

        Raises:
            InvalidMatch: The game has no match with these seats and options (G-11).
        """
        options = game.checked(options, seats)
        return cls(game, options, seats, secrets, keep_secrets=keep_secrets)

    def deal(self, entropy: Sequence[bytes] = ()) -> list[Any]:
        """Deals the next round and answers what happened. The seats may add to the shuffles, once, in the first deal.

        Raises:
            IllegalAction: A round goes on, the match is over, or the entropy does not fit.
            UnknownSecret: The secret of the round is not known. Either way nothing has changed.
        """
        refusal = self._refusal_to_deal(entropy)
        if refusal is not None:
            raise IllegalAction(refusal)
        salt_ = self.salt or salt(entropy or [b""] * self.seats)
        opened = self.game.rounds_to_open(self.state)
        events = self.game.deal(self.state, self._shuffler(salt_))
        self.salt = salt_
        return self._after(events, opened)

    def _refusal_to_deal(self, entropy: Sequence[bytes]) -> Refusal | None:
        awaiting = self.game.awaiting(self.state)
        if awaiting is Awaiting.NOTHING:
            return Refusal.ROUND_OVER
        if awaiting is Awaiting.SEAT:
            return Refusal.WRONG_PHASE
        if entropy and self.ply:
            return Refusal.ENTROPY_TOO_LATE
        if entropy and (len(entropy) != self.seats or any(len(e) > ENTROPY_BYTES for e in entropy)):
            return Refusal.ENTROPY_COUNT
        return None

    def act(self, seat: Seat, action: Any) -> list[Any]:
        """Does something in a seat and answers what happened.

        Raises:
            IllegalAction: The rules refuse it; nothing has changed.
        """
        opened = self.game.rounds_to_open(self.state)
        events = self.game.apply(self.state, seat, action, self._shuffler(self.salt))
        return self._after(events, opened)

    def _shuffler(self, salt_: bytes) -> FairShuffler:
        return FairShuffler(self.secrets.of, salt_, self.game.ruleset)

    def _after(self, events: list[Any], opened: int) -> list[Any]:
        """Counts the ply, opens the rounds that are now counted, and says so when the match is over."""
        self.ply += 1
        if not self.keep_secrets:
            rounds = range(opened + 1, self.game.rounds_to_open(self.state) + 1)
            events += [RoundOpened(number, self.secrets.of(number)) for number in rounds]
        placements = self.game.placements(self.state)
        if placements:
            events.append(MatchEnded(tuple(placements)))
        return events

    def view(self, observer: Seat | None) -> View:
        """What a seat, or a spectator (None), may see now."""
        to_act = self.game.to_act(self.state)
        acting = observer is not None and observer == to_act
        return View(
            observer=observer,
            ply=self.ply,
            awaiting=self.game.awaiting(self.state),
            to_act=to_act,
            legal=() if observer is None else tuple(self.game.legal_actions(self.state, observer)),
            default=self.game.default_action(self.state) if acting else None,
            placements=tuple(self.game.placements(self.state)),
            seats_out=tuple(self.game.seats_out(self.state)),
            options=self.options,
            table=self.game.view(self.state, observer),
        )

    def seen(self, event: Any, observer: Seat | None) -> Any:
        """What happened, as an observer may see it now: a seat that is out of the match, be it since then, sees what a spectator sees (G-10)."""
        if isinstance(event, RoundOpened | MatchEnded):
            return event
        watches = observer in self.game.seats_out(self.state)
        return self.game.seen(event, None if watches else observer)
