"""How often an application, and each of its players, may call this process."""

from typing import Any

from throttled import MemoryStore, RateLimiterType, Throttled, rate_limiter

from carteado.runtime.credentials import Identity
from carteado.runtime.errors import Throttled as TooManyCalls
from carteado.tables.settings import Settings

MOST_BUCKETS = 100_000
"""Players of whom it is known how often they called; whoever was silent longest is forgotten first."""

MOST_CHARACTERS = 100
"""Of a player's id, as the contract has it; a longer one is refused anyway."""


class Limits:
    """Counts calls: first those of the player, so that a flood of one does not use up what the others have."""

    def __init__(self, settings: Settings) -> None:
        self._player = _bucket(settings.player_calls_a_second, settings.player_calls_at_once)
        self._application = _bucket(
            settings.application_calls_a_second, settings.application_calls_at_once
        )

    def heed(self, identity: Identity, request: Any) -> None:
        """Counts a call.

        Raises:
            Throttled: RESOURCE_EXHAUSTED / RATE_LIMITED, with the time after which to try again.
        """
        player_id = identity.player_id or named_in(request)
        if player_id.startswith(f"{identity.application}/") and len(player_id) <= MOST_CHARACTERS:
            _take(self._player, player_id)
        _take(self._application, identity.application)


def named_in(request: Any) -> str:
    """The player for whom a request is made; empty for nobody in particular."""
    fields = request.DESCRIPTOR.fields_by_name
    if "player_id" in fields:
        return str(request.player_id)
    for name in ("player", "host"):
        if name in fields:
            return str(getattr(request, name).id)
    return ""


def _bucket(calls_a_second: int, at_once: int) -> Throttled:
    quota = rate_limiter.per_sec(calls_a_second, burst=at_once)
    store = MemoryStore(options=dict(MAX_SIZE=MOST_BUCKETS))  # noqa: C408 - no reason of ours
    return Throttled(using=RateLimiterType.GCRA.value, quota=quota, store=store)


def _take(bucket: Throttled, key: str) -> None:
    result = bucket.limit(key)
    if result.limited:
        raise TooManyCalls(
            "RATE_LIMITED", "too many calls; wait and repeat", result.state.retry_after
        )
