"""Xgame on Discord."""
