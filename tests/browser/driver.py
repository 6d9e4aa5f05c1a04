"""People in browser tabs at the playground: what they type and press, and what they see."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as NotInTime

ROOT = Path(__file__).resolve().parent.parent.parent
ARTIFACTS = ROOT / "artifacts" / "browser"
DESKTOP, PHONE = (1200, 800), (360, 740)
PATIENCE = 15_000  # milliseconds: two cores may be busy with other things
EDITED = 5  # how often a press is tried on a table that changes under the finger

# A card in a message is a picture: read its name as well.
READ = """element => {
    const copy = element.cloneNode(true);
    for (const picture of copy.querySelectorAll("img[alt]")) picture.replaceWith(`:${picture.alt}:`);
    copy.style.position = "fixed";
    element.parentNode.append(copy);
    const text = copy.innerText;
    copy.remove();
    return text;
}"""

# The characters of a message in lines as the eye meets them, from left to right, spaces left out.
LINES = """element => {
    const lines = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
        let at = 0;
        for (const character of texts.currentNode.data) {
            range.setStart(texts.currentNode, at);
            at += character.length;
            range.setEnd(texts.currentNode, at);
            const {left, width, top, height} = range.getBoundingClientRect();
            const middle = top + height / 2;
            if (!width || !character.trim()) continue;
            const line = lines.find(other => Math.abs(other.middle - middle) < 7);
            if (line) line.placed.push([left, character]);
            else lines.push({middle, placed: [[left, character]]});
        }
    }
    return lines.map(({placed}) => placed.sort((a, b) => a[0] - b[0]).map(pair => pair[1]).join(""));
}"""

# What the page has drawn, or is about to draw.
SHOWN = "() => window.simcordPreview.pendingAction ? 0 : window.simcordPreview.publishedRevision"


class Playground:
    """A playground in a process of its own, with a home of its own for its database."""

    def __init__(self, home: Path, module: str = "bot.playground", arguments: Sequence[str] = ()) -> None:
        self.command = [sys.executable, "-m", module, *arguments]
        self.home = home
        self.process = self._start(port=0)

    def _start(self, port: int) -> subprocess.Popen[str]:
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        process = subprocess.Popen(
            [*self.command, "--port", str(port)],
            cwd=self.home,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line.startswith("Parlour is open at "):
            raise RuntimeError(f"the playground did not start: {process.communicate()[1]}")
        self.address = line.split()[-1]
        return process

    def address_of(self, name: str) -> str:
        """Where that person sits down."""
        return self.address.replace("/#", f"/?as={name}#")

    def stop(self) -> int:
        """SIGTERM. Returns the exit status."""
        self.process.terminate()
        _, complaints = self.process.communicate(timeout=15)
        if complaints:
            raise AssertionError(f"the playground complained:\n{complaints}")
        return self.process.returncode

    def restart(self) -> None:
        """End it and start it again, at the same address."""
        self.stop()
        self.process = self._start(port=urlsplit(self.address).port or 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()


class Tab:
    """One person's tab."""

    def __init__(self, browser: Browser, address: str, size: tuple[int, int] = DESKTOP) -> None:
        width, height = size
        self.context = browser.new_context(viewport={"width": width, "height": height})
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(address)
        self.settle()

    def close(self) -> None:
        """Leave. What went wrong in the page is told now."""
        self.context.close()
        assert not self.errors, self.errors

    def settle(self) -> None:
        """Wait until the page has drawn what it knows."""
        expect(self.page.locator("#preview-app")).to_have_attribute("aria-busy", "false", timeout=PATIENCE)

    # ------------------------------------------------------------------------------------ what they do

    def command(self, name: str, **options: str) -> None:
        """Type a slash command (without the slash), fill in options by name, and send it."""
        composer = self.page.locator("#channel-composer")
        self.page.locator("#channel-composer-input").fill(f"/{name}")
        composer.locator(".command-entry", has=self.page.get_by_text(f"/{name}", exact=True)).click()
        for option, value in options.items():
            self._fill(composer, option, value)
        self._act(composer.locator("#send-message"))
        expect(composer.locator(".command-chip")).to_have_count(0, timeout=PATIENCE)

    def _fill(self, composer: Locator, option: str, value: str) -> None:
        field = composer.locator(f'.command-option-input[data-option="{option}"]')
        if not field.count():
            suggestion = composer.locator(".command-suggestion-label", has_text=exactly(option))
            if not suggestion.count():
                composer.locator(".command-ghost").click()
            suggestion.click()
        field.fill(value)
        choice = composer.locator(".command-suggestion-label", has_text=exactly(value))
        if choice.count():
            choice.first.click()

    def press(self, label: str, *, private: bool = False) -> None:
        """Press the newest button of that label, at the table or in a private message."""
        self._act(self.button(label, private=private))

    def choose(self, placeholder: str, *choices: str, private: bool = False) -> None:
        """Open the newest menu that says so, and take these of its choices (none named: the first)."""
        menu = self.messages(private=private).locator(".preview-select", has_text=placeholder).last
        self._open(menu)
        apply = self.page.locator(".select-apply:visible")
        several = apply.count() > 0
        for choice in choices or ("",):
            option = self.page.locator(".select-option:visible", has_text=choice).first
            if several:
                option.click()
            else:
                self._act(option)
        if several:
            self._act(apply)

    def _open(self, menu: Locator) -> bool:
        """Open a menu; False if it is gone, or closed again, since the page draws its message anew."""
        for _ in range(EDITED):
            try:
                menu.locator(".select-trigger").click(timeout=1500)
                self.page.locator(".select-option:visible").first.wait_for(timeout=1500)
            except NotInTime:
                continue
            return True
        return False

    def take_first(self, placeholder: str) -> bool:
        """Take as many of the first choices of a private menu as it asks for; whether it asks for several."""
        menu = self.messages(private=True).locator(".preview-select", has_text=placeholder).last
        if not self._open(menu):
            return False
        options = self.page.locator(".select-option:visible")
        apply = self.page.locator(".select-apply:visible")
        if not apply.count():
            self._act(options.first)
            return False
        for at in range(int(menu.get_attribute("data-minimum") or 1)):
            options.nth(at).click()
        self._act(apply)
        return True

    def fill_in(self, **answers: str) -> None:
        """Fill in the open form by its labels, and send it."""
        form = self.page.locator("#modal-root")
        for label, text in answers.items():
            form.get_by_label(label).fill(text)
        self._act(form.get_by_role("button", name="Submit"))

    def _act(self, control: Locator) -> None:
        """Click, and wait for what became of it. A control that has just been replaced is taken anew."""
        for _ in range(EDITED):
            with self.page.expect_response(lambda reply: reply.url.endswith("/api/action")) as sent:
                control.click()
            receipt: dict[str, Any] = sent.value.json()
            codes = [diagnostic["code"] for diagnostic in receipt["diagnostics"]]
            if "stale-revision" not in codes:
                break
            self.page.wait_for_timeout(600)
        assert receipt["settlement"] == "settled", codes
        assert receipt["acknowledgement"] in {"acknowledged", "deferred", "not_applicable"}, receipt
        while self.page.evaluate(SHOWN) < receipt["revision"]:
            self.page.wait_for_timeout(20)
        self.settle()

    # ------------------------------------------------------------------------------------ what they see

    def messages(self, *, private: bool = False) -> Locator:
        """The bot's messages that all can see, or those for this person alone."""
        note = self.page.locator(".message-ephemeral-note")
        messages = self.page.locator(".channel-message")
        return messages.filter(has=note) if private else messages.filter(has_not=note)

    def button(self, label: str, *, private: bool = False) -> Locator:
        buttons = self.messages(private=private).locator(".component-button:not(:disabled)")
        return buttons.filter(has=self.page.locator(".button-label", has_text=exactly(label))).last

    def can_press(self, label: str, *, private: bool = False) -> bool:
        return self.button(label, private=private).count() > 0

    def hand_buttons(self, *, coloured: bool = False) -> list[str]:
        """Labels of what can be pressed in the newest private message."""
        hand = self.messages(private=True).last
        which = ".component-button:not(:disabled)" + (":not(.button-style-2)" if coloured else "")
        return [label.strip() for label in hand.locator(f"{which} .button-label").all_inner_texts()]

    def coloured(self) -> Locator:
        """What makes a move in the newest private message; some of these buttons show a card alone."""
        hand = self.messages(private=True).last
        return hand.locator(".component-button:not(:disabled):not(.button-style-2):not(.button-style-3)")

    def press_coloured(self) -> None:
        """Press the first of them."""
        self._act(self.coloured().first)

    def hand_menus(self) -> list[str]:
        """What the menus of the newest private message ask."""
        hand = self.messages(private=True).last
        return [text.strip() for text in hand.locator(".select-trigger:not(:disabled)").all_inner_texts()]

    def newest_table(self) -> Locator:
        """The newest public message that has buttons."""
        return self.messages().filter(has=self.page.locator(".component-button")).last

    def table(self) -> str:
        """What is written on it."""
        return str(self.newest_table().evaluate(READ))

    def lines(self, message: Locator) -> list[str]:
        """The lines of a message, each as it is seen from left to right, without spaces."""
        return [str(line) for line in message.evaluate(LINES)]

    def private(self) -> str:
        """What the newest private message says."""
        return str(self.messages(private=True).last.evaluate(READ))

    def public(self) -> str:
        """What the messages say that all can see."""
        return "\n".join(str(message.evaluate(READ)) for message in self.messages().all())

    def message_ids(self, *, private: bool = False) -> set[str]:
        """The bot's messages that this person sees, or only those for them alone."""
        messages = (
            self.messages(private=True).all() if private else self.page.locator(".channel-message").all()
        )
        return {str(message.get_attribute("data-message-id")) for message in messages}

    def everything(self) -> str:
        """All that this person can read."""
        return "\n".join(
            str(message.evaluate(READ)) for message in self.page.locator(".channel-message").all()
        )

    def sees(self, text: str, *, private: bool = False) -> None:
        """Wait until a message says so."""
        expect(self.messages(private=private).filter(has_text=text).last).to_be_visible(timeout=PATIENCE)

    def screenshot(self, name: str, of: Locator | None = None) -> list[Path]:
        """How it looks now on a desktop and on a phone: the end of all, or a message from its beginning."""
        was = self.page.viewport_size
        taken = []
        for kind, (width, height) in {"desktop": DESKTOP, "phone": PHONE}.items():
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.wait_for_timeout(700)  # the page tells its server of its new size, and draws once more
            self.settle()
            if of is not None:
                of.evaluate("message => message.scrollIntoView()")
            taken.append(ARTIFACTS / f"{name}-{kind}.png")
            self.page.screenshot(path=taken[-1])
        if was is not None:
            self.page.set_viewport_size(was)
        return taken

    def overflow(self) -> int:
        """How many pixels of a message lie beyond the right edge."""
        return int(
            self.page.locator("#channel-timeline").evaluate("list => list.scrollWidth - list.clientWidth")
        )


def exactly(text: str) -> re.Pattern[str]:
    """A pattern for the whole of a label, whatever white space is around it."""
    return re.compile(rf"^\s*{re.escape(text)}\s*$")
