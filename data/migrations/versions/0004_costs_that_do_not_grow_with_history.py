"""Boards have their sums stored, and open matches are found without looking through those that are over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

INDEXES = (
    ("matches", ("status", "server_id")),
    ("matches", ("started_at",)),
    ("matches", ("ended_at",)),
    ("results", ("server_id", "ended_at")),
    ("results", ("ended_at",)),
)

SUMS = (
    (
        "INSERT INTO tallies (server_id, slug, solo, player_id, share, score, matches)"
        " SELECT 0, '', solo, player_id, SUM(share), SUM(score), COUNT(*)"
        " FROM results WHERE player_id > 0 GROUP BY solo, player_id"
    ),
    (
        "INSERT INTO tallies (server_id, slug, solo, player_id, share, score, matches)"
        " SELECT 0, slug, solo, player_id, SUM(share), SUM(score), COUNT(*)"
        " FROM results WHERE player_id > 0 GROUP BY slug, solo, player_id"
    ),
    (
        "INSERT INTO tallies (server_id, slug, solo, player_id, share, score, matches)"
        " SELECT server_id, '', solo, player_id, SUM(share), SUM(score), COUNT(*)"
        " FROM results WHERE player_id > 0 AND server_id IS NOT NULL GROUP BY server_id, solo, player_id"
    ),
    (
        "INSERT INTO tallies (server_id, slug, solo, player_id, share, score, matches)"
        " SELECT server_id, slug, solo, player_id, SUM(share), SUM(score), COUNT(*)"
        " FROM results WHERE player_id > 0 AND server_id IS NOT NULL"
        " GROUP BY server_id, slug, solo, player_id"
    ),
)


def upgrade() -> None:
    op.create_table(
        "tallies",
        sa.Column("server_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("slug", sa.String(32), nullable=False),
        sa.Column("solo", sa.Boolean(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("share", sa.BigInteger(), nullable=False),
        sa.Column("score", sa.BigInteger(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_tallies_player_id")),
        sa.PrimaryKeyConstraint("server_id", "slug", "solo", "player_id", name=op.f("pk_tallies")),
    )
    op.create_index(op.f("ix_tallies_player_id"), "tallies", ["player_id"])
    for sums in SUMS:
        op.execute(sums)
    op.drop_index(op.f("ix_results_server_id_slug_ended_at"), "results")
    for table, columns in INDEXES:
        op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, columns)


def downgrade() -> None:
    for table, columns in INDEXES:
        op.drop_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table)
    op.create_index(op.f("ix_results_server_id_slug_ended_at"), "results", ["server_id", "slug", "ended_at"])
    op.drop_table("tallies")
