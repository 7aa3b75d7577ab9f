"""States that a caller can neither read, change nor learn from by their length."""

import base64
import json
import os
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest

from carteado.api.engine.v1 import engine_pb2 as pb
from carteado.engine import codec
from carteado.engine.sealing import (
    ANCHOR_BYTES,
    NONCE_BYTES,
    PADDED_TO,
    BrokenSeal,
    Sealed,
    Sealer,
)
from carteado.rules import GAMES
from carteado.rules.game import Awaiting
from carteado.rules.record import Deal, Move
from carteado.runtime.keys import Keyset
from tests.conformance.games import SUBJECTS, Subject
from tests.conformance.playouts import opened
from tests.engine.engines import SECRET, Engine, bid, engine_in, everybody, opening

LOST = grpc.StatusCode.DATA_LOSS
TAG_BYTES = 16
EU_FACO = next(subject for subject in SUBJECTS if subject.game.name == "eu_faco")


def keyset(primary: str, *others: str) -> str:
    """A keyset whose keys follow from their ids."""
    keys = {
        key_id: base64.b64encode(key_id.encode().ljust(32, b".")).decode()
        for key_id in (primary, *others)
    }
    return json.dumps({"primary": primary, "keys": keys})


def header_bytes(state: bytes) -> int:
    """Length of what stands in clear: format, key id, ruleset, anchor and nonce."""
    key_end = 2 + state[1]
    return key_end + 1 + state[key_end] + ANCHOR_BYTES + NONCE_BYTES


async def still_stands(engine: Engine, step: Any) -> None:
    """The state that was tampered with still opens as it was."""
    shown = await engine.ask(pb.ObserveRequest(state=step.state, observers=everybody(4)))
    for view, expected in zip(shown.views, step.views, strict=True):
        assert view.eu_faco == expected.eu_faco
        assert view.legal == expected.legal


async def lost(engine: Engine, state: bytes) -> str:
    answer = await engine.refused(pb.ObserveRequest(state=state))
    assert answer.code is LOST
    assert not answer.metadata
    return answer.reason


# Tampering over the wire


async def test_a_state_with_any_byte_of_its_header_changed_is_refused(engine: Engine) -> None:
    step = await engine.dealt(fixed_rounds=[3])
    length = header_bytes(step.state)
    reasons = set()
    for at in range(length):
        for mask in (0x01, 0x80, 0xFF):
            changed = bytearray(step.state)
            changed[at] ^= mask
            reasons.add(await lost(engine, bytes(changed)))
    assert reasons == {"STATE_FORMAT", "STATE_KEY_UNKNOWN", "STATE_ALTERED"}
    await still_stands(engine, step)


async def test_a_state_with_a_byte_of_its_secret_part_changed_is_altered(engine: Engine) -> None:
    step = await engine.dealt(fixed_rounds=[3])
    length = header_bytes(step.state)
    end = len(step.state)
    for at in [*range(length, end, 7), end - TAG_BYTES, end - 1]:
        changed = bytearray(step.state)
        changed[at] ^= 1 << at % 8
        assert await lost(engine, bytes(changed)) == "STATE_ALTERED"
    await still_stands(engine, step)


async def test_a_state_of_any_other_length_is_refused(engine: Engine) -> None:
    step = await engine.dealt(fixed_rounds=[3])
    for length in [*range(1, 80), len(step.state) - TAG_BYTES, len(step.state) - 1]:
        assert (await lost(engine, step.state[:length])).startswith("STATE_")
    for longer in (step.state + b"\0", step.state * 2, b"\0" + step.state, step.state[1:]):
        assert (await lost(engine, longer)).startswith("STATE_")
    await still_stands(engine, step)


async def test_bytes_that_never_were_a_state_are_refused(engine: Engine) -> None:
    rng = Random(5)
    forgeries = [rng.randbytes(rng.choice((1, 2, 3, 64, 400, 65_536))) for _ in range(60)]
    forgeries += [bytes((1,)) + one for one in forgeries[:20] if len(one) < 65_536]
    forgeries += [b"\x01", b"\x01\x00", b"\x01\xff", b"\x01\x00\x00", b"\x01\x00\x00" + bytes(44)]
    forgeries += [b"\x01\x02\xc3\xa9" + bytes(300), b"{}", b"\0" * 65_536]
    for forgery in forgeries:
        assert (await lost(engine, forgery)).startswith("STATE_")


async def test_an_empty_state_and_a_huge_one_break_the_contract(engine: Engine) -> None:
    for state in (b"", bytes(65_537), bytes(900_000)):
        answer = await engine.refused(pb.ObserveRequest(state=state))
        assert (answer.reason, answer.fields) == ("FIELD_INVALID", ["state"])


async def test_another_format_is_refused(engine: Engine) -> None:
    step = await engine.dealt()
    for number in (0, 2, 3, 255):
        assert await lost(engine, bytes((number,)) + step.state[1:]) == "STATE_FORMAT"


async def test_parts_of_two_states_do_not_make_one(engine: Engine) -> None:
    one, other = await engine.dealt(), await engine.dealt()
    length = header_bytes(one.state)
    assert await lost(engine, one.state[:length] + other.state[length:]) == "STATE_ALTERED"
    foreign = (await engine.ask(opening(4, secret=b"x" * 32))).step
    assert await lost(engine, one.state[:length] + foreign.state[length:]) == "STATE_ALTERED"
    assert await lost(engine, foreign.state[:length] + one.state[length:]) == "STATE_ALTERED"


@pytest.mark.parametrize("verb", ["Deal", "Bid", "Play", "Draw", "Pass", "Choose", "Declare"])
async def test_every_verb_refuses_a_broken_state_alike(engine: Engine, verb: str) -> None:
    step = await engine.dealt()
    request: Any = getattr(pb, f"{verb}Request")(state=step.state[:-1] + b"\0")
    field = {"Draw": "draw", "Pass": "pass", "Declare": "declare"}.get(verb)
    if field:
        getattr(request, field).SetInParent()
    elif verb == "Bid":
        request.bid.tricks = 0
        request.bid.SetInParent()
    elif verb == "Play":
        request.play.eu_faco = 1
    elif verb == "Choose":
        request.choose.keep = True
    answer = await engine.refused(request)
    assert (answer.code, answer.reason) == (LOST, "STATE_ALTERED")
    state = request.state
    for other in (pb.AdviseRequest(state=state), pb.ApplyRequest(state=state)):
        answer = await engine.refused(other)
        assert (answer.code, answer.reason) == (LOST, "STATE_ALTERED")


async def test_a_well_sealed_state_of_rules_that_are_gone_is_unimplemented(engine: Engine) -> None:
    state = engine.sealer.seal(Sealed("eu_faco/9", bytes(32), b"whatever"))
    answer = await engine.refused(pb.ObserveRequest(state=state))
    assert (answer.code, answer.reason) == (grpc.StatusCode.UNIMPLEMENTED, "RULESET_UNKNOWN")


# Keys


async def test_a_state_of_another_engine_is_refused(tmp_path: Path) -> None:
    async with engine_in(tmp_path) as one, engine_in(tmp_path) as other:
        step = await one.dealt()
        assert await lost(other, step.state) == "STATE_KEY_UNKNOWN"
        await still_stands(one, step)


async def test_another_key_of_the_same_name_opens_nothing(tmp_path: Path) -> None:
    same_name = json.dumps({"primary": "a", "keys": {"a": base64.b64encode(bytes(32)).decode()}})
    async with engine_in(tmp_path, keyset("a")) as one, engine_in(tmp_path, same_name) as other:
        assert await lost(other, (await one.dealt()).state) == "STATE_ALTERED"


async def test_a_state_opens_after_the_keys_turn_until_its_key_is_dropped(tmp_path: Path) -> None:
    async with engine_in(tmp_path, keyset("old")) as before:
        step = await before.dealt(fixed_rounds=[3])
    async with engine_in(tmp_path, keyset("new", "old")) as turning:
        await still_stands(turning, step)
        later = await turning.act(step, bid(1))
        assert later.state[2:5] == b"new"
    async with engine_in(tmp_path, keyset("new")) as after:
        assert await lost(after, step.state) == "STATE_KEY_UNKNOWN"
        assert (await after.act(later)).ply == 3
    async with engine_in(tmp_path, keyset("old")) as behind:
        assert await lost(behind, later.state) == "STATE_KEY_UNKNOWN"


# What a state tells


async def test_the_header_stands_in_clear_as_the_page_says(tmp_path: Path) -> None:
    async with engine_in(tmp_path, keyset("a-key")) as engine:
        step = await engine.dealt()
    anchor = step.views[0].anchor
    assert step.state.startswith(b"\x01\x05a-key\x09eu_faco/1" + anchor)
    sealed = len(step.state) - header_bytes(step.state) - TAG_BYTES
    assert sealed % PADDED_TO == 0


async def test_two_seals_of_the_same_match_have_nothing_in_common(engine: Engine) -> None:
    states = [(await engine.dealt()).state for _ in range(20)]
    length = header_bytes(states[0])
    nonces = {state[length - NONCE_BYTES : length] for state in states}
    assert len(nonces) == 20
    bodies = [state[length:] for state in states]
    for at in range(0, len(bodies[0]), 16):
        assert len({body[at : at + 16] for body in bodies}) == 20
    assert len({state[: length - NONCE_BYTES] for state in states}) == 1


async def test_the_length_is_the_same_whatever_the_cards(engine: Engine) -> None:
    """Fifty matches with the same public history: opened, dealt, and promises of nothing."""
    lengths = []
    for _ in range(50):
        step = (await engine.ask(opening(4, secret=os.urandom(32), fixed_rounds=[9, 8]))).step
        states = [step.state]
        request = pb.DealRequest(state=step.state, observers=everybody(4))
        step = (await engine.ask(request)).step
        states.append(step.state)
        for _ in range(3):
            step = await engine.act(step, bid(0))
            states.append(step.state)
        lengths.append(tuple(map(len, states)))
    assert len(set(lengths)) == 1


async def test_a_state_shows_nothing_of_the_secret_or_the_hands(engine: Engine) -> None:
    step = await engine.dealt(fixed_rounds=[9])
    hands = [bytes(view.eu_faco.hand) for view in step.views[:4]]
    for start in range(0, 32, 4):
        assert SECRET[start : start + 4] not in step.state
    for hand in hands:
        assert hand[:4] not in step.state


# The seal and the codec alone: every bit, every point of random matches


def test_every_bit_of_a_state_is_held_by_the_seal() -> None:
    sealer = Sealer(Keyset.parse(keyset("k")))
    state = sealer.seal(Sealed("eu_faco/1", bytes(range(32)), b"content"))
    assert sealer.open(state).content == b"content"
    for bit in range(len(state) * 8):
        changed = bytearray(state)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(BrokenSeal):
            sealer.open(bytes(changed))
    for length in range(len(state)):
        with pytest.raises(BrokenSeal):
            sealer.open(state[:length])


@pytest.mark.parametrize("length", [0, 1, 251, 252, 253, 508, 509, 5000])
def test_contents_of_any_length_come_back(length: int) -> None:
    sealer = Sealer(Keyset.parse(keyset("k")))
    content = os.urandom(length)
    sealed = Sealed("eu_faco/1", os.urandom(32), content)
    assert sealer.open(sealer.seal(sealed)) == sealed


def everything(match: Any) -> Any:
    return [match.view(seat) for seat in (None, *range(match.seats))]


def play_one(match: Any, move: Any) -> list[Any]:
    events: list[Any] = (
        match.deal(move.action.entropy) if move.seat is None else match.act(move.seat, move.action)
    )
    return events


def coded(match: Any) -> Any:
    return codec.decode(GAMES["eu_faco"], codec.encode(match))


def any_move(match: Any, rng: Random) -> Move:
    """A legal move, without the checks of the battery, which has its own tests."""
    seat = match.game.to_act(match.state)
    if seat is not None:
        return Move(seat, rng.choice(match.game.legal_actions(match.state, seat)))
    entropy = tuple(rng.randbytes(rng.randint(0, 64)) for _ in range(match.seats))
    return Move(None, Deal(() if match.ply or rng.random() < 0.5 else entropy))


def seen_kinds(match: Any) -> set[str]:
    state = match.state
    return {
        name
        for name, seen in {
            "forehead": state.hand_size == 1,
            "tie-break": state.tiebreak,
            "mid-trick": 0 < len(state.trick.cards) < len(state.order),
            "fixed": bool(match.options.fixed_rounds),
            "out": any(state.out_round),
            "over": match.game.awaiting(state) is Awaiting.NOTHING,
            "salted": bool(match.salt),
        }.items()
        if seen
    }


def test_a_match_decoded_at_any_point_is_the_match_that_was_encoded() -> None:
    seen: set[str] = set()
    for number in range(9):
        rng = Random(f"codec/{number}")
        match = opened(EU_FACO, rng)
        while match.game.awaiting(match.state) is not Awaiting.NOTHING:
            twin = coded(match)
            assert everything(twin) == everything(match)
            assert codec.encode(twin) == codec.encode(match)
            assert twin.secrets.anchor == match.secrets.anchor
            move = any_move(match, rng)
            assert play_one(twin, move) == play_one(match, move)
            assert everything(twin) == everything(match)
            seen |= seen_kinds(match)
        assert everything(coded(match)) == everything(match)
    assert len(seen) == 7


@pytest.mark.parametrize("keep", [True, False])
def test_the_codec_keeps_whether_secrets_are_kept(keep: bool) -> None:  # noqa: FBT001
    match = opened(EU_FACO, Random("kept"))
    match.keep_secrets = keep
    assert coded(match).keep_secrets is keep


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.game.name)
def test_hidden_cards_change_no_length_at_any_point(subject: Subject) -> None:
    for number in range(10):
        rng = Random(f"length/{number}")
        match = opened(subject, rng)
        while match.game.awaiting(match.state) is not Awaiting.NOTHING:
            play_one(match, any_move(match, rng))
            real, length = match.state, len(codec.encode(match))
            for observer in (None, *range(match.seats)):
                match.state = subject.resampled(real, observer, rng)
                assert len(codec.encode(match)) == length
            match.state = real


def test_the_longest_state_fits_the_contract() -> None:
    """Eight seats late in the longest match of fixed rounds: far below the 65,536 bytes of the contract."""
    sealer = Sealer(Keyset.parse(keyset("k" * 16)))
    longest = 0
    for number in range(10):
        rng = Random(f"longest/{number}")
        match = opened(EU_FACO, rng)
        while match.game.awaiting(match.state) is not Awaiting.NOTHING:
            play_one(match, any_move(match, rng))
            state = sealer.seal(Sealed("eu_faco/1", match.secrets.anchor, codec.encode(match)))
            longest = max(longest, len(state))
    assert longest <= 1024
