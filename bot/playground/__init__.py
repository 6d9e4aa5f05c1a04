"""Parlour with no token, no account and no network: `python -m bot.playground`.

SimCord keeps a Discord in memory and shows one channel of it as a web page, its *Preview*. That page is for
looking at a test as it runs: it stands still until it is refreshed, one person looks at a time, and the clock
moves only when told to. Here it becomes a table that several people sit at, each in a browser tab:

world.py    the world behind the page: real time, people with languages, ids that last, logs that do not
table.py    the page: it follows the world by itself, and lets people who press at the same moment take turns
page.*      what the browser gets on top of SimCord's page: help, a seat, and nothing that no player needs
serve.py    one playground with any bot, from its start to its end
start.py    the same with Parlour, whose matches outlive it
__main__.py the command line

The bot is not told that it is simulated. It sees an ordinary Discord with one server and one channel.
"""


class CannotStart(Exception):
    """Why there is no playground, in one line."""


SIMCORD = "3.2.1"
"""The only version this package is written for: it leans on names that SimCord does not promise to keep."""

PRIVATE_NAMES = {
    # The world.
    "simcord._clock:Clock": "replaced: our time is the wall's",
    "simcord._clock:Clock.advance": "does nothing here",
    "simcord._clock:Clock.now": "tells the time of messages, tokens and discord.utils.utcnow",
    "simcord.backend:Backend": "extended: stable ids, languages, pictures of emoji",
    "simcord.backend:Backend.create_application_emoji": "its picture is kept",
    "simcord.backend:Backend.create_channel": "its id is the same at every start",
    "simcord.backend:Backend.emit": "carries every event; an interaction is given its person's language",
    "simcord.backend:Backend.make_user": "their ids are the same at every start",
    "simcord.backend:Backend.reserve_id": "takes such an id",
    "simcord.backend:Backend.snowflake": "hands out ids",
    "simcord.backend.cdn:CDN_BASE": "where pictures are said to live",
    "simcord.backend.cdn:CdnStore#_blobs": "the pictures, by address",
    "simcord.backend:Backend#bot_user": "named Parlour",
    "simcord.backend:Backend#cdn": "the pictures",
    "simcord.backend:Backend#clock": "given in the constructor",
    "simcord.backend:Backend#http_requests": "bounded; the last one brings the picture of a new emoji",
    "simcord.backend:Backend#transcript": "bounded; all that happens is appended, so it tells of change",
    "simcord.backend.models:Interaction.responded": "whether a person has their answer",
    "simcord.env:Env#backend": "replaced by ours",
    "simcord.env:Env._notify_dispatch_observers": "called just before the bot is told of an interaction",
    "simcord.env:Env._settle_internal": "how long an action waits for the bot",
    # The page.
    "simcord.preview:Preview#_pages": "the open tabs, by id",
    "simcord.preview:Preview#_python": "a page that no browser shows",
    "simcord.preview:Preview#_server": "replaced by ours",
    "simcord.preview:Preview#capability": "the key in the address, kept over a restart",
    "simcord.preview:Preview._action": "everything a person does; made to wait for its turn",
    "simcord.preview:Preview._advance_presentation_time": "the time by which the page says 'today'",
    "simcord.preview:Preview._get_page": "the tab that acts",
    "simcord.preview:Preview._open_page": "a tab; given a seat by name, or a free one",
    "simcord.preview:Preview._publish": "makes a tab up to date",
    "simcord.preview._pages:_Page.id": "names a tab",
    "simcord.preview._pages:_Page.last_activity": "when a tab last asked",
    "simcord.preview._pages:_Page.revision": "counts what a tab was shown",
    "simcord.preview._pages:_Page.snapshot": "what it is shown now",
    "simcord.preview._pages:_Page.viewer": "who looks",
    "simcord.preview._server:PreviewServer._SECURITY_HEADERS": "sent with our files as well",
    "simcord.preview._server:PreviewServer._STATIC_FILES": "the paths it serves; ours are added",
    "simcord.preview._server:PreviewServer._allowed_hosts": "whom it serves",
    "simcord.preview._server:PreviewServer._static": "serves a file; the first page is given our additions",
}
"""Every such name, and why: `module:Class.attribute`, or `module:Class#attribute` of an instance."""
