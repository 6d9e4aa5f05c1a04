"""People in the browser who play whatever their hands offer."""

from __future__ import annotations

from tests.browser.driver import Tab

NOT_OF_THE_GAME = {"Refresh", "Rematch", "Back"}


class Seat:
    """Somebody who presses what their open hand offers."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.picked = False

    def can_choose(self) -> bool:
        return bool(self._menus() or self._buttons() or self.tab.coloured().count())

    def _menus(self) -> list[str]:
        return self.tab.hand_menus()

    def _buttons(self) -> list[str]:
        return [label for label in self.tab.hand_buttons() if label not in NOT_OF_THE_GAME]

    def choose(self) -> None:
        """A coloured button; else what a menu offers first; else any button."""
        plain = self._buttons()
        if self.tab.coloured().count():
            self.picked = False
            self.tab.press_coloured()
        elif plain and (self.picked or not self._menus()):
            self.picked = False
            self.tab.press(plain[0], private=True)
        elif menus := self._menus():
            self.picked = self.tab.take_first(menus[0])


def everybody_has_a_hand(*seats: Seat) -> None:
    for seat in seats:
        for _ in range(20):  # at the start hands open by themselves, a moment later
            if seat.tab.messages(private=True).count():
                break
            seat.tab.page.wait_for_timeout(100)
        else:
            seat.tab.press("My hand")
