"""Heart of the Cards on Discord."""
