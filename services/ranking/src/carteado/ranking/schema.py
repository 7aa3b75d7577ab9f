"""The tables of the store. Times are microseconds since 1970, so that they sort and compare alike everywhere."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Number = BigInteger().with_variant(Integer, "sqlite")
"""A number that the store gives by itself, one after the other."""

matches = Table(
    "matches",
    metadata,
    Column("number", Number, primary_key=True),
    Column("id", String(64), nullable=False, unique=True),
    Column("digest", LargeBinary, nullable=False),
    Column("game", String(32), nullable=False),
    Column("group_id", String(100), nullable=False),
    Column("end_at", BigInteger, nullable=False),
    Column("unrated_reason", String(32), nullable=False),
    Column("request", LargeBinary, nullable=False),
)
"""Every match that was sent, in the order in which it was rated, with all that was sent of it."""

players = Table(
    "players",
    metadata,
    Column("number", Number, primary_key=True),
    Column("id", String(100), nullable=False, unique=True),
    Column("name", String(64), nullable=False),
    Column("named_at", BigInteger, nullable=False),
    Column("is_listed", Boolean, nullable=False),
)
"""Everybody, by the newest name; all else knows a player by number."""

ladders = Table(
    "ladders",
    metadata,
    Column("id", Number, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("group_id", String(100), nullable=False),
    Column("season", String(16), nullable=False),
    UniqueConstraint("game", "group_id", "season"),
)
"""Every ladder; no group is everybody, no season is all time."""

ledger = Table(
    "ledger",
    metadata,
    Column("player_number", Number, ForeignKey("players.number"), primary_key=True),
    Column("match_number", Number, ForeignKey("matches.number"), primary_key=True),
    Column("ladder_id", Number, ForeignKey("ladders.id"), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("matches_before", Integer, nullable=False),
    Column("mean_before", Double, nullable=False),
    Column("deviation_before", Double, nullable=False),
    Column("mean_after", Double, nullable=False),
    Column("deviation_after", Double, nullable=False),
    Index(None, "match_number"),
)
"""What each match did to each player on each ladder: never changed. Standings are a fold over it."""

standings = Table(
    "standings",
    metadata,
    Column("ladder_id", Number, ForeignKey("ladders.id"), primary_key=True),
    Column("player_number", Number, ForeignKey("players.number"), primary_key=True),
    Column("mean", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
    Column("score", BigInteger),
    Index(None, "player_number"),
    Index(None, "ladder_id", "score", "player_number"),
)
"""Where each player stands on each ladder. The score is what its board sorts by; without one the player is not on it."""

buckets = Table(
    "buckets",
    metadata,
    Column("ladder_id", Number, ForeignKey("ladders.id"), primary_key=True),
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("players", Integer, nullable=False),
)
"""How many players of a board have so many whole points: an exact place is a short sum."""
