"""A transaction whose statements are known before it begins, as a list of steps.

``run`` executes them on any database; ``bot.store.sqlite`` has a faster way for SQLite.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Table
from sqlalchemy.dialects.postgresql import Insert, insert  # SQLite writes its ON CONFLICT in the same words
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql import Select
from sqlalchemy.sql.dml import UpdateBase

Rows: TypeAlias = list[Sequence[Any]]


class Conflict(Exception):
    """Somebody else changed the match first: load it again."""


class Step(NamedTuple):
    """A statement with the values of a row, or of several.

    The statement object is used again and again, so that its SQL can be cached by it. With ``must`` the
    transaction is rolled back with Conflict unless the statement changes exactly one row.
    """

    statement: Select[Any] | UpdateBase
    values: dict[str, Any] | list[dict[str, Any]]
    must: bool = False


async def run(connection: AsyncConnection, steps: Sequence[Step]) -> list[Rows]:
    """The rows that each of the steps gives back."""
    found: list[Rows] = []
    for step in steps:
        result = await connection.execute(step.statement, step.values)
        if step.must and result.rowcount != 1:
            raise Conflict
        found.append(list(result.all()) if result.returns_rows else [])
    return found


@cache
def upsert(table: Table, *changing: str) -> Insert:
    """A statement that inserts its row, or changes these columns of the row with its key, race-free."""
    statement = insert(table)
    return statement.on_conflict_do_update(
        index_elements=list(table.primary_key),
        set_={name: statement.excluded[name] for name in changing},
    )


def adding(table: Table, *sums: str) -> Insert:
    """A statement that inserts its row, or adds these columns to those of the row with its key, race-free."""
    statement = insert(table)
    return statement.on_conflict_do_update(
        index_elements=list(table.primary_key),
        set_={name: table.c[name] + statement.excluded[name] for name in sums},
    )
