"""What reading a message or a letter needs once, made ready beside the start of the server and not in the first one."""

from datetime import date
from functools import cache
from threading import Thread

from loket_demos.overheid.content.structure_bezwaar import BezwaarInput, read_case
from loket_demos.overheid.reading.information import informed
from loket_demos.overheid.reading.sentence import fields_of

READY = "reading of allowances"
"""The name of the thread that makes it ready."""
TYPICAL = "Zorgtoeslag 2026: ik ben 30 jaar, woon alleen en verdien 2500 euro per maand."
"""A message that needs all patterns and word lists."""
LETTER = (
    "UWV\nDatum: 1 december 2025\nKenmerk: AB-1234\n\nGeachte heer,\n\nU moet 300 euro betalen. U kunt binnen "
    "zes weken bezwaar maken.\n\nMet vriendelijke groet,\nUWV\n\nDat klopt niet, want ik had op 3 november al betaald."
)
"""A letter that needs those of letters."""


@cache
def make_ready() -> None:
    """Begins it, once in a process, and does not wait."""
    Thread(target=_read_once, name=READY, daemon=True).start()


def _read_once() -> None:
    fields_of(TYPICAL, date(2026, 1, 1))
    informed("Hoe vraag ik zorgtoeslag aan?", date(2026, 1, 1), {}, 2026)
    read_case(BezwaarInput(raw_text=LETTER, vandaag=date(2026, 1, 1)))
