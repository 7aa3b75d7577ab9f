"""``carteado verify``: whether a record holds, checked offline, and what speaks against it."""

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from carteado.proof.signature import Proof
from carteado.records.verify import Fault, Reason, Verdict, verify
from carteado.words import Words

CHECKS = {
    "check_form": {Reason.FORMAT_UNKNOWN},
    "check_key": {Reason.KEY_MISMATCH, Reason.KEY_UNKNOWN},
    "check_parts": {reason for reason in Reason if reason.endswith("_ALTERED")},
    "check_signature": {Reason.SIGNATURE_INVALID},
    "check_rules": {Reason.RULESET_UNKNOWN, Reason.MATCH_INVALID},
    "check_secrets": {Reason.SECRET_MISMATCH},
    "check_moves": {Reason.MOVE_REFUSED},
    "check_result": {Reason.RESULT_MISMATCH},
}
"""What is checked, in the order in which it is told, and the reasons for which it fails."""

HOLDS, REFUSED, UNREADABLE = 0, 1, 2
"""Exit codes."""


def check(path: Path, expected_key: str | None, console: Console, words: Words) -> int:
    """Tells what each check of a file came to; gives 0 only when the record holds."""
    try:
        text = path.read_text()
    except UnicodeDecodeError:
        text = ""
    except OSError as error:
        console.print(words("file_unreadable", path=path, error=error.strerror), style="red")
        return UNREADABLE
    verdict = verify(text, expected_key)
    for line, style in _told(verdict, words):
        console.print(line, style=style, soft_wrap=True)
    return HOLDS if verdict.holds else REFUSED


def _told(verdict: Verdict, words: Words) -> Iterator[tuple[str, str]]:
    """A line for each check with its style, and what it all comes to."""
    for check_, reasons in CHECKS.items():
        faults = [fault for fault in verdict.faults if fault.reason in reasons]
        for fault in faults:
            yield f"✘ {_fault(fault, words)}", "red"
        if faults and verdict.proof is None:
            break
        if not faults and _was_made(check_, verdict):
            yield f"✔ {words(check_)}", "green"
    yield from _outcome(verdict, words)


def _was_made(check_: str, verdict: Verdict) -> bool:
    """Whether a check could be made: the rules stop at the first thing that they refuse."""
    order = list(CHECKS)
    stopped = [
        name
        for name in order[order.index("check_rules") :]
        if any(fault.reason in CHECKS[name] for fault in verdict.faults)
    ]
    return not stopped or order.index(check_) < order.index(stopped[0])


def _fault(fault: Fault, words: Words) -> str:
    told = words(fault.reason.value, detail=fault.detail, move=fault.move)
    return f"{fault.reason}: {told}"


def _outcome(verdict: Verdict, words: Words) -> Iterator[tuple[str, str]]:
    if verdict.proof is None or not verdict.holds:
        yield words("record_refused", reason=verdict.faults[0].reason), "bold red"
        return
    yield from _facts(verdict.proof, words)
    yield words("record_holds"), "bold green"


def _facts(proof: Proof, words: Words) -> Iterator[tuple[str, str]]:
    """What was played, and who says so."""
    record = proof.record
    said = {"ruleset": record.ruleset, "seats": record.seats, "rounds": len(record.secrets)}
    yield words.count("record_facts", len(record.moves), **said), ""
    yield words("record_key", key=proof.key.id), ""
