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

from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2 as pb
from carteado.rules import GAMES, eu_faco
from carteado.rules.eu_faco.state import Phase, State
from carteado.rules.match import Match
from carteado.rules.record import Deal, Move, play
from carteado.rules.shuffle import OpenedSecrets
from tests.conftest import Proof
from tests.system.recorder import RecordingClient, recording
from tests.system.stack import APPLICATION, ENGINE_TOKEN, TOKEN, Stack, standing

PLAYERS = [pb.Player(id=f"{APPLICATION}/p{seat}", name=f"nome-{seat}") for seat in range(4)]
CARD_NAME = re.compile("CARD_(BRONZE|SILVER|GOLD|DIAMOND)")
CARD = eu_faco_pb2.Card.DESCRIPTOR.full_name


@pytest.mark.proof(name="leaks-tables", small=1, whole=40)
async def test_no_client_receives_a_card_or_a_secret_that_it_may_not_know(
    proof: Proof, tmp_path: Path
) -> None:
    tiebreaks = 0
    async with standing(tmp_path) as stack:
        for number in range(proof.count):
            tiebreaks += await one_match(stack, Random(f"leaks/{proof.seed}/{number}"))
    assert tiebreaks or proof.count < 30, "no tie-break among so many matches"
    check_logs(stack.logs())


async def one_match(stack: Stack, rng: Random) -> bool:
    """Plays a match with four recorded clients and searches what they heard; answers whether it had a tie-break."""
    targets = [recording(stack.tables.target) for _ in PLAYERS]
    async with targets[0] as a, targets[1] as b, targets[2] as c, targets[3] as d:
        clients = [a, b, c, d]
        table = await seated(clients)
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
    return truth[-1].tiebreak


async def seated(clients: list[RecordingClient]) -> str:
    options = game_pb2.Options(eu_faco=eu_faco_pb2.Options())
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
                await act(client, table, seat, view, rng.choice(view.legal))


async def pry(
    client: RecordingClient, table: str, seat: int, view: game_pb2.View, rng: Random
) -> None:
    """Asks as oneself and as the public, for the record so far, and tries what is refused."""
    for player in (PLAYERS[seat].id, ""):
        await client.call(
            "GetTable", pb.GetTableRequest(table=table, player_id=player), pb.GetTableResponse
        )
    await client.call("GetRecord", pb.GetRecordRequest(table=table), pb.GetRecordResponse)
    card = eu_faco_pb2.Card.ValueType(rng.randint(1, 40))
    action = game_pb2.Action(play=game_pb2.Play(eu_faco=card))
    if action not in view.legal:
        with pytest.raises(grpc.aio.AioRpcError):
            await act(client, table, seat, view, action)


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


# What was really held


def truth_of(record: game_pb2.Record) -> list[State]:
    """The state after each ply, played again from the opened secrets; the first is that before the first deal."""
    secrets = OpenedSecrets(record.anchor, list(record.secrets))
    assert secrets.hold()
    match = Match.open(GAMES["eu_faco"], eu_faco.Options(lives=3), record.seats, secrets)
    states = [match.state.copy()]
    for move in record.moves:
        play(match, rules_move(move))
        states.append(match.state.copy())
    return states


def rules_move(move: game_pb2.Move) -> Move:
    if move.action.HasField("deal"):
        return Move(None, Deal(tuple(move.action.deal.entropy)))
    if move.action.HasField("bid"):
        return Move(move.seat, eu_faco.Bid(move.action.bid.tricks))
    return Move(move.seat, eu_faco.Play(move.action.play.eu_faco))


def known(state: State, seat: int | None) -> set[int]:
    """The cards that a seat, or the public, may know: those on the table in this round, and the own hand, or, with one card each, the others'."""
    cards = {card for trick in [*state.tricks, state.trick] for card in trick.cards}
    if seat is None or state.out_round[seat]:
        return cards
    for other, hand in enumerate(state.hands):
        if (other == seat) != (state.hand_size == 1):
            cards.update(hand)
    return cards


# The search


def search(client: RecordingClient, seat: int, truth: list[State], record: game_pb2.Record) -> None:
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
    message: Message, raw: bytes, seat: int, truth: list[State], secrets: Sequence[bytes]
) -> None:
    """Every card anywhere in the message is one that its observer may know at that ply, and no secret is ahead of its time."""
    for view in views_in(message):
        state = truth[view.ply]
        observer = seat if view.observer.HasField("seat") else None
        assert observer is None or view.observer.seat == seat
        assert set(cards_in(view)) - {0} <= known(state, observer)
        assert not any(secret in raw for secret in secrets[opened(state) :])


def opened(state: State) -> int:
    """How many rounds are counted."""
    return state.round_number - (state.phase in (Phase.BIDDING, Phase.PLAYING))


def check_record(shown: game_pb2.Record, whole: game_pb2.Record, truth: list[State]) -> None:
    """A record of a match that goes on ends with a round that is counted."""
    moves = len(shown.moves)
    assert list(shown.moves) == list(whole.moves[:moves])
    assert list(shown.secrets) == list(whole.secrets[: len(shown.secrets)])
    assert opened(truth[moves]) == len(shown.secrets)
    assert not moves or opened(truth[moves]) > opened(truth[moves - 1])


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
    """Every value of the enum of cards, wherever it stands."""
    for field, value in message.ListFields():
        values = value if field.is_repeated else [value]
        if field.enum_type is not None and field.enum_type.full_name == CARD:
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
