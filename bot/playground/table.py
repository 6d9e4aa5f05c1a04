"""SimCord's Preview, made a table: it follows the world by itself, and several people act in it at once."""

import asyncio
import contextlib
import zoneinfo
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, Self

from aiohttp import web
from simcord import ChannelHandle, MemberActor
from simcord.preview import Preview
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from bot.playground.media import OwnPictures
from bot.playground.world import LiveEnv

TICK = 0.2  # seconds between two looks at the world; a page asks for news twice a second
GONE = 90.0  # seconds of silence that free a tab's seat (hidden tabs may ask only once a minute)
CONTROLS = {2, 3}  # buttons, and menus of the bot's own words
NAMED = "~"

HERE = Path(__file__).parent
ADDED_FILES = {
    "/playground.js": ("page.js", "application/javascript"),
    "/playground.css": ("page.css", "text/css"),
    "/playground.svg": ("page.svg", "image/svg+xml"),
    "/favicon.ico": ("page.svg", "image/svg+xml"),
}
REWORDED = {
    "<title>SimCord Preview</title>": '<title>Parlour</title>\n    <link rel="icon" href="/playground.svg">',
    'aria-hidden="true">S</span>': 'aria-hidden="true">♠</span>',
    "<strong>SimCord</strong><small>Preview</small>": "<strong>Parlour</strong><small>Playground</small>",
    '<label class="viewer-control">Viewing as': '<label class="viewer-control">You are',
    "No messages in this channel.": (
        "Nothing has been played here yet.<br>Type <kbd>/play</kbd> below, choose a game and press Enter,"
        " then press <b>Start</b>: the computer takes the empty seats.<br>For company, open this address in"
        " another tab: each tab is another person."
    ),
    '<form id="channel-composer"': (
        '<p id="playground-help">Type <kbd>/play</kbd> and Enter to open a table, <kbd>/help</kbd> for more.'
        " Another tab is another person.</p>\n"
        '              <form id="channel-composer"'
    ),
    '<link rel="stylesheet" href="/preview.css">': (
        '<link rel="stylesheet" href="/preview.css">\n    <link rel="stylesheet" href="/playground.css">\n'
        '    <script src="/playground.js"></script>'
    ),
}
"""What the first page says in SimCord, and what it says here."""


class PageServer(PreviewServer):
    """Serves SimCord's page with our additions."""

    _STATIC_FILES: ClassVar = {
        **PreviewServer._STATIC_FILES,
        **{path: name for path, (name, _) in ADDED_FILES.items()},
    }

    async def _static(self, request: web.Request) -> web.Response:
        if request.path in ADDED_FILES and request.headers.get("Host", "") in self._allowed_hosts():
            name, kind = ADDED_FILES[request.path]
            text = (HERE / name).read_text(encoding="utf-8")
            return web.Response(text=text, content_type=kind, headers=self._SECURITY_HEADERS)
        response: web.Response = await super()._static(request)
        if request.path == "/" and response.text is not None:
            for theirs, ours in REWORDED.items():
                response.text = response.text.replace(theirs, ours)
        return response


def controls(part: Any) -> Iterator[dict[str, Any]]:
    """Every button and menu in what a tab is shown."""
    if isinstance(part, dict):
        if part.get("type") in CONTROLS and "control_key" in part and "custom_id" in part:
            yield part
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from controls(inner)


def time_zone() -> str:
    """The name of this machine's time zone, where it tells."""
    name = "/".join(Path("/etc/localtime").resolve().parts).rpartition("/zoneinfo/")[2]
    return name if name in zoneinfo.available_timezones() else "UTC"


class Table(Preview):
    """One channel, shown to several people in their tabs."""

    env: LiveEnv

    def __init__(
        self, env: LiveEnv, channel: ChannelHandle, people: Sequence[MemberActor], port: int, key: str
    ) -> None:
        super().__init__(
            env, channel, tuple(people), layout="channel", display="responsive", width=960, height=720,
            locale="en-US", timezone=time_zone(), presentation_time=None, assets=None, port=port,
        )  # fmt: skip
        self.capability = key
        self._server = PageServer(self, port)
        self._media_worker = OwnPictures()
        self._turn = asyncio.Lock()
        self._published = 0

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        self.following = asyncio.create_task(self._follow())
        return self

    async def __aexit__(self, *exc: object) -> None:
        if not self.following.done():
            self.following.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.following  # where it has failed, that is the error to show
        await super().__aexit__(*exc)

    async def _follow(self) -> None:
        """Let time pass in the world, and show every tab what has changed, until cancelled."""
        while True:
            await asyncio.sleep(TICK)
            async with self._turn:
                await self.env.settle(timeout=0)
                self._publish_changes()

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """What a person does waits for its turn (SimCord would refuse it), and then all the others see it."""
        async with self._turn:
            self._publish_changes()
            page = self._get_page(context_id)
            before = page.revision
            result = await super()._action(context_id, self._renewed(page, body))
            self._publish_changes(but=page if page.revision > before else None)
            return result

    @staticmethod
    def _renewed(page: _Page, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The action as if it had been made on the newest page.

        SimCord refuses an action on a page that has changed since. A table changes whenever others act, so
        this would hit people who did nothing wrong. The refusal stands only where the control itself is gone.
        """
        if not isinstance(body, dict) or "published_revision" not in body:
            return body
        pressed = str(body.get("control_key", ""))
        key, named, _ = pressed.partition(NAMED)
        if not named:
            return {**body, "published_revision": page.revision}
        there = any(control["control_key"] == pressed for control in controls(page.snapshot["messages"]))
        return {**body, "control_key": key, "published_revision": page.revision if there else 0}

    def _publish(self, page: _Page, *, reason: Any = "action") -> None:
        """Make a tab up to date.

        SimCord names a control by its place in the message. Where another one takes the place, a late press
        would hit what its person has not seen, and a menu would show what was chosen in the one before:
        so the bot's own name of it is added.
        """
        super()._publish(page, reason=reason)
        for control in controls(page.snapshot["messages"]):
            control["control_key"] += NAMED + control["custom_id"]

    def _publish_changes(self, but: _Page | None = None) -> None:
        if self._published == (happened := self.env.backend.happenings.appended):
            return
        self._published = happened
        self._advance_presentation_time()
        for page in tuple(self._pages.values()):
            # Publishing one page may end another whose tab has long been silent.
            if page is not but and page is not self._python and page.id in self._pages:
                self._publish(page, reason="refresh")

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> _Page:
        """A new tab: as the person it names, else as the first one who has no tab."""
        ids = {person.name: person.id for person in self.viewers}
        now = monotonic()
        taken = {
            page.viewer.id
            for page in self._pages.values()
            if page is not self._python and now - page.last_activity < GONE
        }
        free = [person for person in ids.values() if person not in taken]
        wanted = ids.get(viewer_id, viewer_id)
        if str(wanted) not in map(str, ids.values()):
            wanted = free[0] if free else self.viewers[0].id
        return super()._open_page(wanted, target_id)
