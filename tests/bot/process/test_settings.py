"""Settings from the environment and .env: taken as they are meant, or refused by name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.process.settings import BadSettings, Settings, load


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.lower() in Settings.model_fields:
            monkeypatch.delenv(name)


@pytest.fixture
def env_file(tmp_path: Path) -> Path:
    return tmp_path / ".env"


def token(settings: Settings) -> str | None:
    return None if settings.discord_token is None else settings.discord_token.get_secret_value()


def refusal(env_file: Path) -> str:
    """Why the settings are refused, on one line that tells no secret."""
    with pytest.raises(BadSettings) as caught:
        load(env_file)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert "hunter2" not in message
    return message


def test_defaults(env_file: Path) -> None:
    settings = load(env_file)
    assert token(settings) is None
    assert settings.database_url == "sqlite+aiosqlite:///parlour.db"
    assert (settings.log_level, settings.dev_guild, settings.shard_count) == ("INFO", None, None)
    assert settings.shards() is None


def test_everything(env_file: Path) -> None:
    env_file.write_text(
        "# the bot\nDISCORD_TOKEN='hunter2' # secret\nexport DATABASE_URL=\"sqlite+aiosqlite://\"\n"
        "LOG_LEVEL=DEBUG\nDEV_GUILD=123456789012345678\nSHARD_IDS= 0, 2\nSHARD_COUNT=3\n\nOTHER=x\n",
        encoding="utf-8",
    )
    settings = load(env_file)
    assert token(settings) == "hunter2"
    assert settings.database_url == "sqlite+aiosqlite://"
    assert (settings.log_level, settings.dev_guild, settings.shard_count) == ("DEBUG", 123456789012345678, 3)
    assert settings.shards() == [0, 2]
    assert "hunter2" not in repr(settings)


def test_the_environment_wins(env_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    env_file.write_text("DISCORD_TOKEN=file\nLOG_LEVEL=DEBUG\n", encoding="utf-8")
    monkeypatch.setenv("DISCORD_TOKEN", "environment")
    settings = load(env_file)
    assert token(settings) == "environment"
    assert settings.log_level == "DEBUG"


@pytest.mark.parametrize("blank", ["", " ", '""', "' \t'"])
def test_a_blank_setting_is_none(env_file: Path, blank: str) -> None:
    env_file.write_text(f"DISCORD_TOKEN={blank}\nSHARD_IDS={blank}\n", encoding="utf-8")
    settings = load(env_file)
    assert token(settings) is None
    assert settings.shards() is None


def test_a_file_as_the_notepad_writes_it(env_file: Path) -> None:
    env_file.write_bytes(b"\xef\xbb\xbfDISCORD_TOKEN=hunter2\r\nLOG_LEVEL=ERROR\r\n")
    settings = load(env_file)
    assert token(settings) == "hunter2"
    assert settings.log_level == "ERROR"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("DISCORD_TOKEN\n", 1),
        ("DISCORD_TOKEN=x\nhunter2 hunter2\n", 2),
        ("LOG_LEVEL=INFO\nDISCORD_TOKEN='hunter2\n", 2),
        ("{\n", 1),
        ("DISCORD_TOKEN: hunter2\n", 1),
        ("\n\n= hunter2\n", 3),
        ("<<<<<<< HEAD\n", 1),
    ],
)
def test_a_line_that_is_no_setting(env_file: Path, content: str, line: int) -> None:
    env_file.write_text(content, encoding="utf-8")
    assert refusal(env_file).startswith(f"{env_file}: line {line} ")


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"DISCORD_TOKEN=\x80\n", bytes(range(256))])
def test_a_file_that_is_no_text(env_file: Path, content: bytes) -> None:
    env_file.write_bytes(content)
    assert str(env_file) in refusal(env_file)
    assert env_file.read_bytes() == content


def test_a_directory_in_place_of_the_file(env_file: Path) -> None:
    env_file.mkdir()
    assert str(env_file) in refusal(env_file)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LOG_LEVEL", "LOUD"),
        ("LOG_LEVEL", "10"),
        ("DEV_GUILD", "hunter2"),
        ("DEV_GUILD", "0"),
        ("DEV_GUILD", "-5"),
        ("DEV_GUILD", "1.5"),
        ("DEV_GUILD", "9" * 30),
        ("SHARD_COUNT", "many"),
        ("SHARD_COUNT", "0"),
        ("SHARD_COUNT", "-1"),
        ("SHARD_COUNT", "2.5"),
    ],
)
def test_a_bad_value_is_refused_by_name(
    env_file: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    assert refusal(env_file).startswith(f"{name}: ")


@pytest.mark.parametrize(
    ("ids", "count"),
    [
        ("0", None),
        ("a", "2"),
        ("0;1", "2"),
        ("0,", "2"),
        ("2", "2"),
        ("0,1,2", "2"),
        ("-1", "2"),
        ("0,0", "2"),
        ("0.5", "2"),
    ],
)
def test_shards_that_do_not_fit(
    env_file: Path, monkeypatch: pytest.MonkeyPatch, ids: str, count: str | None
) -> None:
    monkeypatch.setenv("SHARD_IDS", ids)
    if count is not None:
        monkeypatch.setenv("SHARD_COUNT", count)
    assert "SHARD_IDS" in refusal(env_file)


def test_a_count_of_shards_alone_means_all_of_them(env_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", "4")
    settings = load(env_file)
    assert settings.shard_count == 4
    assert settings.shards() is None


def test_a_directory_that_may_not_be_searched(env_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(_path: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "exists", denied)
    assert refusal(env_file) == f"{env_file}: cannot be read: Permission denied"
