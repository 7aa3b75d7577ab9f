"""Updates, people, chats and where they moved, tables and messages."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes everything."""
    _make_updates()
    _make_people()
    _make_chats()
    _make_migrations()
    _make_hosted()
    _make_messages()


def downgrade() -> None:
    """Takes everything away."""
    for name in ("messages", "hosted", "migrations", "chats", "people", "updates"):
        op.drop_table(name)


def _number(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=nullable)


def _key(of: str) -> tuple[sa.Column[str], sa.UniqueConstraint]:
    constraint = sa.UniqueConstraint("key", name=op.f(f"uq_{of}_key"))
    return sa.Column("key", sa.String(16), nullable=False), constraint


def _make_updates() -> None:
    op.create_table(
        "updates",
        _number("update_id"),
        _number("received_at"),
        sa.Column("body", sa.Text, nullable=False),
        _number("done_at", nullable=True),
        sa.PrimaryKeyConstraint("update_id", name=op.f("pk_updates")),
    )
    op.create_index(op.f("ix_updates_done_at"), "updates", ["done_at"])


def _make_people() -> None:
    op.create_table(
        "people",
        _number("user_id"),
        *_key("people"),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("language", sa.String(32), nullable=False),
        sa.Column("private_open", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_people")),
    )


def _make_chats() -> None:
    op.create_table(
        "chats",
        _number("chat_id"),
        *_key("chats"),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("language", sa.String(32), nullable=False),
        sa.Column("reachable", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("chat_id", name=op.f("pk_chats")),
    )


def _make_migrations() -> None:
    op.create_table(
        "migrations",
        _number("old_id"),
        _number("new_id"),
        sa.PrimaryKeyConstraint("old_id", name=op.f("pk_migrations")),
    )


def _make_hosted() -> None:
    op.create_table(
        "hosted",
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        _number("chat_id"),
        _number("thread_id", nullable=True),
        _number("version"),
        sa.Column("state", sa.String(16), nullable=False),
        _number("created_at"),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_hosted")),
        sa.UniqueConstraint("code", name=op.f("uq_hosted_code")),
    )
    op.create_index(op.f("ix_hosted_state"), "hosted", ["state"])
    op.create_index(op.f("ix_hosted_chat_id_created_at"), "hosted", ["chat_id", "created_at"])


def _make_messages() -> None:
    op.create_table(
        "messages",
        _number("chat_id"),
        sa.Column("spot", sa.String(64), nullable=False),
        _number("thread_id", nullable=True),
        _number("message_id"),
        sa.PrimaryKeyConstraint("chat_id", "spot", name=op.f("pk_messages")),
    )
