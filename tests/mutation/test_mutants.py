"""Mutation testing: the tests of the rules fail when the rules are changed, whatever is changed."""

from collections import Counter
from pathlib import Path

import pytest

from tests.conftest import Proof
from tests.mutation.mutation import JUDGES, listed, tried

EU_FACO = "tests/rules/eu_faco"
SMALL = (
    ["eu_faco/options.py"],
    [f"{EU_FACO}/test_{part}.py" for part in ("options", "round_sizes", "fixed_rounds")],
)
WHOLE = (["*"], JUDGES)


@pytest.mark.proof(name="mutants", small=20, whole=1_000)
def test_nine_of_ten_mutants_are_killed_and_every_survivor_is_explained(
    proof: Proof, pytestconfig: pytest.Config, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    patterns, judges = WHOLE if pytestconfig.getoption("--proof") else SMALL
    outcome = tried(tmp_path, patterns, judges, proof.seed)
    request.node.user_properties.append(("count", outcome.mutants))
    reviewed = [one for one in listed() if one.partition(":")[0] in outcome.modules]
    unexplained = Counter(outcome.survivors) - Counter(reviewed)
    assert not unexplained, "\n\n".join(["survivors without a reason:", *unexplained])
    gone = Counter(reviewed) - Counter(outcome.survivors)
    assert not gone, "\n\n".join(["listed, but no such survivor:", *gone])
    assert outcome.mutants >= proof.count
    assert 10 * len(outcome.survivors) <= outcome.mutants
