"""How the emoji are drawn: at development time only, since the bot reads the finished PNG files."""
