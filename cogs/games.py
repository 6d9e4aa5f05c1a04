"""How each game looks and speaks, found by the slug of its rules."""

from importlib import import_module

from bot.face import Faces
from engine.games import GAMES

FACES: Faces = {slug: import_module(f"cogs.{slug}.face").FACE for slug in GAMES}
"""``FACE`` of ``cogs.<slug>.face``, in the order in which the games are offered."""
