"""The board: one message for each round, with everything on it, for everything is public but the order of the deck (SV-R35)."""

from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.render.closing import match_closed
from carteado.telegram_gateway.render.header import clock, joined
from carteado.telegram_gateway.render.scene import Scene, paragraphs, scene_of
from carteado.telegram_gateway.render.sevn import commentary, count, keyboard, seats, turn
from carteado.telegram_gateway.render.sevn.state import shown


def board(scene: Scene) -> Message:
    """The round that goes on, and until somebody has decided something how the one before went."""
    text = paragraphs(
        _header(scene),
        _last_round(scene),
        seats.lines(scene),
        scene.words("legend") if shown(scene).round == 1 else "",
        commentary.lines(scene),
        turn.question(scene),
    )
    return Message(text, keyboard.buttons(scene))


def counted(scene: Scene) -> Message:
    """The round that is over, with its count: between rounds, and at the end of the match."""
    return Message(paragraphs(_header(scene), commentary.lines(scene), count.lines(scene)))


def ended_early(scene: Scene) -> Message:
    """A round that nobody will finish: the table was closed."""
    return Message(paragraphs(_header(scene), seats.lines(scene), match_closed(scene)))


def _header(scene: Scene) -> str:
    """The two lines above a round: its number, the points that win, who started it, what is left of the deck."""
    words, view = scene.words, shown(scene)
    first = words("head", number=view.round, points=view.target)
    starter = words("starter", name=scene.names[view.starter])
    deck = words.count("deck", view.deck)
    return f"{first}\n{joined(starter, deck, clock(scene))}"


def _last_round(scene: Scene) -> str:
    """How the last round went, while the deal is all that happened in this one."""
    plies = {event.ply for event in scene.past.events}
    if scene.past.counted is None or len(plies) > 1:
        return ""
    return count.recap(scene_of(scene.past.counted, scene.words))
