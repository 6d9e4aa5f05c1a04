"""Refusals of Xgame in the player's words: the rule, and what to do instead."""

from bot.face import Names
from bot.i18n import _
from cogs.cards import card_text
from engine.core import IllegalAction


def words(error: IllegalAction, names: Names) -> str:
    """Why not, and what then."""
    facts = error.facts
    told = {
        "name": names[facts.get("turn", 0)],
        "card": card_text(facts["card"]) if "card" in facts else "",
    }
    return {
        "match_over": _("The match is over."),
        "chance_is_due": _("The cards are being dealt; wait a moment."),
        "not_your_turn": _("It is the turn of {name}; wait for yours."),
        "not_in_your_hand": _("{card} is not in your hand; choose one that is."),
    }[error.reason].format(**told)
