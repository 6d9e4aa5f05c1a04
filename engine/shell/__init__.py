"""What ``python -m engine`` does, command by command; the commands themselves are in ``engine.__main__``."""
