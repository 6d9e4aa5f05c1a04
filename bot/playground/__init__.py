"""Parlour with no token, no account and no network: `python -m bot.playground`.

SimCord keeps a Discord in memory and shows one channel of it as a web page, its *Preview*. That page is for
looking at a test as it runs: it stands still until it is refreshed, one person looks at a time, and the clock
moves only when told to. Here it becomes a table that several people sit at, each in a browser tab:

world.py    the world behind the page: real time, people with languages, ids that last, logs that do not
table.py    the page: it follows the world by itself, and lets people who press at the same moment take turns
media.py    its pictures, which are ours and need no checking
page.*      what the browser gets on top of SimCord's page: help, a seat, and nothing that no player needs
serve.py    one playground with any bot, from its start to its end
start.py    the same with Parlour, whose matches outlive it
__main__.py the command line

The bot is not told that it is simulated. It sees an ordinary Discord with one server and one channel.
"""


class CannotStart(Exception):
    """Why there is no playground, in one line."""


SIMCORD = "3.2.1"
"""The only version this package is written for: it leans on names that SimCord does not promise to keep.

tests/playground/test_pinned.py lists them and fails when they move.
"""
