"""Until when tables were served, so that time lost to an outage can be given back."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the one row; as if tables had never been served before."""
    pulse = op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pulse")),
    )
    op.bulk_insert(pulse, [{"id": 1, "at": 0}])


def downgrade() -> None:
    """Takes it away."""
    op.drop_table("pulse")
