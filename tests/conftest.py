"""Proofs: tests with a count, small here and whole under ``make soak NAME=...``."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests import postgres as postgresql


@dataclass(frozen=True)
class Proof:
    """How much a proof is to show, and from which seed."""

    count: int
    seed: int


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--proof", help="run the whole form of the proof of this name, and nothing else"
    )
    parser.addoption("--seed", type=int, default=1, help="seed of the proofs")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "proof(name, small, whole): a long proof and its counts; see tools/soak.py"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    name = config.getoption("--proof")
    if name:
        items[:] = [item for item in items if _name_of(item) == name]


def _name_of(item: pytest.Item) -> str | None:
    marker = item.get_closest_marker("proof")
    return marker.kwargs["name"] if marker else None


@pytest.fixture
def proof(request: pytest.FixtureRequest) -> Proof:
    marker = request.node.get_closest_marker("proof")
    whole = request.config.getoption("--proof")
    count = marker.kwargs["whole" if whole else "small"]
    seed = request.config.getoption("--seed")
    request.node.user_properties += [("count", count), ("seed", seed)]
    return Proof(count, seed)


@pytest.fixture(scope="session")
def postgres() -> Iterator[postgresql.Postgres]:
    """A PostgreSQL for this run of the tests, started when the first one needs it."""
    with postgresql.running() as server:
        yield server
