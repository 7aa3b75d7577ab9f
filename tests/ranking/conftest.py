"""One engine, one ranking and the record of one match for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from carteado.api.game.v1 import game_pb2
from carteado.ranking.settings import Settings
from tests.engine.engines import Engine, engine_in
from tests.ranking.offices import Office, Signer, open_office, played, settings_in


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[Engine]:
    async with engine_in(tmp_path) as one:
        yield one


@pytest.fixture
async def record(engine: Engine) -> game_pb2.Record:
    return await played(engine)


@pytest.fixture
def signer() -> Signer:
    return Signer()


@pytest.fixture
def settings(tmp_path: Path, engine: Engine, signer: Signer) -> Settings:
    return settings_in(tmp_path, engine.port, signer)


@pytest.fixture
async def office(settings: Settings) -> AsyncIterator[Office]:
    async with open_office(settings) as one:
        yield one
