"""Refusals in the player's words: why not, and what to do instead."""

import discord

from bot.face import Faces
from bot.i18n import _, ngettext
from bot.matches.refusals import Refused
from bot.ui import screens

TOO_LARGE = 413
"""HTTP's status for a request of too many bytes."""

NAMED = 10
"""Channels that a refusal names; it counts the others."""


def refusal(refused: Refused, faces: Faces) -> str:
    """One or two sentences for the person who pressed."""
    if refused.code == "not_host":
        return _("Only the host {name} can do that.").format(name=_host(refused))
    if refused.code == "bad_options":
        return faces[refused.facts["row"].slug].bad_options(refused.facts["error"])
    facts = refused.facts
    if refused.code == "game_off":
        games = ", ".join(f"/play {slug}" for slug in facts.get("games", ()) if slug in faces)
        return _("This game is not played on this server. You may type: {games}").format(games=games)
    if refused.code == "channel_off":
        channels = facts.get("channels", ())
        where = ", ".join(f"<#{channel}>" for channel in channels[:NAMED])
        if (more := len(channels) - NAMED) > 0:
            where += " " + ngettext("and {n} more", "and {n} more", more).format(n=more)
        return _("Tables are opened in other channels here: {where}").format(where=where)
    if refused.code == "too_many":
        return _("This channel has its {n} tables already. End one, or use another channel.").format(
            n=facts.get("tables", 1)
        )
    if refused.code == "too_many_yours":
        return _("You have {n} tables in this channel already. /leave one, or use another channel.").format(
            n=facts.get("tables", 1)
        )
    if refused.code == "no_place":
        return _(
            "That match was played in {link}, where I cannot write any more. Type /play in another channel."
        ).format(link=facts.get("link"))
    if refused.code == "not_invited":
        return _(
            "I am not a member of this server or chat, so I could not show a table here. Ask somebody who "
            "manages the server to invite me ({link}), or play in a private chat with me."
        ).format(link=facts.get("link"))
    if refused.code == "elsewhere":
        return _("The table {link} stays on its server, where the others see it.").format(
            link=facts.get("link")
        )
    return _plain().get(refused.code) or _("That was another turn; here is the present one.")


def corrupt() -> str:
    """What is wrong with a match whose journal cannot be replayed."""
    return _(
        "This match cannot be read. It is kept; please tell whoever runs the bot. /leave gives up your seat."
    )


def not_taken(error: Exception) -> str:
    """Why Discord did not take an answer, if it said so in a way that helps."""
    if isinstance(error, discord.HTTPException) and error.status == TOO_LARGE:
        return _(
            "That is larger than what Discord takes in one message. Nothing is lost: "
            "please ask whoever runs the bot for it."
        )
    return _("Discord did not take that. Nothing is lost: please press again.")


def _plain() -> dict[str, str]:
    return {
        "gone": _("This table is not known any more. Type /play to open a new one."),
        "lobby": _("This match has not started: its host presses Start at the table."),
        "running": _("This match has already started. Your seat, if you have one, is under /matches."),
        "over": _("This match is over. Press Rematch at the table, or type /play."),
        "pruned": _("This match ended long ago; its moves are no longer kept. Type /play to open a new one."),
        "cancelled": _("This table was closed. Type /play to open a new one."),
        "full": _("All seats are taken. Type /play to open your own table."),
        "not_seated": _("You have no seat in this match. Type /play to open a table of your own."),
        "not_there": _(
            "The table of this match is in a place that you cannot see, so you cannot act in it from here. "
            "/leave gives up your seat."
        ),
        "put_out": _("The host has put you out of this table. Type /play to open a table of your own."),
        "left": _("They have left the table already."),
        "seated": _("You already sit at this table."),
        "not_yours": _("Only those who played can ask for a rematch. Type /play to open a table."),
        "no_computer": _("There is no computer player to remove."),
        "waiting": _("It is not your turn. Your hand is under My hand at any time."),
        "not_moderator": _("Only those who may manage messages in this channel can do that."),
        "not_manager": _("Only those who may manage this server can do that."),
        "cannot_write": _(
            "I cannot write here. Give me View Channel and Send Messages, or choose another channel."
        ),
        "restarting": _("Parlour is being restarted; try again in a minute. Nothing is lost."),
        "busy": _("Somebody else was quicker; please press again."),
    }


def _host(refused: Refused) -> str:
    row = refused.facts["row"]
    for sitting, name in zip(row.seats, screens.seat_names(row.seats), strict=True):
        if sitting.player_id == row.host_id:
            return f"**{name}**"
    return ""
