"""Statements as a driver takes them. Making the text of a statement costs far more than running it, so it is made once."""

from typing import Any

from sqlalchemy import ClauseElement, Dialect


class Statement:
    """A statement of SQLAlchemy's, in the words of one database.

    Attributes:
        text: What the driver is given, with its arguments by place.
    """

    __slots__ = ("_defaults", "_names", "text")

    def __init__(self, clause: ClauseElement, dialect: Dialect) -> None:
        compiled: Any = clause.compile(dialect=dialect)
        self.text = str(compiled)
        self._names: tuple[str, ...] = tuple(compiled.positiontup)
        self._defaults: dict[str, object] = dict(compiled.params)

    def arguments(self, given: dict[str, object]) -> list[object]:
        """The arguments in their places: those that are given by name, and the constants of the statement."""
        known = self._defaults | given if given else self._defaults
        return [known[name] for name in self._names]


class Statements:
    """The statements of one database, each made when it is needed first."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._made: dict[ClauseElement, Statement] = {}

    def __getitem__(self, clause: ClauseElement) -> Statement:
        """The statement of a clause that is used again and again."""
        made = self._made.get(clause)
        if made is None:
            made = self._made[clause] = self.once(clause)
        return made

    def once(self, clause: ClauseElement) -> Statement:
        """The statement of a clause that was put together for this one time."""
        return Statement(clause, self._dialect)
