"""``make bench``: everything against its budget."""

from __future__ import annotations

from tests.bench import engine, press


def main() -> None:
    print("Engine, random play")
    engine.report()
    print("\nOne press, CPU of all threads, from dispatch to answered, committed and table redrawn")
    press.report()


if __name__ == "__main__":
    main()
