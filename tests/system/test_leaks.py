"""Every byte that each of four clients received in a match is searched for what it may not know."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import grpc
import grpc.aio
import pytest
from google.protobuf.message import Message

from carteado.api.estou_por_uma.v1 import estou_por_uma_pb2
from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.sevn.v1 import sevn_pb2
from carteado.api.tables.v1 import tables_pb2 as pb
from tests.conftest import Proof
from tests.engine.known_cards import SIGHTS
from tests.engine.wire_matches import ACTIONS
from tests.short_matches import at_whim, each_game, options_of
from tests.system.recorder import RecordingClient, recording
from tests.system.stack import APPLICATION, ENGINE_TOKEN, TOKEN, Stack, standing
from tests.system.truth import Moment, truth_of

PLAYERS = [pb.Player(id=f"{APPLICATION}/p{seat}", name=f"nome-{seat}") for seat in range(4)]
CARDS = [game.Card.DESCRIPTOR for game in (eu_faco_pb2, estou_por_uma_pb2, sevn_pb2)]
CARD_NAME = re.compile(
    rf"\b(?:{'|'.join(face.name for card in CARDS for face in card.values if face.number)})\b"
)
"""Any face of any game, as the contract calls it."""


@each_game
@pytest.mark.proof(name="leaks-tables", small=1, whole=40)
async def test_no_client_receives_a_card_or_a_secret_that_it_may_not_know(
    game: str, proof: Proof, tmp_path: Path
) -> None:
    kinds = set[str]()
    async with standing(tmp_path) as stack:
        for number in range(proof.count):
            kinds |= await one_match(stack, game, Random(f"leaks/{proof.seed}/{number}"))
    sight = SIGHTS[game]
    assert {sight.rare, *sight.common} <= kinds or proof.count < 30, kinds
    check_logs(stack.logs())


async def one_match(stack: Stack, game: str, rng: Random) -> set[str]:
    """Plays a match with four recorded clients and searches what they heard; answers what was special about it."""
    targets = [recording(stack.tables.target) for _ in PLAYERS]
    async with targets[0] as a, targets[1] as b, targets[2] as c, targets[3] as d:
        clients = [a, b, c, d]
        table = await seated(clients, options_of(game, rng))
        await asyncio.gather(
            *(follow(client, table, seat, rng) for seat, client in enumerate(clients)),
            start(clients[0], table),
        )
        record = (
            await clients[0].call(
                "GetRecord", pb.GetRecordRequest(table=table), pb.GetRecordResponse
            )
        ).record
        truth = truth_of(record)
        for seat, client in enumerate(clients):
            search(client, seat, truth, record)
    return set[str]().union(*(moment.kinds for moment in truth))


async def seated(clients: list[RecordingClient], options: game_pb2.Options) -> str:
    create = pb.CreateTableRequest(request_id=f"c{id(clients)}", host=PLAYERS[0], options=options)
    table = (await clients[0].call("CreateTable", create, pb.CreateTableResponse)).table
    for seat, client in enumerate(clients):
        join = pb.JoinTableRequest(
            request_id=f"j{seat}{table.id}"[:64],
            table=table.id,
            player=PLAYERS[seat],
            entropy=b"e%d" % seat,
        )
        await client.call("JoinTable", join, pb.JoinTableResponse)
    return table.id


async def start(client: RecordingClient, table: str) -> None:
    request = pb.StartMatchRequest(
        request_id=f"s{table}"[:64], table=table, player_id=PLAYERS[0].id
    )
    await client.call("StartMatch", request, pb.StartMatchResponse)


async def follow(client: RecordingClient, table: str, seat: int, rng: Random) -> None:
    """Watches, pries and plays: after each change the client also asks for all that it can think of."""
    request = pb.WatchTableRequest(table=table, player_id=PLAYERS[seat].id)
    async for change in client.watch(request, pb.WatchTableResponse):
        view = change.table.view
        if view.phase == game_pb2.PHASE_AWAITING_SEAT:
            await pry(client, table, seat, view, rng)
            if view.legal:
                await race(client, table, seat, view, at_whim(view, rng))


async def pry(
    client: RecordingClient, table: str, seat: int, view: game_pb2.View, rng: Random
) -> None:
    """Asks as oneself and as the public, for the record so far, and tries what is refused: an action of this game or of another."""
    for player in (PLAYERS[seat].id, ""):
        await client.call(
            "GetTable", pb.GetTableRequest(table=table, player_id=player), pb.GetTableResponse
        )
    await client.call("GetRecord", pb.GetRecordRequest(table=table), pb.GetRecordResponse)
    game = view.WhichOneof("table")
    assert game is not None
    action = rng.choice(ACTIONS[game])
    if action not in view.legal:
        with pytest.raises(grpc.aio.AioRpcError):
            await act(client, table, seat, view, action)


async def race(
    client: RecordingClient, table: str, seat: int, view: game_pb2.View, action: game_pb2.Action
) -> None:
    """Acts, where nobody spoke out of turn meanwhile; then the next change is read."""
    try:
        await act(client, table, seat, view, action)
    except grpc.aio.AioRpcError as error:
        if error.code() is not grpc.StatusCode.ABORTED:
            raise


async def act(
    client: RecordingClient, table: str, seat: int, view: game_pb2.View, action: game_pb2.Action
) -> None:
    number = len(client.heard.messages) + len(client.heard.errors)
    request = pb.ActRequest(
        request_id=f"a{seat}.{number}",
        table=table,
        player_id=PLAYERS[seat].id,
        ply=view.ply,
        action=action,
    )
    request.request_id = f"{request.request_id}.{table}"[:64]
    await client.call("Act", request, pb.ActResponse)


# The search


def search(
    client: RecordingClient, seat: int, truth: list[Moment], record: game_pb2.Record
) -> None:
    assert len(client.heard.messages) > len(truth)
    assert client.heard.errors
    for kind, raw in client.heard.messages:
        message = kind.FromString(raw)
        assert message.SerializeToString() == raw or message.ByteSize() == len(raw)
        if isinstance(message, pb.GetRecordResponse):
            check_record(message.record, record, truth)
        else:
            check_views(message, raw, seat, truth, record.secrets)
    for error in client.heard.errors:
        assert not CARD_NAME.search(error.decode())
        assert not any(bytes(secret) in error for secret in record.secrets)
    check_socket(bytes(client.heard.socket), record)


def check_views(
    message: Message, raw: bytes, seat: int, truth: list[Moment], secrets: Sequence[bytes]
) -> None:
    """Every card anywhere in the message is one that its observer may know at that ply, and no secret is ahead of its time."""
    for view in views_in(message):
        moment = truth[view.ply]
        observer = seat if view.observer.HasField("seat") else None
        assert observer is None or view.observer.seat == seat
        assert set(cards_in(view)) - {0} <= moment.known(observer)
        assert not any(secret in raw for secret in secrets[moment.opened :])


def check_record(shown: game_pb2.Record, whole: game_pb2.Record, truth: list[Moment]) -> None:
    """A record of a match that goes on ends with a round whose secret is open."""
    moves = len(shown.moves)
    assert list(shown.moves) == list(whole.moves[:moves])
    assert list(shown.secrets) == list(whole.secrets[: len(shown.secrets)])
    assert truth[moves].opened == len(shown.secrets)
    assert not moves or truth[moves].opened > truth[moves - 1].opened


def check_socket(received: bytes, record: game_pb2.Record) -> None:
    """Sealed states and credentials never leave the house."""
    assert len(received) > 1_000
    assert record.ruleset.encode() + record.anchor not in received
    assert TOKEN.encode() not in received
    assert ENGINE_TOKEN.encode() not in received


def views_in(message: Any) -> Iterator[game_pb2.View]:
    if isinstance(message, game_pb2.View):
        yield message
        return
    for field, value in message.ListFields():
        if field.message_type is None or field.message_type.GetOptions().map_entry:
            continue
        for one in value if field.is_repeated else [value]:
            yield from views_in(one)


def cards_in(message: Any) -> Iterator[int]:
    """Every value of an enum of cards, wherever it stands but in the options, which are everybody's."""
    for field, value in message.ListFields():
        values = value if field.is_repeated else [value]
        if isinstance(value, game_pb2.Options):
            continue
        if field.enum_type in CARDS:
            yield from values
        elif field.message_type is not None:
            for one in values:
                yield from cards_in(one)


def check_logs(logs: str) -> None:
    """Logs tell what happened, never to whom by name, with which card or token."""
    for bound in ('"event": "rpc"', '"table": "', '"match": "', '"ply": '):
        assert bound in logs
    assert not CARD_NAME.search(logs)
    for word in ("nome-", TOKEN, ENGINE_TOKEN, "secret", "entropy"):
        assert word not in logs
