"""Cardinality on Discord."""
