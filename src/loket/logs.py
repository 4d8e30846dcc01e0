"""Lines for the server's log that any handler can write: words of others may hold half a character, a file can't."""

import logging
import traceback
from contextlib import suppress

COUNTED = ("loket", "uvicorn.error")


class Whole(logging.Filter):
    """Writes half characters (lone surrogates) as escapes: a handler that encodes would lose the line for them."""

    def filter(self, record: logging.LogRecord) -> bool:
        with suppress(Exception):  # words that can't be put together are for the handler to complain about
            words = record.getMessage()
            if (whole := _whole(words)) != words:
                record.msg, record.args = whole, None
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and record.exc_text is None:
            told = "".join(traceback.format_exception(error)).rstrip("\n")
            if (whole := _whole(told)) != told:
                record.exc_text = whole  # formatters take this instead of making it again
        return True


class ErrorLines(logging.Handler):
    """Counts what is logged at level error, by this package and by the server that carries it."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.lines += 1

    def __enter__(self) -> "ErrorLines":
        for name in COUNTED:
            logging.getLogger(name).addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        for name in COUNTED:
            logging.getLogger(name).removeHandler(self)


def logger(name: str) -> logging.Logger:
    """The logger of this name, for those who log what tools, planners, servers and callers said."""
    log = logging.getLogger(name)
    if not any(isinstance(one, Whole) for one in log.filters):
        log.addFilter(Whole())
    return log


def _whole(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
