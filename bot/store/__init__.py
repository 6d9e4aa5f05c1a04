"""Keeping: the only part of the bot that touches the database."""

from bot.store.migrations import NewerDatabase
from bot.store.opening import StoreUnusable
from bot.store.rows import JournalRow, MatchRow, Person, ResultRow, SeatRow, Standing
from bot.store.store import FAILURES, Conflict, Store

__all__ = [
    "FAILURES",
    "Conflict",
    "JournalRow",
    "MatchRow",
    "NewerDatabase",
    "Person",
    "ResultRow",
    "SeatRow",
    "Standing",
    "Store",
    "StoreUnusable",
]
