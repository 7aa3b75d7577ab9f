"""Callback queries: taps that wait for the bot's answer."""

from collections.abc import Callable
from dataclasses import dataclass, field

from carteado.telegram_sandbox.errors import bad_request
from carteado.telegram_sandbox.news import News

FIRST_ID = 4_400_000_000_000_000_001
ANSWER_SECONDS = 15.0
"""How long the bot has to answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot answered."""

    text: str = ""
    is_alert: bool = False
    url: str = ""


@dataclass(slots=True)
class Query:
    """A tap, and its answer once there is one."""

    id: str
    person_id: int
    chat_id: int
    message_id: int
    at: float
    answer: Answer | None = None


@dataclass(slots=True)
class Queries:
    """All taps."""

    clock: Callable[[], float]
    last_id: int = FIRST_ID - 1
    news: News = field(default_factory=News)
    _open: dict[str, Query] = field(default_factory=dict)

    def open(self, person_id: int, chat_id: int, message_id: int) -> Query:
        """A new tap."""
        self.last_id += 1
        query = Query(str(self.last_id), person_id, chat_id, message_id, self.clock())
        self._open[query.id] = query
        return query

    def find(self, query_id: str) -> Query | None:
        """A tap that was answered or still may be; None for others."""
        return self._open.get(query_id)

    def answer(self, query_id: str, answer: Answer) -> Query:
        """Answers a tap.

        Raises:
            ApiError: It is unknown, was answered before, or too long ago.
        """
        query = self._open.get(query_id)
        is_late = query is not None and self.clock() - query.at > ANSWER_SECONDS
        if query is None or query.answer or is_late:
            raise bad_request(
                "query is too old and response timeout expired or query ID is invalid"
            )
        query.answer = answer
        self.news.ring()
        return query
