"""Transactions that are known before they begin: a list of statements with their values.

A database may be asked for them in whatever way costs it least; this is the way of any database.
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

    The statement is one that lasts, so that how it is written for the database can be kept with it. With
    ``must`` the transaction is undone with Conflict unless the statement finds its row.
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
