"""The channel whose thread a table stands in, and the people whom the host has put out of a lobby."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("parent_id", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_tables_parent_id"), "tables", ["parent_id"], unique=False)
    op.add_column("matches", sa.Column("put_out", sa.JSON(), nullable=False, server_default="[]"))


def downgrade() -> None:
    op.drop_column("matches", "put_out")
    op.drop_index(op.f("ix_tables_parent_id"), "tables")
    op.drop_column("tables", "parent_id")
