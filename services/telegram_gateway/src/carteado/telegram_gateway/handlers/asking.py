"""What is common to all that people ask for: who asks what where, identifiers that make it happen once, and how a refusal is answered."""

from dataclasses import dataclass

from carteado.client import CarteadoError
from carteado.telegram_gateway.incoming import Tapped
from carteado.telegram_gateway.said import Said
from carteado.telegram_gateway.store import Hosted, Person
from carteado.telegram_gateway.taps import Tap
from carteado.words import Words

ANSWER = "answer"
"""How the spots of answers to commands begin; the command follows."""


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


def request_id(update_id: int, step: str = "") -> str:
    """The same for the same update, or step of it, however often it is handled: tables does it once, and refuses what is decided anew where it has moved on by it."""
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
