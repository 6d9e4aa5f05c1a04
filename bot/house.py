"""What the managers of a server have chosen for it, and what each person has chosen for themselves."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.matches.refusals import Refused
from bot.store import Store, finding, preferences


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


async def admit(store: Store, house: House, slug: str, channel_id: int) -> None:
    """Raise Refused (game_off, channel_off, too_many) unless a table may be opened here."""
    if house.games and slug not in house.games:
        raise Refused("game_off", games=house.games)
    if house.channels and channel_id not in house.channels:
        raise Refused("channel_off", channels=house.channels)
    if len(await finding.in_channel(store, channel_id, ("lobby", "running"))) >= house.tables:
        raise Refused("too_many", tables=house.tables)
