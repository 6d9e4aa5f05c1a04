"""Why a person's wish cannot be met: a code and facts, worded where it is shown."""

from typing import Any


class Refused(Exception):
    """The wish is not met and nothing has changed.

    Codes: ``gone`` (no such match), ``over``, ``cancelled``, ``pruned`` (its moves are no longer
    kept), ``running`` (no longer a lobby), ``lobby``
    (not started), ``full``, ``not_seated``, ``seated`` (already), ``not_host``, ``not_yours`` (a match that
    one did not play), ``stale`` (the decision is past), ``waiting`` (not one's turn), ``no_computer``,
    ``bad_options`` (``error`` holds the rules' exception), ``busy``, ``elsewhere`` (the table is on another
    server), ``cannot_write`` (the table cannot be put up here), ``no_place`` (nor where the
    match was played), ``not_manager``, ``not_moderator``,
    ``restarting`` (the process is ending), ``not_there`` (the person may not be where the table stands),
    ``put_out`` (of the lobby, by its host), ``left`` (who is to be put out has left), ``not_invited`` (the
    bot is no member there), and where a server does not want a table: ``game_off``, ``channel_off``,
    ``too_many``, ``too_many_yours`` (of the same host).

    The facts may hold the match, else its row, as it is when the wish is refused.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)  # the facts hold matches, which no traceback should show
        self.code = code
        self.facts = facts


class Corrupt(Exception):
    """The journal of a match cannot be replayed; the operator has been told in the log."""
