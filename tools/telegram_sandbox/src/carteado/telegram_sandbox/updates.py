"""Updates: what waits for the bot to fetch it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from carteado.telegram_sandbox.errors import JSON, ApiError
from carteado.telegram_sandbox.news import News

FIRST_ID = 100_000_001
KEPT_SECONDS = 24 * 60 * 60
HISTORY = 2000
"""How many updates may be asked for again."""
NOT_BY_DEFAULT = "chat_member"
"""The kind that a bot gets only if it asks for it by name."""


@dataclass(frozen=True, slots=True)
class Update:
    """One update.

    Attributes:
        kind: Its one field, such as ``message``.
        at: When it happened.
    """

    id: int
    kind: str
    at: float
    content: JSON

    @property
    def payload(self) -> JSON:
        """It, as the bot gets it."""
        return {"update_id": self.id, self.kind: self.content}


@dataclass(slots=True)
class Updates:
    """The queue of the bot: kept in order until an offset acknowledges them."""

    clock: Callable[[], float]
    last_id: int = FIRST_ID - 1
    allowed: list[str] = field(default_factory=list)
    waiting: list[Update] = field(default_factory=list)
    news: News = field(default_factory=News)
    history: dict[int, Update] = field(default_factory=dict)
    _again: list[Update] = field(default_factory=list)
    _poll: int = 0

    def put(self, kind: str, content: JSON) -> None:
        """Adds an update, if the bot wants that kind."""
        wanted = kind in self.allowed if self.allowed else kind != NOT_BY_DEFAULT
        if not wanted:
            return
        self.last_id += 1
        update = Update(self.last_id, kind, self.clock(), content)
        self.waiting.append(update)
        self.history[update.id] = update
        if len(self.history) > HISTORY:
            del self.history[next(iter(self.history))]
        self.news.ring()

    def acknowledge(self, offset: int) -> int:
        """Forgets what lies before an offset, a negative one counted from the end; gives how many that were."""
        had = len(self.waiting)
        if offset < 0:
            self.waiting = self.waiting[offset:]
        elif offset > 0:
            self.waiting = [update for update in self.waiting if update.id >= offset]
        return had - len(self.waiting)

    def again(self, update_id: int) -> None:
        """Delivers an update once more, acknowledged or not."""
        self._again.append(self.history[update_id])
        self.news.ring()

    def ready(self, limit: int) -> list[JSON]:
        """What the bot gets now, oldest first; what waited for a day is lost."""
        oldest = self.clock() - KEPT_SECONDS
        self.waiting = [update for update in self.waiting if update.at >= oldest]
        repeated, self._again = self._again, []
        return [update.payload for update in [*repeated, *self.waiting][:limit]]

    async def poll(self, limit: int, seconds: float, now: Callable[[], float]) -> list[JSON]:
        """Waits for updates; a later call ends an earlier one.

        Raises:
            ApiError: Somebody else polls for the same bot.
        """
        self._poll += 1
        mine, ends = self._poll, now() + seconds
        self.news.ring()
        while True:
            number = self.news.number
            if self._poll != mine:
                raise _terminated()
            updates = self.ready(limit)
            left = ends - now()
            if updates or left <= 0 or self.news.is_over:
                return updates
            await self.news.wait(number, left)

    def restore(self, last_id: int, waiting: Sequence[Update]) -> None:
        """Goes on from where an earlier process was."""
        self.last_id = last_id
        self.waiting = list(waiting)
        self.history = {update.id: update for update in waiting}


def _terminated() -> ApiError:
    why = "terminated by other getUpdates request; make sure that only one bot instance is running"
    return ApiError(409, f"Conflict: {why}")
