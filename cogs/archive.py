"""What is kept about a person, as files that Discord takes."""

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile

Data: TypeAlias = Mapping[str, Sequence[Any]]
"""Rows by the name of what they are; each row has a JSON form."""

STEM = "parlour-data"


class Packed(NamedTuple):
    """A file: its name, and what is in it."""

    name: str
    content: bytes


def files(data: Data, most: int) -> list[Packed]:
    """The data as JSON: plain if that has at most ``most`` bytes, else compressed, else in several archives.

    Each of several archives holds some of the rows under the same names, in their order.
    """
    text = _json(data)
    if len(text) <= most:
        return [Packed(f"{STEM}.json", text)]
    archives = _archives(data, most)
    if len(archives) == 1:
        return [Packed(f"{STEM}.zip", archives[0])]
    return [
        Packed(f"{STEM}-{n}-of-{len(archives)}.zip", archive) for n, archive in enumerate(archives, start=1)
    ]


def _archives(data: Data, most: int) -> list[bytes]:
    archive = _compressed(data)
    longest = max(data, key=lambda name: len(data[name]))
    half = len(data[longest]) // 2
    if len(archive) <= most or not half:
        return [archive]
    first = {**data, longest: data[longest][:half]}
    second = {**dict.fromkeys(data, ()), longest: data[longest][half:]}
    return [*_archives(first, most), *_archives(second, most)]


def _compressed(data: Data) -> bytes:
    written = io.BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        archive.writestr(f"{STEM}.json", _json(data))
    return written.getvalue()


def _json(data: Data) -> bytes:
    return json.dumps(data, indent=1, default=str, ensure_ascii=False).encode()
