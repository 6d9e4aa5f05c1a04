"""Xgame (``xgame``): the highest card takes the trick, for 2 to 4 players."""
