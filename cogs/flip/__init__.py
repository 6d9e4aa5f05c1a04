"""Hi-Lo Flip on Discord."""
