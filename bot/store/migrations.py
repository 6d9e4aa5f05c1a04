"""Bring a database to the schema of this version, or refuse to touch it."""

import logging
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

log = logging.getLogger(__name__)
logging.getLogger("alembic").setLevel(logging.WARNING)  # it announces itself at every start

LOCK = 0x5041524C
"""Held while a database is migrated, so that of two processes that start at once one waits for the other."""

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "data" / "migrations"


class NewerDatabase(Exception):
    """The database was written by a later version of the bot."""


def verify(connection: Connection) -> bool:
    """Whether the database is of this version; an earlier one can be migrated. Nothing is changed.

    Raises NewerDatabase, and what the database raises if it cannot be written: SQLite opens a file that may
    only be read without a word, and refuses the first statement that would write.
    """
    current = _version_to_write(connection)
    connection.exec_driver_sql("CREATE TABLE parlour_may_write (id INTEGER)")
    connection.rollback()
    return current == set(ScriptDirectory(str(SCRIPTS)).get_heads())


def migrate(connection: Connection) -> None:
    """Run the migrations that are due. Raises what ``verify`` raises, before anything is changed."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.attributes["connection"] = connection
    heads = ScriptDirectory.from_config(config).get_heads()
    if _version_to_write(connection) != set(heads):
        log.info("the database is brought to version %s", ", ".join(heads))
    command.upgrade(config, "head")
    connection.exec_driver_sql(
        "DELETE FROM alembic_version WHERE version_num IS NULL"
    )  # refused if unwritable


def _version_to_write(connection: Connection) -> set[str]:
    """The version, empty if there is none yet, in a transaction that may write."""
    if connection.dialect.name == "sqlite":
        # Else Python's driver commits each table by itself, and a kill would leave half a schema.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    known = {script.revision for script in ScriptDirectory(str(SCRIPTS)).walk_revisions()}
    current = set(MigrationContext.configure(connection).get_current_heads())
    if unknown := current - known:
        raise NewerDatabase(", ".join(sorted(unknown)))
    return current
