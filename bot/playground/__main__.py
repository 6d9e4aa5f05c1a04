"""The command line: `python -m bot.playground [--port N] [--users alice,bob:de,carol] [--fresh]`."""

import argparse
import contextlib
import logging
import socket
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

import discord

from bot.playground import SIMCORD, CannotStart

PORT = 8765


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the playground and return the exit status."""
    options = parse(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("discord").setLevel(logging.ERROR)  # its warnings are for those who have a token
    try:
        check_simulator()
        choose_port(options)
        with contextlib.suppress(KeyboardInterrupt):
            run(options)
    except CannotStart as why:
        print(why, file=sys.stderr)
        return 2
    return 0


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bot.playground",
        description="Try Parlour in the browser: no Discord account, no token, no network.",
    )
    parser.add_argument(
        "--port",
        type=port,
        help=f"where to listen on this machine (0: any free one; by default {PORT}, or any if that is taken)",
    )
    parser.add_argument(
        "--users",
        type=names,
        default="alice,bob,carol,dave",
        metavar="NAMES",
        help="who may sit down, each with an optional language: alice,bob:de (default: %(default)s)",
    )
    parser.add_argument("--fresh", action="store_true", help="forget the matches of earlier times")
    return parser.parse_args(arguments)


def port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return number


def names(text: str) -> list[tuple[str, discord.Locale]]:
    """'alice,bob:de' taken apart."""
    people = []
    for item in text.split(","):
        name, _, language = item.strip().partition(":")
        if not name:
            raise argparse.ArgumentTypeError("a name is empty")
        try:
            people.append((name, discord.Locale(language or "en-US")))
        except ValueError:
            known = ", ".join(sorted(locale.value for locale in discord.Locale))
            raise argparse.ArgumentTypeError(
                f"Discord has no language {language!r}; it has {known}"
            ) from None
    if len({name for name, _ in people}) < len(people):
        raise argparse.ArgumentTypeError("a name is there twice")
    return people


def check_simulator() -> None:
    try:
        installed = version("simcord")
    except PackageNotFoundError:
        installed = "none"
    if installed != SIMCORD:
        raise CannotStart(
            f"The playground needs simcord {SIMCORD}, and there is {installed}: make play installs it."
        )


def choose_port(options: argparse.Namespace) -> None:
    """The usual port unless another one is asked for; beside another playground any that is free."""
    asked = PORT if options.port is None else options.port
    with socket.socket() as probe:  # before anything is started, for SimCord would notice it last
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", asked))
        except OSError as error:
            if options.port is not None:
                raise CannotStart(
                    f"Port {asked} cannot be used ({error.strerror}): choose another one,"
                    " or none for any that is free."
                ) from None
            print(f"Port {asked} is taken, perhaps by another playground; this one listens on another.")
            asked = 0
    options.port = asked


def run(options: argparse.Namespace) -> None:
    # Only now: of a missing simulator, check_simulator speaks more clearly than an ImportError.
    from bot.playground import start  # noqa: PLC0415

    everybody = ", ".join(name for name, _ in options.users)

    def ready(address: str) -> None:
        print(f"Parlour is open at {address}")
        print(f"Type /play there. Every tab is another person: {everybody}. Ctrl-C ends it.", flush=True)

    start.run(options.users, options.port, fresh=options.fresh, ready=ready)


if __name__ == "__main__":
    sys.exit(main())
