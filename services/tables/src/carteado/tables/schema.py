"""The tables of the store. Times are microseconds since 1970, so that they sort and compare alike everywhere."""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
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

tables = Table(
    "tables",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("code", String(16), nullable=False, unique=True),
    Column("application", String(64), nullable=False),
    Column("state", String(32), nullable=False),
    Column("visibility", String(32), nullable=False),
    Column("game", String(32), nullable=False),
    Column("open_seats", Integer, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("claim", String(160), unique=True),
    Column("head", Text, nullable=False),
    Column("sealed", LargeBinary),
    Index(None, "state", "visibility", "created_at", "id"),
)
"""The head of each table: what its log folds to."""

changes = Table(
    "changes",
    metadata,
    Column("table_id", String(64), ForeignKey("tables.id"), primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("ply", BigInteger),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("table_id", "ply"),
)
"""The log: one row for each version, never changed. A move carries the ply of the decision that it answers."""

requests = Table(
    "requests",
    metadata,
    Column("application", String(64), primary_key=True),
    Column("request_id", String(64), primary_key=True),
    Column("digest", LargeBinary, nullable=False),
    Column("table_id", String(64), ForeignKey("tables.id"), nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Every request that was answered, with the digest of its method and body."""

deadlines = Table(
    "deadlines",
    metadata,
    Column("table_id", String(64), ForeignKey("tables.id"), primary_key=True),
    Column("ply", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
)
"""When the open decision of a table runs out: one row for each table that has a clock running."""

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(64), ForeignKey("tables.id"), primary_key=True),
    Column("player_id", String(100), primary_key=True, index=True),
)
"""Who sits where, to find a player's tables."""

reports = Table(
    "reports",
    metadata,
    Column("table_id", String(64), ForeignKey("tables.id"), primary_key=True),
    Column("due_at", BigInteger, nullable=False, index=True),
    Column("refusal", String(64), nullable=False),
)
"""The outbox: ranked matches whose result ranking has not taken yet, when to send it next, and why ranking refused it last, if it did."""

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""One row: until when tables are known to have been served, by whichever process."""

labels = Table(
    "labels",
    metadata,
    Column("table_id", String(64), ForeignKey("tables.id"), primary_key=True),
    Column("name", String(32), primary_key=True),
    Column("value", String(128), nullable=False),
    Index(None, "name", "value"),
)
"""The labels of an application, to find its tables."""
