"""``python -m bot``: the bot, and what its operator needs beside it.

``health`` is asked for twice a minute, so where the bot answers it by itself nothing of the bot is loaded.
"""

import sys

from bot.process import probe


def main() -> int:
    """Do what the command line says; the exit status."""
    if sys.argv[1:] == ["health"] and (listening := probe.listening()) is not None:
        return probe.report(*listening)
    from bot.process.cli import app  # noqa: PLC0415

    app(prog_name="python -m bot")
    return 0


if __name__ == "__main__":
    sys.exit(main())
