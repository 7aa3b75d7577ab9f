"""Whole matches over gRPC by somebody who knows nothing but the wire."""

import pytest

from tests.conftest import Proof
from tests.engine.wire_games import BY_NAME
from tests.hash_seeds import digests_under_two


@pytest.mark.parametrize("game", BY_NAME)
@pytest.mark.proof(name="grpc", small=3, whole=200)
def test_matches_over_grpc_keep_every_rule_and_are_the_same_under_two_hash_seeds(
    game: str, proof: Proof
) -> None:
    one, other = digests_under_two("tests.engine.wire_matches", game, proof.seed, proof.count)
    assert one == other
