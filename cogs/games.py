"""The games: how each looks and speaks, found by the slug of its rules, and as choices of commands."""

from importlib import import_module

from discord.app_commands import Choice

from bot.face import Faces
from engine.games import GAMES

FACES: Faces = {slug: import_module(f"cogs.{slug}.face").FACE for slug in GAMES}
"""``FACE`` of ``cogs.<slug>.face``, in the order in which the games are offered."""

ANY_GAME = "all"


def game_choices(*, any_game: bool = True) -> list[Choice[str]]:
    """The games by title, and "All games" first where that makes sense."""
    games = [Choice(name=face.title(), value=slug) for slug, face in FACES.items()]
    return [Choice(name="All games", value=ANY_GAME), *games] if any_game else games
