"""Tien Gow (``tiengow``): tricks with 32 Chinese dominoes, for 4 players; the last trick decides."""
