"""What a release promised: its traffic is answered alike by every later build."""

import base64
from pathlib import Path
from typing import Any

import pytest

from tests.engine.engines import SERVICE, engine_in
from tests.releases.contract import RELEASED, Contract
from tests.releases.engine_traffic import Exchange, exchanged, read

RELEASES = sorted(path.parent for path in Path(__file__).parent.glob("*/engine.jsonl.gz"))
STEPS = {"Open", "Deal", "Bid", "Play", "Draw", "Pass", "Choose", "Declare", "Apply"}
"""Methods that answer with a sealed state, which is never the same twice."""


def told(contract: Contract, exchange: Exchange) -> Any:
    """What a client of the release makes of an answer."""
    if exchange.refusal:
        return exchange.refusal
    package = SERVICE.rpartition(".")[0]
    message = f"{package}.{exchange.method}Response"
    answer = contract.read(message, base64.b64decode(exchange.response))
    if exchange.method in STEPS:
        answer.step.ClearField("state")
    return answer


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
async def test_an_engine_answers_what_clients_of_a_release_ask_as_it_did_then(
    release: Path, tmp_path: Path
) -> None:
    contract = Contract(RELEASED.read_bytes())
    exchanges = read(release)
    async with engine_in(tmp_path, (release / "keyset.json").read_text()) as engine:
        for number, exchange in enumerate(exchanges):
            again = await exchanged(engine, exchange.method, base64.b64decode(exchange.request))
            assert told(contract, again) == told(contract, exchange), number
    assert {exchange.method for exchange in exchanges} > STEPS - {"Apply"}
