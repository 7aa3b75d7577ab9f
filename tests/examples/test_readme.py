"""The hand that the README plays from a shell is played as it stands there, against services as ``make play`` runs them."""

import asyncio
import json
import re
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from carteado.cli.folder import Folder
from carteado.cli.services import Ports, Services, port_or_free
from carteado.cli.supervisor import Supervisor

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"^```bash\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANSWER = re.compile(rb"^\{.*?^\}", re.MULTILINE | re.DOTALL)


@pytest.fixture
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    engine_alone = Ports(engine=port_or_free(0), tables=0)
    services = Services(Folder(tmp_path), engine_alone)
    log: list[str] = []
    async with Supervisor(lambda _, line: log.append(line)) as children:
        await children.start(services.engine())
        yield services


def hand(services: Services) -> str:
    """The block of the README, with the addresses and folders of this test."""
    block: str
    [block] = BLOCK.findall((ROOT / "README.md").read_text())
    here = {
        ".venv/bin": str(Path(sys.executable).parent),
        ".carteado": str(services.folder.path),
        "127.0.0.1:50051": services.engine_address,
    }
    for there, instead in here.items():
        assert there in block
        block = block.replace(there, instead)
    return block


async def answers(script: str) -> list[Any]:
    """What each verb of the script answered."""
    shell = await asyncio.create_subprocess_exec(
        *("bash", "-euo", "pipefail", "-c", script), cwd=ROOT, stdout=PIPE, stderr=PIPE
    )
    told, complaints = await shell.communicate()
    assert (shell.returncode, complaints) == (0, b""), told + complaints
    return [json.loads(answer)["step"] for answer in ANSWER.findall(told)]


async def test_the_hand_in_the_readme_is_played_to_its_end_as_it_is_told_there(
    services: Services,
) -> None:
    opened, dealt, *played = await answers(hand(services))
    assert opened == {}
    [own] = dealt["views"]
    assert own["euFaco"]["hand"] == ["CARD_BRONZE_1", "CARD_GOLD_4"]
    assert [seat["cardsLeft"] for seat in own["euFaco"]["seats"]] == [2, 2]
    assert "BRONZE_10" not in json.dumps(dealt)
    assert [int(step["ply"]) for step in played] == [2, 3, 4, 5, 6, 7]
    [public] = played[-1]["views"]
    first, second = public["euFaco"]["tricks"]
    assert first["winner"] == 0
    assert "winner" not in second
    assert [seat["exactRounds"] for seat in public["euFaco"]["seats"]] == [1, 1]
    assert "secret" in json.dumps(public["events"])
