"""What a table of Estou-por-uma agrees on before the match: how many points, who watches out for calls, and what houses play differently."""

from collections.abc import Mapping, Sequence

from carteado.api.estou_por_uma.v1 import estou_por_uma_pb2 as pb
from carteado.api.game.v1.game_pb2 import Options
from carteado.telegram_gateway.message import Button
from carteado.telegram_gateway.render.estou_por_uma.keyboard import Op
from carteado.telegram_gateway.render.game import Choice, following
from carteado.telegram_gateway.render.scene import Scene
from carteado.words import Words

LIMITS = (30, 50, 100, 200)
DEFAULT_LIMIT = 100
QUEEN = 12

WITH_QUEEN = (
    (1, pb.EFFECT_SKIP),
    (7, pb.EFFECT_DRAW_STACK),
    (8, pb.EFFECT_WILD),
    (9, pb.EFFECT_PREVIOUS_DRAWS),
    (QUEEN, pb.EFFECT_REVERSE),
    (13, pb.EFFECT_REVERSE),
)
"""The special cards of the text, and the queen doing what the king does (EPU-28)."""


def terms(scene: Scene) -> str:
    """The limit that nobody may pass (EPU-14), and each variation that was chosen."""
    words, options = scene.words, scene.table.options.estou_por_uma
    told = [
        words("lobby_limit", points=_limit_of(options)),
        words("lobby_first_out") if _is_first_out(options) else "",
        words("lobby_catch") if _is_catch(options) else "",
        words("lobby_no_stacking") if options.no_stacking else "",
        words("lobby_queen") if _has_queen(options) else "",
    ]
    return " · ".join(each for each in told if each)


def choice_buttons(scene: Scene) -> Sequence[Button]:
    """A button for each thing that may be chosen; it says what is chosen now."""
    words, options = scene.words, scene.table.options.estou_por_uma
    return (
        scene.tap(words("button_limit", points=_limit_of(options)), Op.LIMIT),
        scene.tap(words("button_first_out" if _is_first_out(options) else "button_last"), Op.END),
        scene.tap(words("button_catch" if _is_catch(options) else "button_auto"), Op.ENFORCEMENT),
        scene.tap(words("button_no_stack" if options.no_stacking else "button_stack"), Op.STACKING),
        scene.tap(words("button_queen" if _has_queen(options) else "button_no_queen"), Op.QUEEN),
    )


def ranked(options: Options) -> Options:
    """A ranked match is of the default length; how a house plays is its own affair."""
    chosen = Options()
    chosen.CopyFrom(options)
    if _limit_of(options.estou_por_uma) != DEFAULT_LIMIT:
        chosen.estou_por_uma.limit = DEFAULT_LIMIT
    chosen.estou_por_uma.end_mode = pb.END_MODE_UNSPECIFIED
    return chosen


def _next_limit(options: Options, words: Words) -> str:
    """Goes on to the next limit."""
    limit = following(LIMITS, _limit_of(options.estou_por_uma))
    options.estou_por_uma.limit = limit
    return words("limit_set", points=limit)


def _other_end(options: Options, words: Words) -> str:
    """The match ends with the last one standing, or with the first one out (EPU-R35)."""
    own = options.estou_por_uma
    if _is_first_out(own):
        own.end_mode = pb.END_MODE_UNSPECIFIED
        return words("last_set")
    own.end_mode = pb.END_MODE_FIRST_OUT
    return words("first_out_set")


def _other_enforcement(options: Options, words: Words) -> str:
    """The table watches out for calls, or the players do (EPU-R27)."""
    own = options.estou_por_uma
    if _is_catch(own):
        own.enforcement = pb.ENFORCEMENT_UNSPECIFIED
        return words("auto_set")
    own.enforcement = pb.ENFORCEMENT_CATCH
    return words("catch_set")


def _other_stacking(options: Options, words: Words) -> str:
    """A seven may be answered with another, or not (EPU-20)."""
    own = options.estou_por_uma
    own.no_stacking = not own.no_stacking
    return words("no_stacking_set" if own.no_stacking else "stacking_set")


def _other_queen(options: Options, words: Words) -> str:
    """The queen does what the king does, or nothing (EPU-28)."""
    own = options.estou_por_uma
    has_queen = _has_queen(own)
    del own.effects[:]
    if has_queen:
        return words("no_queen_set")
    own.effects.extend(pb.EffectRule(rank=rank, effect=effect) for rank, effect in WITH_QUEEN)
    return words("queen_set")


def _limit_of(options: pb.Options) -> int:
    return options.limit or DEFAULT_LIMIT


def _is_first_out(options: pb.Options) -> bool:
    return options.end_mode == pb.END_MODE_FIRST_OUT


def _is_catch(options: pb.Options) -> bool:
    return options.enforcement == pb.ENFORCEMENT_CATCH


def _has_queen(options: pb.Options) -> bool:
    return any(rule.rank == QUEEN for rule in options.effects)


choices: Mapping[str, Choice] = {
    Op.LIMIT: _next_limit,
    Op.END: _other_end,
    Op.ENFORCEMENT: _other_enforcement,
    Op.STACKING: _other_stacking,
    Op.QUEEN: _other_queen,
}
