"""Short matches of each game for tests of whatever plays games over the wire, and people who play them to an end."""

from random import Random

import pytest

from carteado.api.estou_por_uma.v1 import estou_por_uma_pb2
from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1.game_pb2 import Action, Options, View
from carteado.api.sevn.v1 import sevn_pb2

OPTIONS = {
    "eu_faco": Options(eu_faco=eu_faco_pb2.Options()),
    "estou_por_uma": Options(estou_por_uma=estou_por_uma_pb2.Options(hand_size=5, limit=20)),
    "sevn": Options(sevn=sevn_pb2.Options(target=50)),
}
"""Options under which a match is short, by name of the game."""

WHIM = 0.5
"""How often somebody does anything at all: nothing in the rules says that a match of nothing but whims ends."""

each_game = pytest.mark.parametrize("game", OPTIONS)


def options_of(game: str, rng: Random) -> Options:
    """The same, and every now and then with a word out of turn (EPU-R27)."""
    options = Options()
    options.CopyFrom(OPTIONS[game])
    if game == "estou_por_uma" and rng.random() < 0.5:
        options.estou_por_uma.enforcement = estou_por_uma_pb2.ENFORCEMENT_CATCH
    return options


def by_default(view: View) -> Action:
    """What the table would do; where only others must act, the first thing that may be said."""
    return view.default_action if view.HasField("default_action") else view.legal[0]


def at_whim(view: View, rng: Random) -> Action:
    """Anything that is allowed, or the default."""
    return rng.choice(view.legal) if rng.random() < WHIM else by_default(view)
