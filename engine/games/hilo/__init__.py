"""Cardinality (``hilo``): High-Low for piles of cards, then trading, for 2 to 4 players."""
