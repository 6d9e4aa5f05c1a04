"""The faces of all games, as the application is given them."""

from __future__ import annotations

from typing import Any, TypeAlias

from bot.face import Face

AnyFace: TypeAlias = Face[Any, Any, Any]
Faces: TypeAlias = dict[str, AnyFace]
