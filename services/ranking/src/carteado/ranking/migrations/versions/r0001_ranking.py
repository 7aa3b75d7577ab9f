"""Matches, players, ladders, the ledger, and what follows from it."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Makes everything."""
    _make_matches()
    _make_players()
    _make_ladders()
    _make_ledger()
    _make_standings()
    _make_buckets()


def downgrade() -> None:
    """Takes everything away."""
    for name in ("buckets", "standings", "ledger", "ladders", "players", "matches"):
        op.drop_table(name)


def _reference(of: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    table = to.partition(".")[0]
    return sa.ForeignKeyConstraint([column], [to], name=op.f(f"fk_{of}_{column}_{table}"))


def _make_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("group_id", sa.String(100), nullable=False),
        sa.Column("end_at", sa.BigInteger, nullable=False),
        sa.Column("unrated_reason", sa.String(32), nullable=False),
        sa.Column("request", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_matches")),
        sa.UniqueConstraint("id", name=op.f("uq_matches_id")),
    )


def _make_players() -> None:
    op.create_table(
        "players",
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("id", sa.String(100), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("named_at", sa.BigInteger, nullable=False),
        sa.Column("is_listed", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_players")),
        sa.UniqueConstraint("id", name=op.f("uq_players_id")),
    )


def _make_ladders() -> None:
    op.create_table(
        "ladders",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("group_id", sa.String(100), nullable=False),
        sa.Column("season", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ladders")),
        sa.UniqueConstraint(
            "game", "group_id", "season", name=op.f("uq_ladders_game_group_id_season")
        ),
    )


def _make_ledger() -> None:
    op.create_table(
        "ledger",
        sa.Column("player_number", NUMBER, nullable=False),
        sa.Column("match_number", NUMBER, nullable=False),
        sa.Column("ladder_id", NUMBER, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("matches_before", sa.Integer, nullable=False),
        sa.Column("mean_before", sa.Double, nullable=False),
        sa.Column("deviation_before", sa.Double, nullable=False),
        sa.Column("mean_after", sa.Double, nullable=False),
        sa.Column("deviation_after", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint(
            "player_number", "match_number", "ladder_id", name=op.f("pk_ledger")
        ),
        _reference("ledger", "player_number", "players.number"),
        _reference("ledger", "match_number", "matches.number"),
        _reference("ledger", "ladder_id", "ladders.id"),
    )
    op.create_index(op.f("ix_ledger_match_number"), "ledger", ["match_number"])


def _make_standings() -> None:
    op.create_table(
        "standings",
        sa.Column("ladder_id", NUMBER, nullable=False),
        sa.Column("player_number", NUMBER, nullable=False),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best_streak", sa.Integer, nullable=False),
        sa.Column("score", sa.BigInteger),
        sa.PrimaryKeyConstraint("ladder_id", "player_number", name=op.f("pk_standings")),
        _reference("standings", "ladder_id", "ladders.id"),
        _reference("standings", "player_number", "players.number"),
    )
    op.create_index(op.f("ix_standings_player_number"), "standings", ["player_number"])
    board = ["ladder_id", "score", "player_number"]
    op.create_index(op.f("ix_standings_ladder_id_score_player_number"), "standings", board)


def _make_buckets() -> None:
    op.create_table(
        "buckets",
        sa.Column("ladder_id", NUMBER, nullable=False),
        sa.Column("bucket", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("ladder_id", "bucket", name=op.f("pk_buckets")),
        _reference("buckets", "ladder_id", "ladders.id"),
    )
