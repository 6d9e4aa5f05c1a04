"""Bring a database to the schema of this version, or refuse to touch it."""

from __future__ import annotations

import logging
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

log = logging.getLogger(__name__)
logging.getLogger("alembic").setLevel(logging.WARNING)  # it announces itself at every start

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "data" / "migrations"


class NewerDatabase(Exception):
    """The database was written by a later version of the bot."""


def migrate(connection: Connection) -> None:
    """Run the migrations that are due. Raises NewerDatabase before anything is changed.

    A database that cannot be written is refused here, not at the first press.
    """
    if connection.dialect.name == "sqlite":
        # Else Python's driver commits each table by itself, and a kill would leave half a schema.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    known = {script.revision for script in scripts.walk_revisions()}
    current = MigrationContext.configure(connection).get_current_heads()
    if unknown := set(current) - known:
        raise NewerDatabase(", ".join(sorted(unknown)))
    if set(current) != set(scripts.get_heads()):
        log.info("the database is brought to version %s", ", ".join(scripts.get_heads()))
    command.upgrade(config, "head")
    # SQLite opens a file that may only be read without a word; a statement that would write is refused.
    connection.exec_driver_sql("DELETE FROM alembic_version WHERE version_num IS NULL")
