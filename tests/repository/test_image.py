"""What an operator gets by following README.md: packages, settings, and the rights of the container."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]
from packaging.requirements import Requirement
from sqlalchemy import make_url

ROOT = Path(__file__).resolve().parent.parent.parent
MODULES = {
    "discord.py": "discord",
    "pillow": "PIL",
    "prometheus-client": "prometheus_client",
    "pydantic-settings": "pydantic_settings",
    "python-dotenv": "dotenv",
}
"""Packages whose module has another name."""


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def instructions(keyword: str) -> list[str]:
    """What follows this keyword in the Dockerfile, a line each."""
    joined = read("Dockerfile").replace("\\\n", " ")
    return re.findall(rf"^{keyword} (.*)$", joined, flags=re.MULTILINE)


def environment() -> dict[str, str]:
    """What the image sets."""
    return dict(re.findall(r'(\w+)="?([^\s"]*)"?', " ".join(instructions("ENV"))))


def service() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(read("compose.yaml"))["services"]["parlour"]
    return loaded


def examples() -> dict[str, list[str]]:
    """The values that .env.example names for each setting."""
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r"^#?([A-Z_]+)=(.*)$", read(".env.example"), flags=re.MULTILINE):
        found.setdefault(name, []).append(value)
    return found


def installed() -> set[str]:
    """What ``make run`` and the image install."""
    return set(re.findall(r"^([\w.-]+)==", read("requirements.txt"), flags=re.MULTILINE))


def test_every_package_of_the_image_is_imported() -> None:
    source = "\n".join(
        path.read_text(encoding="utf-8")
        for part in ("engine", "bot", "cogs", "data")
        for path in (ROOT / part).rglob("*.py")
    )
    by_name_only = {"aiosqlite", "asyncpg"}  # SQLAlchemy imports the driver that DATABASE_URL names
    project = tomllib.loads(read("pyproject.toml"))["project"]
    for line in project["dependencies"]:
        name = Requirement(line).name
        module = MODULES.get(name, name)
        used = re.search(rf"^\s*(import|from) {module}\b", source, flags=re.MULTILINE)
        assert used or name in by_name_only, f"{name} is never imported"
    assert "babel" not in installed()


def test_metrics_and_the_databases_of_the_example_need_nothing_more() -> None:
    drivers = {make_url(url).get_driver_name() for url in examples()["DATABASE_URL"]}
    assert drivers == {"aiosqlite", "asyncpg"}
    assert drivers | {"prometheus-client"} <= installed()


def test_the_base_is_pinned_by_digest() -> None:
    (base,) = instructions("ARG")
    assert re.fullmatch(r"BASE=python:[\w.-]+@sha256:[0-9a-f]{64}", base)
    assert {line.split()[0] for line in instructions("FROM")} == {"${BASE}"}


def test_what_the_image_copies_is_given_to_its_build() -> None:
    given = {line.removeprefix("!") for line in read(".dockerignore").splitlines() if line.startswith("!")}
    copied = {line.split()[0] for line in instructions("COPY") if not line.startswith("--from")}
    assert copied == given
    assert all((ROOT / name).exists() for name in copied)


def test_drawings_are_in_the_image_and_what_draws_them_is_not() -> None:
    left_out = {line for line in read(".dockerignore").splitlines() if line and line[0] not in "#!"}
    assert left_out == {"*", "**/__pycache__", "data/art"}
    assert "data" in {line.split()[0] for line in instructions("COPY")}
    assert list((ROOT / "data" / "emoji").glob("*.png"))
    assert list((ROOT / "data" / "sprites").glob("*.png"))
    used = [
        path
        for part in ("engine", "bot", "cogs")
        for path in (ROOT / part).rglob("*.py")
        if "data.art" in path.read_text(encoding="utf-8")
    ]
    assert used == []
    assert not {"resvg-py", "fonttools"} & installed()


def test_the_container_takes_settings_from_the_env_file() -> None:
    """Only the health endpoint is set otherwise: inside the container it is found where the port leads."""
    fixed = {"HEALTH_HOST": "0.0.0.0", "HEALTH_PORT": "8080"}
    assert service()["env_file"] == ".env"
    assert service()["environment"] == fixed
    assert fixed.items() <= environment().items()
    assert environment().keys() & examples().keys() == fixed.keys()
    assert service()["ports"] == ["${HEALTH_HOST:-127.0.0.1}:${HEALTH_PORT:-8080}:8080"]


def test_the_default_database_is_in_the_volume() -> None:
    (volume,) = instructions("VOLUME")
    assert instructions("WORKDIR") == [volume]
    assert service()["volumes"] == [f"parlour:{volume}"]
    assert environment()["PYTHONPATH"] == "/parlour"


def test_the_container_has_no_rights() -> None:
    assert instructions("USER") == ["parlour"]
    here = service()
    assert here["read_only"] is True
    assert here["cap_drop"] == ["ALL"]
    assert here["security_opt"] == ["no-new-privileges:true"]
    assert {"max-size", "max-file"} <= here["logging"]["options"].keys()
    assert "privileged" not in here
    assert "cap_add" not in here


def test_health_is_asked_for_as_the_command_line_does() -> None:
    (check,) = instructions("HEALTHCHECK")
    assert check.endswith('CMD ["python", "-m", "bot", "health"]')
