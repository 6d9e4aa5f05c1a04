"""The word of a restart, at the tables where somebody is looking."""

import asyncio

from bot.clock import Clock
from bot.i18n import _, speaking
from bot.matches.errors import Corrupt, Refused
from bot.matches.service import MatchService
from bot.process import logs
from bot.ui import looking, screens
from bot.ui.display import Display

MOST = 25
"""How many tables are told at most: Discord takes about 50 requests a second from a bot."""


async def announce(matches: MatchService, display: Display, clock: Clock) -> None:
    """Say at the tables where somebody pressed a moment ago that the bot restarts.

    Nobody is looking at the others, and each edit for them would be missing for a press. The line holds a
    time, so that it stays true until the next change of the match redraws the table.
    """
    when = screens.moment(int(clock.now() * 1000))
    told = display.hands.lately(looking.AWAY)[:MOST]
    await asyncio.gather(*(_announce(matches, display, match_id, when) for match_id in told))


async def _announce(matches: MatchService, display: Display, match_id: int, when: str) -> None:
    await display.settled(match_id)  # else what is being painted would be drawn over the note
    with logs.about(match_id), display.answering(match_id):
        try:
            match = await matches.see(match_id)
        except (Refused, Corrupt):
            return
        if match.row.over:
            return
        with speaking(match.row.locale):
            note = _("-# 🔄 Parlour restarts {when}. Nothing is lost; if a press fails, press again.")
            drawing = await display.drawings.of(match, note.format(when=when))
        if await display.tables.draw(match.row, drawing):
            display.answered(match_id, drawing)
