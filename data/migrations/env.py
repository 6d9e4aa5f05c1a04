"""Alembic's entry: the bot hands over its own connection; ``make migration`` opens a scratch database."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection, create_engine

from bot.store.schema import metadata


def run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    url = context.config.get_main_option("sqlalchemy.url") or "sqlite://"
    with create_engine(url).connect() as scratch:
        run(scratch)
        scratch.commit()
