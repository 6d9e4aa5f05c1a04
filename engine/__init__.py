"""The rules of Parlour's games: pure, synchronous, and unaware of Discord."""
