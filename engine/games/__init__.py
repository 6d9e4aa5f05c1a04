"""The games, listed once."""

from engine.core import AnyRules
from engine.games.flip.rules import Flip
from engine.games.heart.rules import Heart
from engine.games.hilo.rules import Hilo
from engine.games.tiengow.rules import Tiengow
from engine.games.trumps.rules import OwnTrumps

GAMES: dict[str, AnyRules] = {
    rules.slug: rules for rules in (Hilo(), Flip(), Heart(), OwnTrumps(), Tiengow())
}
"""The rules of every game by slug, in the order in which they are offered."""
