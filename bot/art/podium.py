"""The picture of how a match has ended: the same for all games."""

from collections.abc import Sequence

from bot.scene import WIDTH, Cloth, Number, Part, Plate, Scene, Sprite
from engine.core import Seat

_STEPS = (230, 170, 130, 100, 90, 80)
"""Heights of the places, first to last."""
_COLUMNS = (2, 0, 1, 3, 4, 5)
"""Which of the ranking stands in which column, from the left; with two the winner is on the left."""
_FLOOR = 430
_GAP = 10


def podium(cloth: Cloth, ranking: Sequence[tuple[Seat, int]], winners: int, *, signed: bool = False) -> Scene:
    """``ranking``: seats and points, best first, of whom the first ``winners`` have won.

    Equal points share a step; ``signed`` points have a plus.
    """
    seats = len(ranking)
    width = min(170, 740 / seats)
    columns = [at for at in _COLUMNS if at < seats] if seats > 2 else range(seats)
    parts: list[Part] = []
    for column, at in enumerate(columns):
        seat, points = ranking[at]
        won = at < winners
        place = 0 if won else winners + sum(more > points for _seat, more in ranking[winners:])
        x = WIDTH / 2 + (column - (seats - 1) / 2) * (width + _GAP)
        height = _STEPS[place]
        top = _FLOOR - height
        parts.append(Plate(x, _FLOOR - height / 2, round(width), height, "win" if won else "idle", 16))
        parts.append(Sprite(f"seat_{seat + 1}", x, top - 48, 84 if won else 66))
        if won:
            parts.append(Sprite("crown", x, top - 122, 70))
        text = f"+{points}" if signed and points > 0 else str(points)
        parts.append(Number(text, x, top + 22, 54 if won else 42, "gold" if won else "white", "middle"))
    return Scene(cloth, tuple(parts))
