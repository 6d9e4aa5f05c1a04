"""What people do with a bot in the simulated Discord."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.wire.client import CannotDo, Person, Sight, World
from tests.wire.conftest import soon

pytestmark = pytest.mark.wire


def test_a_command_with_options_and_an_attachment(world: World, alice: Person, bob: Person) -> None:
    seen = alice.slash("table", decks=2, mode="blitz")
    assert seen.kind == "message"
    assert not seen.message.ephemeral
    assert "decks=2 mode=blitz variant=None locale=en-US" in seen.message.text
    assert "locale=de" in bob.slash("table").message.text
    assert "locale=ja" in bob.slash("table", locale="ja").message.text
    picture = world.download(seen.message["attachments"][0]["url"])
    assert picture.startswith(b"\x89PNG")
    assert seen.message.files == {"table.png": len(picture)}
    callback = world.transcript("POST", "/callback")[0]
    assert (callback["json"]["type"], callback["files"][0]["name"], callback["status"]) == (
        4,
        "table.png",
        200,
    )


def test_what_a_person_cannot_do(alice: Person, table: Sight) -> None:
    for wrong in ({"decks": 99}, {"mode": "nonsense"}, {"unknown": 1}):
        with pytest.raises(CannotDo, match="OptionError"):
            alice.slash("table", options=wrong)
    with pytest.raises(CannotDo, match="No matching component"):
        alice.click(table, label="Nowhere")


def test_autocomplete(alice: Person) -> None:
    assert alice.autocomplete("table", "variant", "ti").choices == ["timer"]


def test_a_button_edits_the_table(world: World, alice: Person, bob: Person, table: Sight) -> None:
    assert alice.click(table, label="Higher").kind == "update"
    assert "round 2" in bob.click(table, label="Lower").message.text
    last = world.messages()[-1]
    assert last.id == table.message.id
    assert "alice: higher\nbob: lower" in last.text
    assert "table.png" in last.files


def test_a_menu(bob: Person, table: Sight) -> None:
    assert "bob: hearts" in bob.select(table, "hearts").message.text


def test_a_modal(bob: Person, table: Sight) -> None:
    shown = bob.click(table, label="Bet…")
    assert (shown.kind, shown["modal"]["title"]) == ("modal", "Your bet")
    done = shown.submit(Amount="55")
    assert done.message.ephemeral
    assert done.message.text == "Bet 55 noted"


def test_a_hand_is_private(world: World, alice: Person, bob: Person, table: Sight) -> None:
    hand = alice.click(table, label="My hand")
    assert hand.message.ephemeral
    assert hand.message.id in [m.id for m in alice.messages()]
    assert hand.message.id not in [m.id for m in bob.messages()] + [m.id for m in world.messages()]
    with pytest.raises(CannotDo, match="not visible"):
        bob.click(hand, label="A♠")
    assert "Played: A♠" in alice.click(hand, label="A♠").message.text
    with pytest.raises(CannotDo, match="disabled"):
        alice.click(hand, label="A♠")
    assert "A♠" not in hand.again().message.labels


def test_a_followup_and_its_edit(alice: Person, table: Sight) -> None:
    first = alice.click(table, label="Later")
    assert first.message.ephemeral
    assert first.message.text == "You will be told in a second"
    assert soon(lambda: first.again().followups)[0].text == "followup v1"
    assert soon(lambda: first.again().followups[0].text == "followup v2")


def test_an_edit_through_the_channel(world: World, alice: Person) -> None:
    table = alice.slash("table", variant="timer")
    soon(lambda: "the timer fired" in table.again().message.text)
    assert world.transcript("PATCH", f"/messages/{table.message.id}")[0]["path"].startswith("/channels/")


def test_a_message_that_is_taken_back(world: World, alice: Person) -> None:
    seen = alice.slash("vanish")
    assert soon(lambda: seen.again().followups)[0].text == "Now you do not"
    assert [entry["status"] for entry in world.transcript("DELETE")] == [204]
    assert "Now you see me" not in [message.text for message in alice.messages()]


def test_emoji_have_pictures(world: World, table: Sight) -> None:
    emoji = next(c["emoji"] for c in table.message.controls if c.get("emoji"))
    assert emoji["name"] == "ace"
    assert f"<:ace:{emoji['id']}>" in table.message.text
    assert world.download(f"{world.address}/cdn/emojis/{emoji['id']}.png").startswith(b"\x89PNG")


def test_direct_messages(world: World, alice: Person, bob: Person) -> None:
    assert alice.dm("hello?", wait=0.2) is None  # the demo bot does not listen
    assert "decks=1" in alice.slash("table", at="dm").message.text
    assert alice.messages("dm")[0].text == "hello?"
    with pytest.raises(CannotDo):
        bob.click(alice.messages("dm")[-1], label="Higher")


def test_a_press_on_what_is_gone(alice: Person, table: Sight) -> None:
    hand = alice.click(table, label="My hand").message
    seven = next(c["custom_id"] for c in hand.controls if c["label"] == "7♦")
    assert alice.click(hand, label="7♦").kind == "update"
    with pytest.raises(CannotDo, match=r"disabled|No matching"):
        alice.click(hand, custom_id=seven)
    assert alice.click(hand, custom_id=seven, stale=True, patience=0).kind in ("update", "no answer")


def test_many_presses_at_once(world: World, alice: Person, bob: Person, table: Sight) -> None:
    with ThreadPoolExecutor(8) as pool:
        kinds = list(pool.map(lambda person: person.click(table, label="Higher").kind, [alice, bob] * 20))
    assert kinds == ["update"] * 40
    told = [str(entry["json"]) for entry in world.transcript("POST", "/callback")]
    assert all(any(f"round {number}\\n" in text for text in told) for number in range(1, 41))
