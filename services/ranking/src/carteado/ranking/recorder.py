"""How a match comes into the ledger: signed by tables, known or new, played again by the engine, and only then rated."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from structlog.contextvars import bind_contextvars

from carteado.api.ranking.v1 import ranking_pb2
from carteado.ranking import asking
from carteado.ranking.engine import Engine
from carteado.ranking.signing import PublicKeys
from carteado.ranking.store import Explained, Recorded, Store
from carteado.runtime import refusals


def now() -> datetime:
    """The clock of this machine."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Recorder:
    """Trusts no result."""

    store: Store
    engine: Engine
    keys: PublicKeys
    clock: Callable[[], datetime] = now

    async def record(self, request: ranking_pb2.RecordMatchRequest) -> Recorded:
        """Records a match once, however often it is sent.

        Raises:
            Refused: It is not signed, or the record does not hold, or the identifier is another match's.
        """
        bind_contextvars(match=request.match_id)
        asking.check_whole(request)
        self.keys.verify(asking.signed(request), self.clock())
        known = await self.store.explain(request.match_id)
        if known is not None:
            return Recorded(_same(known, asking.digest(request)), was_known=True)
        await self.engine.check(request.record)
        match = asking.match_of(request)
        recorded = await self.store.record(match)
        _same(recorded.explained, match.digest)
        return recorded


def _same(explained: Explained, digest: bytes) -> Explained:
    """What became of a match; refuses another match under its identifier."""
    if explained.digest != digest:
        raise refusals.malformed("MATCH_ID_REUSED", "another match was sent under this id")
    return explained
