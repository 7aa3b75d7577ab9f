"""What is common to all that people ask for: who asks what where, identifiers that make it happen once, and what to answer."""

from dataclasses import dataclass

from carteado.client import CarteadoError
from carteado.telegram_gateway.incoming import Tapped
from carteado.telegram_gateway.store import Hosted, Person
from carteado.telegram_gateway.taps import Tap
from carteado.words import Words


@dataclass(frozen=True, slots=True)
class Asked:
    """A tap on a button of a table.

    Attributes:
        update_id: Of the update that brought it.
        tap: What the button says.
        person: Who tapped.
        hosted: The table, and where it stands.
        words: In the language of who tapped.
    """

    update_id: int
    tap: Tap
    person: Person
    hosted: Hosted
    words: Words


@dataclass(frozen=True, slots=True)
class Said:
    """The answer to a tap: a line that passes, or, as an alert, one that stays until it is read.

    Attributes:
        text: At most 200 characters.
        is_alert: True to have it stay.
        url: A link into the bot to open instead.
    """

    text: str
    is_alert: bool = False
    url: str = ""


class Told(Exception):  # noqa: N818 - an answer that comes early
    """There is nothing to do but to answer.

    Attributes:
        said: The answer.
    """

    def __init__(self, said: Said) -> None:
        super().__init__(said.text)
        self.said = said


def request_id(update_id: int, step: object = "") -> str:
    """The same for the same update however often it is handled, so that the tables service does it once."""
    return f"update-{update_id}-{step}" if step else f"update-{update_id}"


def is_done(error: CarteadoError) -> bool:
    """True where the same update did something else before: it was handled then, and is now again, at a table that has changed by it."""
    return error.reason == "REQUEST_ID_REUSED"


def refused(error: CarteadoError, words: Words) -> Said:
    """A refusal in the words of its reason."""
    key = error.reason if words.has(error.reason) else "refused"
    return Said(words(key, **error.metadata), is_alert=True)


def group_of(tapped: Tapped) -> int | None:
    """The group in which a button was tapped; None in private."""
    return tapped.chat.id if tapped.chat is not None and tapped.chat.kind != "private" else None
