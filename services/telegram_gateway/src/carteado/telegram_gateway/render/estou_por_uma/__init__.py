"""Estou-por-uma in the chat: a board for each round, and a hand that its owner alone sees."""

from collections.abc import Mapping, Sequence

from carteado.api.game.v1.game_pb2 import Action, Options, Placement, View
from carteado.telegram_gateway.message import Button, Message
from carteado.telegram_gateway.render.game import Choice, Move
from carteado.telegram_gateway.render.header import header, private_head
from carteado.telegram_gateway.render.scene import Scene, paragraphs
from carteado.telegram_gateway.render.turns import brief_turn
from carteado.telegram_gateway.taps import Op

name = "estou_por_uma"
pages = ("rules_game",)
choices: Mapping[str, Choice] = {}
moves: Mapping[str, Move] = {}
DEFAULT_LIMIT = 100
BRIEF_WIDTH = 10


def round_number(view: View) -> int:
    """The number of the round, from 1; 0 before the first deal."""
    return view.estou_por_uma.round


def shown_from(view: View) -> int:
    """The open decision alone: hands change with every card drawn."""
    return view.ply


def players(view: View) -> set[int]:
    """The seats that are in the match, and those that the count of the round put out: cards were left in their hands (EPU-R43)."""
    seats = enumerate(view.estou_por_uma.seats)
    return {seat for seat, each in seats if each.playing or each.cards_left}


def board(scene: Scene) -> Message:
    """Who has how many cards and points, and whose turn it is."""
    look = scene.tap(scene.words("button_hand"), Op.HAND)
    return Message(paragraphs(_head(scene), _seats(scene), _turn(scene)), ((look,),))


def counted(scene: Scene) -> Message:
    """The points of the match after the round."""
    return Message(paragraphs(_head(scene), _seats(scene)))


def ended_early(scene: Scene) -> Message:
    """A round that nobody will finish."""
    return Message(paragraphs(_head(scene), _seats(scene), scene.words("match_closed")))


def hand(scene: Scene, title: str) -> Message:
    """The round, in private."""
    head = private_head(scene, title)
    return Message(paragraphs(head, _head(scene), _seats(scene), _turn(scene)))


def alert(scene: Scene) -> str:
    """Whose turn it is."""
    return brief_turn(scene, BRIEF_WIDTH)


def done(scene: Scene, action: Action) -> str:
    """Nothing is tapped yet."""
    raise NotImplementedError(scene.table.id, action)


def terms(scene: Scene) -> str:
    """The limit that nobody may pass (EPU-14)."""
    options = scene.table.options.estou_por_uma
    return scene.words("lobby_limit", points=options.limit or DEFAULT_LIMIT)


def choice_buttons(_scene: Scene) -> Sequence[Button]:
    """There is nothing to choose."""
    return ()


def ranked(options: Options) -> Options:
    """A ranked match is of the default length, as these are."""
    return options


def score(scene: Scene, placed: Placement) -> str:
    """Points, of which less is better (EPU-13)."""
    return scene.words("points", n=placed.score)


def _head(scene: Scene) -> str:
    table = scene.table.view.estou_por_uma
    dealer = scene.words("dealer", name=scene.names[table.dealer])
    return header(scene, table.round, about="", began=dealer)


def _seats(scene: Scene) -> str:
    return "\n".join(_seat(scene, seat) for seat in range(len(scene.names)))


def _seat(scene: Scene, seat: int) -> str:
    own, words = scene.table.view.estou_por_uma.seats[seat], scene.words
    if not own.playing and not own.cards_left:
        return words("seat_out", name=scene.names[seat])
    mark = words("mark_turn") if scene.is_to_act(seat) else ""
    values = {"name": scene.names[seat], "points": own.points, "left": own.cards_left}
    return f"{mark}{words('seat', **values)}"


def _turn(scene: Scene) -> str:
    if not scene.is_open:
        return scene.words("round_counted")
    return scene.words("turn", name=scene.names[scene.table.view.to_act])
