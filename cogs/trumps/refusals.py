"""Refusals of Your trumps in the player's words: the rule, and what to do instead."""

from bot.face import Names
from bot.i18n import _
from cogs.cards import card_text
from cogs.trumps.words import trump_text
from engine.core import IllegalAction


def words(error: IllegalAction, names: Names) -> str:
    facts = error.facts
    told = {
        "card": card_text(facts["card"]) if "card" in facts else "",
        "top": card_text(facts["top"]) if "top" in facts else "",
        "suit": trump_text(facts["suit"]) if "suit" in facts else "",
        "name": f"**{names[facts['seat']]}**" if "seat" in facts else "",
    }
    return {
        "match_over": _("The match is over."),
        "chance_is_due": _("The cards are being dealt; wait a moment."),
        "not_your_turn": _("It is the turn of {name}."),
        "out": _("You are rid of your cards; wait for the next deal."),
        "trump_is_due": _("Choose your trump suit first."),
        "trumps_stay": _("The trump suits stay as they are for the whole match."),
        "suit_taken": _("{suit} belongs to {name}; choose another suit."),
        "pile_is_empty": _("The pile is empty, so lead any card of your hand."),
        "pile_is_not_empty": _("There is a pile: beat its top card {top}."),
        "second_card_is_due": _("You have beaten; now lay a second card on top, any card of your hand."),
        "beat_first": _("First beat the top card {top}; then you may lay any card on it."),
        "can_beat": _("You hold a card that beats {top}, so you must; you may pick up only if you cannot."),
        "not_in_your_hand": _("{card} is not in your hand; choose a card that is."),
        "does_not_beat": _(
            "{card} does not beat {top}; that takes a higher card of its suit, or one of your trumps."
        ),
        "own_trump_on_top": _("{top} is your own trump, so only a higher one beats it, and not {card}."),
    }[error.reason].format(**told)
