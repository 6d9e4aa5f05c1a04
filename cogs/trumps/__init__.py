"""Your trumps on Discord."""
