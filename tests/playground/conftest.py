from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import aiohttp
import discord
import pytest

from bot.playground.serve import playground
from bot.playground.table import Table
from bot.playground.world import Person
from tests.playground.tab import Tab
from tests.wire import demo

PEOPLE = [Person("alice"), Person("bob", discord.Locale.german), Person("carol")]

Opener = Callable[..., Awaitable[Tab]]


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    demo.MATCHES.clear()
    async with playground(demo.Demo, PEOPLE, port=0, key="key") as opened:
        yield opened


@pytest.fixture
async def sit(table: Table) -> AsyncIterator[Opener]:
    """Opens tabs."""
    async with aiohttp.ClientSession() as http:

        async def open_tab(seat: str = "") -> Tab:
            return await Tab.open(http, table, seat)

        yield open_tab
