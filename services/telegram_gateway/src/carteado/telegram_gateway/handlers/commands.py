"""Commands: what is typed."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_LOBBY, Table
from carteado.client import CarteadoError, Unavailable
from carteado.telegram_gateway.company import Company
from carteado.telegram_gateway.followers import Followers
from carteado.telegram_gateway.handlers.asking import ANSWER, is_done, refused, request_id
from carteado.telegram_gateway.handlers.guesses import Guess, Guesses
from carteado.telegram_gateway.handlers.opening import Opening, Order
from carteado.telegram_gateway.handlers.parting import Parting
from carteado.telegram_gateway.handlers.seats import seat_of
from carteado.telegram_gateway.handlers.standings import Standings
from carteado.telegram_gateway.incoming import Command
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.people import player_id
from carteado.telegram_gateway.places import Place
from carteado.telegram_gateway.render import help as guide
from carteado.telegram_gateway.render import picker, rules
from carteado.telegram_gateway.render.game import Game
from carteado.telegram_gateway.render.games import GAMES, called, command_of, game_of
from carteado.telegram_gateway.store import Group, Hosted, Person
from carteado.words import Words


@dataclass(frozen=True, slots=True)
class Heard:
    """A command, and who gave it where.

    Attributes:
        command: As it came.
        place: Where to answer.
        group: The group; None in private.
        person: Who; None for an administrator who stays anonymous.
        words: In the language of the group, or in private of the person.
    """

    command: Command
    place: Place
    group: Group | None
    person: Person | None
    words: Words


Work = Callable[[Heard], Awaitable[Message | None]]


class Commands:
    """Does what commands say; the answer is a message, or what changed at the table is answer enough."""

    def __init__(
        self, company: Company, followers: Followers, opening: Opening, guesses: Guesses
    ) -> None:
        self._with = company
        self._followers = followers
        self._standings = Standings(company)
        self._opening = opening
        self._guesses = guesses
        self._parting = Parting(company, self._opening, self._standings)
        self._works: Mapping[str, Work] = {
            "start": self._start,
            "ajuda": self._help,
            "jogar": self._open,
            "mesa": self._show_table,
            "palpite": self._guess,
            "mao": self._show_hands,
            "sair": self._leave,
            "encerrar": self._close,
            "regras": self._rules,
            "ranking": self._ranking,
            **{command_of(game): self._open for game in GAMES.values()},
        }

    async def handle(self, command: Command) -> None:
        """Does one command, and answers it.

        Raises:
            Unavailable: The tables service is away; the same command may be handled again.
        """
        heard = await self._heard(command)
        work = self._works.get(command.name, self._unknown)
        try:
            answer = await work(heard)
        except Unavailable:
            raise
        except CarteadoError as error:
            answer = None if is_done(error) else Message(refused(error, heard.words).text)
        if answer is not None:
            self._with.outbox.say(heard.place, f"{ANSWER}/{command.name}", answer)

    async def _heard(self, command: Command) -> Heard:
        person = await self._with.store.meet(command.user) if command.user else None
        place = Place(command.chat.id, command.chat.thread_id)
        if command.chat.kind != "private":
            group = await self._with.store.enter(command.chat)
            return Heard(command, place, group, person, self._with.catalogs(group.language))
        assert person is not None
        if not person.private_open:
            await self._with.store.set_private(person.user_id, is_open=True)
            person = replace(person, private_open=True)
        return Heard(command, place, None, person, self._with.catalogs(person.language))

    async def _start(self, heard: Heard) -> Message | None:
        """In private: the hands of the matches that go on, and a word for whoever waits for one; else a welcome."""
        person = heard.person
        if heard.group is None and person:
            await self._hands_shown(person)
            if any(each.has_hands and seat_of(each.table, person) for each in self._followers):
                return Message(heard.words("private_ready"))
        return guide.start(heard.words, bot=self._with.bot)

    async def _help(self, heard: Heard) -> Message | None:
        return guide.help(heard.words, bot=self._with.bot)

    async def _open(self, heard: Heard) -> Message | None:
        """Opens a table of the game that was named, or asks which; shows the one that stands there."""
        if heard.group is None:
            return guide.must_be_group(heard.words, bot=self._with.bot)
        if heard.person is None:
            return Message(heard.words("anonymous_cannot_play"))
        if hosted := await self._here(heard):
            return await self._shown_again(hosted, heard.words)
        game = called(heard.command.name) or called(heard.command.argument)
        if game is None:
            return picker.picker(heard.words)
        order = Order(heard.person, heard.group, heard.place, heard.command.update_id)
        if not await self._opening.open(game, order):
            return await self._show_table(heard)
        return None

    async def _show_table(self, heard: Heard) -> Message | None:
        if hosted := await self._here(heard):
            return await self._shown_again(hosted, heard.words)
        return self._no_table(heard)

    async def _guess(self, heard: Heard) -> Message | None:
        """Adds to the shuffles what is said, or asks for it."""
        hosted = await self._here(heard)
        if hosted is None:
            return self._no_table(heard)
        if heard.person is None:
            return Message(heard.words("anonymous_cannot_play"))
        given = Guess(heard.command.update_id, heard.person, heard.command.argument)
        await self._guesses.typed(hosted, given, heard.words)
        return None

    async def _show_hands(self, heard: Heard) -> Message | None:
        """In private; in a group, whoever has not opened the private chat is told how to see the hand, or that there is none in the game played there."""
        if heard.person is None:
            return Message(heard.words("anonymous_cannot_play"))
        if heard.person.private_open and await self._hands_shown(heard.person):
            return None
        if await self._is_without_hands(heard):
            return Message(heard.words("no_hand_in_game"))
        if not heard.person.private_open:
            return guide.open_private(heard.words, bot=self._with.bot)
        return Message(heard.words("no_hand_now")) if heard.group is None else None

    async def _leave(self, heard: Heard) -> Message | None:
        """Gives the seat back; in a match only after a second word."""
        found = await self._table_here(heard)
        if found is None:
            return self._no_table(heard)
        hosted, table = found
        seat = seat_of(table, heard.person) if heard.person else None
        if heard.person is None or seat is None:
            return Message(heard.words("not_seated"))
        if table.state != TABLE_STATE_LOBBY:
            await self._parting.ask_to_leave(hosted, table, seat.seat, heard.words)
            return None
        await self._with.tables.leave_table(
            table.id,
            player_id(heard.person.key),
            request_id=request_id(heard.command.update_id),
        )
        return None

    async def _close(self, heard: Heard) -> Message | None:
        """The host, or an administrator of the group, at once; else a voice."""
        found = await self._table_here(heard)
        if found is None:
            return self._no_table(heard)
        hosted, table = found
        person = heard.person
        if person is not None and seat_of(table, person) is None:
            is_admin = await self._with.telegram.is_admin(hosted.chat_id, person.user_id)
            if not is_admin:
                return Message(heard.words("not_seated"))
            person = None
        said = await self._parting.close(hosted, person, heard.command.update_id, heard.words)
        return Message(said.text)

    async def _rules(self, heard: Heard) -> Message | None:
        """Those of the game that was named, or that is played here; else it asks which."""
        game = called(heard.command.argument) or await self._played_here(heard)
        return rules.page(game, heard.words, 1) if game else rules.contents(heard.words)

    async def _ranking(self, heard: Heard) -> Message | None:
        """That of the game that was named, or that was played here last; else of the first."""
        named = called(heard.command.argument) or await self._played_here(heard)
        game = named or next(iter(GAMES.values()))
        if heard.group is None:
            return await self._standings.of_everybody(game, heard.words)
        return await self._standings.of_group(game, heard.place.chat_id)

    async def _unknown(self, heard: Heard) -> Message | None:
        """Groups hear many commands that are not for this bot."""
        return Message(heard.words("unknown_command")) if heard.group is None else None

    def _no_table(self, heard: Heard) -> Message:
        """Where none stands; in private none ever does."""
        if heard.group is None:
            return guide.must_be_group(heard.words, bot=self._with.bot)
        return Message(heard.words("no_table_here"))

    async def _here(self, heard: Heard) -> Hosted | None:
        return await self._opening.here(heard.place)

    async def _played_here(self, heard: Heard) -> Game | None:
        """The game of the newest table of the chat, over or not; None where none is known."""
        hosted = await self._with.store.latest(heard.place)
        if hosted is None:
            return None
        try:
            return game_of(await self._with.tables.get_table(hosted.table_id))
        except CarteadoError:
            return None

    async def _is_without_hands(self, heard: Heard) -> bool:
        """True where a table stands at which everything is in sight."""
        found = await self._table_here(heard)
        return found is not None and game_of(found[1]).hand is None

    async def _table_here(self, heard: Heard) -> tuple[Hosted, Table] | None:
        hosted = await self._here(heard)
        if hosted is None:
            return None
        return hosted, await self._with.tables.get_table(hosted.table_id)

    async def _shown_again(self, hosted: Hosted, words: Words) -> Message | None:
        """Shows a table that goes on below what was written since; words of patience where it was not seen yet, as when tables is away."""
        self._followers.follow(hosted)
        follower = self._followers.of(hosted.table_id)
        if follower is None or not await follower.again():
            return Message(words("trouble"))
        return None

    async def _hands_shown(self, person: Person) -> bool:
        """Shows a person's hand of every match that goes on; False where there is none."""
        shown = False
        for follower in self._followers:
            await follower.is_up_to_date()
            is_dealt = follower.is_playing and follower.has_hands
            if is_dealt and seat_of(follower.table, person):
                await follower.show_hand_again(person)
                shown = True
        return shown
