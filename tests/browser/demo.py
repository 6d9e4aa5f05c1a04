"""The demo bot in a playground: what the browser driver is tried on."""

from __future__ import annotations

import argparse
import asyncio

from bot.playground.serve import serve
from bot.playground.world import Person
from tests.wire.demo import Demo


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int)
    port = parser.parse_args().port
    people = [Person("alice"), Person("bob")]

    def ready(address: str) -> None:
        print(f"Parlour is open at {address}", flush=True)  # noqa: T201

    asyncio.run(serve(Demo, people, port=port, key="key", ready=ready))


if __name__ == "__main__":
    main()
