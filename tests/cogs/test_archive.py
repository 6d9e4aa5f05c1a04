"""An export as files of a size that Discord takes."""

from __future__ import annotations

import io
import json
import random
from typing import Any
from zipfile import ZipFile

import pytest

from cogs import archive


def data(rows: int) -> dict[str, list[dict[str, Any]]]:
    """Rows that compress badly."""
    lots = random.Random(7)
    return {
        "person": [{"id": 1, "name": "Ann"}],
        "presses": [{"n": n, "entry": lots.randbytes(40).hex()} for n in range(rows)],
        "results": [{"match_id": n, "score": 5} for n in range(rows // 3)],
    }


def unpacked(file: archive.Packed) -> Any:
    if file.name.endswith(".json"):
        return json.loads(file.content)
    with ZipFile(io.BytesIO(file.content)) as packed:
        (name,) = packed.namelist()
        return json.loads(packed.read(name))


def test_a_small_export_can_be_read_as_it_is() -> None:
    (file,) = archive.files(data(5), 10_000)
    assert file.name == "parlour-data.json"
    assert unpacked(file) == data(5)


def test_a_larger_export_is_compressed() -> None:
    (file,) = archive.files(data(100), 10_000)
    assert file.name == "parlour-data.zip"
    assert unpacked(file) == data(100)


@pytest.mark.parametrize("rows", [300, 1000])
def test_an_export_that_is_too_large_when_compressed_is_split(rows: int) -> None:
    files = archive.files(data(rows), 10_000)
    assert len(files) > 1
    assert [file.name for file in files] == [
        f"parlour-data-{n}-of-{len(files)}.zip" for n in range(1, len(files) + 1)
    ]
    assert all(len(file.content) <= 10_000 for file in files)
    parts = [unpacked(file) for file in files]
    assert all(part.keys() == data(rows).keys() for part in parts)
    for name, expected in data(rows).items():
        assert [row for part in parts for row in part[name]] == expected


def test_one_row_is_not_split() -> None:
    large = {"person": [{"id": 1, "name": random.Random(1).randbytes(500).hex()}]}
    (file,) = archive.files(large, 100)
    assert unpacked(file) == large
