"""Deadlines and absent people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pulses",
        sa.Column("process", sa.String(length=64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("process", name=op.f("pk_pulses")),
    )
    with op.batch_alter_table("matches") as batch:
        batch.add_column(sa.Column("due", sa.BigInteger(), nullable=True))
        batch.add_column(sa.Column("paused_at", sa.BigInteger(), nullable=True))
        batch.add_column(sa.Column("paused_why", sa.String(length=32), nullable=True))
        batch.drop_index(op.f("ix_matches_status_deadline"))
        batch.create_index(op.f("ix_matches_due"), ["due"], unique=False)
    with op.batch_alter_table("seats") as batch:
        batch.add_column(sa.Column("misses", sa.Integer(), nullable=False, server_default="0"))
        batch.add_column(sa.Column("away", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    with op.batch_alter_table("seats") as batch:
        batch.drop_column("away")
        batch.drop_column("misses")
    with op.batch_alter_table("matches") as batch:
        batch.drop_index(op.f("ix_matches_due"))
        batch.create_index(op.f("ix_matches_status_deadline"), ["status", "deadline"], unique=False)
        batch.drop_column("paused_why")
        batch.drop_column("paused_at")
        batch.drop_column("due")
    op.drop_table("pulses")
