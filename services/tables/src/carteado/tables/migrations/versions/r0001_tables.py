"""Tables, their log, requests, deadlines, and the indexes of seats and labels."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes everything."""
    _make_tables()
    _make_changes()
    _make_requests()
    _make_deadlines()
    _make_seats()
    _make_labels()


def downgrade() -> None:
    """Takes everything away."""
    for name in ("labels", "seats", "deadlines", "requests", "changes", "tables"):
        op.drop_table(name)


def _table_id(of: str) -> tuple[sa.Column[str], sa.ForeignKeyConstraint]:
    name = op.f(f"fk_{of}_table_id_tables")
    reference = sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=name)
    return sa.Column("table_id", sa.String(64), nullable=False), reference


def _make_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("application", sa.String(64), nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("visibility", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("open_seats", sa.Integer, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("claim", sa.String(160)),
        sa.Column("head", sa.Text, nullable=False),
        sa.Column("sealed", sa.LargeBinary),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("code", name=op.f("uq_tables_code")),
        sa.UniqueConstraint("claim", name=op.f("uq_tables_claim")),
    )
    listed_by = ["state", "visibility", "created_at", "id"]
    op.create_index(op.f("ix_tables_state_visibility_created_at_id"), "tables", listed_by)


def _make_changes() -> None:
    op.create_table(
        "changes",
        *_table_id("changes"),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("ply", sa.BigInteger),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "version", name=op.f("pk_changes")),
        sa.UniqueConstraint("table_id", "ply", name=op.f("uq_changes_table_id_ply")),
    )


def _make_requests() -> None:
    op.create_table(
        "requests",
        sa.Column("application", sa.String(64), nullable=False),
        sa.Column("request_id", sa.String(64), nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        *_table_id("requests"),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("application", "request_id", name=op.f("pk_requests")),
    )


def _make_deadlines() -> None:
    op.create_table(
        "deadlines",
        *_table_id("deadlines"),
        sa.Column("ply", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_deadlines")),
    )
    op.create_index(op.f("ix_deadlines_at"), "deadlines", ["at"])


def _make_seats() -> None:
    op.create_table(
        "seats",
        *_table_id("seats"),
        sa.Column("player_id", sa.String(100), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "player_id", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_player_id"), "seats", ["player_id"])


def _make_labels() -> None:
    op.create_table(
        "labels",
        *_table_id("labels"),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.String(128), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "name", name=op.f("pk_labels")),
    )
    op.create_index(op.f("ix_labels_name_value"), "labels", ["name", "value"])
