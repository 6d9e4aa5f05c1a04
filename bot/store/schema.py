"""The tables. Times are milliseconds since 1970 UTC; people and places are Discord's ids."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Serial = BigInteger().with_variant(Integer, "sqlite")

players = Table(
    "players",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(64), nullable=False),
    Column("locale", String(16)),
    Column("settings", JSON, nullable=False, default=dict),
)

servers = Table(
    "servers",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("locale", String(16)),
    Column("settings", JSON, nullable=False, default=dict),
)

matches = Table(
    "matches",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True),
    Column("slug", String(32), nullable=False),
    Column("version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("status", String(16), nullable=False),  # lobby, running, over, cancelled
    Column("revision", Integer, nullable=False, default=0),
    Column("server_id", BigInteger),
    Column("locale", String(16)),
    Column("host_id", BigInteger, ForeignKey("players.id"), nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("pace", String(16)),
    Column("deadline", BigInteger),
    Column("due", BigInteger),  # when a warning, the deadline, an expiry or another try comes next
    Column("paused_at", BigInteger),
    Column("paused_why", String(32)),
    Column("computer_due", Boolean, nullable=False, default=False),
    Column("rematch_of", BigInteger, ForeignKey("matches.id"), unique=True),
    Column("created_at", BigInteger, nullable=False),
    Column("started_at", BigInteger),
    Column("ended_at", BigInteger),
    Column("why", String(32)),
    Column("put_out", JSON, nullable=False, default=list, server_default="[]"),  # of a lobby, by its host
    Index(None, "due"),
    Index(None, "computer_due"),
    # Few matches are open at a time, however many there have been.
    Index(None, "status", "server_id"),
    Index(None, "started_at"),
    Index(None, "ended_at"),
)

seats = Table(
    "seats",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player_id", BigInteger, ForeignKey("players.id")),
    Column("level", String(16)),  # of the computer player that holds the seat now
    Column("name", String(64), nullable=False),
    Column("ready", Boolean, nullable=False, default=True),
    Column("misses", Integer, nullable=False, default=0, server_default="0"),
    Column("away", Boolean, nullable=False, default=False, server_default=false()),
    Index(None, "player_id"),
)

tables = Table(
    "tables",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("notice_id", BigInteger),
    Column("parent_id", BigInteger),  # the channel that this one is a thread or post of
    Index(None, "channel_id"),
    Index(None, "parent_id"),
)

journal = Table(
    "journal",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("entry", Text, nullable=False),
    Column("player_id", BigInteger),  # who pressed; null for chance and computers
    Column("at", BigInteger, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player_id", BigInteger, ForeignKey("players.id")),
    Column("server_id", BigInteger),
    Column("slug", String(32), nullable=False),
    Column("solo", Boolean, nullable=False),
    Column("share", Integer, nullable=False),  # of the win, in sixtieths
    Column("score", Integer, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Index(None, "player_id"),
    Index(None, "server_id", "ended_at"),
    Index(None, "ended_at"),
)

# The sums of the results of all time, kept with each match that ends: of each server and of all of them (0),
# of each game and of all of them ("").
tallies = Table(
    "tallies",
    metadata,
    Column("server_id", BigInteger, primary_key=True, autoincrement=False),
    Column("slug", String(32), primary_key=True),
    Column("solo", Boolean, primary_key=True),
    Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("share", BigInteger, nullable=False),  # of wins, in sixtieths
    Column("score", BigInteger, nullable=False),
    Column("matches", Integer, nullable=False),
    Index(None, "player_id"),
)

# The interactions of the last quarter of an hour that have changed something. Their ids tell their age.
deliveries = Table(
    "deliveries",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=False),
    Column("match_id", BigInteger, nullable=False),
)

pulses = Table(
    "pulses",
    metadata,
    Column("process", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
