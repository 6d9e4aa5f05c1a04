"""Hi-Lo Flip (``flip``): play above or below the last card, as the chip says, for 2 to 6 players."""
