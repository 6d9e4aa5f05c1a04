"""Who is told of a turn by a mention: only somebody who is away, by one message at a time."""

from __future__ import annotations

from typing import Any

import pytest

from bot.matches import pace
from bot.store import Store
from bot.ui.looking import AWAY
from tests.e2e.notices import mentioned
from tests.e2e.player import Player, first_choice, playable, running, seat
from tests.e2e.shown import strings
from tests.e2e.trouble import DELETE, broken, heal, refuse
from tests.e2e.world import Person, World

AWHILE = AWAY + 1


def sent(world: World) -> list[tuple[Any, dict[str, Any]]]:
    """The requests that send or edit a message, and what they say it shall be."""
    found = []
    for request in world.requests():
        body = request.json.get("data", request.json) if isinstance(request.json, dict) else None
        if body and ("components" in body or "content" in body):
            found.append((request, body))
    return found


async def away(world: World, *people: Person) -> Player:
    """A match that was begun by the first of them, and nobody has looked since."""
    player = await running(world, people)
    await world.wait(AWHILE)
    return player


async def until_turn_of(player: Player, person: Person) -> None:
    """Play until it is this person's turn and nobody else's."""
    while playable(await player.hand(person)) == [] or await others_can(player, person):
        for other in player.people:
            if other is not person and playable(await player.hand(other)):
                await player.choose(other)
                break
        else:
            await player.choose(person)


async def others_can(player: Player, person: Person) -> bool:
    return any([playable(await player.hand(other)) for other in player.people if other is not person])


async def test_group_I_person_who_has_not_opened_the_hand_is_notified(
    world: World, ann: Person, bob: Person
) -> None:
    await away(world, ann, bob)
    (notice,) = world.notices()
    assert mentioned(world) == [bob.id]
    assert f"<@{bob.id}>" in notice.text
    assert f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/" in notice.text


async def test_group_I_person_with_open_hand_is_not_notified(world: World, ann: Person, bob: Person) -> None:
    player = await away(world, ann, bob)
    notices = {shown.id for shown in world.notices()}
    await player.finish()
    assert {shown.id for shown in world.notices()} <= notices
    told = [body for _, body in sent(world) if body["allowed_mentions"].get("users")]
    assert len(told) == 1, "only before bob had his hand open"


async def test_group_I_single_person_is_never_notified(world: World, ann: Person) -> None:
    player = await running(world, [ann])
    for _ in range(5):
        await world.wait(AWHILE)
        await player.turn()
    await player.finish()
    assert not [body for _, body in sent(world) if body["allowed_mentions"].get("users")]


async def test_group_I_each_notice_replaces_the_last_and_the_end_deletes_it(
    world: World, ann: Person, bob: Person
) -> None:
    player = await running(world, [ann, bob])
    seen: set[int] = set()
    for person in (ann, bob, ann, bob):
        other = bob if person is ann else ann
        await until_turn_of(player, other)
        await world.wait(AWHILE)
        while not playable(await player.hand(person)):
            await player.choose(other)
        notices = world.notices()
        assert len(notices) == 1
        assert mentioned(world) == [person.id]
        seen.add(notices[0].id)
    assert len(seen) == 4, "an edited mention would notify nobody"
    await player.finish()
    assert world.notices() == []


async def test_group_I_one_notification_a_decision(world: World) -> None:
    ann, bob, cat = world.people("ann", "bob", "cat")
    player = await away(world, ann, bob, cat)  # all three guess at the same time
    first = world.notices()
    assert sorted(mentioned(world)) == sorted([bob.id, cat.id])
    await player.choose(ann)
    assert [one.id for one in world.notices()] == [one.id for one in first], "both still have the same to do"


async def test_group_I_one_notice_remains_after_a_restart(world: World, ann: Person, bob: Person) -> None:
    player = await running(world, [ann, bob])
    await world.wait(AWHILE)
    await player.choose(ann)
    await world.restart()
    await player.choose(bob)
    while playable(await player.hand(bob)):
        await player.choose(bob)
    assert len(world.notices()) <= 1
    await player.finish()
    assert world.notices() == []


async def test_group_I_calling_off_deletes_the_notice(world: World, ann: Person, bob: Person) -> None:
    await away(world, ann, bob)
    assert world.notices()
    for person in (ann, bob):
        await person.press((await person.type("leave")).private, "Leave")
    assert world.notices() == []


async def test_group_I_no_other_message_can_notify_anybody(world: World) -> None:
    """Nothing but a notice has a mention that is let through, whatever people are called."""
    ann, bob = world.person("@everyone"), world.person("<@1>")
    player = await away(world, ann, bob)
    await player.finish()
    for command in ("matches", "stats", "leaderboard", "help", "hand", "leave"):
        await ann.type(command)
    notices = 0
    for request, body in sent(world):
        assert body["allowed_mentions"]["parse"] == [], request
        if users := body["allowed_mentions"].get("users"):
            assert (request.method, request.path) == ("POST", f"/channels/{world.channel.id}/messages")
            assert set(map(int, users)) <= {ann.id, bob.id}
            notices += 1
        else:
            assert "<@" not in "".join(strings(body))
    assert notices


async def test_group_I_notice_is_deleted_after_the_named_person_chose(
    world: World, ann: Person, bob: Person
) -> None:
    player = await away(world, ann, bob)
    assert mentioned(world) == [bob.id]
    hand = await player.hand(bob)
    await bob.use(hand, *first_choice(hand))
    assert mentioned(world) == []


async def test_group_H_notice_whose_id_cannot_be_saved_is_deleted(
    world: World, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await seat(world, [ann, bob])
    await world.wait(AWHILE)
    with monkeypatch.context() as patched:
        patched.setattr(Store, "note", broken)
        await player.start()
    assert world.notices() == []
    assert world.complaints.take()
    await player.finish()
    assert world.notices() == []


async def test_group_H_a_notice_that_could_not_be_deleted_is_deleted_later(
    world: World, ann: Person, bob: Person
) -> None:
    player = await away(world, ann, bob)
    assert world.notices()
    refuse(world, 503, 0, DELETE)
    await player.finish()
    assert world.notices()
    heal(world)
    await world.later(pace.HOUR)
    assert world.notices() == []


async def test_a_notice_has_my_hand_and_stays_when_it_is_pressed(
    world: World, ann: Person, bob: Person, cat: Person
) -> None:
    player = await away(world, ann, bob, cat)
    (notice,) = world.notices()
    assert sorted(mentioned(world)) == sorted([bob.id, cat.id])
    hand = await bob.hand(notice)
    assert hand.private
    assert playable(hand)
    assert [one.id for one in world.notices()] == [notice.id], "cat is waited for"
    assert "no seat" in (await world.person("eve").press(notice, "My hand")).sentence
    await bob.use(hand, *first_choice(hand))
    theirs = await cat.hand(notice)
    await cat.use(theirs, *first_choice(theirs))
    assert world.notices() == []
    assert "My hand" in player.table.labels, "the table itself is left where it is"


async def test_my_hand_of_an_old_notice_shows_the_hand(world: World, ann: Person, bob: Person) -> None:
    player = await away(world, ann, bob)
    (notice,) = world.notices()
    await player.finish()
    assert world.notices() == []
    assert "Rematch" in (await bob.press_old(notice, "My hand")).private.labels
    assert player.table.labels
