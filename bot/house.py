"""What the managers of a server have chosen for it, and what each person has chosen for themselves."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.store import Store, preferences


class House(BaseModel):
    """The rules of one server. ``games`` and ``channels``: all, when empty."""

    model_config = ConfigDict(extra="ignore")

    games: tuple[str, ...] = ()
    channels: tuple[int, ...] = ()
    pace: Literal["live", "relaxed", "daily", "none"] = "relaxed"
    notices: bool = True
    tables: Annotated[int, Field(ge=1, le=100)] = 20
    """How many lobbies and running matches a channel may have."""


class Wishes(BaseModel):
    """What a person wants: to be mentioned on their turn, to be warned by direct message."""

    model_config = ConfigDict(extra="ignore")

    notices: bool = True
    dm: bool = False


async def of(store: Store, server_id: int | None) -> House:
    """The rules of the server; the defaults in direct messages."""
    return House.model_validate({} if server_id is None else await preferences.of_server(store, server_id))


async def wishes(store: Store, player_id: int) -> Wishes:
    """What the person wants."""
    return Wishes.model_validate(await preferences.of_player(store, player_id))
