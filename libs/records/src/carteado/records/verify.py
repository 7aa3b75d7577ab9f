"""Whether a proof holds: its key, its parts, its signature, its shuffles, its moves and its result."""

from dataclasses import dataclass
from enum import StrEnum

from carteado.api.game.v1 import game_pb2
from carteado.proof.digests import digests
from carteado.proof.file import NotAProofError, ProofFile, read
from carteado.proof.signature import Proof, is_signed
from carteado.records import notation
from carteado.records.notation import NotationError
from carteado.records.recording import record_from
from carteado.records.translate.games import by_ruleset
from carteado.rules.game import InvalidMatch
from carteado.rules.record import RESULT_MISMATCH, SECRET_MISMATCH, replay
from carteado.runtime.errors import Refused


class Reason(StrEnum):
    """Why a proof does not hold, in the order in which reasons count."""

    FORMAT_UNKNOWN = "FORMAT_UNKNOWN"
    KEY_MISMATCH = "KEY_MISMATCH"
    KEY_UNKNOWN = "KEY_UNKNOWN"
    RULESET_ALTERED = "RULESET_ALTERED"
    OPTIONS_ALTERED = "OPTIONS_ALTERED"
    SEATS_ALTERED = "SEATS_ALTERED"
    ANCHOR_ALTERED = "ANCHOR_ALTERED"
    ENTROPY_ALTERED = "ENTROPY_ALTERED"
    MOVE_ALTERED = "MOVE_ALTERED"
    ORDER_ALTERED = "ORDER_ALTERED"
    SECRET_ALTERED = "SECRET_ALTERED"  # noqa: S105 - a reason, not a secret
    RESULT_ALTERED = "RESULT_ALTERED"
    SIGNATURE_INVALID = "SIGNATURE_INVALID"
    RULESET_UNKNOWN = "RULESET_UNKNOWN"
    MATCH_INVALID = "MATCH_INVALID"
    SECRET_MISMATCH = "SECRET_MISMATCH"  # noqa: S105 - the same
    MOVE_REFUSED = "MOVE_REFUSED"
    RESULT_MISMATCH = "RESULT_MISMATCH"


ALTERED = {
    "ruleset": Reason.RULESET_ALTERED,
    "options": Reason.OPTIONS_ALTERED,
    "seats": Reason.SEATS_ALTERED,
    "anchor": Reason.ANCHOR_ALTERED,
    "entropy": Reason.ENTROPY_ALTERED,
    "moves": Reason.MOVE_ALTERED,
    "order": Reason.ORDER_ALTERED,
    "secrets": Reason.SECRET_ALTERED,
    "placements": Reason.RESULT_ALTERED,
}
"""What is said of each part that is not what its digest says."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that does not hold.

    Attributes:
        reason: What.
        detail: More of it: why a file is no proof, why no match is like this, the code of a refusal (G-5).
        move: The number of the move that the rules refuse, from 0.
    """

    reason: Reason
    detail: str = ""
    move: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a proof.

    Attributes:
        faults: Everything that does not hold, in the order in which reasons count.
        proof: The proof; None where the text is none.
    """

    faults: tuple[Fault, ...]
    proof: Proof | None

    @property
    def holds(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.faults


def verify(text: str, expected_key: str | None = None) -> Verdict:
    """Judges a proof, from its file or from its notation; it never raises.

    Args:
        text: What the file holds.
        expected_key: The fingerprint of the key that has to have signed; None for any.
    """
    try:
        file = read_any(text)
    except (NotAProofError, NotationError) as error:
        return Verdict((Fault(Reason.FORMAT_UNKNOWN, str(error)),), None)
    return judged(file, expected_key)


def read_any(text: str) -> ProofFile:
    """The proof of a file or of a notation, told apart by how they begin. A notation has no digests, so nothing in it is altered against them.

    Raises:
        NotAProofError: It is no such file.
        NotationError: It begins like a notation, and is none.
    """
    if not text.startswith(notation.FORMAT):
        return read(text)
    proof = notation.read(text)
    return ProofFile(proof, digests(proof.record))


def judged(file: ProofFile, expected_key: str | None = None) -> Verdict:
    """Judges a proof that was read, as ``verify`` does."""
    found = [*_faults_of_key(file.proof, expected_key), *_faults_of_parts(file)]
    if not is_signed(file.proof):
        found.append(Fault(Reason.SIGNATURE_INVALID))
    found += faults_by_rules(file.proof.record)
    order = list(Reason)
    return Verdict(tuple(sorted(found, key=lambda one: order.index(one.reason))), file.proof)


def _faults_of_key(proof: Proof, expected: str | None) -> list[Fault]:
    found = []
    if not proof.key.is_named_right():
        found.append(Fault(Reason.KEY_MISMATCH))
    if expected is not None and proof.key.id != expected:
        found.append(Fault(Reason.KEY_UNKNOWN, proof.key.id))
    return found


def _faults_of_parts(file: ProofFile) -> list[Fault]:
    return [Fault(ALTERED[part]) for part in file.altered()]


def faults_by_rules(record: game_pb2.Record) -> list[Fault]:
    """What the rules have against a record, whoever signed it; nothing, or the first thing."""
    try:
        by_ruleset(record.ruleset)
        played, _ = record_from(record)
    except InvalidMatch as invalid:
        return [Fault(Reason.MATCH_INVALID, invalid.fault.value)]
    except Refused as refused:
        return [_refused(refused)]
    verdict = replay(played)
    match verdict.reason:
        case "":
            return []
        case verdict_reason if verdict_reason in {SECRET_MISMATCH, RESULT_MISMATCH}:
            return [Fault(Reason(verdict_reason))]
        case refusal:
            return [Fault(Reason.MOVE_REFUSED, refusal, verdict.divergence)]


def _refused(refused: Refused) -> Fault:
    """A move that fits no match, or rules that this build does not have."""
    if "move" in refused.metadata:
        return Fault(Reason.MOVE_REFUSED, refused.reason, int(refused.metadata["move"]))
    return Fault(Reason.RULESET_UNKNOWN, refused.reason)
