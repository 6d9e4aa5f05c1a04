"""Discord's places: what the bot may do in them, what contains what, and who may be there."""
