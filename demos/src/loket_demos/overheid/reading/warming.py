"""What reading a message needs once, made ready beside the start of the server and not in the first message."""

from datetime import date
from functools import cache
from threading import Thread

from loket_demos.overheid.reading.information import informed
from loket_demos.overheid.reading.sentence import fields_of

READY = "reading of allowances"
"""The name of the thread that makes it ready."""
TYPICAL = "Zorgtoeslag 2026: ik ben 30 jaar, woon alleen en verdien 2500 euro per maand."
"""A message that needs all patterns and word lists."""


@cache
def make_ready() -> None:
    """Begins it, once in a process, and does not wait."""
    Thread(target=_read_once, name=READY, daemon=True).start()


def _read_once() -> None:
    fields_of(TYPICAL, date(2026, 1, 1))
    informed("Hoe vraag ik zorgtoeslag aan?", date(2026, 1, 1), {}, 2026)
