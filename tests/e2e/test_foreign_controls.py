"""Controls that this version of the bot did not make, or that nobody made: answered, and harmless."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.ui.press import HANDLERS
from tests.e2e.player import running, seat
from tests.e2e.shown import BUTTON, MENU, Shown
from tests.e2e.simulator import Json
from tests.e2e.world import Answer, Person, World

OTHER_VERSION = "another version"


def button(custom_id: str) -> Json:
    return {"type": BUTTON, "style": 1, "label": "?", "custom_id": custom_id, "id": 9001}


def menu(custom_id: str, *values: str) -> Json:
    options = [{"label": value, "value": value} for value in values]
    return {"type": MENU, "custom_id": custom_id, "options": options, "id": 9001}


async def press(world: World, person: Person, on: Shown, control: Json, values: list[str] | None) -> Answer:
    """Press a control that stands in this message."""
    components = [*on.components, {"type": 1, "components": [control], "id": 9000}]
    answer = person.send_raw(on, control, values, components)
    await world.settle()
    return answer


OF_OTHER_VERSIONS = (
    "hello",
    "b",
    "b:",
    "b:act",
    "b:act:1:1",
    "b:act:1:1:0:1:2",
    "b:act:1:1:0:x",
    "B:act:1:1:0:1",
    "x:act:1:1:0:1",
    "b:act:!:1:0:1",
    "b:act:1:-1:0:1",
    "b:act:1:1:0:1\n",
    "b:juggle:1:1:0:1",
    "b:act:1:1:zero:1",
    "b:act:1:1:-1:1",
    "b:act:1:1::1",
    "b:act:1:1:²:1",
    "b:host:1:0:nobody:1",
    "b:set:1:0:0-mode:1",
    "b:set:1:0:0-nothing-0:1",
    "b:set:1:0:0-mode-99:1",
    "b:set:1:0:0-mode--1:1",
    "b:options:1:0:²:1",
    "b:options:1:0:99:1",
    "b:rules:1:0:²:1",
    "b:book:0:0:poker-0:1",
    "b:book:0:0:hilo:1",
    "b:board:0:0:what:1",
    "b:board:0:0:all-week-server-people-x:1",
    "b:board:0:0:all-year-server-people-0:1",
    "b:board:0:0:poker-week-server-people-0:1",
    "b:add:1:0:genius:1",
    f"b:act:{'z' * 13}:1:0:1",
    f"b:act:1:{'z' * 40}:0:1",
    f"b:act:1:1:{'9' * 80}:1",
    f"b:host:1:0:{'9' * 80}:1",
    "🂡",
    " " * 100,
)


async def test_group_B_a_button_of_another_version(world: World, ann: Person) -> None:
    table = await ann.play()
    for custom_id in OF_OTHER_VERSIONS:
        answer = await press(world, ann, table, button(custom_id), None)
        assert len(answer.sentence) < 200, custom_id
        assert world.now(table).components == table.components, custom_id


@pytest.mark.parametrize("custom_id", ["hello", "b:act:1:1:0:1", "s:choose:1:1::1", "s:juggle:1:1::1"])
async def test_group_B_a_menu_of_another_version(world: World, ann: Person, custom_id: str) -> None:
    table = await ann.play()
    answer = await press(world, ann, table, menu(custom_id, "what"), ["what"])
    assert OTHER_VERSION in answer.sentence or "not started" in answer.sentence


@pytest.mark.parametrize("custom_id", ["s:choose:1:1::1", "s:pick:1:1::1"])
async def test_group_B_a_button_with_the_id_of_a_menu(world: World, ann: Person, custom_id: str) -> None:
    table = await ann.play()
    answer = await press(world, ann, table, button(custom_id), None)
    assert OTHER_VERSION in answer.sentence or "not started" in answer.sentence


async def test_group_B_a_match_that_nobody_knows(world: World, ann: Person) -> None:
    table = await ann.play()
    of_a_match = {"act", "add", "go", "hand", "join", "leave", "options", "quit", "refresh", "rules", "start"}
    assert of_a_match <= set(HANDLERS)
    for verb in of_a_match:
        answer = await press(world, ann, table, button(f"b:{verb}:zz:1:0:1"), None)
        assert "not known any more" in answer.sentence, verb


VERBS = st.sampled_from([*HANDLERS, "none", "juggle", "a" * 60])
NUMBERS = st.one_of(
    st.sampled_from(["0", "1", "2", "3", "4", "5", "zz", "z" * 12, "z" * 30]),
    st.text("0123456789abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12),
)
RESTS = st.one_of(
    st.sampled_from(["", "0", "1", "0.1", "9" * 30, "-1", "normal", "0-mode-1", "hilo-1", "²"]),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    st.from_regex(r"\A(all|hilo)-(week|month|all)-(server|everywhere)-(people|computers)--?[0-9]{1,25}\Z"),
)
IDS = st.one_of(
    st.builds(
        lambda kind, verb, match, stamp, rest, end: f"{kind}:{verb}:{match}:{stamp}:{rest}{end}",
        st.sampled_from("bbbbsx"),
        VERBS,
        NUMBERS,
        NUMBERS,
        RESTS,
        st.sampled_from([":1", ":25", "", ":x"]),
    ),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=100),
).filter(lambda text: 1 <= len(text) <= 100)
TARGETS = st.one_of(
    st.builds(lambda verb, match, rest: f"d{verb}.{match}.{rest}", VERBS, NUMBERS, RESTS),
    st.from_regex(r"\A[ag][0-9.\-]{0,12}\Z"),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=100),
).map(lambda text: text[:100])


@pytest.mark.usefixtures("many_tables")
@settings(
    max_examples=250,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    custom_id=IDS,
    values=st.none() | st.lists(TARGETS, min_size=1, max_size=3, unique=True),
    on=st.integers(0, 3),
)
async def test_group_B_any_custom_id_is_answered(
    world: World, ann: Person, custom_id: str, values: list[str] | None, on: int
) -> None:
    """Whatever is pressed, wherever: an answer in time, and nothing that the operator has to look at."""
    if len(world.tables()) < 3:  # at first, and when what was pressed took tables away
        await prepare(world)
    shown = (*world.tables()[:3], Shown(ann.sees()[-1]))[on]
    control = button(custom_id) if values is None else menu(custom_id, *values)
    answer = await press(world, ann, shown, control, values)
    assert answer.given
    assert not answer.thinking
    assert world.complaints.take() == []


async def prepare(world: World) -> None:
    """A lobby, a running match, a finished one and one called off, with a private hand in the channel."""
    ann, bob = world.people("ann", "bob")
    await seat(world, [ann, bob])
    over = await running(world, [ann], trading_stages=1)
    await over.finish()
    player = await running(world, [ann, bob], Random().randrange(99))
    for _ in range(4):
        await player.turn()
    closed = await seat(world, [ann])
    await ann.press(closed.table, "Leave")
    await ann.hand(player.table)
