"""Refusals of Tien Gow in the player's words: the rule, and what to do instead."""

from bot.face import Names
from bot.i18n import _, ngettext
from cogs.tiengow.words import kind, tiles
from engine.core import IllegalAction


def words(error: IllegalAction, names: Names) -> str:
    facts = error.facts
    size = facts.get("size", 0)
    told = {
        "name": names[facts["turn"]] if "turn" in facts else "",
        "tiles": tiles(facts["faces"]) if "faces" in facts else "",
        "kind": kind(facts["high"]) if "high" in facts else "",
        "n": size,
    }
    return {
        "match_over": _("The match is over."),
        "chance_is_due": _("The tiles are being dealt; wait a moment."),
        "lead_is_due": _("Now {name} leads a trick; there is nothing to beat yet."),
        "trick_is_open": _("The trick has been led; beat it or discard."),
        "not_your_turn": _("It is the turn of {name}; wait for yours."),
        "not_in_hand": _("{tiles} is not in your hand; choose tiles that are."),
        "wrong_number": ngettext(
            "Exactly {n} tile must be played in this trick.",
            "Exactly {n} tiles must be played in this trick.",
            size,
        ),
        "not_in_order": _("Name each tile once, in the order of the rank chart."),
        "first_copy_goes_first": _("Of two equal tiles the first copy is played first."),
        "no_group": _("These tiles are no group; choose one that the rules know, or discard them."),
        "supreme_is_led": _("Nothing beats a led Supreme; discard two tiles."),
        "supreme_beats_nothing": _("Supreme wins only when it is led; here it can only be discarded."),
        "other_kind": _("Only the same kind of group beats it, and that is {kind}; else discard."),
        "equal_rank": _("Equal rank loses: play a higher one, or discard."),
        "too_low": _("That is too low; play a higher one, or discard."),
        "early_death": _("Without a column you may not win a last trick of single tiles; discard."),
    }[error.reason].format(**told)
