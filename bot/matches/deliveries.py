"""The interaction that is being answered. Discord may deliver one more than once.

What it does is done once, because its id is kept in the same transaction as the first change that it makes.
"""

import asyncio
from contextvars import ContextVar
from dataclasses import dataclass

from bot.store import Store, finding


@dataclass(slots=True)
class Delivery:
    """One delivery of an interaction to this process."""

    id: int
    """The interaction's id, the same in each of its deliveries."""
    task: asyncio.Task[object] | None
    """The task that answers it; what that sets off is not the interaction's own change."""
    kept: bool = False
    """It has made a change, so that whatever else it changes is its own as well."""
    repeats: int | None = None
    """The match or lobby that another delivery has changed already; this one changes nothing."""


DELIVERY: ContextVar[Delivery | None] = ContextVar("delivery", default=None)


async def repeated(delivery: Delivery | None, store: Store) -> bool:
    """Whether another delivery of the interaction has made its change."""
    if delivery is None or delivery.kept:
        return False
    delivery.repeats = await finding.delivered(store, delivery.id)
    return delivery.repeats is not None
