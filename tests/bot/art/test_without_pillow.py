"""What is to be painted is made without Pillow, and where Pillow is missing the bot speaks in words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

BLOCKED = "import sys; sys.modules['PIL'] = None\n"
SCENES = """
from importlib import import_module
from bot.art.podium import podium
from engine.games import GAMES

for slug, rules in GAMES.items():
    face = import_module(f"cogs.{slug}.face").FACE
    seats = rules.seats[0]
    view = rules.view(rules.start(rules.Options(), seats), None)
    assert face.scene(view).parts, slug
    assert podium(face.scene(view).cloth, [(seat, 0) for seat in range(seats)], 1).parts
    print(slug)
"""
PICTURE = """
import asyncio
from bot.art.look import Look
from bot.art.pictures import Pictures
from bot.scene import Cloth, Scene

assert asyncio.run(Pictures().of(Scene(Cloth(0, 0), ()), Look())) is None
"""


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED + program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_scenes_are_made() -> None:
    assert run(SCENES).split() == ["hilo", "flip", "heart", "trumps", "tiengow"]


def test_pictures_are_missing() -> None:
    run(PICTURE)
