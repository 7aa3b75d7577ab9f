"""A player that is a program: it follows its table and answers whenever it may act."""

import inspect
from collections.abc import Awaitable, Callable

from carteado.api.game.v1.game_pb2 import Action, View
from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_PLAYING, Table
from carteado.client.client import Client
from carteado.client.errors import Refusal, TableMoved
from carteado.client.patience import Patience

PATIENCE = 30.0
"""Seconds for which an answer is given again to a table that is too busy to take it."""

Choose = Callable[[View], Action | Awaitable[Action | None] | None]
"""Decides from what the player may see; ``view.legal`` is never empty. None to let it pass, where nothing must be done."""


async def play(client: Client, table: str, player_id: str, choose: Choose) -> Table:
    """Plays a seat that the player has taken, to the end of the table.

    Args:
        client: Of the application that the player belongs to.
        table: Identifier or code.
        player_id: Who plays.
        choose: Called for each decision, with the player's view; once more where the table moved on and the decision is still open.

    Returns:
        The table as it ended.

    Raises:
        Refusal: The rules refuse what was chosen, and the decision is still open.
        CarteadoError: Whatever else a call may raise.
    """
    seen = Table()
    answered = None
    async for seen in client.watch(table, player_id):
        if seen.view.legal and seen.view.ply != answered:
            answered = seen.view.ply
            await _answer(client, seen, player_id, choose)
    return seen


async def _answer(client: Client, table: Table, player_id: str, choose: Choose) -> None:
    """Answers the open decision, if it stays open: a race that was lost is no fault, for what the table came to is about to be read."""
    ply = table.view.ply
    patience = Patience(PATIENCE)
    while _is_open(table, ply):
        choice = choose(table.view)
        action = await choice if inspect.isawaitable(choice) else choice
        if action is None:
            return
        try:
            await client.act(table.id, player_id, ply, action)
        except (TableMoved, Refusal) as error:
            table = await client.get_table(table.id, player_id)
            lost = not _is_open(table, ply)
            if not lost and (isinstance(error, Refusal) or not await patience.wait()):
                raise
        else:
            return


def _is_open(table: Table, ply: int) -> bool:
    view = table.view
    return table.state == TABLE_STATE_PLAYING and view.ply == ply and bool(view.legal)
