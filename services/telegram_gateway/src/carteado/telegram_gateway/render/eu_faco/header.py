"""What stands above a round of Eu Faço!: how many cards it has, and who deals."""

from carteado.telegram_gateway.render import header as above
from carteado.telegram_gateway.render.eu_faco.state import shown
from carteado.telegram_gateway.render.scene import Scene


def header(scene: Scene) -> str:
    """The two lines above a round."""
    words, table = scene.words, shown(scene)
    about = words("tiebreak") if table.tiebreak else words.count("cards", table.hand_size)
    dealer = words("dealer", name=scene.names[table.dealer])
    return above.header(scene, table.round, about=about, began=dealer)
