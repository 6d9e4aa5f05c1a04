"""Tien Gow on Discord."""
