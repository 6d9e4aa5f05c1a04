"""Refusals of Hi-Lo Flip in the player's words: the rule, and what to do instead."""

from bot.face import Names
from bot.i18n import _
from engine.core import IllegalAction


def words(error: IllegalAction, names: Names) -> str:
    facts = dict(error.facts)
    if "turn" in facts:
        facts["name"] = f"**{names[facts['turn']]}**"
    high = facts.get("side") == "hi"
    return {
        "match_over": _("The match is over."),
        "chance_is_due": _("The cards or the chip are moving; wait a moment."),
        "not_your_turn": _("It is {name} who plays now; wait for your turn."),
        "not_in_your_hand": _("{card} is not in your hand; play a card that is."),
        "does_not_fit": _("{card} does not fit: the chip shows HI, so play above {top}.")
        if high
        else _("{card} does not fit: the chip shows LO, so play below {top}."),
    }[error.reason].format(**facts)
