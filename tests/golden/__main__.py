"""Write the playthroughs of all games anew, or of those that are named: ``python -m tests.golden flip``."""

import sys

from tests.golden.playthrough import HERE, TABLES, playthrough

for slug, seats in TABLES:
    if slug in sys.argv[1:] or not sys.argv[1:]:
        (HERE / f"{slug}-{seats}.txt").write_text(playthrough(slug, seats), encoding="utf-8")
