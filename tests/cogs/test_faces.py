"""Every game's face, at every kind of position: within limits, and with nothing that cannot be pressed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from bot.face import AnyFace
from bot.screen import MENU_OPTIONS, Act, Block, Go
from cogs.games import FACES
from engine.core import Event
from engine.shell.variety import every_kind
from tests.cogs.limits import LONGEST, hold_limits, targets

MATCHES = 12


def screens(face: AnyFace, view: Any, legal: Sequence[Any]) -> Iterator[Sequence[Block]]:
    """The hand at every path that leads on from the first."""
    seen: set[tuple[int, ...]] = set()
    ahead: list[tuple[int, ...]] = [()]
    while ahead:
        path = ahead.pop()
        if path in seen:
            continue
        seen.add(path)
        blocks = face.hand(view, LONGEST, legal, path)
        yield blocks
        ahead += [target.path for target in targets(blocks) if isinstance(target, Go)]


@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
def test_group_L_every_screen_of_random_matches(face: AnyFace) -> None:
    rules = face.rules
    rng = Random(5)
    kinds = every_kind(rules, None, None, rng)
    for _ in range(MATCHES):
        options, seats = next(kinds)
        state = rules.start(options, seats)

        def tell(event: Event) -> None:
            line = face.story(event, LONGEST)
            assert line is None or (line and "\n" not in line)

        for _step in range(150):
            watcher = rules.view(state, None)
            hold_limits(face.table(watcher, LONGEST))
            assert not list(targets(face.table(watcher, LONGEST)))
            assert "\n" not in face.asked(watcher, LONGEST)
            for seat in range(seats):
                legal = rules.legal(state, seat)
                reached = set()
                for blocks in screens(face, rules.view(state, seat), legal):
                    hold_limits(blocks)
                    reached |= {target.index for target in targets(blocks) if isinstance(target, Act)}
                assert reached <= set(range(len(legal)))
                assert bool(reached) == bool(legal)
                assert face.hand(rules.view(state, seat), LONGEST, legal, (99, 99)) == face.hand(
                    rules.view(state, seat), LONGEST, legal, ()
                )
            if waiting := rules.to_act(state):
                seat = rng.choice(waiting)
                rules.advance(state, seat, rng.choice(rules.legal(state, seat)), tell)
            elif (node := rules.chance(state)) is not None:
                rules.resolve(state, node.sample(rng), tell)
            else:
                break
        if (result := rules.result(state)) is not None:
            hold_limits(face.end(rules.view(state, None), result, LONGEST))


@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
def test_group_L_lobby_words(face: AnyFace) -> None:
    rules = face.rules
    assert 0 < len(face.title()) <= 30
    assert face.pitch()
    fields = {field.name: field for field in face.fields()}
    assert list(fields) == list(rules.Options.model_fields)
    kinds = every_kind(rules, None, None, Random(1))
    for _ in range(50):
        options, seats = next(kinds)
        for name, field in fields.items():
            assert field.word(getattr(options, name))
        caution = face.caution(options, seats)
        assert caution is None or caution
    for field in fields.values():
        assert 1 <= len(field.choices) <= MENU_OPTIONS
        for choice in field.choices:
            assert field.word(choice.value)
            assert len(choice.label) <= 100
            assert len(choice.hint or "") <= 100
            rules.Options.model_validate({**rules.Options().model_dump(), field.name: choice.value})
