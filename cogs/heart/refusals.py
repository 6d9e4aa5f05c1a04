"""Refusals of Heart of the Cards in the player's words: the rule, and what to do instead."""

from bot.face import Names
from bot.i18n import _
from cogs.heart.words import valued
from engine.core import IllegalAction


def words(error: IllegalAction, names: Names) -> str:
    facts = error.facts
    told = {
        "card": valued(facts["card"]) if "card" in facts else "",
        "name": names[facts.get("player", 0)],
        "spot": facts.get("spot"),
        "spots": facts.get("spots"),
    }
    if error.reason == "other_action_is_due":
        return _("Now a card is picked.") if facts["due"] == "pick" else _("Now the Wildcards are played.")
    return {
        "match_over": _("The match is over."),
        "chance_is_due": _("Cards and dice are on their way; wait a moment."),
        "not_your_turn": _("It is the turn of {name}; wait for yours."),
        "no_such_spot": _("There is no spot {spot}; choose one from 1 to {spots}."),
        "already_taken": _("Spot {spot} is empty; choose one that still has a card."),
        "holds_a_wildcard": _("You already hold a Wildcard, and one is all you may have; take a Point card."),
        "not_in_your_hand": _("That card is not in your hand; choose one that is."),
        "not_negative": _("{card} is not negative; choose a black card."),
        "not_positive": _("{card} is not positive; choose a red card."),
    }[error.reason].format(**told)
