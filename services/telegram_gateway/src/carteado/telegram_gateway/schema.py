"""The tables of the store. Times are microseconds since 1970, so that they sort and compare alike everywhere."""

from sqlalchemy import BigInteger, Boolean, Column, Index, MetaData, String, Table, Text

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

updates = Table(
    "updates",
    metadata,
    Column("update_id", BigInteger, primary_key=True, autoincrement=False),
    Column("received_at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("done_at", BigInteger, index=True),
)
"""What Telegram reported, without anything that was shown: kept before it is acknowledged, thrown away a day after it is done."""

people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("key", String(16), nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("language", String(32), nullable=False),
    Column("private_open", Boolean, nullable=False),
)
"""Everybody who was met."""

chats = Table(
    "chats",
    metadata,
    Column("chat_id", BigInteger, primary_key=True, autoincrement=False),
    Column("key", String(16), nullable=False, unique=True),
    Column("title", Text, nullable=False),
    Column("language", String(32), nullable=False),
    Column("reachable", Boolean, nullable=False),
)
"""Every group where the bot was spoken to."""

migrations = Table(
    "migrations",
    metadata,
    Column("old_id", BigInteger, primary_key=True, autoincrement=False),
    Column("new_id", BigInteger, nullable=False),
)
"""The groups that got a new number, so that each moves once and is found by its old one."""

hosted = Table(
    "hosted",
    metadata,
    Column("table_id", String(64), primary_key=True),
    Column("code", String(16), nullable=False, unique=True),
    Column("chat_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger),
    Column("version", BigInteger, nullable=False),
    Column("state", String(16), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "chat_id", "created_at"),
)
"""Which table is played where, and up to which change it was followed."""

messages = Table(
    "messages",
    metadata,
    Column("chat_id", BigInteger, primary_key=True, autoincrement=False),
    Column("spot", String(64), primary_key=True),
    Column("thread_id", BigInteger),
    Column("message_id", BigInteger, nullable=False),
)
"""Which message shows what."""
