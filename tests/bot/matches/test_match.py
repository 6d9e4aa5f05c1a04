"""A match in memory is what its journal says, whether it was played or replayed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from bot.matches.match import TOLD, Match
from bot.store import JournalRow, MatchRow, SeatRow
from engine.core import AnyRules, IllegalAction
from engine.core import play as step
from engine.games import GAMES
from engine.luck import SealedRandom
from engine.record import check
from tests.bot.kept import lobby_row, sitting
from tests.bot.toy import TOY, Bid, Take, Toy, toy_row
from tests.engine.walks import kinds

RULES: dict[str, AnyRules] = {**GAMES, TOY.slug: TOY}
NAMES = ("ann", "bob", "cat", "dan", "eve", "fay")
AT = 1_000
UNPLAYABLE = (ValueError, LookupError, IllegalAction)
"""What restoring an impossible journal raises: for its form, a seat that is none, an illegal action."""

games = pytest.mark.parametrize("slug", RULES)


def some_row(slug: str, seed: int) -> MatchRow:
    """A match about to begin, of any kind the game allows."""
    rng = Random(seed)
    rules = RULES[slug]
    seats = rng.choice(rules.seats)
    options = next(kinds(rules, seats, 1, seed)) if slug in GAMES else rules.Options()
    return lobby_row(
        *sitting(*NAMES[:seats]),
        id=seed + 1,
        slug=slug,
        status="running",
        options=options.model_dump(mode="json"),
        seed=rng.randbytes(32),
    )


def play(match: Match, rng: Random, most: int = 10_000) -> Iterator[Match]:
    """The match after each random choice with the luck that follows; ``most`` is how many at most."""
    match.draw_chance(AT)
    yield match
    for _ in range(most):
        if not match.waiting:
            return
        seat = rng.choice(match.waiting)
        match.play(seat, rng.choice(match.legal(seat)), person_id=match.row.seats[seat].player_id, at=AT)
        yield match


@cache
def finished(slug: str, seed: int) -> Match:
    *_, match = play(Match.begin(some_row(slug, seed), RULES[slug]), Random(seed))
    return match


def snapshot(match: Match) -> dict[str, Any]:
    """Everything that a match is, apart from its row and what is still to be written."""
    return {
        "state": match.state.clone(),
        "steps": list(match.steps),
        "drawn": match.drawn,
        "stamps": list(match.stamps),
        "waiting": match.waiting,
        "told": list(match.told),
        "events": match.events,
        "answered": list(match.answered),
        "legal": [match.legal(seat) for seat in range(len(match.row.seats))],
        "result": match.result(),
    }


# Journals


@games
@pytest.mark.parametrize("seed", range(4))
def test_restored_match_equals_the_live_one_at_every_point(slug: str, seed: int) -> None:
    row = some_row(slug, seed)
    live = Match.begin(row, RULES[slug])
    done = 0
    for match in play(live, Random(seed), 60):
        assert [entry.n for entry in match.entries] == list(range(len(match.steps)))
        for upto in range(done, len(match.entries)):
            half_way = Match.restore(row, RULES[slug], match.entries[: upto + 1])
            half_way.draw_chance(AT)
            assert snapshot(half_way) == snapshot(match), "luck goes on where it was"
            assert half_way.entries == match.entries[upto + 1 :]
        done = len(match.entries)
        assert snapshot(Match.restore(row, RULES[slug], match.entries)) == snapshot(match)


@games
def test_restored_match_has_no_pending_entries_or_veils(slug: str) -> None:
    for seed in range(5):
        live = finished(slug, seed)
        restored = Match.restore(live.row, RULES[slug], live.entries)
        assert restored.entries == []
        assert restored.frames == []
        assert restored.row == live.row


@games
def test_an_empty_journal_is_the_beginning(slug: str) -> None:
    row = some_row(slug, 0)
    assert snapshot(Match.restore(row, RULES[slug], [])) == snapshot(Match.begin(row, RULES[slug]))


@games
def test_entries_say_who_did_what_and_when(slug: str) -> None:
    match = Match.begin(some_row(slug, 1), RULES[slug])
    match.draw_chance(7)
    while match.waiting:
        seat = match.waiting[-1]
        at = len(match.steps)
        match.play(seat, match.legal(seat)[0], person_id=seat * 10 if seat else None, at=at)
        entry, *chance = match.entries[at:]
        assert entry.at == entry.n == at
        assert json.loads(entry.entry)["seat"] == seat
        assert entry.player_id == (seat * 10 or None)
        assert all(
            line.player_id is None and line.at == at and "chance" in json.loads(line.entry) for line in chance
        )


def doubled(journal: list[JournalRow], at: int) -> list[JournalRow]:
    return [*journal[: at + 1], *journal[at:]]


def without(journal: list[JournalRow], at: int) -> list[JournalRow]:
    return journal[:at] + journal[at + 1 :]


def swapped(journal: list[JournalRow], at: int) -> list[JournalRow]:
    return [*journal[:at], journal[at + 1], journal[at], *journal[at + 2 :]]


def saying(entry: str) -> Callable[[list[JournalRow], int], list[JournalRow]]:
    def changed(journal: list[JournalRow], at: int) -> list[JournalRow]:
        return [*journal[:at], journal[at]._replace(entry=entry), *journal[at + 1 :]]

    return changed


@games
@pytest.mark.parametrize(
    "damage",
    [
        doubled,
        without,
        swapped,
        *map(
            saying,
            [
                "",
                "{",
                "null",
                "7",
                '"x"',
                "[]",
                "{}",
                '{"seat":0}',
                '{"seat":0,"do":"nonsense"}',
                '{"seat":"0","do":"bid","n":0}',
                '{"seat":99,"do":"bid","n":0}',
                '{"seat":-1,"do":"bid","n":0}',
                '{"chance":"nonsense"}',
                '{"chance":"roll","face":9}',
                '{"seat":0,"do":"bid","n":0,"more":1}',
            ],
        ),
    ],
)
def test_a_damaged_journal_is_refused(slug: str, damage: Callable[..., list[JournalRow]]) -> None:
    match = finished(slug, 3)
    for at in {0, 1, len(match.entries) // 2, len(match.entries) - 2}:
        with pytest.raises(UNPLAYABLE):
            Match.restore(match.row, RULES[slug], damage(match.entries, at))


@games
def test_nothing_happens_after_the_end(slug: str) -> None:
    match = finished(slug, 4)
    assert match.result() is not None
    assert match.waiting == ()
    assert match.computers() == []
    before = snapshot(match)
    match.draw_chance(AT)
    assert snapshot(match) == before
    last = len(match.entries)
    for entry in [line.entry for line in match.entries[:: last // 6]]:
        with pytest.raises(UNPLAYABLE):
            Match.restore(match.row, RULES[slug], [*match.entries, JournalRow(last, entry, None, AT)])


@games
def test_a_journal_of_another_match_is_refused(slug: str) -> None:
    match = finished(slug, 5)
    fewer = replace(match.row, seats=match.row.seats[:1])
    with pytest.raises(UNPLAYABLE):
        Match.restore(fewer, RULES[slug], match.entries)
    with pytest.raises(ValueError, match="nonsense"):
        Match.restore(replace(match.row, options={"nonsense": 1}), RULES[slug], match.entries)


@games
def test_the_record_is_one_that_others_can_check(slug: str) -> None:
    for seed in range(3):
        match = Match.begin(some_row(slug, seed), RULES[slug])
        for turn, now in enumerate(play(match, Random(seed))):
            if turn % 60 == 0:
                check(RULES[slug], now.record(), complete=False)
        record = match.record()
        assert check(RULES[slug], record).state == match.state
        assert record.game == slug
        assert record.seats == len(match.row.seats)


# Copies


@games
@pytest.mark.parametrize("seed", range(4))
def test_fork_is_independent_of_its_original(slug: str, seed: int) -> None:
    rng = Random(seed)
    for turn, match in enumerate(play(Match.begin(some_row(slug, seed), RULES[slug]), rng, 150)):
        if turn % 7:
            continue
        before, written = snapshot(match), list(match.entries)
        fork = match.fork()
        assert snapshot(fork) == before
        assert fork.entries == []
        assert fork.frames == []
        *_, fork = play(fork, Random(seed), 30)
        assert snapshot(match) == before
        assert match.entries == written
        assert [line.n for line in fork.entries] == list(range(len(match.steps), len(fork.steps)))
        again = match.fork()
        changed = snapshot(again)
        if match.waiting:
            seat = match.waiting[0]
            match.play(seat, match.legal(seat)[0], at=AT)
            assert snapshot(again) == changed, "nor does the original reach into its fork"


# Stamps


@games
@pytest.mark.parametrize("seed", range(6))
def test_a_stamp_is_one_decision_of_one_seat(slug: str, seed: int) -> None:
    match = Match.begin(some_row(slug, seed), RULES[slug])
    rng = Random(seed)
    match.draw_chance(AT)
    assert all(match.stamps[seat] == (seat in match.waiting) for seat in range(len(match.stamps)))
    seen: set[tuple[int, int]] = set()
    while match.waiting:
        seat = rng.choice(match.waiting)
        assert (seat, match.stamps[seat]) not in seen
        seen.add((seat, match.stamps[seat]))
        asked, legal = list(match.stamps), [match.legal(other) for other in range(len(match.stamps))]
        waiting, before = match.waiting, match.events
        match.play(seat, rng.choice(legal[seat]), at=AT)
        assert match.answered[seat] == before
        for other in range(len(match.stamps)):
            if other != seat and other in waiting and other in match.waiting:
                assert match.stamps[other] == asked[other], "another seat's choice does not age it"
                assert match.legal(other) == legal[other]
            elif other in match.waiting:
                assert match.stamps[other] > asked[other]


def test_simultaneous_choices_do_not_change_other_stamps() -> None:
    row = toy_row(*sitting("ann", "bob", "cat"))
    match = Match.begin(row, TOY)
    assert list(match.waiting) == [0, 1, 2]
    for seat in (2, 0):
        assert match.stamps == [1, 1, 1]
        match.play(seat, Bid(seat), at=AT)
    assert match.stamps == [1, 1, 1]
    assert list(match.waiting) == [1]
    assert match.legal(2) == []
    match.play(1, Bid(0), at=AT)
    assert list(match.waiting) == [2]
    assert match.stamps == [1, 1, 2]


def test_immediate_next_decision_has_a_new_stamp() -> None:
    match = Match.begin(toy_row(*sitting("ann", "bob"), rounds=2), TOY)
    rng = Random(0)
    while match.state.left == 2:
        seat = match.waiting[0]
        asked = match.stamps[seat]
        match.play(seat, rng.choice(match.legal(seat)), at=AT)
        if seat in match.waiting:
            assert match.stamps[seat] > asked


# Luck


@games
def test_luck_follows_from_the_seed_alone(slug: str) -> None:
    for seed in range(5):
        row, rules = some_row(slug, seed), RULES[slug]
        first, second = (list(play(Match.begin(row, rules), Random(seed)))[-1] for _ in range(2))
        assert first.entries == second.entries
        state, drawn = rules.start(first.options, len(row.seats)), 0
        for seat, thing in first.steps:
            if seat is None:
                node = rules.chance(state)
                assert node is not None
                assert node.sample(SealedRandom(row.seed, drawn)) == thing
                drawn += 1
            state = step(rules, state, seat, thing)
        assert drawn == first.drawn
        assert state == first.state


@games
def test_another_seed_is_another_luck(slug: str) -> None:
    row, rules = some_row(slug, 0), RULES[slug]
    journals = set()
    for seed in range(12):
        match = Match.begin(replace(row, seed=Random(seed).randbytes(32)), rules)
        *_, match = play(match, Random(1))
        journals.add(tuple(line.entry for line in match.entries if "chance" in json.loads(line.entry)))
    assert len(journals) > 6


def test_the_order_of_simultaneous_choices_does_not_change_the_luck() -> None:
    outcomes = set()
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        match = Match.begin(toy_row(*sitting("ann", "bob", "cat")), TOY)
        for seat in order:
            match.play(seat, Bid(seat), at=AT)
        outcomes.add((match.steps[-1], tuple(match.legal(match.waiting[0]))))
    assert len(outcomes) == 1


# What was told


@games
def test_only_the_latest_events_are_remembered(slug: str) -> None:
    match = finished(slug, 2)
    numbers = [told.n for told in match.told]
    assert numbers == list(range(match.events))[-TOLD:]


def test_long_matches_do_not_grow() -> None:
    match = Match.begin(toy_row(*sitting("ann", "bob"), rounds=40), TOY)
    *_, match = play(match, Random(0), 1_000)
    assert match.result() is not None
    assert len(match.told) == TOLD < match.events


# Steps that must not look forced


class Fixed(Toy):
    """Every die shows 1: four counters lie there."""

    def resolve(self, state: Any, outcome: Any, tell: Any) -> None:
        super().resolve(state, outcome._replace(face=1), tell)


def before_the_forced_steps(*seats: SeatRow) -> Match:
    match = Match.begin(toy_row(*seats), Fixed())
    for seat in range(len(seats)):
        match.play(seat, Bid(0), at=AT)
    assert match.waiting == (0,)
    return match


def test_a_forced_step_can_be_shown_as_a_turn() -> None:
    match = before_the_forced_steps(*sitting("ann", "bob", "cat"))
    asked = list(match.stamps)
    match.play(0, Take(2), at=AT)
    first, second = match.frames
    for frame, seat, left in ((first, 1, 2), (second, 2, 1)):
        assert frame.waiting == (seat,)
        assert frame.state.pool == left
        assert frame.legal(seat) == [Take(1)]
        assert frame.stamps[seat] == asked[seat] + 1
        assert frame.result() is None
        assert frame.entries == []
    assert [len(frame.told) for frame in (first, second)] == [match.events - 2, match.events - 1]
    assert match.stamps == [asked[0] + 1, asked[1] + 2, asked[2] + 2], "each is asked to bid again"
    assert match.waiting == (0, 1, 2)
    assert len(match.entries) == 5, "forced steps are no entries"


def test_frames_stay_as_they_are() -> None:
    match = before_the_forced_steps(*sitting("ann", "bob", "cat"))
    match.play(0, Take(2), at=AT)
    frames = list(match.frames)
    before = [snapshot(frame) for frame in frames]
    *_, match = play(match, Random(0))
    assert [snapshot(frame) for frame in frames] == before


def test_a_computer_needs_no_time() -> None:
    people = sitting("ann", "bob", "cat")
    match = before_the_forced_steps(people[0], replace(people[1], level="normal"), people[2])
    match.play(0, Take(2), at=AT)
    assert [frame.waiting for frame in match.frames] == [(2,)]
    asked = list(match.stamps)
    restored = Match.restore(match.row, match.rules, match.entries)
    assert restored.stamps == asked, "its stamps count all the same"


def test_seat_holder_does_not_change_stamps() -> None:
    match = before_the_forced_steps(*sitting("ann", "bob", "cat"))
    match.play(0, Take(2), at=AT)
    computers = replace(match.row, seats=tuple(replace(row, level="random") for row in match.row.seats))
    restored = Match.restore(computers, match.rules, match.entries)
    assert snapshot(restored) == snapshot(match)
    assert restored.computers() == [0, 1, 2]
    assert match.computers() == []
