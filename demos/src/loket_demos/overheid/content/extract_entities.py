"""The tool `extract_entities`: the date of the decision, the amount in dispute and the subject of a letter.

Everything takes linear time on any text, and the letter stays text: nothing in it is run or rendered. Where two dates
or two amounts could be the one, none is taken and both are named."""

from datetime import date

from pydantic import Field

from loket_demos.overheid.content.case_route import find_route, subject
from loket_demos.overheid.content.cases import check_letter
from loket_demos.overheid.content.decision_date import decision_dates
from loket_demos.overheid.content.disputed_amount import disputed_amount
from loket_demos.overheid.content.frozen import ToolInput, ToolOutput
from loket_demos.overheid.content.letter_reading import read_letter


class EntitiesInput(ToolInput):
    """`vandaag` (ISO date) gives `3 november jl.` its year."""

    text: str = Field(description="de brief")
    vandaag: date | None = None


class Entities(ToolOutput):
    """`datum` and `bedrag` as they stand in the letter, and the same as ISO date and as a number; `datum_zeker`: its
    place or its label says that it is that of the decision. `datums` and `bedragen`: more than one could be it."""

    datum: str | None = None
    bedrag: str | None = None
    onderwerp: str
    datum_iso: str | None = None
    bedrag_euro: float | None = None
    datum_zeker: bool = False
    datums: tuple[str, ...] = ()
    bedragen: tuple[str, ...] = ()


def extract_entities(given: EntitiesInput) -> Entities:
    """What can be read from the letter; raises ContentError `too_large`."""
    reading = read_letter(check_letter(given.text))
    dates = decision_dates(given.text, reading.cut, reading.spoken, given.vandaag)
    amount, best = disputed_amount(reading), dates.best
    return Entities(
        datum=best.written if best else None,
        bedrag=amount.written,
        onderwerp=subject(find_route(reading).route, reading),
        datum_iso=best.day.isoformat() if best and best.day else None,
        bedrag_euro=float(amount.euro) if amount.euro is not None else None,
        datum_zeker=best is not None and best.sure,
        datums=dates.several,
        bedragen=amount.several,
    )
