"""What shows that a match was held as its record says: the signature of tables, and the rules played again."""

from collections.abc import Iterable

import grpc.aio
import rfc8785
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from google.protobuf.json_format import MessageToDict

from carteado.api.engine.v1 import engine_pb2, engine_pb2_grpc
from carteado.api.game.v1.game_pb2 import Record
from carteado.api.tables.v1.tables_pb2 import GetRecordResponse, SigningKey

REPLAY_SECONDS = 30.0


def canonical_form(record: Record) -> bytes:
    """What is signed: the default JSON mapping of the record, in the form of RFC 8785."""
    return rfc8785.dumps(MessageToDict(record))


def is_signed(signed: GetRecordResponse, keys: Iterable[SigningKey]) -> bool:
    """True when one of the keys, the one that is named, signed the record. Needs no service."""
    form = canonical_form(signed.record)
    for key in keys:
        if key.id == signed.key_id:
            try:
                Ed25519PublicKey.from_public_bytes(key.public_key).verify(signed.signature, form)
            except InvalidSignature:
                return False
            return True
    return False


async def replayed(address: str, token: str, record: Record) -> engine_pb2.ReplayResponse:
    """The engine at the address plays the record again, every shuffle from its secret."""
    async with grpc.aio.insecure_channel(address) as channel:
        engine = engine_pb2_grpc.EngineServiceStub(channel)
        return await engine.Replay(
            engine_pb2.ReplayRequest(record=record),
            timeout=REPLAY_SECONDS,
            metadata=(("authorization", f"Bearer {token}"),),
        )


def holds(replay: engine_pb2.ReplayResponse, record: Record) -> bool:
    """True when the rules agree with every move of the record, and with its places."""
    agrees = list(replay.placements) == list(record.placements)
    return agrees and not replay.HasField("divergence")
