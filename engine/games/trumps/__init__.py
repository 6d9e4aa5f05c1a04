"""Your trumps (``trumps``): a card duel in which each player has a trump suit of their own, for 2 to 4."""
