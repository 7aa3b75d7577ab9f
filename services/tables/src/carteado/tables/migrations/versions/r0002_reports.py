"""The outbox of reports to ranking, with every ranked match that ended before there was one."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the outbox and puts into it what is due already."""
    reports = op.create_table(
        "reports",
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("refusal", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_reports")),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_reports_table_id_tables")
        ),
    )
    op.create_index(op.f("ix_reports_due_at"), "reports", ["due_at"])
    rows = [{"table_id": table_id, "due_at": 0, "refusal": ""} for table_id in _ranked_results()]
    op.bulk_insert(reports, rows)


def downgrade() -> None:
    """Takes the outbox away."""
    op.drop_table("reports")


def _ranked_results() -> list[str]:
    heads = sa.table("tables", sa.column("id"), sa.column("state"), sa.column("head"))
    finished = sa.select(heads.c.id, heads.c.head).where(heads.c.state == "TABLE_STATE_FINISHED")
    return [
        row.id
        for row in op.get_bind().execute(finished)
        if json.loads(row.head)["terms"].get("purpose") == "PURPOSE_RANKED"
    ]
