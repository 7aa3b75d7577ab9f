"""Before the match: who sits down, for what, and how long one may think."""

from datetime import timedelta

from carteado.api.engine.v1.engine_pb2 import LEVEL_NORMAL
from carteado.api.game.v1.game_pb2 import Options
from carteado.api.tables.v1.tables_pb2 import (
    PURPOSE_RANKED,
    PURPOSE_UNSPECIFIED,
    TABLE_STATE_LOBBY,
    TABLE_STATE_PLAYING,
    Table,
)
from carteado.telegram_gateway.company import Company
from carteado.telegram_gateway.handlers.asking import Asked, request_id
from carteado.telegram_gateway.handlers.seats import is_host, player, rivals, seat_of
from carteado.telegram_gateway.people import player_id
from carteado.telegram_gateway.render.game import following
from carteado.telegram_gateway.render.games import game_of
from carteado.telegram_gateway.said import Said, Told

CLOCKS = (30, 60, 120, 0)
"""Seconds for each decision, in the order in which the button goes through them; 0 for no limit."""
DEFAULT_CLOCK = timedelta(seconds=60)


class Lobby:
    """The buttons of a table that waits for players."""

    def __init__(self, company: Company) -> None:
        self._with = company
        self._tables = company.tables

    async def join(self, asked: Asked) -> Said:
        """Takes a seat; whoever is not in the group has none there."""
        table = await self._waiting(asked)
        if seat_of(table, asked.person):
            return Said(asked.words("joined_already"))
        chat_id, user_id = asked.hosted.chat_id, asked.person.user_id
        if await self._with.telegram.has_left(chat_id, user_id):
            return Said(asked.words("not_a_member"), is_alert=True)
        await self._tables.join_table(
            table.id, player(asked.person), request_id=request_id(asked.update_id)
        )
        if asked.person.private_open or game_of(table).hand is None:
            return Said(asked.words("joined"))
        return Said(f"{asked.words('joined')} {asked.words('private_hint')}")

    async def leave(self, asked: Asked) -> Said:
        """Gives the seat back."""
        table = await self._waiting(asked)
        if seat_of(table, asked.person) is None:
            return Said(asked.words("not_seated"))
        await self._tables.leave_table(
            table.id, player_id(asked.person.key), request_id=request_id(asked.update_id)
        )
        return Said(asked.words("left_table"))

    async def more_rivals(self, asked: Asked) -> Said:
        """Seats one house rival more; the match is then among friends."""
        table = await self._own(asked)
        levels = [*(seat.level for seat in rivals(table)), LEVEL_NORMAL]
        is_ranked = table.purpose == PURPOSE_RANKED
        if is_ranked:
            await self._tables.update_table(
                table.id,
                table.host.id,
                purpose=PURPOSE_UNSPECIFIED,
                request_id=request_id(asked.update_id, "friendly"),
            )
        await self._tables.set_rivals(
            table.id, table.host.id, levels, request_id=request_id(asked.update_id)
        )
        return Said(asked.words("rivals_make_friendly" if is_ranked else "rival_added"))

    async def fewer_rivals(self, asked: Asked) -> Said:
        """Takes one away."""
        table = await self._own(asked)
        levels = [seat.level for seat in rivals(table)][:-1]
        await self._tables.set_rivals(
            table.id, table.host.id, levels, request_id=request_id(asked.update_id)
        )
        return Said(asked.words("rival_removed"))

    async def choose(self, asked: Asked) -> Said:
        """Changes an option of the game; what a ranked match does not allow is among friends."""
        table = await self._own(asked)
        game = game_of(table)
        choice = game.choices.get(asked.tap.op)
        if choice is None:
            return Said(asked.words("unknown_button"))
        options = Options()
        options.CopyFrom(table.options)
        said = choice(options, asked.words.of(game.name))
        falls = table.purpose == PURPOSE_RANKED and game.ranked(options) != options
        await self._tables.update_table(
            table.id,
            table.host.id,
            options=options,
            purpose=PURPOSE_UNSPECIFIED if falls else None,
            request_id=request_id(asked.update_id),
        )
        return Said(f"{said} {asked.words('ranked_off')}" if falls else said)

    async def clock(self, asked: Asked) -> Said:
        """Goes on to the next turn time; a ranked match has one."""
        table = await self._own(asked)
        seconds = following(CLOCKS, table.turn_time.seconds)
        if not seconds and table.purpose == PURPOSE_RANKED:
            seconds = CLOCKS[0]
        await self._tables.update_table(
            table.id,
            table.host.id,
            turn_time=timedelta(seconds=seconds) if seconds else None,
            no_turn_time=not seconds,
            request_id=request_id(asked.update_id),
        )
        return Said(
            asked.words("clock_set", seconds=seconds) if seconds else asked.words("clock_off")
        )

    async def ranked(self, asked: Asked) -> Said:
        """Plays for the ranking, or among friends; for the ranking with the default length, a clock, and people alone."""
        table = await self._own(asked)
        if table.purpose != PURPOSE_RANKED and rivals(table):
            return Said(asked.words("ranked_needs_people"), is_alert=True)
        if table.purpose == PURPOSE_RANKED:
            await self._tables.update_table(
                table.id,
                table.host.id,
                purpose=PURPOSE_UNSPECIFIED,
                request_id=request_id(asked.update_id),
            )
            return Said(asked.words("ranked_off"))
        await self._tables.update_table(
            table.id,
            table.host.id,
            options=game_of(table).ranked(table.options),
            purpose=PURPOSE_RANKED,
            turn_time=None if table.HasField("turn_time") else DEFAULT_CLOCK,
            request_id=request_id(asked.update_id),
        )
        return Said(asked.words("ranked_on"))

    async def start(self, asked: Asked) -> Said:
        """Starts the match, as anybody seated may."""
        table = await self._waiting(asked)
        await self._tables.start_match(
            table.id, player_id(asked.person.key), request_id=request_id(asked.update_id)
        )
        return Said(asked.words("started"))

    async def _waiting(self, asked: Asked) -> Table:
        """The table, while it waits for players."""
        table = await self._tables.get_table(asked.hosted.table_id)
        if table.state == TABLE_STATE_LOBBY:
            return table
        is_playing = table.state == TABLE_STATE_PLAYING
        raise Told(Said(asked.words("table_moved" if is_playing else "table_over")))

    async def _own(self, asked: Asked) -> Table:
        """The same, for its host alone."""
        table = await self._waiting(asked)
        if not is_host(table, asked.person):
            raise Told(Said(asked.words("only_host"), is_alert=True))
        return table
