"""Whatever is changed in a proof is found, and said, by both verifiers alike."""

import json
from pathlib import Path

import pytest

from carteado.records.verify import Reason, verify
from tests.records.golden import GOLDEN, Golden
from tests.records.node import verdicts
from tests.records.tampering import KINDS, all_of

FORGED_BY_RULES = {Reason.MATCH_INVALID, Reason.SECRET_MISMATCH, Reason.MOVE_REFUSED}


def name_of(golden: Golden) -> str:
    return f"{golden.game}-{golden.name}"


def test_ten_kinds_of_tampering_have_ten_reasons() -> None:
    assert len(set(KINDS.values())) == len(KINDS) == 10


@pytest.mark.parametrize("golden", GOLDEN, ids=name_of)
def test_each_kind_of_tampering_is_refused_for_its_own_reason_by_both_verifiers(
    golden: Golden, tmp_path: Path
) -> None:
    forged = list(all_of(golden.path.read_text()))
    paths = [tmp_path / f"{number}.json" for number in range(len(forged))]
    for path, (_, text, _) in zip(paths, forged, strict=True):
        path.write_text(text)
    for (name, text, reason), node in zip(forged, verdicts(*paths), strict=True):
        verdict = verify(text)
        ours = [fault.reason.value for fault in verdict.faults]
        assert not verdict.holds, name
        assert node["reasons"] == ours, name
        assert node["reason"] == ours[0], name
        assert reason is None or ours[0] == reason, name
        if ours[0] == Reason.MOVE_REFUSED:
            told = (verdict.faults[0].move, verdict.faults[0].detail)
            assert (node["move"], node["refusal"]) == told, name


@pytest.mark.parametrize("golden", GOLDEN, ids=name_of)
def test_a_house_that_signs_what_it_made_up_is_refused_by_the_rules(golden: Golden) -> None:
    for name, text, reason in all_of(golden.path.read_text()):
        if reason is None:
            [fault] = verify(text).faults
            expected = {Reason.RESULT_MISMATCH, *FORGED_BY_RULES}
            assert fault.reason in expected, name


def test_another_key_than_the_expected_one_is_refused(tmp_path: Path) -> None:
    text = GOLDEN[0].path.read_text()
    (tmp_path / "record.json").write_text(text)
    own = json.loads(text)["key"]["id"]
    for expected, reasons in ((own, []), ("0123456789abcdef", ["KEY_UNKNOWN"])):
        [node] = verdicts(tmp_path / "record.json", key=expected)
        assert node["reasons"] == reasons
        assert [fault.reason for fault in verify(text, expected).faults] == reasons
