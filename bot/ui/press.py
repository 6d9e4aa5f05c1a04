"""A press: from a custom id to its handler, and always to an answer.

discord.py only logs what goes wrong in the handler of an event, and Discord tells the person "interaction
failed" after three seconds, so everything is caught here and a slow answer is announced in time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

import discord
from discord.ext import commands

from bot import names
from bot.art.appearance import Appearance, Reading
from bot.emoji import rendered, written
from bot.face import Faces
from bot.i18n import _, speaking
from bot.matches.deliveries import DELIVERY, Delivery
from bot.matches.errors import Corrupt, Refused
from bot.matches.lobby import Place
from bot.matches.match import Match
from bot.matches.service import MatchService
from bot.places.presence import Presence
from bot.process import logs, metrics
from bot.process.drain import Work
from bot.recent import Recent
from bot.screen import Picture
from bot.store import FAILURES, Person, Store
from bot.ui import screens, words
from bot.ui.display import Display
from bot.ui.hands import TOKEN_LIFE, UNSEEN, Key, OpenHand
from bot.ui.ids import ControlId, Malformed
from bot.ui.layout import NO_MENTIONS, Layout, layout, question
from bot.ui.messages import FAULTS

log = logging.getLogger(__name__)

PATIENCE = 1.8
"""Seconds after which an unanswered press is answered with "thinking"."""


class Arrivals:
    """Who has sat down at which table lately: the press by which they did can show them their hand."""

    def __init__(self) -> None:
        self._presses: Recent[Key, Press] = Recent()
        self._dealing: set[asyncio.Task[None]] = set()

    def sat_down(self, match_id: int, press: Press) -> None:
        """With this press the person has taken a seat, or shown that they still wait there."""
        self._presses.forget(lambda old: not _lives(old))
        self._presses.put((match_id, press.person.id), press)

    def deal(self, match: Match, starter: int) -> None:
        """The match has just begun: show their hands to all who can be reached, but to whoever began it."""
        for sitting in match.row.seats:
            key = (match.row.id, sitting.player_id or 0)
            press = self._presses.get(key)
            self._presses.drop(key)
            if press is None or not _lives(press) or sitting.player_id == starter or match.row.over:
                continue
            held = ExitStack()  # from now on, so that nobody is called who is about to see it
            held.enter_context(press.desk.display.hands.pressing(*key))
            task = asyncio.create_task(_deal(press, match, held), name=f"hand of match {match.row.id}")
            self._dealing.add(task)
            task.add_done_callback(self._dealing.discard)


def _lives(press: Press) -> bool:
    """Whether it can still be answered."""
    return press.at + TOKEN_LIFE > press.desk.matches.clock.now()


async def _deal(press: Press, match: Match, held: AbstractContextManager[object]) -> None:
    """Show somebody their hand by an earlier press. Whoever cannot be reached has the button My hand."""
    try:
        with held, press.desk.work.doing(), logs.about(match.row.id), speaking(press.locale):
            press.reading = await press.desk.appearance.of_person(press.person.id)
            if not press.desk.display.hands.has(match.row.id, press.person.id):
                with written(press.reading.markup):
                    await press.hand(match, beside=True, unasked=True)
    except (Refused, *FAULTS, *FAILURES) as error:
        log.info("match %d: a hand could not be shown at the start: %s", match.row.id, error)
    except Exception:
        log.exception("match %d: a hand could not be shown at the start", match.row.id)


@dataclass(frozen=True, slots=True)
class Desk:
    """What presses and commands are answered with."""

    store: Store
    matches: MatchService
    faces: Faces
    display: Display
    work: Work
    presence: Presence
    appearance: Appearance
    arrivals: Arrivals = field(default_factory=Arrivals)


class Press:
    """One interaction, a press or a command, and the ways to answer it.

    ``updates`` says that the answer changes the message that was pressed, ``public`` that it is a new public
    one; otherwise it is a new private one.
    """

    def __init__(
        self, interaction: discord.Interaction[Any], control: ControlId, values: list[str], desk: Desk
    ) -> None:
        self.interaction = interaction
        self.desk = desk
        self.control = control
        self.values = values
        self.at = desk.matches.clock.now()
        """When it came, in seconds."""
        user = interaction.user
        name = names.readable(user.display_name, user.name)
        # PostgreSQL takes no NUL.
        self.person = Person(user.id, name.replace("\0", ""), str(interaction.locale))
        self.updates = False
        self.public = False
        self.answered = False
        self.kept = False
        """Whether what was pressed for is in the database."""
        self.reading: Reading
        """How the person wants private messages."""
        self._deferred = False
        self._answering = asyncio.Lock()  # an answer and the word that it comes later may not meet

    @property
    def private(self) -> bool:
        """Whether a private message was pressed."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def locale(self) -> str:
        """The reader's language."""
        return str(self.interaction.locale)

    @property
    def place(self) -> Place:
        """Where it was pressed."""
        locale = self.interaction.guild_locale or self.interaction.locale
        parent_id = getattr(self.interaction.channel, "parent_id", None)
        return Place(self.interaction.guild_id, self.interaction.channel_id or 0, str(locale), parent_id)

    async def come_to(self, match_id: int) -> None:
        """Raise Refused (not_there) unless the person may be where the table of this match stands."""
        table = self.desk.display.tables.standing.get(match_id) or await self.desk.store.table(match_id)
        if table is None or table.channel_id == self.interaction.channel_id:
            return
        row = await self.desk.store.match(match_id)
        if row is None or row.server_id is None:
            return
        user = self.interaction.user
        if not await self.desk.presence.may_be(user, row.server_id, table.channel_id):
            raise Refused("not_there")

    async def say(self, text: str) -> None:
        """Answer with a private sentence."""
        async with self._answering:
            text = rendered(text)
            if self.interaction.response.is_done():
                await self.interaction.followup.send(text, ephemeral=True, allowed_mentions=NO_MENTIONS)
            else:
                await self.interaction.response.send_message(
                    text, ephemeral=True, allowed_mentions=NO_MENTIONS
                )
            self.answered = True

    async def show(self, view: Layout) -> int | None:
        """Answer with a screen, in place of the private message that was pressed or as a new one; its id."""
        async with self._answering:
            interaction, response = self.interaction, self.interaction.response
            pressed = None if interaction.message is None else interaction.message.id
            if self.private and not response.is_done():
                await response.edit_message(view=view, attachments=view.files())
                message_id = pressed
            elif self.private or self._deferred:
                edited = await interaction.edit_original_response(view=view, attachments=view.files())
                message_id = edited.id
            elif response.is_done():
                message_id = (await self._send(view)).id
            else:
                sent = await response.send_message(view=view, files=view.files(), ephemeral=True)
                message_id = sent.message_id
            self.answered = True
            return message_id

    async def _send(self, view: Layout) -> discord.WebhookMessage:
        """Send a further private message."""
        followup = self.interaction.followup
        return await followup.send(view=view, files=view.files(), ephemeral=True, wait=True)

    async def ask(self, title: str, label: str, hint: str, verb: str, rest: str) -> None:
        """Answer with a line to be filled in; what is typed comes as a press of ``verb``, its only value."""
        async with self._answering:
            if self.interaction.response.is_done():  # Discord takes it as the first answer alone
                raise Refused("busy")
            control = ControlId(verb, self.control.match, 0, rest)
            await self.interaction.response.send_modal(question(title, label, hint, control))
            self.answered = True

    async def redraw(self, view: Layout) -> None:
        """Answer by changing the public message that was pressed."""
        async with self._answering:
            if self.interaction.response.is_done():
                await self.interaction.edit_original_response(view=view, attachments=view.files())
            else:
                await self.interaction.response.edit_message(view=view, attachments=view.files())
            self.answered = True

    async def post(self, view: Layout) -> int | None:
        """Answer with a new public message; its id."""
        async with self._answering:
            if self.interaction.response.is_done():
                edited = await self.interaction.edit_original_response(view=view, attachments=view.files())
                message_id: int | None = edited.id
            else:
                sent = await self.interaction.response.send_message(view=view, files=view.files())
                message_id = sent.message_id
            self.answered = True
            return message_id

    async def send_files(self, text: str, files: Sequence[discord.File]) -> None:
        """Answer with private files, each in a message of its own: the first has the text."""
        async with self._answering:
            for file in files:
                if self.interaction.response.is_done():
                    await self.interaction.followup.send(text, file=file, ephemeral=True)
                else:
                    await self.interaction.response.send_message(text, file=file, ephemeral=True)
                text = ""
            self.answered = True

    async def hand(
        self,
        match: Match,
        path: tuple[int, ...] = (),
        note: str | None = None,
        *,
        beside: bool = False,
        unasked: bool = False,
    ) -> None:
        """Answer with the person's hand; ``beside`` another answer, as a new message. Refused: not_seated.

        ``unasked``: the press was for something else, and whoever pressed may look elsewhere by now.
        """
        match_id, person = match.row.id, self.person.id
        seat = match.row.seat_of(person)
        if seat is None:
            raise Refused("not_seated", match=match)
        face, stamp, hands = self.desk.faces[match.row.slug], match.stamps[seat], self.desk.display.hands
        with speaking(self.locale):
            screen = screens.hand(face, match, seat, path)
            shown = screen if note is None else screens.hand(face, match, seat, path, note)
        pictured = self.reading.look.pictures and any(isinstance(block, Picture) for block in shown.blocks)
        picture = self.reading.painted(shown) if pictured else None
        view = layout(shown, match_id, stamp, picture)
        interaction = self.interaction
        with hands.pressing(match_id, person):
            message_id: int | None
            edit: Callable[..., Awaitable[object]]
            if beside:
                sent = await self._send(view)
                message_id, edit = sent.id, sent.edit
            else:
                message_id, edit = await self.show(view), interaction.edit_original_response
            await hands.opened(
                match_id,
                person,
                OpenHand(
                    message_id=message_id,
                    edit=lambda view: edit(view=view, attachments=view.files()),
                    locale=self.locale,
                    seat=seat,
                    path=path,
                    screen=screen,
                    picture=picture,
                    stamp=stamp,
                    answered=UNSEEN if unasked else stamp,
                    version=None if pictured and picture is None else match.version,
                    pressed=self.at,
                ),
            )

    async def defer(self) -> None:
        """Tell Discord that the answer comes later."""
        async with self._answering:
            if self.interaction.response.is_done():
                return
            if self.private or self.updates:
                await self.interaction.response.defer()
            else:
                await self.interaction.response.defer(ephemeral=not self.public, thinking=True)
            self._deferred = True

    async def answer(self, handler: Handler) -> None:
        """Run the handler under the error boundary."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        watch = loop.call_later(PATIENCE, self._defer_soon)
        outcome = "cancelled"
        try:
            DELIVERY.set(Delivery(self.interaction.id, asyncio.current_task()))
            self.reading = await self.desk.appearance.of_person(self.person.id)
            with (
                self.desk.work.doing(),
                logs.about(self.control.match),
                speaking(self.locale),
                written(self.reading.markup),
            ):
                outcome = await self._guarded(handler)
        finally:
            watch.cancel()
            metrics.pressed(self._verb(), outcome, loop.time() - began)

    def _verb(self) -> str:
        """What was pressed or typed, for figures and logs."""
        command = self.interaction.command
        if command is not None:
            return f"/{command.qualified_name}"
        return self.control.verb if self.control.verb in HANDLERS else "unknown"

    def _defer_soon(self) -> None:
        task = asyncio.ensure_future(self.defer())
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _guarded(self, handler: Handler) -> str:
        """What came of it, in a word."""
        try:
            try:
                await handler(self)
            except Refused as refused:
                await self._refuse(refused)
                return "refused"
        except Malformed:
            await _try_to(unknown(self))
            return "unknown"
        except FAILURES as error:
            what = self.desk.store.complaint(error)
            log.error("press %s of match %d was not kept: %s", self._verb(), self.control.match, what)  # noqa: TRY400
            if self.kept:
                text = _("What you chose is kept, but the database is busy now. Open your hand again.")
            else:
                text = _(
                    "That could not be saved, so nothing has changed. Please press again in a little while."
                )
            await self._excuse(text)
            return "database"
        except FAULTS as error:
            log.warning("press %s: Discord refused: %s", self._verb(), error)
            await self._excuse(words.not_taken(error))
            return "discord"
        except Corrupt:
            await _try_to(self.say(words.corrupt()))
            return "corrupt"
        except Exception:
            log.exception("press %s of match %d failed", self._verb(), self.control.match)
            await self._excuse(_("Something went wrong. Nothing is lost: please press again."))
            return "failed"
        return "ok"

    async def _excuse(self, text: str) -> None:
        """Say what failed, unless what was pressed for has been done and answered already."""
        if not self.answered:
            await _try_to(self.say(text))

    async def _refuse(self, refused: Refused) -> None:
        match, row = refused.facts.get("match"), refused.facts.get("row")
        text = words.refusal(refused, self.desk.faces)
        if self.private and isinstance(match, Match) and match.row.seat_of(self.person.id) is not None:
            await self.hand(self.desk.matches.frames.current.get(match.row.id, match), note=text)
        else:
            await self.say(text)
        if row is not None and refused.code == row.status:
            # What was pressed still looks like a lobby: what has become of it was perhaps never drawn.
            self.desk.display.show(row.id)


async def _try_to(answering: Awaitable[None]) -> None:
    try:
        await answering
    except FAULTS as error:
        log.warning("a press could not be answered: %s", error)


Home = TypeVar("Home", bound=commands.Cog)
Typed = ParamSpec("Typed")
"""What a person types beside a command's name."""

Handler: TypeAlias = Callable[[Press], Awaitable[None]]

HANDLERS: dict[str, Handler] = {}
"""What each verb does."""

UPDATING: set[str] = set()
"""The verbs that change the public message they stand on."""


ANYWHERE: set[str] = set()
"""The verbs that serve people who may not be at the table any more."""


def handles(verb: str, *, updates: bool = False, anywhere: bool = False) -> Callable[[Handler], Handler]:
    """Make the function the handler of a verb."""

    def register(handler: Handler) -> Handler:
        HANDLERS[verb] = handler
        if updates:
            UPDATING.add(verb)
        if anywhere:
            ANYWHERE.add(verb)
        return handler

    return register


async def perform(press: Press) -> None:
    """Do what was pressed, if whoever pressed may be at the table that it concerns."""
    verb, match_id = press.control.verb, press.control.match
    if match_id and verb not in ANYWHERE:
        await press.come_to(match_id)
    await HANDLERS.get(verb, unknown)(press)


async def unknown(press: Press) -> None:
    """The answer to a control that this version does not serve."""
    await press.say(_("This button is from another version and does nothing now. Type /matches to go on."))


def typed(components: Sequence[dict[str, Any]]) -> Iterator[str]:
    """What was typed into the fields of a modal."""
    for component in components:
        if isinstance(text := component.get("value"), str):
            yield text
        inner = component.get("component")
        yield from typed(component.get("components", []) if inner is None else [inner])


async def pressed(interaction: discord.Interaction[Any]) -> None:
    """Answer a press of any control, also of one that another version has made, by its custom id alone.

    A ``DynamicItem`` would do as well, but for it discord.py builds the whole view of the pressed message
    once more, and passes over controls that an edit has just taken off their message.
    """
    if interaction.type not in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
        return
    data: dict[str, Any] = dict(interaction.data or {})
    control = ControlId.read(str(data.get("custom_id", "")))
    values = data.get("values") or list(typed(data.get("components", [])))
    press = Press(interaction, control, values, interaction.client.desk)
    press.updates = control.verb in UPDATING
    await press.answer(perform)


async def command(interaction: discord.Interaction[Any], handler: Handler) -> None:
    """Run a command's handler as a press is run: answered in time, whatever happens."""
    await Press(interaction, ControlId("command", 0, 0, ""), [], interaction.client.desk).answer(handler)


def answers(
    method: Callable[Concatenate[Home, Press, Typed], Awaitable[None]],
) -> Callable[Concatenate[Home, discord.Interaction[Any], Typed], Coroutine[Any, Any, None]]:
    """Make a cog's method the callback of a command; it is given a press, as the handlers of buttons are.

    discord.py finds the command's options in the signature of the method, from its third parameter on.
    """

    @wraps(method)
    async def callback(
        cog: Home, interaction: discord.Interaction[Any], /, *args: Typed.args, **kwargs: Typed.kwargs
    ) -> None:
        await command(interaction, lambda press: method(cog, press, *args, **kwargs))

    return callback
