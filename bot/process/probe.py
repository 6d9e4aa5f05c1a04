"""Asking a running bot how it is, from another process, with as little code as can be.

Settings are read here without those who check them: ``bot.process.settings`` has done so at the bot's start.
"""

import os
import sys
from http.client import HTTPConnection, HTTPException

from dotenv import dotenv_values

ENV_FILE = ".env"
TIMEOUT = 5.0
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104
"""Where to ask an endpoint that listens everywhere."""

WELL, UNWELL = 0, 1


def listening() -> tuple[str, int] | None:
    """Where the bot answers by the settings; None if they name no port, or none that there is."""
    try:
        said = dotenv_values(ENV_FILE, encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        said = {}
    values = {name.upper(): value for name, value in (said | os.environ).items() if value}
    host, port = values.get("HEALTH_HOST", "127.0.0.1"), values.get("HEALTH_PORT", "")
    return (host, int(port)) if port.isdecimal() and 0 < int(port) < 1 << 16 else None


def ask(host: str, port: int) -> str | None:
    """Why the bot that listens there is unwell; None if it is well."""
    connection = HTTPConnection(EVERYWHERE.get(host, host), port, timeout=TIMEOUT)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        said = answer.read().decode(errors="replace").strip()
    except (OSError, HTTPException) as error:
        return f"no answer from {host}, port {port}: {error!s}"
    finally:
        connection.close()
    return None if answer.status == 200 else said or f"it answers {answer.status}"


def report(host: str, port: int) -> int:
    """Say how the bot is; the exit status."""
    reason = ask(host, port)
    sys.stdout.write(f"{reason or 'ok'}\n")
    return UNWELL if reason else WELL
