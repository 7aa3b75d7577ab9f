"""Sight: everything that was ever shown to each person, in order."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field

from carteado.telegram_sandbox.chats import Message
from carteado.telegram_sandbox.errors import JSON
from carteado.telegram_sandbox.queries import Answer, Query


@dataclass(frozen=True, slots=True)
class Shown:
    """One thing that a client showed.

    Attributes:
        kind: ``message``, ``edit``, ``service``, ``alert``, ``toast`` or ``link``.
        labels: What its buttons said.
        data: What its buttons carried, which a curious client can read too.
        file_name: Of its document; empty where it has none.
        content: What is in that, read as text.
    """

    at: float
    chat_id: int
    message_id: int
    kind: str
    text: str
    labels: list[str] = field(default_factory=list)
    data: list[str] = field(default_factory=list)
    file_name: str = ""
    content: str = ""


class Sight:
    """What everybody was shown."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._shown: dict[int, list[Shown]] = {}

    def message(self, person_id: int, message: Message, *, is_edit: bool = False) -> None:
        """A message appeared, or changed."""
        kind = "service" if message.service else "edit" if is_edit else "message"
        labels = [button["text"] for button in message.buttons]
        data = [button.get("callback_data") or button["url"] for button in message.buttons]
        file_name, content = _file(message)
        shown = Shown(
            self._clock(),
            message.chat_id,
            message.id,
            kind,
            message.text,
            labels,
            data,
            file_name,
            content,
        )
        self._add(person_id, shown)

    def answer(self, query: Query, answer: Answer) -> None:
        """A tap was answered."""
        kind = "alert" if answer.is_alert else "link" if answer.url else "toast"
        shown = Shown(
            self._clock(), query.chat_id, query.message_id, kind, answer.text or answer.url
        )
        self._add(query.person_id, shown)

    def of(self, person_id: int) -> list[JSON]:
        """Everything that one person was shown."""
        return [asdict(shown) for shown in self._shown.get(person_id, [])]

    def _add(self, person_id: int, shown: Shown) -> None:
        self._shown.setdefault(person_id, []).append(shown)


def _file(message: Message) -> tuple[str, str]:
    if message.document is None:
        return "", ""
    return message.document.name, message.document.bytes.decode(errors="replace")
