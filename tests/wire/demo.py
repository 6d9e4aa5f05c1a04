"""A tiny bot with every kind of message and answer that a card table needs: what the rigs are tried on.

As a program it takes its token from DISCORD_TOKEN; SHARD=0/2 makes it one shard of two.
"""

from __future__ import annotations

import asyncio
import io
import logging
import os
import re
import struct
import zlib
from collections.abc import Coroutine
from typing import Self

import discord
from discord import app_commands, ui
from discord.ext import commands

STYLES = {
    "higher": discord.ButtonStyle.primary,
    "lower": discord.ButtonStyle.primary,
    "hand": discord.ButtonStyle.secondary,
    "bet": discord.ButtonStyle.success,
    "later": discord.ButtonStyle.danger,
}
LABELS = {"higher": "Higher", "lower": "Lower", "hand": "My hand", "bet": "Bet…", "later": "Later"}
CARDS = ("A♠", "K♥", "7♦")


def picture(shade: int) -> bytes:
    """A PNG in one shade of green."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = b"\0" + bytes([20, 90 + shade % 100, 50]) * 96
    head = struct.pack(">IIBBBBB", 96, 48, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(row * 48))
        + chunk(b"IEND", b"")
    )


class Match:
    """What happened at one table."""

    def __init__(self, *story: str) -> None:
        self.rounds = 0
        self.story = list(story)


MATCHES: dict[str, Match] = {}
"""Stands for the database; unlike one, it forgets with the process."""


def match(number: str) -> Match:
    return MATCHES.setdefault(number, Match())


class TableButton(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"demo:(?P<number>\w+):(?P<act>[a-z]+)"):
    def __init__(self, number: str, act: str, emoji: discord.Emoji | None = None) -> None:
        super().__init__(
            ui.Button(label=LABELS[act], custom_id=f"demo:{number}:{act}", style=STYLES[act], emoji=emoji)
        )
        self.number, self.act = number, act

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.LayoutView], match: re.Match[str]
    ) -> Self:
        return cls(match["number"], match["act"])

    async def callback(self, interaction: discord.Interaction) -> None:
        if self.act == "hand":
            await interaction.response.send_message(view=Hand(interaction.user), ephemeral=True)
        elif self.act == "bet":
            await interaction.response.send_modal(Bet())
        elif self.act == "later":
            await self.later(interaction)
        else:
            now = match(self.number)
            now.rounds += 1
            now.story.append(f"{interaction.user.display_name}: {self.act}")
            await interaction.response.edit_message(
                view=TableView(self.number, emoji_of(interaction)), attachments=[file(now.rounds)]
            )

    @staticmethod
    async def later(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("You will be told in a second", ephemeral=True)
        told = await interaction.followup.send("followup v1", ephemeral=True, wait=True)

        async def tell() -> None:
            await asyncio.sleep(1)
            await told.edit(content="followup v2")

        background(tell())


class SuitSelect(ui.DynamicItem[ui.Select[ui.LayoutView]], template=r"demo-suit:(?P<number>\w+)"):
    def __init__(self, number: str) -> None:
        suits = [
            discord.SelectOption(label=suit.title(), value=suit) for suit in ("spades", "hearts", "clubs")
        ]
        super().__init__(ui.Select(custom_id=f"demo-suit:{number}", placeholder="Pick a suit", options=suits))
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.LayoutView], match: re.Match[str]
    ) -> Self:
        return cls(match["number"])

    async def callback(self, interaction: discord.Interaction) -> None:
        match(self.number).story.append(f"{interaction.user.display_name}: {self.item.values[0]}")
        await interaction.response.edit_message(view=TableView(self.number, emoji_of(interaction)))


class TableView(ui.LayoutView):
    def __init__(self, number: str, emoji: discord.Emoji | None) -> None:
        super().__init__(timeout=None)
        now = match(number)
        buttons = [TableButton(number, act, emoji if act == "higher" else None) for act in LABELS]
        self.add_item(
            ui.Container(
                ui.TextDisplay(f"## Demo {emoji or ''} round {now.rounds}\n" + "\n".join(now.story[-4:])),
                ui.MediaGallery(discord.MediaGalleryItem("attachment://table.png", description="The table")),
                ui.ActionRow(SuitSelect(number)),
                ui.ActionRow(*buttons),
                accent_colour=0x2A7A4B,
            )
        )


class Hand(ui.LayoutView):
    def __init__(self, owner: discord.abc.User, played: tuple[str, ...] = ()) -> None:
        super().__init__(timeout=300)
        self.owner, self.played = owner, played
        self.add_item(ui.TextDisplay(f"Hand of {owner.display_name}. Played: {', '.join(played) or '-'}"))
        row: ui.ActionRow[Hand] = ui.ActionRow()
        for card in CARDS:
            row.add_item(CardButton(card, played=card in played))
        self.add_item(row)


class CardButton(ui.Button[Hand]):
    def __init__(self, card: str, *, played: bool) -> None:
        super().__init__(label=card, disabled=played)
        self.card = card

    async def callback(self, interaction: discord.Interaction) -> None:
        assert self.view is not None
        await interaction.response.edit_message(view=Hand(self.view.owner, (*self.view.played, self.card)))


class Bet(ui.Modal, title="Your bet"):
    amount: ui.TextInput[Bet] = ui.TextInput(label="Amount", max_length=5)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"Bet {self.amount.value} noted", ephemeral=True)


class Demo(commands.AutoShardedBot):
    def __init__(self) -> None:
        shard, _, count = os.environ.get("SHARD", "").partition("/")
        super().__init__(
            "!",
            intents=discord.Intents.default(),
            **({"shard_ids": [int(shard)], "shard_count": int(count)} if count else {}),  # type: ignore[arg-type]
        )
        self.ace: discord.Emoji | None = None

    async def setup_hook(self) -> None:
        self.add_dynamic_items(TableButton, SuitSelect)
        known = {emoji.name: emoji for emoji in await self.fetch_application_emojis()}
        self.ace = known.get("ace") or await self.create_application_emoji(name="ace", image=picture(60))
        self.tree.add_command(open_table)
        self.tree.add_command(slow)
        self.tree.add_command(vanish)
        await self.tree.sync()


@app_commands.command(name="table", description="Open a table")
@app_commands.describe(decks="How many decks", mode="Rules", variant="Variant")
@app_commands.choices(mode=[app_commands.Choice(name=m.title(), value=m) for m in ("classic", "blitz")])
async def open_table(
    interaction: discord.Interaction,
    decks: app_commands.Range[int, 1, 8] = 1,
    mode: str = "classic",
    variant: str | None = None,
) -> None:
    number = f"t{len(MATCHES)}"
    MATCHES[number] = Match(f"decks={decks} mode={mode} variant={variant} locale={interaction.locale}")
    await interaction.response.send_message(view=TableView(number, emoji_of(interaction)), file=file(0))
    if variant == "timer":
        message = await interaction.original_response()
        assert isinstance(message.channel, discord.TextChannel | discord.Thread | discord.DMChannel)
        table = message.channel.get_partial_message(message.id)

        async def strike() -> None:
            await asyncio.sleep(1)
            match(number).story.append("the timer fired")
            await table.edit(view=TableView(number, emoji_of(interaction)))

        background(strike())


@open_table.autocomplete("variant")
async def variants(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=v, value=v) for v in ("timer", "plain", "wild") if current in v]


@app_commands.command(name="slow", description="Answer after a while")
async def slow(interaction: discord.Interaction, seconds: float = 1.5) -> None:
    await asyncio.sleep(seconds)
    await interaction.response.send_message(f"That took {seconds:g} seconds", ephemeral=True)


@app_commands.command(name="vanish", description="Say something, and take it back")
async def vanish(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Now you see me")
    message = await interaction.original_response()
    assert isinstance(message.channel, discord.TextChannel | discord.Thread | discord.DMChannel)
    await message.channel.get_partial_message(message.id).delete()
    await interaction.followup.send("Now you do not", ephemeral=True)


def emoji_of(interaction: discord.Interaction) -> discord.Emoji | None:
    return interaction.client.ace if isinstance(interaction.client, Demo) else None


def file(shade: int) -> discord.File:
    return discord.File(io.BytesIO(picture(shade)), "table.png")


TASKS: set[asyncio.Task[None]] = set()
"""asyncio itself holds no task alive."""


def background(work: Coroutine[None, None, None]) -> None:
    task = asyncio.create_task(work)
    TASKS.add(task)
    task.add_done_callback(TASKS.discard)


if __name__ == "__main__":
    Demo().run(os.environ["DISCORD_TOKEN"], log_level=logging.INFO)
