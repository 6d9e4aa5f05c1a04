"""/privacy: the export, also of somebody who has pressed very often."""

from __future__ import annotations

import io
import json
from typing import Any
from zipfile import ZipFile

import pytest

from cogs import archive
from tests.e2e.player import running
from tests.e2e.trouble import ANSWER, by_hand
from tests.e2e.world import Answer, Person, World

FREQUENT = 70_000
"""Presses that as JSON are more than Discord takes in one file."""
DISCORDS_LIMIT = 10 * 1024 * 1024


async def export(person: Person) -> Answer:
    return await person.press((await person.type("privacy")).private, "Export")


def pressed_often(world: World, person: Person, match: int, presses: int = FREQUENT) -> None:
    with by_hand(world) as connection:
        connection.execute(
            "WITH RECURSIVE every(n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM every WHERE n < ?) "
            "INSERT INTO journal (match_id, n, entry, player_id, at) "
            'SELECT ?, n, \'[0,{"kind":"call","value":"\' || hex(randomblob(8)) || \'"}]\', ?, n FROM every',
            (presses + 999, match, person.id),
        )


def rows(world: World, answer: Answer) -> dict[str, list[Any]]:
    """All rows of the files that answered, each of which Discord takes."""
    found: dict[str, list[Any]] = {}
    for shown in answer.messages:
        for file in shown.message.attachments:
            assert file["size"] <= DISCORDS_LIMIT
            content = world.env.backend.cdn.get(file["url"])
            assert content is not None
            if file["filename"].endswith(".zip"):
                with ZipFile(io.BytesIO(content)) as packed:
                    content = packed.read("parlour-data.json")
            for name, part in json.loads(content).items():
                found.setdefault(name, []).extend(part)
    return found


async def test_export_holds_what_is_kept(world: World, ann: Person) -> None:
    player = await running(world, [ann])
    await player.finish()
    answer = await export(ann)
    found = rows(world, answer)
    assert answer.private.text == "All that is kept about you."
    assert [row["id"] for row in found["person"]] == [ann.id]
    assert found["presses"]
    assert len(found["seats"]) == len(found["results"]) == 1


async def test_export_of_somebody_who_pressed_very_often(world: World, ann: Person) -> None:
    player = await running(world, [ann])
    await player.finish()
    before = len(rows(world, await export(ann))["presses"])
    pressed_often(world, ann, player.match)
    answer = await export(ann)
    assert len(rows(world, answer)["presses"]) == before + FREQUENT


async def test_export_that_takes_several_files(
    world: World, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await running(world, [ann])
    await player.finish()
    pressed_often(world, ann, player.match, 500)
    whole = rows(world, await export(ann))
    original = archive.files
    monkeypatch.setattr(archive, "files", lambda data, most: original(data, 8000))
    answer = await export(ann)
    assert len(answer.messages) > 1
    assert all(shown.private for shown in answer.messages)
    assert f"in {len(answer.messages)} files" in answer.messages[0].text
    assert rows(world, answer) == whole


async def test_a_file_that_discord_finds_too_large_is_told_as_such(world: World, ann: Person) -> None:
    await running(world, [ann])
    panel = (await ann.type("privacy")).private
    world.env.inject_error(*ANSWER, status=413, code=40005, times=1)
    said = (await ann.press(panel, "Export")).messages[-1]
    assert "larger than what Discord takes" in said.text
    assert "press again" not in said.text
