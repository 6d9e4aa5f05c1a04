"""Plays whole matches by reading hands and pressing what can be pressed, knowing nothing of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tests.e2e.shown import Control, Shown, match_number
from tests.e2e.world import Answer, Person, World

NOT_OF_THE_GAME = {"Refresh", "Rematch", "Open my hand"}
MOST_PRESSES = 5000


def playable(hand: Shown) -> list[Control]:
    """The controls of a hand with which the person chooses something."""
    return [one for one in hand.controls if one.enabled and one.label not in NOT_OF_THE_GAME]


def decisions(hand: Shown) -> set[str]:
    """Which decision the controls of a hand belong to; none if there is nothing to choose."""
    return {control.custom_id.split(":")[3] for control in playable(hand)}


def is_over(table: Shown) -> bool:
    return "Rematch" in table.labels


class Player:
    """The people of one match, each with the hand that they have open."""

    def __init__(self, world: World, table: Shown, people: Sequence[Person], seed: int = 0) -> None:
        self.world = world
        self.match = match_number(table)
        self.people = list(people)
        self.hands: dict[Person, Shown] = {}
        self.random = Random(seed)
        self.presses = 0
        self.after_each: list[Callable[[], None]] = []
        """Called after each press: what a test watches."""

    @property
    def table(self) -> Shown:
        return self.world.table(self.match)

    async def start(self) -> None:
        """The host presses Start. Some matches are over before anybody is asked anything."""
        answer = await self.people[0].press(self.table, "Start")
        if not is_over(self.table):
            self.hands[self.people[0]] = answer.private

    async def hand(self, person: Person) -> Shown:
        """The person's hand as it is now; opened first if need be."""
        if person in self.hands:
            self.hands[person] = self.world.now(self.hands[person])
        else:
            self.hands[person] = await person.hand(self.table)
        return self.hands[person]

    async def on_turn(self) -> Person | None:
        """Somebody who may choose now, by what their hand shows; None when the match is over."""
        if is_over(self.table):
            return None
        for again in (False, True):
            for person in self.people:
                if again:  # what is open may be out of date: only some hands can be refreshed by the bot
                    self.hands.pop(person, None)
                if playable(await self.hand(person)):
                    return person
        raise AssertionError(f"nobody can do anything: {self.table} {self.hands}")

    async def choose(self, person: Person, hand: Shown | None = None) -> Answer:
        """Press any control of the person's hand. The choice may lead to a further screen of the decision."""
        shown = hand or await self.hand(person)
        control = self.random.choice(playable(shown))
        answer = await person.use(shown, control, self.values(control))
        self.presses += 1
        for watch in self.after_each:
            watch()
        assert answer.given
        return answer

    async def decide(self, person: Person) -> Answer:
        """Press until the decision that the person is asked for is made, further screens included."""
        asked = decisions(await self.hand(person))
        while True:
            answer = await self.choose(person)
            if decisions(await self.hand(person)) != asked:
                return answer

    async def turn(self) -> bool:
        """One press by somebody who may choose; False if the match is over."""
        person = await self.on_turn()
        if person is None:
            return False
        await self.choose(person)
        return True

    async def finish(self) -> Shown:
        """Play to the end; the table as it is then."""
        while await self.turn():
            assert self.presses < MOST_PRESSES, "this match does not end"
        return self.table

    def values(self, control: Control) -> list[str] | None:
        """Any values of a menu; None for a button."""
        if not control.is_menu:
            return None
        number = self.random.randint(max(1, control.least), control.most)
        return sorted(self.random.sample(control.values, number))


async def seat(world: World, people: Sequence[Person], seed: int = 0, **options: Any) -> Player:
    """A lobby of the first person in which all the others have joined."""
    table = await people[0].play(**options)
    for person in people[1:]:
        await person.press(table, "Join")
    return Player(world, table, people, seed)


async def running(world: World, people: Sequence[Person], seed: int = 0, **options: Any) -> Player:
    """A match that has just been started."""
    player = await seat(world, people, seed, **options)
    await player.start()
    return player


def first_choice(hand: Shown) -> tuple[Control, list[str] | None]:
    """The first control that makes something happen."""
    for control in playable(hand):
        if control.is_menu:
            for value in control.options.values():
                if value.startswith("a"):
                    return control, [value]
        elif ":act:" in control.custom_id:
            return control, None
    raise AssertionError(f"a further screen is needed: {hand}")
