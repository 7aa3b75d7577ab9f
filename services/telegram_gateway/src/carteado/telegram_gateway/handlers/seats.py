"""Who somebody is at a table."""

from carteado.api.tables.v1.tables_pb2 import CONTROLLER_RIVAL, Player, Seat, Table
from carteado.telegram_gateway.people import player_id
from carteado.telegram_gateway.store import Person

NAME_CHARACTERS = 64
UNNAMED = "?"


def seat_of(table: Table, person: Person) -> Seat | None:
    """The seat that a person has and has not left."""
    own = player_id(person.key)
    return next((seat for seat in table.seats if seat.player.id == own and not seat.left), None)


def is_host(table: Table, person: Person) -> bool:
    """True for whoever opened the table."""
    return table.host.id == player_id(person.key)


def player(person: Person) -> Player:
    """A person as the tables service knows one; a name without anything to show becomes a question mark."""
    visible = "".join(each for each in person.name if each.isprintable())
    name = " ".join(visible.split())[:NAME_CHARACTERS].strip()
    return Player(id=player_id(person.key), name=name or UNNAMED)


def rivals(table: Table) -> list[Seat]:
    """The house rivals that were seated."""
    return [seat for seat in table.seats if seat.controller == CONTROLLER_RIVAL]
