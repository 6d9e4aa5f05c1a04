"""Slash choices that every command about games offers."""

from discord.app_commands import Choice

from cogs import FACES

ANY_GAME = "all"


def game_choices(*, any_game: bool = True) -> list[Choice[str]]:
    """The games by title, and "All games" first where that makes sense."""
    games = [Choice(name=face.title(), value=slug) for slug, face in FACES.items()]
    return [Choice(name="All games", value=ANY_GAME), *games] if any_game else games
