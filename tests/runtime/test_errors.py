"""The one error that a caller ever sees."""

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2

from carteado.runtime.errors import DOMAIN, Refused

CODES = [code for code in grpc.StatusCode if code is not grpc.StatusCode.OK]


def rich(refused: Refused) -> status_pb2.Status:
    metadata = dict(refused.status().trailing_metadata)
    return status_pb2.Status.FromString(metadata["grpc-status-details-bin"])


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.name)
def test_a_refusal_of_any_code_has_the_same_code_inside(code: grpc.StatusCode) -> None:
    refused = Refused(code, "BECAUSE", "so it is", metadata={"move": "3"})
    assert refused.status().code is code
    status = rich(refused)
    assert (status.code, status.message) == (code.value[0], "so it is")
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    assert (info.domain, info.reason, dict(info.metadata)) == (DOMAIN, "BECAUSE", {"move": "3"})
    assert len(status.details) == 1


def test_without_a_sentence_the_reason_stands_for_it() -> None:
    refused = Refused(grpc.StatusCode.ABORTED, "PLY_CLOSED")
    assert refused.status().details == "PLY_CLOSED"
    assert str(refused) == "PLY_CLOSED"
    assert str(Refused(grpc.StatusCode.ABORTED, "PLY_CLOSED", "again")) == "PLY_CLOSED: again"


def test_fields_at_fault_come_after_the_reason() -> None:
    refused = Refused(
        grpc.StatusCode.INVALID_ARGUMENT,
        "FIELD_INVALID",
        violations=[("a.b", "is too long", "string.max_len")],
    )
    bad = error_details_pb2.BadRequest()
    assert rich(refused).details[1].Unpack(bad)
    (one,) = bad.field_violations
    assert (one.field, one.description, one.reason) == ("a.b", "is too long", "string.max_len")


def test_the_facts_of_a_refusal_are_its_own() -> None:
    given = {"a": "1"}
    refused = Refused(grpc.StatusCode.ABORTED, "X", metadata=given)
    refused.metadata["b"] = "2"
    assert given == {"a": "1"}


def test_letters_of_any_alphabet_and_line_breaks_survive_the_wire_form() -> None:
    status = rich(Refused(grpc.StatusCode.ABORTED, "X", "não\nfaço\u2028🂡"))
    assert status.message == "não\nfaço\u2028🂡"
