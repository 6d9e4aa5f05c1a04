"""Write a stub of every file that a game needs: ``make game GAME=eights``.

``stub/`` holds a small game that is complete and passes the tests, laid out as in the tree; its name stands
where yours will. Nothing that exists is written over.
"""

import sys
from keyword import iskeyword
from pathlib import Path

HERE = Path(__file__).resolve().parent
STUB = HERE / "stub"
ROOT = HERE.parents[1]
NAME = "xgame"


def main(slug: str) -> str | None:
    """Write the files; gives back what is wrong."""
    if not (slug.isascii() and slug.isalpha() and slug.islower()) or iskeyword(slug):
        return "GAME is what people type after /play, and a Python name: small letters a to z only"
    stubs = {}
    for stub in STUB.rglob("*.*"):
        stubs[ROOT / str(stub.relative_to(STUB)).replace(NAME, slug)] = stub.read_text(encoding="utf-8")
    if there := [str(path.relative_to(ROOT)) for path in stubs if path.exists()]:
        return f"there already: {', '.join(there)}"
    for path, text in sorted(stubs.items()):
        path.parent.mkdir(parents=True, exist_ok=True)
        named = text.replace(NAME, slug).replace(NAME.capitalize(), slug.capitalize())
        path.write_text(named, encoding="utf-8")
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")
    sys.stdout.write("Now list it in engine/games/__init__.py; CONTRIBUTING.md says how to go on.\n")
    return None


if __name__ == "__main__":
    sys.exit(main("".join(sys.argv[1:])))
