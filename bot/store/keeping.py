"""Upsert, safe against concurrent inserts."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Table, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection


async def upsert(
    connection: AsyncConnection,
    table: Table,
    key: dict[str, Any],
    values: dict[str, Any],
    at_first: dict[str, Any] | None = None,
) -> None:
    """Set these values in the row with this key; a new row gets those of ``at_first`` as well."""
    change = update(table).filter_by(**key).values(values)
    if (await connection.execute(change)).rowcount:
        return
    try:
        async with connection.begin_nested():
            await connection.execute(insert(table).values({**key, **(at_first or {}), **values}))
    except IntegrityError:
        await connection.execute(change)
