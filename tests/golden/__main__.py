"""Write the playthroughs of all games anew."""

from tests.golden.playthrough import HERE, TABLES, playthrough

for slug, seats in TABLES:
    (HERE / f"{slug}-{seats}.txt").write_text(playthrough(slug, seats), encoding="utf-8")
