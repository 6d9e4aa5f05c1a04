"""What befalls a bot in the simulated Discord, and that it is told as Discord tells it."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.wire.client import CannotDo, Person, Sight, World
from tests.wire.conftest import answered, soon

pytestmark = pytest.mark.wire


def as_bot(world: World, method: str, path: str, body: Any) -> tuple[int, int | None]:
    """A request with the bot's token that the demo bot never makes: status and code."""
    headers = {"Authorization": f"Bot {world.token}", "Content-Type": "application/json"}
    request = urllib.request.Request(
        world.info["rest"] + path, json.dumps(body).encode(), headers, method=method
    )
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as reply:
            return reply.status, None
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)["code"]


def test_a_deleted_message(world: World, alice: Person) -> None:
    table = alice.slash("table", variant="timer")
    world.settle()  # alice has her answer, but the bot still asks for the message it sent
    world.call("delete_message", message=table.message.id)
    assert soon(lambda: answered(world.transcript("PATCH", table.message.id))) == [(404, 10008)]
    more = [alice.slash("table").message.id for _ in range(2)]
    assert world.call("bulk_delete", messages=more) == 2
    with pytest.raises(CannotDo, match="no message"):
        alice.click(more[0], label="Higher")


def test_permissions(world: World, alice: Person) -> None:
    def later_edit() -> tuple[int, int | None]:
        table = alice.slash("table", variant="timer")
        return soon(lambda: answered(world.transcript("PATCH", table.message.id)))[0]

    world.call("set_permission", target="bot", deny=["view_channel"])
    assert later_edit() == (403, 50001)
    world.call("set_permission", target="bot")
    assert later_edit() == (200, None)
    world.call("set_permission", target="everyone", deny=["use_application_commands"])
    with pytest.raises(CannotDo, match="not visible"):
        alice.slash("table")
    world.call("set_permission", target="everyone")


def test_time_out_and_kick(world: World, alice: Person) -> None:
    say = ("POST", f"/channels/{world.channel()}/messages", {"content": "x"})
    world.call("timeout_bot", seconds=60)
    assert as_bot(world, *say) == (403, 50013)
    world.call("timeout_bot", seconds=0)
    assert as_bot(world, *say) == (200, None)
    world.call("kick_bot")
    assert as_bot(world, *say) == (403, 50001)
    world.answer_within(0.3)
    assert alice.slash("table").kind == "no answer"
    world.answer_within()
    world.call("invite_bot")
    assert alice.slash("table").kind == "message"


def test_an_outage(world: World, alice: Person, table: Sight) -> None:
    world.call("guild_available", available=False)
    world.answer_within(0.3)
    assert alice.click(table, label="Higher").kind == "no answer"
    world.answer_within()
    world.call("guild_available", available=True)
    assert alice.click(table, label="Higher").kind == "update"


def test_an_archived_thread(world: World, alice: Person) -> None:
    thread = world.call("create_thread", who="alice", name="side table")
    table = alice.slash("table", variant="timer", at=thread)
    world.call("archive_thread", thread=thread)
    assert soon(lambda: answered(world.transcript("PATCH", table.message.id))) == [(400, 50083)]


def test_a_deleted_channel(world: World, alice: Person) -> None:
    channel = world.call("create_channel", name="short-lived")
    table = alice.slash("table", at=channel)
    world.call("delete_channel", channel=channel)
    with pytest.raises(CannotDo, match="10003"):
        alice.messages(at=channel)
    with pytest.raises(CannotDo, match="no message"):
        alice.click(table, label="Higher")
    assert as_bot(world, "POST", f"/channels/{channel}/messages", {"content": "x"}) == (404, 10003)


def test_the_three_second_rule(world: World, alice: Person, table: Sight) -> None:
    world.inject("POST", "/interactions/*/callback", delay=3.4)
    world.answer_within(3)
    seen = alice.click(table, label="Higher")
    world.answer_within()
    assert (seen.kind, seen["note"]) == ("no answer", "no answer within 3 s")
    n = world.transcript("POST", "/callback")[-1]["n"]
    assert soon(lambda: answered(world.call("transcript", since=n)))[0] == (404, 10062)
    assert alice.click(table, label="Higher").kind == "update"


def test_injected_errors(world: World, alice: Person, table: Sight) -> None:
    def last(count: int) -> list[tuple[int, int | None]]:
        return answered(world.transcript("POST", "/callback"))[-count:]

    world.inject("POST", "/interactions/*/callback", status=500)  # discord.py tries again after a second
    assert alice.click(table, label="Higher").kind == "update"
    assert last(2) == [(500, 0), (200, None)]
    world.inject("POST", "/interactions/*/callback", status=429, retry_after=0.2)
    assert alice.click(table, label="Higher").kind == "update"
    assert last(2) == [(429, 0), (200, None)]
    world.answer_within(0.5)
    world.inject("POST", "/interactions/*/callback", status=403, code=50001)
    assert alice.click(table, label="Higher").kind == "no answer"
    assert last(1) == [(403, 50001)]


def test_a_lost_answer(world: World, alice: Person, table: Sight) -> None:
    """Discord did it, but the bot was told 500: its second try is refused, the person saw one change."""
    world.inject("POST", "/interactions/*/callback", status=500, late=True)
    assert alice.click(table, label="Higher").kind == "update"
    callbacks = soon(
        lambda: [a for a in answered(world.transcript("POST", "/callback")) if a[0] not in (200, 500)]
    )
    assert callbacks == [(400, 40060)]


def test_a_cut_request(world: World, alice: Person, bob: Person, table: Sight) -> None:
    """Done, but the connection broke before the answer."""
    world.inject("POST", "/interactions/*/callback", status=0, late=True)
    assert alice.click(table, label="Higher").kind == "update"
    assert bob.click(table, label="Higher").kind == "update"
    assert "round 2" in table.again().message.text


def test_expired_tokens(world: World, alice: Person, table: Sight) -> None:
    hand = alice.click(table, label="My hand")
    first = alice.click(table, label="Later")
    soon(lambda: first.again().followups)
    world.expire_tokens()
    assert soon(lambda: answered(world.transcript("PATCH", "/webhooks/")))[-1] == (401, 50027)
    assert first.again().followups[0].text == "followup v1"
    assert "Played: K♥" in alice.click(hand, label="K♥").message.text  # a new press has a new token


@pytest.mark.parametrize("how", ["cut", "close", "reconnect", "invalid"])
def test_a_dropped_gateway_resumes_without_loss(
    world: World, alice: Person, bob: Person, table: Sight, how: str
) -> None:
    def resumed() -> int:
        return sum(session["resumed"] for session in world.status()["sessions"])

    identified, before = world.status()["identified"], resumed()
    world.answer_within(10)
    assert world.drop_gateway(how=how, hold=0.4) == 1
    assert not any(session["connected"] for session in world.status()["sessions"])
    with ThreadPoolExecutor() as pool:  # pressed while nobody is there
        presses = list(pool.map(lambda person: person.click(table, label="Higher"), [alice, bob, alice]))
    assert [press.kind for press in presses] == ["update"] * 3
    assert "round 3" in table.again().message.text
    assert world.status()["identified"] == identified
    assert resumed() == before + 1


def test_a_refused_resume_identifies_again(world: World, alice: Person, table: Sight) -> None:
    before = world.status()["identified"]
    world.drop_gateway(how="cut", resume=False)
    assert world.call("wait_ready", identified=before + 1)
    assert alice.click(table, label="Higher").kind == "update"
