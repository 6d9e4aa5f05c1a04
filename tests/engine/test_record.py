"""Records apart from any real game: a game of one coin and one bet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, NamedTuple

import pytest

from engine import core
from engine.copying import copied
from engine.core import BadOptions, ChanceNode, IllegalAction, Result, Rules, Seat, Tell
from engine.record import Codec, Fault, Playthrough, check, check_result, parse, write


class Coins(core.Options):
    coins: int = 1


class PlaceBet(NamedTuple):
    sides: tuple[int, ...]
    note: str | None = None


class LetBet(NamedTuple):
    sides: tuple[int, ...]
    note: str | None = None


class CoinToss(NamedTuple):
    side: int


@copied
class Position(core.Position):
    bets: tuple[tuple[int, ...] | None, ...]
    side: int | None = None


class Toss(Rules[Coins, Position, PlaceBet | LetBet, Position]):
    """Everybody bets on the sides at the same time; then the coin is tossed."""

    slug = "toss"
    seats = range(1, 4)
    Options = Coins
    actions = (PlaceBet, LetBet)
    outcomes = (CoinToss,)
    result_rules: ClassVar[Mapping[str, str]] = {"scores": "R2", "a.b": "R3"}

    def check(self, options: Coins, seats: int) -> None:
        super().check(options, seats)
        if options.coins > seats:
            raise BadOptions("coins", "too_many", most=seats)

    def start(self, options: Coins, seats: int) -> Position:
        return Position(
            options=options, seats=seats, asked="bet", to_act=(), scores=(0,) * seats, bets=(None,) * seats
        )

    def chance(self, state: Position) -> ChanceNode[Any] | None:
        if None in state.bets or state.side is not None:
            return None
        return ChanceNode(
            CoinToss, "R1", lambda rng: CoinToss(rng.randrange(2)), lambda one: one.side in {0, 1}
        )

    def resolve(self, state: Position, outcome: CoinToss, tell: Tell) -> None:
        state.side = outcome.side

    def to_act(self, state: Position) -> tuple[Seat, ...]:
        return tuple(seat for seat, bet in enumerate(state.bets) if bet is None)

    def legal(self, state: Position, seat: Seat) -> Sequence[PlaceBet | LetBet]:
        if state.bets[seat] is not None:
            return ()
        return [PlaceBet((0,)), PlaceBet((1,)), PlaceBet((0, 1), "both")]

    def refusal(self, state: Position, seat: Seat | None, action: Any) -> IllegalAction:
        if seat is None:
            return IllegalAction("R2", "no_chance_is_due")
        return IllegalAction("R1", "no_such_bet", sides=action.sides)

    def advance(self, state: Position, seat: Seat, action: PlaceBet | LetBet, tell: Tell) -> None:
        state.bets = (*state.bets[:seat], action.sides, *state.bets[seat + 1 :])

    def view(self, state: Position, seat: Seat | None) -> Position:
        return state

    def imagine(self, view: Position, rng: Random) -> Position:
        return view

    def scores(self, state: Position) -> tuple[int, ...]:
        return tuple(int(state.side in (bet or ())) for bet in state.bets)

    def result(self, state: Position) -> Result | None:
        if state.side is None:
            return None
        return Result(self.scores(state), (0,), "tossed", {"side": state.side})


TOSS = Toss()
HEAD = '{"record":1,"game":"toss","options":{"coins":1},"seats":2,"log":['
BETS = '{"seat":0,"do":"place_bet","sides":[0]},{"seat":1,"do":"place_bet","sides":[0,1],"note":"both"}'
TOSSED = ',{"chance":"coin_toss","side":1}'
END = '],"result":{"scores":[0,1],"winners":[0],"side":1}}'
WHOLE = HEAD + BETS + TOSSED + END


def test_a_record_is_written_to_the_letter() -> None:
    steps = [(1, PlaceBet((0, 1), "both")), (0, PlaceBet((0,))), (None, CoinToss(1))]
    assert write(TOSS, Coins(), 2, steps).json_line() == WHOLE
    assert write(TOSS, Coins(), 2, steps[:2]).json_line() == HEAD + BETS + "]}"
    assert check(TOSS, parse(WHOLE)).steps == [steps[1], steps[0], steps[2]]


def test_names_are_snake_case() -> None:
    assert Codec.name(PlaceBet) == "place_bet"
    assert Codec.name(CoinToss) == "coin_toss"


@pytest.mark.parametrize(
    ("expected", "given", "told"),
    [
        ({"a": [1, 2]}, {"a": [1, 2]}, None),
        ({"a": [1, 2]}, {"a": [2, 1]}, "result: a is [2, 1], not [1, 2]"),
        ({"a": 1}, {"a": True}, "result: a is true, not 1"),
        ({"a": 1}, {"a": 1.0}, "result: a is 1.0, not 1"),
        ({"a": [{"b": 1}, {"b": 2}]}, {"a": [{"b": 1}, {"b": 3}]}, "R3: a[1].b is 3, not 2"),
        ({"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 5}]}, "result: a[0].c does not belong there"),
        ({"a": [{"b": 1}]}, {"a": [{}]}, "R3: a[0].b is missing, not 1"),
        ({"a": [{"b": 1}]}, {"a": []}, "result: a is [], not [{"),
        ({"a": [{"b": 1}]}, {"a": [{"b": 1}] * 99}, "result: a has 99 items, not 1"),
        ({"a": [{"b": 1}]}, {"a": 3}, "result: a is 3, not [{"),
    ],
)
def test_where_a_result_differs(expected: Any, given: Any, told: str | None) -> None:
    record = parse(WHOLE).model_copy(update={"result": {"scores": [0, 1], "winners": [0], **given}})
    result = Result((0, 1), (0,), "tossed", expected)
    if told is None:
        check_result(TOSS, record, result)
        return
    with pytest.raises(Fault) as fault:
        check_result(TOSS, record, result)
    assert str(fault.value).startswith(told)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "record: is no JSON"),
        (WHOLE.replace('"side":1}}', '"side":1,"side":0}}'), "result: 'side' is given twice"),
        (WHOLE.replace('"coins":1', '"coins":1,"coins":1'), "options: 'coins' is given twice"),
        (WHOLE.replace('"seats":2', '"seats":2,"seats":2'), "record: 'seats' is given twice"),
        (WHOLE.replace('"note"', '"sides":[0],"note"'), "entry 1: record: 'sides' is given twice"),
        (WHOLE.replace('"side":1}}', '"side":NaN}}'), "record: is no JSON: NaN"),
        (WHOLE.replace('"side":1}}', '"side":' + "9" * 9999 + "}}"), "result: side is "),
        (WHOLE.replace('"seat":1', '"seat":' + "9" * 9999), "entry 1: record: an entry has a seat"),
        (WHOLE.replace('"both"', '"\\ud800"'), "entry 1: R1: no such bet"),
        (WHOLE.replace('"seats"', '"two\\nlines":1,"seats"'), "two\\nlines: Extra inputs"),
        (WHOLE.replace("[0]}", "[2]}").replace(TOSSED, ",5"), "entry 0: R1: no such bet"),
        (WHOLE.replace(TOSSED, ",5"), "entry 2: record: an entry is an object"),
        (WHOLE.replace('{"coins":1}', "[]"), "options: Input should be an object"),
        ("[" * 99999, "record: is nested too deeply"),
        ("[]", "record: is no object"),
        (HEAD + "]", "record: is no JSON"),
        (WHOLE.replace("toss", "cards", 1), "game: cards is not toss"),
        (WHOLE.replace('"coins":1', '"coins":true'), "options: coins: "),
        (WHOLE.replace('"coins":1', '"coins":3'), "options: coins: too many (most 2)"),
        (WHOLE.replace('"coins":1', ""), "options: coins must be given"),
        (WHOLE.replace('"seats":2', '"seats":9'), "options: seats: out of range"),
        (HEAD + BETS + TOSSED + "]}", "result: is missing"),
        (HEAD + BETS + "]}", "log: the match is not over"),
        (HEAD + BETS + END, "result: the match is not over"),
        (HEAD + BETS + TOSSED + '],"result":null}', "result: is null"),
        (WHOLE.replace("[0,1],", "[0,true],", 2), "entry 1: record: place_bet: sides: "),
        (WHOLE.replace('"scores":[0,1]', '"scores":[0,true]'), "R2: scores is [0, true], not [0, 1]"),
        (WHOLE.replace('"side":1}}', '"side":0}}'), "result: side is 0, not 1"),
        (WHOLE.replace('"winners":[0],', ""), "result: winners is missing, not [0]"),
        (WHOLE.replace("[0]}", "[2]}"), "entry 0: R1: no such bet (sides (2,))"),
        (WHOLE.replace("place_bet", "let_bet"), "entry 0: R1: no such bet"),
        (WHOLE.replace("place_bet", "fold"), "entry 0: record: this game knows no 'fold'"),
        (HEAD + BETS.replace('"seat":0', '"seat":1'), "record: is no JSON"),
        (HEAD + BETS.partition("},")[2] + "]}", "entry 0: record: seat 0 comes first"),
        (HEAD + TOSSED[1:] + "]}", "entry 0: R2: no chance is due"),
        (HEAD + BETS + TOSSED.replace("1}", "2}") + "]}", "entry 2: R1: impossible outcome"),
        (HEAD + BETS + TOSSED.replace("1}", "1.0}") + "]}", "entry 2: record: coin_toss: side: "),
        (HEAD + BETS + TOSSED * 2 + "]}", "entry 3: R2: no chance is due"),
    ],
)
def test_faults(line: str, told: str) -> None:
    with pytest.raises(Fault) as fault:
        check(TOSS, parse(line))
    assert str(fault.value).startswith(told)


def test_a_refused_step_changes_nothing() -> None:
    match = Playthrough(TOSS, Coins(), 1)
    for seat, thing in [(0, PlaceBet((5,))), (0, LetBet((0,))), (None, CoinToss(0)), (None, PlaceBet((0,)))]:
        with pytest.raises(IllegalAction):
            match.take(seat, thing)
    assert match.steps == []
    assert match.state == TOSS.start(Coins(), 1)


def test_actions_of_another_kind_are_not_allowed_though_equal_as_tuples() -> None:
    state = TOSS.start(Coins(), 1)
    place, let = PlaceBet((0,)), LetBet((0,))
    assert tuple(place) == tuple(let)
    assert TOSS.allows(state, 0, place)
    assert not TOSS.allows(state, 0, let)
