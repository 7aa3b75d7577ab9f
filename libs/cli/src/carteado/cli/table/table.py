"""A table in this process: its match, its house rivals, and what its person has seen so far."""

from carteado.cli.table.game import Counted, Game
from carteado.cli.table.scene import Happened, Scene
from carteado.rules.game import Seat
from carteado.rules.match import Match
from carteado.rules.record import Deal, Move, play
from carteado.rules.rivals import advise
from carteado.words import Words


class Table:
    """One match between a person and house rivals, each of whom decides from what its own seat sees (G-10).

    Args:
        game: How the game is drawn and told.
        match: The match, before its first deal.
        seat: The person's seat.
        words: The language, of the game.

    Attributes:
        names: What everybody is called, by seat.
        moves: Everything that was done, in order.
        sheet: What each count came to, with the number of its round.
    """

    def __init__(self, game: Game, match: Match, seat: Seat, words: Words) -> None:
        self.game = game
        self.match = match
        self.seat = seat
        self.words = words
        self.names = _names(match.seats, seat, words)
        self.moves: list[Move] = []
        self.sheet: list[tuple[int, list[Counted]]] = []
        self._round: list[Happened] = []
        self._unread = 0

    @property
    def scene(self) -> Scene:
        """The table as its person sees it now."""
        view = self.match.view(self.seat)
        return Scene(view, self.seat, self.names, self.words, self._round, self._unread)

    @property
    def rivals(self) -> list[str]:
        """What the rivals are called, clockwise from the person."""
        return [self.names[seat] for seat in self.scene.clockwise[1:]]

    def deal(self, entropy: bytes = b"") -> None:
        """Deals the next round; in the first deal the person may add to the shuffles, and the rivals add nothing (G-3)."""
        added = tuple(entropy if seat == self.seat else b"" for seat in range(self.match.seats))
        self._round.clear()
        self._unread = 0
        self._make(Move(None, Deal(added if entropy else ())))

    def act(self, action: object) -> None:
        """The person does something; the news begin with it."""
        self._unread = len(self._round)
        self._make(Move(self.seat, action))

    def rival_acts(self) -> None:
        """The rival whose turn it is does what a sound player would."""
        seat = self.match.view(None).to_act
        assert seat is not None
        self._make(Move(seat, advise(self.match.game, self.match.view(seat)).action))

    def _make(self, move: Move) -> None:
        events = play(self.match, move)
        self.moves.append(move)
        self._round.append([self.match.seen(event, self.seat) for event in events])
        scene = self.scene
        for event in self._round[-1]:
            if counted := self.game.counted(scene, event):
                self.sheet.append((scene.view.table.round_number, list(counted)))


def _names(seats: int, own: Seat, words: Words) -> list[str]:
    """The person is addressed, and the rivals have their names clockwise from there."""
    others = iter(words("rivals").split())
    around = [(own + at) % seats for at in range(seats)]
    called = {seat: words("you") if seat == own else next(others) for seat in around}
    return [called[seat] for seat in range(seats)]
