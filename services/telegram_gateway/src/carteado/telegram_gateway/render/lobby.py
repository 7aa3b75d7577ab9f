"""The lobby: who sits at a table that waits for players, and what was agreed."""

from collections.abc import Iterator

from carteado.api.tables.v1.tables_pb2 import (
    PURPOSE_RANKED,
    TABLE_STATE_CLOSED,
    TABLE_STATE_LOBBY,
    Seat,
    Table,
)
from carteado.telegram_gateway.message import Button, Message
from carteado.telegram_gateway.render import names
from carteado.telegram_gateway.render.closing import lobby_closed
from carteado.telegram_gateway.render.games import game_of
from carteado.telegram_gateway.render.keyboard import Row, rows
from carteado.telegram_gateway.render.scene import Scene, paragraphs, scene_of
from carteado.telegram_gateway.taps import Op
from carteado.words import Words

FEWEST_SEATS = 2
TERMS_IN_A_ROW = 2


def lobby(table: Table, words: Words, *, bot: str) -> Message:
    """A table that waits for players; without buttons once it was started or closed.

    Args:
        table: The table as the public sees it.
        words: The language.
        bot: The name of the bot, without the at sign.
    """
    scene = scene_of(table, words)
    host = names.shown(table.host, words)
    head = scene.words("lobby_head", game=scene.words("game"), code=table.code, host=host)
    if table.state == TABLE_STATE_CLOSED:
        return Message(paragraphs(head, lobby_closed(scene)))
    if table.state != TABLE_STATE_LOBBY:
        return Message(paragraphs(head, _people(scene), _terms(scene), words("lobby_started")))
    hint = words("lobby_hint") if _has_hands(scene) else ""
    text = paragraphs(head, _people(scene), _terms(scene), _room(scene), hint)
    return Message(text, tuple(_buttons(scene, bot)))


def _people(scene: Scene) -> str:
    """Who sits there, by seat, and who has added to the shuffles."""
    seats = zip(scene.names, scene.table.seats, strict=True)
    return "\n".join(_person(scene, name, seat) for name, seat in seats)


def _person(scene: Scene, name: str, seat: Seat) -> str:
    mark = scene.words("mark_guess") if seat.has_entropy else ""
    return scene.words("lobby_seat", number=seat.seat + 1, name=name) + mark


def _terms(scene: Scene) -> str:
    """What was agreed: of the game, the time, and whether the match counts."""
    is_ranked = scene.table.purpose == PURPOSE_RANKED
    parts = [game_of(scene.table).terms(scene), _clock(scene)]
    kind = scene.words("lobby_ranked" if is_ranked else "lobby_friendly")
    return f"{' · '.join(part for part in parts if part)}\n{kind}"


def _has_hands(scene: Scene) -> bool:
    return game_of(scene.table).hand is not None


def _clock(scene: Scene) -> str:
    if not scene.table.HasField("turn_time"):
        return scene.words("no_turn_time")
    return scene.words("turn_time", seconds=scene.table.turn_time.seconds)


def _room(scene: Scene) -> str:
    """How many may still come, and what is missing to start."""
    lines = [scene.words.count("lobby_room", _seats_left(scene.table))]
    if len(scene.table.seats) < FEWEST_SEATS:
        lines.append(scene.words("lobby_too_few"))
    return "\n".join(lines)


def _seats_left(table: Table) -> int:
    return table.max_seats - len(table.seats)


def _buttons(scene: Scene, bot: str) -> Iterator[Row]:
    words, table = scene.words, scene.table
    has_room = _seats_left(table) > 0
    join = (scene.tap(words("button_join"), Op.JOIN),) if has_room else ()
    guess = scene.tap(words("button_guess"), Op.GUESS)
    yield (*join, scene.tap(words("button_leave"), Op.LEAVE), guess)
    rivals = sum(seat.player.id.startswith(names.HOUSE) for seat in table.seats)
    more = (scene.tap(words("button_more_rivals"), Op.MORE_RIVALS),) if has_room else ()
    fewer = (scene.tap(words("button_fewer_rivals"), Op.FEWER_RIVALS),) if rivals else ()
    if more or fewer:
        yield (*more, *fewer)
    is_ranked = table.purpose == PURPOSE_RANKED
    ranked = words("button_ranked_on" if is_ranked else "button_ranked_off")
    yield (scene.tap(ranked, Op.RANKED),)
    choices = game_of(table).choice_buttons(scene)
    yield from rows([*choices, scene.tap(_clock_label(scene), Op.CLOCK)], TERMS_IN_A_ROW)
    is_complete = len(table.seats) >= FEWEST_SEATS
    start = (scene.tap(words("button_start"), Op.START),) if is_complete else ()
    if last := (*start, *_private(scene, bot)):
        yield last


def _private(scene: Scene, bot: str) -> Row:
    """The way to hands in private, where there are hands."""
    if not _has_hands(scene):
        return ()
    opening = f"https://t.me/{bot}?start=hand"
    return (Button(scene.words("button_private"), url=opening),)


def _clock_label(scene: Scene) -> str:
    if not scene.table.HasField("turn_time"):
        return scene.words("button_no_clock")
    return scene.words("button_clock", seconds=scene.table.turn_time.seconds)
