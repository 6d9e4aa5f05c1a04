"""Persistence: the only part of the bot that touches the database."""

from bot.store.bulk import StillSeated
from bot.store.migrations import NewerDatabase
from bot.store.opening import StoreUnusable
from bot.store.rows import Change, JournalRow, MatchRow, Person, ResultRow, SeatRow, Standing, TableRow
from bot.store.store import FAILURES, Store
from bot.store.transactions import Conflict

__all__ = [
    "FAILURES",
    "Change",
    "Conflict",
    "JournalRow",
    "MatchRow",
    "NewerDatabase",
    "Person",
    "ResultRow",
    "SeatRow",
    "Standing",
    "StillSeated",
    "Store",
    "StoreUnusable",
    "TableRow",
]
