"""Upsert, safe against concurrent inserts."""

from __future__ import annotations

from functools import cache

from sqlalchemy import Table
from sqlalchemy.dialects.postgresql import Insert, insert  # SQLite writes its ON CONFLICT in the same words


@cache
def upsert(table: Table, *changing: str) -> Insert:
    """A statement that inserts the row it is given, or changes these columns of the row with its key."""
    statement = insert(table)
    return statement.on_conflict_do_update(
        index_elements=list(table.primary_key),
        set_={name: statement.excluded[name] for name in changing},
    )
