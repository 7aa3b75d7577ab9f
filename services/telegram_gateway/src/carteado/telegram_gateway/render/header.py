"""What stands above a round: the game, its number, how many cards, who deals, how long one may think."""

from carteado.telegram_gateway.render.scene import Scene


def header(scene: Scene) -> str:
    """The two lines above a round."""
    words, table = scene.words, scene.round
    parts = [words("game_eu_faco"), words("round", number=table.round)]
    parts.append(words("tiebreak") if table.tiebreak else words.count("cards", table.hand_size))
    return f"{' · '.join(parts)}\n{_dealer_and_clock(scene)}"


def _dealer_and_clock(scene: Scene) -> str:
    words = scene.words
    parts = [words("dealer", name=scene.names[scene.round.dealer])]
    if scene.is_open and scene.table.HasField("turn_time"):
        parts.append(words("turn_time", seconds=scene.table.turn_time.seconds))
    return " · ".join(parts)
