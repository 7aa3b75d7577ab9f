"""Positions with right answers. The folder named by CARTEADO_VECTORS is read instead of this one when it is set."""

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from carteado.rules.game import IllegalAction, InvalidMatch
from tests.vectors import estou_por_uma, eu_faco, fairness, sevn

FOLDER = Path(os.environ.get("CARTEADO_VECTORS", Path(__file__).parent))
RUNNERS: dict[str, Mapping[str, Callable[[Any], dict[str, Any]]]] = {
    "estou_por_uma": estou_por_uma.KINDS,
    "eu_faco": eu_faco.KINDS,
    "fairness": fairness.KINDS,
    "sevn": sevn.KINDS,
}


def collected() -> list[Any]:
    """Every vector of the folder whose game is built; a folder may hold any subset of the files."""
    files = [json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))]
    return [
        pytest.param(file["game"], vector, id=vector["id"])
        for file in files
        if file["game"] in RUNNERS
        for vector in file["vectors"]
    ]


VECTORS = collected()


def answer(game: str, vector: Any) -> dict[str, Any]:
    """What the rules say to a vector; a refusal is an answer too."""
    try:
        return RUNNERS[game][vector["kind"]](vector["given"])
    except IllegalAction as illegal:
        return {"error": illegal.refusal.value}
    except InvalidMatch as fault:
        return {"error": fault.fault.value}


def test_a_folder_without_vectors_proves_nothing() -> None:
    assert VECTORS, f"no vectors in {FOLDER}"


@pytest.mark.parametrize(("game", "vector"), VECTORS)
def test_vector(game: str, vector: Any) -> None:
    answered = answer(game, vector)
    assert {key: answered.get(key, "unanswered") for key in vector["expect"]} == vector["expect"]
