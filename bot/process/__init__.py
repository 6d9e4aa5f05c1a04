"""The process around the bot: settings, logs, health, the orderly end."""
