"""Records held against the rules."""

from typing import Any

from engine.core import AnyRules
from engine.games import GAMES
from engine.record import Codec, Fault, Playthrough, Record, check, check_result, follow, parse, result_entry


def fault(line: str) -> Fault | None:
    """What is wrong with the complete record in a line of JSON."""
    try:
        record = parse(line)
        check(_rules(record), record)
    except Fault as found:
        return found
    return None


def report(line: str) -> dict[str, Any]:
    """Where the record in a line of JSON stands, which may stop early or be wrong from some entry on."""
    match: Playthrough | None = None
    found: Fault | None = None
    try:
        record = parse(line)
        rules = _rules(record)
        for match in follow(rules, record):  # noqa: B007 - where it stands is told below
            pass
        if match is not None:
            check_result(rules, record, rules.result(match.state), complete=False)
    except Fault as error:
        found = error
    verdict = {
        "ok": found is None,
        "illegal_at": None if found is None else found.entry,
        "reason": None if found is None else f"{found.where}: {found.reason}",
    }
    nowhere = {"over": False, "to_act": [], "chance": None, "legal": [], "scores": [], "result": None}
    return verdict | (nowhere if match is None else _standing(match))


def _rules(record: Record) -> AnyRules:
    try:
        return GAMES[record.game]
    except KeyError:
        raise Fault(None, "game", f"{record.game!r} is none of {', '.join(GAMES)}") from None


def _standing(match: Playthrough) -> dict[str, Any]:
    rules, state = match.rules, match.state
    codec = Codec(rules)
    waiting = rules.to_act(state)
    node = None if waiting else rules.chance(state)
    result = rules.result(state)
    if node is not None:
        legal = [{"chance": codec.name(node.kind), **node.fixed, **node.secret}]
    else:
        legal = [codec.encode(seat, action) for seat in waiting for action in rules.legal(state, seat)]
    return {
        "over": result is not None,
        "to_act": list(waiting),
        "chance": None if node is None else codec.name(node.kind),
        "legal": legal,
        "scores": list(rules.scores(state)),
        "result": None if result is None else result_entry(result),
    }
