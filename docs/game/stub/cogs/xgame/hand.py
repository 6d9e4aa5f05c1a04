"""What a player of Xgame sees and may press in private."""

from collections.abc import Sequence

from bot.face import Names
from bot.i18n import _
from bot.screen import Act, Block, Button, Text, in_rows
from cogs.cards import card_text, cards_text
from engine.games.xgame.model import Play
from engine.games.xgame.state import View


def hand(view: View, _names: Names, legal: Sequence[Play], _path: tuple[int, ...]) -> Sequence[Block]:
    """What the seat holds and, on turn, a button for each card."""
    if not view.hand:
        return []
    if not legal:
        return [Text(_("Your hand: {cards}").format(cards=cards_text(view.hand)))]
    buttons = [Button(card_text(play.card), Act(at), "main") for at, play in enumerate(legal)]
    return [Text(_("**Play a card.**")), *in_rows(buttons)]
