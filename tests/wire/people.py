"""What people do. Each operation returns what its person then saw: see `People.sight`."""

from __future__ import annotations

import asyncio
import base64
from collections import Counter
from typing import Any

import simcord
from simcord.actors import _component_interaction
from simcord.backend.access import message_accessible
from simcord.backend.models import Interaction

from tests.wire.client import walk
from tests.wire.gateway import Gateway
from tests.wire.stage import Json, Stage

MENU = 3


def leads_on(message: Json) -> Json | None:
    """The first control of a hand that acts, or else that shows what can be done: as `click` is told."""
    usable = [c for c in walk(message.get("components")) if c.get("custom_id") and not c.get("disabled")]
    for control in usable:
        if control["type"] == MENU:
            least = max(1, control.get("min_values", 1))
            values = [option["value"] for option in control["options"][:least]]
            return {"custom_id": control["custom_id"], "values": values}
    found = [c["custom_id"] for verb in (":act:", ":go:") for c in usable if verb in c["custom_id"]]
    return {"custom_id": found[0]} if found else None


class People:
    """Every public method is an operation of `POST /control`."""

    def __init__(self, stage: Stage, gateway: Gateway) -> None:
        self._stage, self._gateway, self._backend = stage, gateway, stage.backend

    async def slash(
        self,
        who: str,
        command: str,
        options: Json | None = None,
        channel: Any = None,
        locale: str | None = None,
        patience: float = 5.0,
    ) -> Json:
        actor, where = self._actor(who, self._stage.channel(channel, who), locale)
        given = {name: self._given(actor, value) for name, value in (options or {}).items()}
        result = await actor.slash(*where, command, **given)
        return await self._watch(result._interaction, patience)

    async def autocomplete(
        self,
        who: str,
        command: str,
        option: str,
        value: str = "",
        options: Json | None = None,
        channel: Any = None,
        locale: str | None = None,
    ) -> Json:
        actor, where = self._actor(who, self._stage.channel(channel, who), locale)
        await actor.autocomplete(*where, command, option, value, **(options or {}))
        return await self._watch(next(reversed(self._backend.interactions.values())), 0)

    async def click(
        self,
        who: str,
        message: str,
        label: str | None = None,
        custom_id: str | None = None,
        values: list[Any] | None = None,
        stale: bool = False,
        locale: str | None = None,
        patience: float = 5.0,
    ) -> Json:
        """Press a button, or choose `values` in a menu.

        `stale`: send the `custom_id` of a button though it is gone or disabled by now, as a client does that
        has not seen the edit yet.
        """
        stored = self._stage.find(message)
        actor, _ = self._actor(who, stored.channel_id, locale)
        on = simcord.ResponseMessage(self._stage.world, stored)
        if stale:
            result = await _component_interaction(
                actor, stored, {"custom_id": custom_id, "component_type": 2}
            )
        elif values is None:
            result = await actor.click(on, label=label, custom_id=custom_id)
        else:
            result = await actor.select(on, self._given(actor, values), custom_id=custom_id)
        return await self._watch(result._interaction, patience)

    async def press_on(self, who: str, hands: list[str], presses: int, rate: float = 0) -> Json:
        """Press what leads on in each of the hands in turn, so many times a second (0: at once).

        Nobody waits for an answer before the next press. How many presses got which kind of answer.
        """
        under_way: dict[str, asyncio.Task[Json]] = {}
        kinds: Counter[str] = Counter()

        def answered(press: asyncio.Task[Json]) -> None:
            del under_way[press.get_name()]
            kinds[press.result()["kind"]] += 1

        loop = asyncio.get_running_loop()
        began, n = loop.time(), 0
        for turn in range(10 * presses):
            hand = hands[turn % len(hands)]
            control = leads_on(self._stage.show(self._stage.find(hand)) or {})
            if n == presses:
                break
            if control is None or hand in under_way:
                await asyncio.sleep(0.001)
                continue
            press = under_way[hand] = asyncio.create_task(self.click(who, hand, **control))
            press.set_name(hand)
            press.add_done_callback(answered)
            n += 1
            if rate:
                await asyncio.sleep(max(0.0, began + n / rate - loop.time()))
        await asyncio.gather(*under_way.values())
        await asyncio.sleep(0)
        return dict(kinds)

    async def submit(self, who: str, interaction: str, values: Json, patience: float = 5.0) -> Json:
        """Send the modal that `interaction` showed. The keys of `values` are custom ids or labels."""
        record = self._backend.interactions[int(interaction)]
        actor, _ = self._actor(who, record.channel_id)
        names = {}
        for item in (record.modal or {}).get("components", []):
            for control in [item.get("component") or item, *item.get("components", [])]:
                names[item.get("label") or control.get("label")] = control.get("custom_id")
        known = {names.get(key, key): self._given(actor, value) for key, value in values.items()}
        result = await actor.submit_modal(simcord.InteractionResult(self._stage.world, record), known)
        return await self._watch(result._interaction, patience)

    async def dm(self, who: str, content: str, wait: float = 0.0) -> Json | None:
        """Write to the bot, and return its next message there if it comes within `wait` seconds."""
        where = self._stage.channel("dm", who)
        shelf = self._backend.messages[where]
        sent = self._backend.create_message(where, self._stage.people[who].id, content)
        await self._stage.pulse.until(lambda: max(shelf) > sent.id, wait)
        return self._stage.show(next((m for m in shelf.values() if m.id > sent.id), None))

    def look(self, interaction: str) -> Json:
        """An earlier answer as it is now."""
        return self._sight(self._backend.interactions[int(interaction)])

    def messages(self, who: str = "", channel: Any = None) -> list[Json | None]:
        """What one person (`who` left out: everybody) sees in a channel, oldest first."""
        where = self._stage.channel(channel, who)
        eye = self._stage.people[who].id if who else 0
        return [
            self._stage.show(m)
            for m in self._backend.messages[where].values()
            if (message_accessible(self._backend, where, m, eye, history=True) if who else not m.is_ephemeral)
        ]

    # ------------------------------------------------------------------------------------ how it is done

    def _actor(self, who: str, channel_id: int, locale: str | None = None) -> tuple[Any, list[Any]]:
        """The person as SimCord's actor there, and what its verbs begin with: a member says where."""
        person, channel = self._stage.people[who], self._backend.get_channel(channel_id)
        self._stage.locales[person.id] = locale or self._stage.locales[person.id]
        if channel.guild_id is None:
            return person, []
        world = self._stage.world
        guild = simcord.GuildHandle(world, self._backend.get_guild(channel.guild_id))
        return simcord.MemberActor(world, guild, person), [simcord.ChannelHandle(world, guild, channel)]

    def _given(self, actor: Any, value: Any) -> Any:
        """What SimCord takes for {"user": name}, {"channel": id}, {"file": [name, base64]} or a value."""
        if isinstance(value, list):
            return [self._given(actor, item) for item in value]
        if not isinstance(value, dict):
            return value
        if "file" in value:
            return value["file"][0], base64.b64decode(value["file"][1])
        world = self._stage.world
        if "channel" in value:
            return simcord.ChannelHandle(world, actor.guild, self._backend.get_channel(int(value["channel"])))
        person = self._stage.people[value["user"]]
        return (
            person
            if isinstance(actor, simcord.UserHandle)
            else simcord.MemberActor(world, actor.guild, person)
        )

    def _sight(self, record: Interaction) -> Json:
        shelf = self._backend.messages.get(record.channel_id, {})
        silence = f"no answer within {self._gateway.answer_within:g} s"
        return {
            "interaction": str(record.id),
            "kind": str(record.response_kind or "no answer"),
            "note": None if record.responded else silence,
            "modal": record.modal,
            "choices": record.autocomplete_choices,
            "message": self._stage.show(shelf.get(record.message_id or 0)),
            "followups": [self._stage.show(shelf[i]) for i in record.followup_ids if i in shelf],
        }

    async def _watch(self, record: Interaction, patience: float) -> Json:
        """Wait for the answer as long as Discord does; if the bot is thinking, `patience` seconds more."""
        pulse = self._stage.pulse
        await pulse.until(lambda: record.responded, self._gateway.answer_within)
        await pulse.until(lambda: not record.loading, patience if record.loading else 0)
        return self._sight(record)
