"""The games that this build has: their rules, and how each is translated."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import grpc

from carteado.api.estou_por_uma.v1 import estou_por_uma_pb2
from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.sevn.v1 import sevn_pb2
from carteado.records.translate import estou_por_uma, eu_faco, sevn
from carteado.rules import GAMES
from carteado.rules.game import AnyGame
from carteado.runtime.errors import Refused


@dataclass(frozen=True, slots=True)
class Translation:
    """One game between wire and rules.

    Attributes:
        game: Its rules.
        number: Its number on the wire.
        default_options: Options with nothing chosen.
        options_from: Its options, from the wire.
        options_to: Its options, to the wire.
        action_from: An action of a seat, from the wire; None for a verb that the game does not have.
        action_to: An action of a seat, to the wire.
        event_to: An event with its ply, to the wire.
        view_into: Writes the game's part of a view.
    """

    game: AnyGame
    number: game_pb2.Game.ValueType
    default_options: game_pb2.Options
    options_from: Callable[[game_pb2.Options], Any]
    options_to: Callable[[Any], game_pb2.Options]
    action_from: Callable[[game_pb2.Action], Any]
    action_to: Callable[[Any], game_pb2.Action]
    event_to: Callable[[int, Any], game_pb2.Event]
    view_into: Callable[[game_pb2.View, Any], None]


TRANSLATIONS: dict[str, Translation] = {
    "eu_faco": Translation(
        game=GAMES["eu_faco"],
        number=game_pb2.GAME_EU_FACO,
        default_options=game_pb2.Options(eu_faco=eu_faco_pb2.Options()),
        options_from=eu_faco.options_from,
        options_to=eu_faco.options_to,
        action_from=eu_faco.action_from,
        action_to=eu_faco.action_to,
        event_to=eu_faco.event_to,
        view_into=eu_faco.view_into,
    ),
    "estou_por_uma": Translation(
        game=GAMES["estou_por_uma"],
        number=game_pb2.GAME_ESTOU_POR_UMA,
        default_options=game_pb2.Options(estou_por_uma=estou_por_uma_pb2.Options()),
        options_from=estou_por_uma.options_from,
        options_to=estou_por_uma.options_to,
        action_from=estou_por_uma.action_from,
        action_to=estou_por_uma.action_to,
        event_to=estou_por_uma.event_to,
        view_into=estou_por_uma.view_into,
    ),
    "sevn": Translation(
        game=GAMES["sevn"],
        number=game_pb2.GAME_SEVN,
        default_options=game_pb2.Options(sevn=sevn_pb2.Options()),
        options_from=sevn.options_from,
        options_to=sevn.options_to,
        action_from=sevn.action_from,
        action_to=sevn.action_to,
        event_to=sevn.event_to,
        view_into=sevn.view_into,
    ),
}
"""How each game is translated, by name; the name is that of its fields on the wire."""


def by_options(options: game_pb2.Options) -> Translation:
    """The game that the options name.

    Raises:
        Refused: UNIMPLEMENTED / GAME_UNAVAILABLE where this build does not have it.
    """
    name = options.WhichOneof("game")
    if name not in TRANSLATIONS:
        raise Refused(grpc.StatusCode.UNIMPLEMENTED, "GAME_UNAVAILABLE", f"no {name} in this build")
    return TRANSLATIONS[name]


def by_ruleset(ruleset: str) -> Translation:
    """The game that is played under a ruleset.

    Raises:
        Refused: UNIMPLEMENTED / RULESET_UNKNOWN where this build does not have it.
    """
    for translation in TRANSLATIONS.values():
        if translation.game.ruleset == ruleset:
            return translation
    raise Refused(
        grpc.StatusCode.UNIMPLEMENTED, "RULESET_UNKNOWN", "this build does not have that ruleset"
    )


def named(options: game_pb2.Options, ruleset: str) -> Translation:
    """The game of these options under this ruleset; an empty one stands for the newest.

    Raises:
        Refused: Neither is to be had, or the ruleset is another game's.
    """
    translation = by_options(options)
    if ruleset and by_ruleset(ruleset) is not translation:
        raise Refused(
            grpc.StatusCode.INVALID_ARGUMENT, "RULESET_MISMATCH", "the options are of another game"
        )
    return translation
