"""The application: everything asynchronous, and no game by name."""
