"""Heart of the Cards (``heart``): cards picked from a heart, Wildcards, a hidden Queen; 2 to 4 players."""
