"""What players add to the shuffles: asked for, taken, and taken again until the match starts."""

from dataclasses import dataclass

from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_LOBBY, TABLE_STATE_PLAYING, Table
from carteado.client import CarteadoError, Unavailable
from carteado.telegram_gateway.company import Company
from carteado.telegram_gateway.handlers.asking import Asked, is_done, refused, request_id
from carteado.telegram_gateway.handlers.opening import Opening
from carteado.telegram_gateway.handlers.seats import player, seat_of
from carteado.telegram_gateway.incoming import Replied
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.places import Place, guess_spot
from carteado.telegram_gateway.render import guess
from carteado.telegram_gateway.said import Said
from carteado.telegram_gateway.store import Hosted, Person
from carteado.words import Words


@dataclass(frozen=True, slots=True)
class Guess:
    """What somebody said that it is.

    Attributes:
        update_id: Of the update that brought it.
        person: Who.
        text: What; empty where it was no text.
    """

    update_id: int
    person: Person
    text: str


class Guesses:
    """Takes guesses by reply to a question, or by command."""

    def __init__(self, company: Company, opening: Opening) -> None:
        self._with = company
        self._opening = opening

    async def ask(self, asked: Asked) -> Said:
        """Asks for one in the group, where whoever tapped sits at a table that waits for players."""
        table = await self._with.tables.get_table(asked.hosted.table_id)
        if why_not := _why_not(table, asked.person, asked.words):
            return Said(why_not, is_alert=True)
        words = await self._with.group_words(asked.hosted.chat_id)
        self._say(asked.hosted, asked.person, _question(asked.person, words))
        return Said(asked.words("guess_asked"))

    async def typed(self, hosted: Hosted, given: Guess, words: Words) -> None:
        """Takes what followed the command; where nothing did, asks for it."""
        if given.text:
            said = await self._taken(hosted, given, words)
        else:
            table = await self._with.tables.get_table(hosted.table_id)
            why_not = _why_not(table, given.person, words)
            said = Message(why_not) if why_not else _question(given.person, words)
        self._say(hosted, given.person, said)

    async def replied(self, replied: Replied) -> None:
        """Takes a reply, for the table that stands where it was given."""
        person = await self._with.store.meet(replied.user)
        hosted = await self._opening.here(Place(replied.chat.id, replied.chat.thread_id))
        if hosted is None:
            return
        words = await self._with.group_words(replied.chat.id)
        given = Guess(replied.update_id, person, replied.text)
        try:
            said = await self._taken(hosted, given, words)
        except Unavailable:
            raise
        except CarteadoError as error:
            if is_done(error):
                return
            said = Message(refused(error, words).text)
        self._say(hosted, person, said)

    async def _taken(self, hosted: Hosted, given: Guess, words: Words) -> Message:
        """Adds a guess to the shuffles, if it may be; where it cannot be one, what was added before stays."""
        table = await self._with.tables.get_table(hosted.table_id)
        if why_not := _why_not(table, given.person, words):
            return Message(why_not)
        person, added = given.person, given.text.encode()
        whose = player(person), person.user_id, words
        if not added:
            return guess.no_text(*whose)
        if len(added) > guess.BYTES:
            return guess.too_long(*whose, size=len(added))
        answer = await self._with.tables.join_table(
            table.id, player(person), entropy=added, request_id=request_id(given.update_id)
        )
        why_not = _why_not(answer.table, person, words)
        return Message(why_not) if why_not else guess.taken(*whose)

    def _say(self, hosted: Hosted, person: Person, message: Message) -> None:
        """In the stead of what was said of this person's guess before: a question cannot be changed, so it goes."""
        place = Place(hosted.chat_id, hosted.thread_id)
        self._with.outbox.say(place, guess_spot(hosted.code, person.key), message, replaces=True)


def _question(person: Person, words: Words) -> Message:
    return guess.question(player(person), person.user_id, words)


def _why_not(table: Table, person: Person, words: Words) -> str:
    """Why nothing can be added: the match goes on, the table is over, the person does not sit there; empty where it can."""
    if table.state == TABLE_STATE_PLAYING:
        return words("MATCH_STARTED")
    if table.state != TABLE_STATE_LOBBY:
        return words("table_over")
    return "" if seat_of(table, person) else words("guess_needs_seat")
