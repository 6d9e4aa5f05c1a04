"""Screens as Discord messages, and presses as calls."""
