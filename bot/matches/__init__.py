"""Matches: the one way to change them, their computers, lobbies and times."""
