"""The book: what each person sees and taps, written down as it happens."""

import difflib
from collections.abc import Iterator

from carteado.telegram_sandbox.driver import Answer, Chat, Person, SeenMessage

HEAD = """# {title}

{about}

How to read it: what a person does stands at the margin; below, each new message whole, and of an edited one the lines that went (-) and came (+).
Buttons stand in brackets, row by row, and a file after a clip. A code of a table is written as CODE, and the fingerprint of a key as KEY.
"""


BOT = "Carteado"
"""Whose messages are told; what people write is told as what they do."""


class Book:
    """Tells a match in a chat.

    Args:
        title: What it is.
        about: Who plays how.
        group: The chat that everybody sees.
        reader: Somebody who looks at the group.
    """

    def __init__(self, title: str, about: str, group: Chat, reader: Person) -> None:
        self._lines = [HEAD.format(title=title, about=about)]
        self._group = group
        self._reader = reader
        self._shown: dict[tuple[int, int], list[str]] = {}
        self._names: dict[str, str] = {}

    def name(self, varying: str, name: str) -> None:
        """What is another each time is written as this."""
        self._names[varying] = name

    def does(self, person: Person, what: str) -> None:
        """Somebody does something."""
        self._write(f"\n{person.name} {what}")

    def hears(self, answer: Answer | None) -> None:
        """What a tap is answered with."""
        if answer and answer.text:
            kind = "alert" if answer.is_alert else "toast"
            self._write(f"  {kind}: " + answer.text.replace("\n", "\n         "))

    async def group_changes(self) -> None:
        """What is new in the group, and what is no more there."""
        await self._changes(self._reader, self._group, "in the group")
        there = {one.message_id for one in await self._reader.sees(self._group)}
        for chat_id, message_id in list(self._shown):
            if chat_id == self._group.chat_id and message_id not in there:
                first, *_ = self._shown.pop((chat_id, message_id))
                self._write(f"  in the group, taken away:\n    - {first}")

    async def private_changes(self, person: Person) -> None:
        """What is new in somebody's private chat."""
        await self._changes(person, person.private, f"in private, to {person.name}")

    def says(self, line: str) -> None:
        """A line of the narrator's."""
        self._write(line)

    @property
    def text(self) -> str:
        """The whole book."""
        return "\n".join(self._lines).rstrip() + "\n"

    async def _changes(self, person: Person, chat: Chat, where: str) -> None:
        for message in await person.sees(chat):
            if message.is_service or message.author != BOT:
                continue
            for line in self._change(chat, message, where):
                self._write(f"  {line}" if line else "")

    def _change(self, chat: Chat, message: SeenMessage, where: str) -> Iterator[str]:
        """The message when it is new, what changed in it when it is not."""
        key = (chat.chat_id, message.message_id)
        now, before = list(_lines(message)), self._shown.get(key)
        if now == before:
            return
        self._shown[key] = now
        yield f"{where}:" if before is None else f"{where}, edited:"
        if before is None:
            yield from (f"  | {line}".rstrip() for line in now)
            return
        changed = difflib.ndiff(before, now)
        yield from (f"  {line}".rstrip() for line in changed if line[0] in "+-" and line[2:])

    def _write(self, text: str) -> None:
        for varying, name in self._names.items():
            text = text.replace(varying, name)
        self._lines.append(text)


def _lines(message: SeenMessage) -> Iterator[str]:
    yield from message.text.split("\n")
    if message.file:
        yield f"📎 {message.file.name}"
    for row in message.rows:
        yield "".join(f"[{button.label}]" for button in row)
