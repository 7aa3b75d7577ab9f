"""SEVN in the chat: everything is on the board, for everything is public but the order of the deck."""

from collections.abc import Mapping, Sequence

from carteado.api.game.v1.game_pb2 import Action, Options, Placement, View
from carteado.telegram_gateway.message import Button, Message
from carteado.telegram_gateway.render.game import Choice, Move
from carteado.telegram_gateway.render.header import header
from carteado.telegram_gateway.render.scene import Scene, paragraphs
from carteado.telegram_gateway.render.turns import brief_turn

name = "sevn"
pages = ("rules_game",)
choices: Mapping[str, Choice] = {}
moves: Mapping[str, Move] = {}
hand = None
DEFAULT_TARGET = 250
BRIEF_WIDTH = 10


def round_number(view: View) -> int:
    """The number of the round, from 1; 0 before the first deal."""
    return view.sevn.round


def shown_from(view: View) -> int:
    """The open decision alone: a tap that comes twice draws one card."""
    return view.ply


def players(view: View) -> set[int]:
    """Everybody: nobody leaves a match of SEVN."""
    return set(range(len(view.sevn.seats)))


def board(scene: Scene) -> Message:
    """What each has, and who is to decide."""
    turn = scene.words("turn", name=scene.names[scene.table.view.to_act])
    return Message(paragraphs(_head(scene), _seats(scene), turn))


def counted(scene: Scene) -> Message:
    """The totals after the round."""
    return Message(paragraphs(_head(scene), _seats(scene)))


def ended_early(scene: Scene) -> Message:
    """A round that nobody will finish."""
    return Message(paragraphs(_head(scene), _seats(scene), scene.words("match_closed")))


def alert(scene: Scene) -> str:
    """Whose turn it is: there is nothing else to look at."""
    return brief_turn(scene, BRIEF_WIDTH)


def done(scene: Scene, action: Action) -> str:
    """Nothing is tapped yet."""
    raise NotImplementedError(scene.table.id, action)


def terms(scene: Scene) -> str:
    """The points that win (SV-2)."""
    options = scene.table.options.sevn
    return scene.words("lobby_target", points=options.target or DEFAULT_TARGET)


def choice_buttons(_scene: Scene) -> Sequence[Button]:
    """There is nothing to choose."""
    return ()


def ranked(options: Options) -> Options:
    """A ranked match is of the default length, as these are."""
    return options


def score(scene: Scene, placed: Placement) -> str:
    """Points, of which more is better (SV-2)."""
    return scene.words("points", n=placed.score)


def _head(scene: Scene) -> str:
    table = scene.table.view.sevn
    starter = scene.words("starter", name=scene.names[table.starter])
    return header(scene, table.round, about="", began=starter)


def _seats(scene: Scene) -> str:
    return "\n".join(_seat(scene, seat) for seat in range(len(scene.names)))


def _seat(scene: Scene, seat: int) -> str:
    own, words = scene.table.view.sevn.seats[seat], scene.words
    mark = words("mark_turn") if scene.is_to_act(seat) else ""
    line = words("seat", name=scene.names[seat], total=own.total, points=own.score.points)
    return f"{mark}{line}"
