"""Where the table of a match is shown has a table of its own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

MOVED = ("channel_id", "message_id", "notice_id")


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column(
            "match_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("notice_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_tables_match_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_tables")),
    )
    op.create_index(op.f("ix_tables_channel_id"), "tables", ["channel_id"], unique=False)
    op.execute(
        "INSERT INTO tables (match_id, channel_id, message_id, notice_id)"
        " SELECT id, channel_id, message_id, notice_id FROM matches"
    )
    # Not as a batch: that would make the table anew, and dropping the old one takes along what refers to it.
    for column in MOVED:
        op.drop_column("matches", column)


def downgrade() -> None:
    op.add_column(
        "matches", sa.Column("channel_id", sa.BigInteger(), nullable=False, server_default=sa.text("0"))
    )
    op.add_column("matches", sa.Column("message_id", sa.BigInteger(), nullable=True))
    op.add_column("matches", sa.Column("notice_id", sa.BigInteger(), nullable=True))
    op.execute(
        "UPDATE matches SET"
        " channel_id = COALESCE((SELECT channel_id FROM tables WHERE match_id = matches.id), 0),"
        " message_id = (SELECT message_id FROM tables WHERE match_id = matches.id),"
        " notice_id = (SELECT notice_id FROM tables WHERE match_id = matches.id)"
    )
    op.drop_table("tables")
