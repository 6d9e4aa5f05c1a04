"""Which emoji Discord has, what is brought and in which order, and what is taken away."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.process.emojis import AT_FIRST, STILL_SHOWN, Bringer, Emojis, drawn, version

NOW = 1_800_000_000.0
LONG_AGO = discord.utils.time_snowflake(discord.utils.utcnow().replace(year=2020))


class Application:
    """As much of Discord as a bringer sees: the emoji of one application, and how often it refuses."""

    application_id = 7

    def __init__(self, clock: Clock, *names: str) -> None:
        self.clock = clock
        self.there: dict[int, str] = {LONG_AGO + at: name for at, name in enumerate(names)}
        self.refusals = 0
        self.brought: list[str] = []
        self.http = SimpleNamespace(delete_application_emoji=self.delete)

    async def fetch_application_emojis(self) -> list[Any]:
        self.refuse()
        return [SimpleNamespace(id=number, name=name) for number, name in self.there.items()]

    async def create_application_emoji(self, *, name: str, image: bytes) -> Any:
        self.refuse()
        assert image.startswith(b"\x89PNG")
        assert name not in self.there.values(), "Discord takes no name twice"
        assert 2 <= len(name) <= 32
        number = (int(self.clock.time * 1000) - discord.utils.DISCORD_EPOCH << 22) + len(self.there)
        self.there[number] = name
        self.brought.append(name)
        return SimpleNamespace(id=number, name=name)

    async def delete(self, application: int, number: int) -> None:
        assert application == self.application_id
        del self.there[number]

    def refuse(self) -> None:
        if self.refusals:
            self.refusals -= 1
            raise ConnectionError("no network")


class Clock:
    def __init__(self) -> None:
        self.time = NOW
        self.slept: list[float] = []

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds
        await asyncio.sleep(0)

    def follow(self, now: float) -> None: ...


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    cards = ("ace_of_spades", "ace_of_spades_2", "rank_ace_0", "number_9", "tile_back")
    for name in (*cards, "seat_1", "crown"):
        (tmp_path / f"{name}.png").write_bytes(b"\x89PNG" + name.encode())
    return tmp_path


def bringer(application: Application, emojis: Emojis, folder: Path) -> Bringer:
    return Bringer(cast(discord.Client, application), emojis, application.clock, folder)


def called(folder: Path, name: str) -> str:
    return f"{name}_{version((folder / f'{name}.png').read_bytes())}"


async def test_everything_is_brought_in_order_and_serves_at_once(folder: Path) -> None:
    application, emojis = Application(Clock()), Emojis(drawn(folder))
    assert emojis("crown") is None
    await bringer(application, emojis, folder).bring()
    last = ["ace_of_spades", "tile_back", "number_9", "rank_ace_0", "ace_of_spades_2"]
    assert application.brought[:2] == [called(folder, name) for name in ("seat_1", "crown")]
    assert application.brought[2:] == [called(folder, name) for name in last]
    (number,) = (number for number, name in application.there.items() if name.startswith("crown"))
    assert emojis("crown") == f"<:{called(folder, 'crown')}:{number}>"
    assert (emojis.up, emojis.missing) == (7, [])


async def test_a_second_start_brings_nothing(folder: Path) -> None:
    application = Application(Clock(), *(called(folder, path.stem) for path in folder.glob("*.png")))
    emojis = Emojis(drawn(folder))
    one = bringer(application, emojis, folder)
    assert await one.look()
    await one.bring()
    assert application.brought == []
    assert emojis.up == 7


async def test_what_was_interrupted_goes_on_where_it_was(folder: Path) -> None:
    application = Application(Clock(), called(folder, "seat_1"), called(folder, "crown"))
    emojis = Emojis(drawn(folder))
    one = bringer(application, emojis, folder)
    await one.look()
    await one.bring()
    assert len(application.brought) == 5
    assert len(set(application.there.values())) == 7


async def test_it_goes_on_trying_and_complains_once(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    application, emojis = Application(Clock()), Emojis(drawn(folder))
    application.refusals = 7
    await bringer(application, emojis, folder).bring()
    assert emojis.missing == []
    assert application.clock.slept[:3] == [AT_FIRST, 2 * AT_FIRST, 4 * AT_FIRST]
    assert caplog.text.count("emoji are still missing") == 1


async def test_an_old_emoji_serves_until_its_new_one_is_there_and_an_hour_longer(folder: Path) -> None:
    application = Application(Clock(), "crown_000", "somebodys_crown", "crown")
    emojis = Emojis(drawn(folder))
    one = bringer(application, emojis, folder)
    await one.look()
    assert emojis("crown") == f"<:crown_000:{LONG_AGO}>"
    await one.bring()
    assert emojis("crown") != f"<:crown_000:{LONG_AGO}>"
    assert "crown_000" not in application.there.values()
    assert application.clock.time >= NOW + STILL_SHOWN
    assert {"somebodys_crown", "crown"} <= set(application.there.values()), "what is not ours stays"


async def test_another_process_learns_what_was_brought(folder: Path) -> None:
    application, emojis = Application(Clock()), Emojis(drawn(folder))
    other = Emojis(drawn(folder))
    watching = asyncio.create_task(bringer(application, other, folder).watch())
    await bringer(application, emojis, folder).bring()
    await watching
    assert other.missing == []


def test_every_name_with_its_version_is_one_that_discord_takes() -> None:
    names = [f"{name}_{of}" for name, of in drawn().items()]
    assert max(map(len, names)) <= 32
    assert len(set(names)) == len(names) <= 2000
