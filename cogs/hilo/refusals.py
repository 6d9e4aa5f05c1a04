"""Refusals of Cardinality in the player's words: the rule, and what to do instead."""

from bot.face import Names
from bot.i18n import _
from cogs.cards import card_text
from engine.core import IllegalAction


def words(error: IllegalAction, names: Names) -> str:
    facts = error.facts
    told = {
        "card": card_text(facts["card"]) if "card" in facts else "",
        "name": names[next((facts[key] for key in ("active", "picker") if key in facts), 0)],
    }
    if error.reason == "other_action_is_due":
        return _due()[facts["due"]]
    return {
        "match_over": _("The match is over."),
        "chance_is_due": _("The cards are being dealt; wait a moment."),
        "already_guessed": _("You have named your rank already; wait for the others."),
        "not_active": _("Only the active player calls, and that is {name}."),
        "no_steal_right": _("You have no steal right in this round; only a losing tie earns one."),
        "steals_later": _("Others steal before you; wait for your turn."),
        "already_offered": _("Your offer is in and cannot be changed; wait for the others."),
        "offered_without_asking": _("Your only card is offered without asking; wait for the others."),
        "not_your_pick": _("It is {name} who picks now."),
        "not_taking_part": _("You take no part in this; wait for the next deal."),
        "ace_is_fixed": _("What the ace counts is fixed in this match; call only Higher or Lower."),
        "ace_is_missing": _("Say with the call whether the ace is high or low."),
        "already_stolen": _("{card} has been stolen already; choose another card of this round."),
        "on_the_board": _("{card} lies on the board, which cannot be stolen; choose a card of this round."),
        "not_drawn_in_this_round": _("{card} is no card of this round; choose one that is."),
        "not_in_your_pile": _("{card} is not in your pile; offer a card that is."),
        "own_offer": _("{card} is your own offer; take somebody else's."),
        "already_taken": _("{card} has been taken; choose one of the offers left."),
        "not_offered": _("{card} is not among the offers; choose one that is."),
        "next_is_missing": _("Say also who picks next."),
        "nobody_is_named": _("Nobody is named here; just take an offer."),
        "next_is_yourself": _("You have picked already; name somebody else to pick next."),
        "next_is_no_trader": _("That seat has no card to trade; name somebody else."),
    }[error.reason].format(**told)


def _due() -> dict[str, str]:
    return {
        "guess": _("First everybody names a rank."),
        "call": _("Now Higher or Lower is called."),
        "steal": _("Now a card is stolen, or the right left unused."),
        "offer": _("Now a card is offered for trade."),
        "pick": _("Now an offer is taken."),
    }
