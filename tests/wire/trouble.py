"""What befalls the bot: in the world, and on the wire."""

from __future__ import annotations

from typing import Any

import discord
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.wire.gateway import Gateway
from tests.wire.limits import EVERYWHERE, Limits
from tests.wire.rest import Fault, Rest
from tests.wire.stage import Json, Stage


class Trouble:
    """Every public method is an operation of `POST /control`."""

    def __init__(self, stage: Stage, gateway: Gateway, rest: Rest) -> None:
        self._stage, self._gateway, self._rest, self._backend = stage, gateway, rest, stage.backend
        self._kicked: dict[int, Any] = {}

    # ------------------------------------------------------------------------------------ in the world

    def delete_message(self, message: str) -> None:
        self._backend.delete_message(self._stage.find(message).channel_id, int(message))

    def bulk_delete(self, messages: list[str]) -> int:
        where = self._stage.find(messages[0]).channel_id
        return len(self._backend.bulk_delete_messages(where, [int(message) for message in messages]))

    def create_channel(self, name: str, guild: int = 0) -> str:
        return str(self._backend.create_channel(self._stage.guilds[guild].id, name).id)

    def emoji(self) -> list[str]:
        """The names of the application's emoji."""
        return [one.name for one in self._backend.application_emojis.values()]

    def delete_emoji(self) -> None:
        """The application has none any more."""
        for emoji in [*self._backend.application_emojis]:
            self._backend.delete_application_emoji(emoji)

    def delete_channel(self, channel: str) -> None:
        self._backend.delete_channel(self._stage.channel(channel))

    def create_thread(self, who: str, name: str, channel: Any = None) -> str:
        where = self._stage.channel(channel)
        return str(self._backend.create_thread(where, name, self._stage.people[who].id).id)

    def archive_thread(self, thread: str, archived: bool = True) -> None:
        """SimCord would let the bot edit messages in an archived thread; Discord refuses, hence the fault."""
        path = f"/channels/{thread}/messages/*"
        self._rest.faults = [fault for fault in self._rest.faults if fault.path != path]
        if archived:
            refusal = Fault("PATCH", path, status=400, code=50083, message="Thread is archived", times=None)
            self._rest.faults.append(refusal)
        self._backend.edit_channel(int(thread), {}, thread_metadata={"archived": archived})

    def edit_guild(self, guild: int = 0, **new: Any) -> None:
        self._backend.edit_guild(self._stage.guilds[guild].id, new)

    def set_permission(
        self, target: str = "bot", channel: Any = None, allow: Any = (), deny: Any = ()
    ) -> None:
        """One overwrite in a channel for "bot", "everyone" or a person. Without allow and deny it goes."""
        where = self._backend.channels[self._stage.channel(channel)]
        ids = {"bot": self._backend.bot_user.id, "everyone": where.guild_id or 0}
        ids |= {name: person.id for name, person in self._stage.people.items()}
        bits = [discord.Permissions(**dict.fromkeys(names, True)).value for names in (allow, deny)]
        if any(bits):
            kind = OverwriteType.ROLE if target == "everyone" else OverwriteType.MEMBER
            self._backend.set_overwrite(where.id, Overwrite(ids[target], kind, *bits))
        else:
            self._backend.delete_overwrite(where.id, ids[target])

    def timeout_bot(self, guild: int = 0, seconds: float = 60.0) -> None:
        until = self._backend.iso_after(seconds) if seconds > 0 else None
        changes = {"timed_out_until": until}
        self._backend.edit_member(self._stage.guilds[guild].id, self._backend.bot_user.id, changes)

    def guild_available(self, guild: int = 0, available: bool = True) -> None:
        self._reveal(guild, visible=available, outage=True)

    def kick_bot(self, guild: int = 0) -> None:
        self._kicked[guild] = self._stage.guilds[guild].members.pop(self._backend.bot_user.id)
        self._reveal(guild, visible=False, outage=False)

    def invite_bot(self, guild: int = 0) -> None:
        self._stage.guilds[guild].members[self._backend.bot_user.id] = self._kicked.pop(guild)
        self._reveal(guild, visible=True, outage=False)

    def _reveal(self, guild: int, *, visible: bool, outage: bool) -> None:
        g = self._stage.guilds[guild]
        payload: Json
        if visible:
            self._gateway.dark.discard(g.id)
            payload = {**serializers.guild_create_payload(self._backend, g)}
        else:
            self._gateway.dark.add(g.id)
            payload = {"id": str(g.id), "unavailable": True}
        if not outage:
            del payload[
                "unavailable"
            ]  # its absence is how a bot tells an invitation or a kick from an outage
        self._gateway.deliver("GUILD_CREATE" if visible else "GUILD_DELETE", payload, g.id)

    # ------------------------------------------------------------------------------------ on the wire

    def inject(self, **fault: Any) -> None:
        self._rest.faults.append(Fault(**fault))

    def release(self) -> None:
        """Requests that are delayed go on now."""
        self._rest.release()

    async def drop_gateway(
        self,
        shard: int | None = None,
        how: str = "cut",
        resume: bool = True,
        hold: float = 0.0,
        code: int = 4000,
    ) -> int:
        """Take the bot's connections, and return how many there were.

        `how`: "cut" (no goodbye), "close" (with `code`), "reconnect" (op 7) or "invalid" (op 9). `resume`
        false: the sessions are forgotten. `hold`: new connections wait that long for their HELLO.
        """
        return await self._gateway.drop(shard, how, code, resume=resume, hold=hold)

    def open_gateway(self) -> None:
        """Connections that are held get their HELLO now."""
        self._gateway.hello_after = 0.0

    def expire_tokens(self, code: int = 50027) -> None:
        """All interactions so far are 15 minutes old now. `code`: 50027 (401) or 10015 (404)."""
        self._rest.expired_code = code
        for record in self._backend.interactions.values():
            record.expires_at = self._backend.now_iso()

    def limit(self, everywhere: int = EVERYWHERE) -> None:
        """From now on Discord's limits on requests hold, counted from none: see `Limits`."""
        self._rest.limits = Limits(on=True, everywhere=everywhere)

    def send_back(self, seconds: float) -> None:
        """What is made from now on is that many seconds old already; 0: it is new again."""
        self._stage.world.turned.behind = seconds

    def redeliver(self, times: int = 1) -> None:
        """Every interaction from now on reaches the bot that many times more."""
        self._gateway.redelivered = times

    def settings(self, **seconds: float) -> None:
        """answer_within (60), resume_window (120), heartbeat (41.25)."""
        vars(self._gateway).update(seconds)
