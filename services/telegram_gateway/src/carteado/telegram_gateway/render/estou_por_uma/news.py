"""What was done, move by move, as somebody tells it who has looked on."""

from collections.abc import Iterator, Sequence

from carteado.api.estou_por_uma.v1 import estou_por_uma_pb2 as pb
from carteado.telegram_gateway.render.estou_por_uma import cards
from carteado.telegram_gateway.render.estou_por_uma.state import bought, happened, ranks_of
from carteado.telegram_gateway.render.scene import Scene

LINES = 4
"""So many moves are told on a board: about a minute of play."""

ENOUGH = 2 * LINES + 1
"""The moves of so many lines, each a purchase and a play at most, and one before them."""

CURSED = 7
"""The drawing card that is cursed where it is equalled (EPU-27)."""

Move = Sequence[pb.Event]


def lines(scene: Scene) -> str:
    """The last moves, the newest last."""
    sentences = list(_told(scene))[-LINES:]
    return "\n".join(scene.words("news", sentence=sentence) for sentence in sentences)


def _told(scene: Scene) -> Iterator[str]:
    """A sentence for each move; a card that was bought and played at once makes one."""
    moves = happened(scene)[-ENOUGH:]
    for before, move, after in zip([[], *moves], moves, [*moves[1:], []], strict=False):
        buyer = bought(move)
        if buyer is None or buyer != _player(after):
            has_bought = bool(before) and bought(before) == _player(move)
            parts = [_part(scene, move, event, has_bought=has_bought) for event in move]
            if told := [part for part in parts if part]:
                yield " · ".join(told)


def _player(move: Move) -> int | None:
    """Who played a card, where that was done."""
    plays = [event.card_played for event in move if event.HasField("card_played")]
    return plays[0].seat if plays else None


def _part(scene: Scene, move: Move, event: pb.Event, *, has_bought: bool) -> str:
    """One thing of those that a move made happen."""
    match event.WhichOneof("kind"):
        case "card_played":
            return _played(scene, event.card_played, has_bought=has_bought)
        case "cards_drawn":
            return _drawn(scene, move, event.cards_drawn)
        case "passed":
            return _passed(scene, move, event.passed)
        case "called" | "caught":
            return _spoken(scene, move, event)
        case _:
            return _turned(scene, event)


def _played(scene: Scene, played: pb.CardPlayed, *, has_bought: bool) -> str:
    words, name, card = scene.words, scene.names[played.seat], cards.short(played.card)
    told = words("news_bought_played" if has_bought else "news_played", name=name, card=card)
    if not played.suit:
        return told
    return told + words("news_named", suit=cards.suit_text(played.suit, words))


def _drawn(scene: Scene, move: Move, drawn: pb.CardsDrawn) -> str:
    """Who drew how many, and why."""
    words, name, count = scene.words, scene.names[drawn.seat], drawn.count
    match drawn.reason:
        case pb.DRAW_REASON_STACK:
            return words.count("news_took", count, name=name)
        case pb.DRAW_REASON_IDENTICAL:
            return f"{_equalled(scene, move)}{words.count('news_pays', count, name=name)}"
        case pb.DRAW_REASON_FORGOTTEN if _player(move) is not None:
            return words.count("news_forgot", count)
        case pb.DRAW_REASON_TURN:
            return _purchase(scene, move, drawn)
        case _:
            return words.count("news_pays", count, name=name)


def _purchase(scene: Scene, move: Move, drawn: pb.CardsDrawn) -> str:
    name = scene.names[drawn.seat]
    if bought(move) is not None:
        return scene.words("news_bought", name=name)
    return scene.words("news_bought_in_vain" if drawn.count else "news_nothing_left", name=name)


def _equalled(scene: Scene, move: Move) -> str:
    """A card that was equalled; a cursed seven has a name of its own."""
    rank = next(
        cards.rank(event.card_played.card) for event in move if event.HasField("card_played")
    )
    is_cursed = rank == CURSED and rank in ranks_of(scene, pb.EFFECT_DRAW_STACK)
    return scene.words("news_cursed" if is_cursed else "news_equal")


def _passed(scene: Scene, move: Move, passed: pb.Passed) -> str:
    """Who kept a card that fits; that a purchase was in vain is told with it."""
    is_kept = not any(event.HasField("cards_drawn") for event in move)
    return scene.words("news_kept", name=scene.names[passed.seat]) if is_kept else ""


def _spoken(scene: Scene, move: Move, event: pb.Event) -> str:
    """A call with a card, a late one, or an accusation."""
    words, names = scene.words, scene.names
    if event.HasField("caught"):
        caught = event.caught
        return words("news_caught", name=names[caught.seat], by=names[caught.by])
    is_late = _player(move) is None
    return (
        words("news_called_late", name=names[event.called.seat])
        if is_late
        else words("news_called")
    )


def _turned(scene: Scene, event: pb.Event) -> str:
    """What became of the order of play, or of the stock; the deal is told by the card that lies there, the end by the count."""
    match event.WhichOneof("kind"):
        case "skipped":
            return scene.words("news_skipped", name=scene.names[event.skipped.seat])
        case "reversed":
            return scene.words("news_reversed")
        case "reshuffled":
            return scene.words("news_reshuffled")
        case _:
            return ""
