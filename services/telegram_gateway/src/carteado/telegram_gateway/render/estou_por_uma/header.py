"""What stands above a round of Estou-por-uma: the points that nobody may pass, and who deals."""

from carteado.telegram_gateway.render import header as above
from carteado.telegram_gateway.render.estou_por_uma.state import shown
from carteado.telegram_gateway.render.scene import Scene


def header(scene: Scene) -> str:
    """The two lines above a round."""
    words, table = scene.words, shown(scene)
    about = words("limit", points=table.limit)
    dealer = words("dealer", name=scene.names[table.dealer])
    return above.header(scene, table.round, about=about, began=dealer)
