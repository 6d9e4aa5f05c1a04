"""What everybody sees of Heart of the Cards: the table, and the sheets at the end."""

from collections.abc import Iterator, Sequence

from bot.emoji import emoji
from bot.face import Names
from bot.i18n import _
from bot.screen import Block, Line, Text, apart
from cogs.cards import card_text
from cogs.heart import drawing
from cogs.heart.words import condition, dice, did, left, player, power, reminder, valued
from cogs.words import bold, capital, headline, n_rounds, people, signed, turn_mark
from engine.core import Result, Seat
from engine.games.heart.cards import QC, QD, VALUES, best_is_high, worth
from engine.games.heart.model import Effect, Round, Sheet, values
from engine.games.heart.state import View


def table(view: View, names: Names) -> Sequence[Block]:
    if not view.spots or view.first is None:
        return [Text(_("The heart is being laid."))]
    said = [f"**{status(view)}**"]
    if view.left:
        said += [drawing.heart(view), drawing.legend(view)]
    elif view.queen is not None:
        said.append(_queen(view.queen))
    elif view.playing is not None and (wild := view.wild(view.playing)) is not None:
        said.append(
            _("**{name}** plays {wild}: {power}.").format(
                name=names[view.playing], wild=card_text(wild), power=power(wild)
            )
        )
    players = [turn_mark(view.to_act, seat) + player(view, names, seat) for seat in range(view.seats)]
    return [Text("\n".join(said)), Text("\n".join([*players, reminder()]))]


def asked(view: View, names: Names) -> str:
    who = people(view.to_act, names)
    match view.asked:
        case "pick":
            return _("{name} takes a card of the heart").format(name=who)
        case "wild":
            return _("{name} chooses a card for the Wildcard").format(name=who)
        case "nothing":
            return _("The match is over")
        case "roll" | "tie":
            return _("Dice are being rolled")
        case _:
            return _("The cards are on their way")


def _queen(queen: int) -> str:
    """The Queen that is turned up, and what she asks for."""
    text = _("**{queen}**: {condition}.").format(queen=card_text(queen), condition=condition(queen))
    return emoji("crown", "👑") + " " + text


def status(view: View) -> str:
    """Where the match stands: the round, and what is left of the heart."""
    if not view.spots:
        return ""
    parts = []
    if view.options.rounds > 1:
        parts.append(
            _("Round {number} of {all}").format(number=len(view.rounds) + 1, all=view.options.rounds)
        )
    parts.append(left(view) if view.left else _("only the Queen is left"))
    return capital(" · ".join(parts))


def end(view: View, result: Result, names: Names) -> Sequence[Block]:
    """Who won and why, the earlier rounds, and the last one with its arithmetic."""
    last = view.last
    assert last is not None
    blocks: list[Block] = [Text(_winners(view, result, names)), Line()]
    if len(view.rounds) > 1:
        blocks.append(
            Text("\n".join(_round(number, one, names) for number, one in enumerate(view.rounds[:-1], 1)))
        )
    done = last.round
    head = [_queen(done.queen)]
    if len(view.rounds) > 1:
        head.insert(0, _("**Round {number}**").format(number=len(view.rounds)))
    blocks.append(Text("\n".join(head)))
    high = best_is_high(done.queen)
    ranking = sorted(range(view.seats), key=lambda seat: -done.totals[seat] if high else done.totals[seat])
    blocks += apart("\n".join(_hand(last, names, seat)) for seat in ranking)
    if rolls := "\n".join(_rolls(last, names)):
        blocks.append(Text(rolls))
    return blocks


def _winners(view: View, result: Result, names: Names) -> str:
    rounds = len(view.rounds)
    if rounds == 1:
        return headline(result, names)
    if len(result.winners) > 1:
        return headline(result, names, n_rounds)
    return headline(result, names, lambda won: _("{won} of {rounds} rounds").format(won=won, rounds=rounds))


def _round(number: int, one: Round, names: Names) -> str:
    return _("-# Round {number} · {queen} · {totals} → {name}").format(
        number=number,
        queen=card_text(one.queen),
        totals=" / ".join(map(signed, one.totals)),
        name=names[one.winner],
    )


def _hand(last: Sheet, names: Names, seat: Seat) -> Iterator[str]:
    done = last.round
    total = done.totals[seat]
    mark = "🏆 " if seat == done.winner else ""
    yield f"{mark}{bold(seat, names)} · " + _("total **{total}**").format(total=signed(total))
    effect = next((effect for effect in last.effects if effect.seat == seat), None)
    cards = last.hands[seat]
    if effect is not None:
        yield f"{card_text(effect.wild)}: " + (power(effect.wild) if effect.cards else did(effect))
    if cards:
        yield "-# " + " · ".join(_marked(card, effect) for card in cards)
    yield "-# " + _arithmetic(done.queen, values(cards, effect), total)


def _marked(card: int, effect: Effect | None) -> str:
    """A card of a hand, with what a Wildcard has made of it."""
    if effect is None or card not in effect.cards:
        return valued(card)
    after = worth(card, effect.wild)
    if after is None:
        return f"~~{valued(card)}~~"
    return f"{card_text(card)} ~~{signed(VALUES[card])}~~ **{signed(after)}**"


def _arithmetic(queen: int, worths: Sequence[int], total: int) -> str:
    """The sum under the Queen, term by term."""
    if queen == QD:
        worths = [abs(value) for value in worths]
    elif queen == QC:
        worths = [-abs(value) for value in worths]
    if not worths:
        return _("no cards = 0")
    terms = " ".join(signed(value) for value in worths)
    return f"{terms} = {signed(total)}"


def _rolls(last: Sheet, names: Names) -> Iterator[str]:
    everybody = ", ".join(names)
    for why, text in (
        ("first", _("🎲 Who began ({names}): {dice}")),
        ("tie", _("🎲 Roll-off of the best ({names}): {dice}")),
    ):
        rolls = [roll for roll in last.rolls if roll.why == why]
        if rolls:
            yield "-# " + text.format(names=everybody, dice=dice(rolls, len(names)))
