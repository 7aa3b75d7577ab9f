"""One engine for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.engine.engines import Engine, engine_in


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[Engine]:
    async with engine_in(tmp_path) as caller:
        yield caller
