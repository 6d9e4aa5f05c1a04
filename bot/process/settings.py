"""Settings, from the environment and a ``.env`` file; the environment wins."""

import re
from pathlib import Path
from typing import Annotated, Literal, Self

from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

ENV_FILE = Path(".env")
ENCODING = "utf-8-sig"
"""Some editors put a byte order mark before the first name."""


class BadSettings(Exception):
    """A setting that the bot cannot start with; the message names it."""


class Settings(BaseSettings):
    """Every setting, by the name that it has in the environment (in capitals)."""

    model_config = SettingsConfigDict(env_file_encoding=ENCODING, extra="ignore", env_ignore_empty=True)

    discord_token: SecretStr | None = None
    database_url: str = "sqlite+aiosqlite:///parlour.db"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    health_host: str = "127.0.0.1"
    health_port: Annotated[int, Field(ge=1, le=65535)] | None = None
    cache_mb: Annotated[int, Field(ge=1)] = 256
    dev_guild: Annotated[int, Field(ge=1, lt=1 << 63)] | None = None
    request_rate: Annotated[float, Field(ge=1, le=1000)] = 45.0
    shard_ids: str | None = None
    shard_count: Annotated[int, Field(ge=1)] | None = None

    @field_validator("discord_token", "shard_ids", mode="before")
    @classmethod
    def _blank_is_unset(cls, value: object) -> object:
        return None if isinstance(value, str) and not value.strip() else value

    @field_validator("discord_token")
    @classmethod
    def _token_is_printable(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and not re.fullmatch(r"[!-~]+", token.get_secret_value().strip()):
            raise ValueError("holds a line break, a space or another character that no token has")
        return token

    @model_validator(mode="after")
    def _shards_fit(self) -> Self:
        if self.shard_ids is None:
            return self
        if self.shard_count is None:
            raise ValueError("SHARD_IDS needs SHARD_COUNT")
        shards = self.shards() or []
        if not all(0 <= shard < self.shard_count for shard in shards):
            raise ValueError("SHARD_IDS are numbers from 0 to one less than SHARD_COUNT")
        if len(set(shards)) != len(shards):
            raise ValueError("SHARD_IDS names a shard twice")
        return self

    def shards(self) -> list[int] | None:
        """The shards this process holds; None for all. Raises ValueError when they are no numbers."""
        if self.shard_ids is None:
            return None
        try:
            return [int(part) for part in self.shard_ids.split(",")]
        except ValueError:
            raise ValueError("SHARD_IDS is a list of numbers such as 0,1") from None

    def held_shards(self) -> tuple[list[int], int] | None:
        """The shards of this process and how many there are in all; None when it holds all."""
        held = self.shards()
        return None if held is None or self.shard_count is None else (held, self.shard_count)

    def rate(self) -> float:
        """Requests a second of this process: its part of the bot's shards is its part of what is allowed."""
        held = self.held_shards()
        return self.request_rate if held is None else self.request_rate * len(held[0]) / held[1]


def load(env_file: Path = ENV_FILE) -> Settings:
    """The settings in force. Raises BadSettings."""
    try:
        if env_file.exists():
            _check_syntax(env_file)
    except OSError as error:
        raise BadSettings(f"{env_file}: cannot be read: {error.strerror}") from None
    try:
        return Settings(_env_file=env_file)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = f"{first['loc'][0]}: ".upper() if first["loc"] else ""
        raise BadSettings(name + str(first["msg"]).removeprefix("Value error, ")) from None


def _check_syntax(env_file: Path) -> None:
    """python-dotenv passes over lines that it cannot read; a person would rather be told."""
    try:
        with env_file.open(encoding=ENCODING) as stream:
            for binding in parse_stream(stream):
                if binding.error or (binding.key is not None and binding.value is None):
                    text = binding.original.string
                    blank = text[: len(text) - len(text.lstrip())].count("\n")
                    raise BadSettings(f"{env_file}: line {binding.original.line + blank} is not NAME=value")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"{env_file}: cannot be read: {error}") from None
