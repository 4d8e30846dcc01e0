"""Until when a person can object or appeal, and what they can still do afterwards.

Awb 6:7 and 6:8: six weeks, from the day after the decision was announced (taxes: after its date, AWR 22j). So the
last day is the date plus 42 days, moved by the Algemene termijnenwet. Awb 6:9: what was posted before the end and
arrives within a week is in time. An unknown date is said to be unknown; nothing is guessed."""

from datetime import date, timedelta
from typing import Literal

from loket_demos.overheid.content.dutch_dates import write_date
from loket_demos.overheid.content.errors import ContentError
from loket_demos.overheid.content.frozen import ToolOutput
from loket_demos.overheid.content.holidays import FIRST_YEAR, LAST_YEAR, next_working_day, why_closed

SIX_WEEKS = 42
POSTED_DAYS = 7
POSTED_RULE = (
    "Doet u het met de post? Post de brief dan voor het einde van de laatste dag. "
    "De brief moet binnen een week aankomen."
)


class Deadline(ToolOutput):
    """`nominaal` is the day by counting, `laatste_dag` the day after moving; `verschoven_door` says why it moved."""

    besluit: date
    nominaal: date
    laatste_dag: date
    uiterlijk_ontvangen: date
    verschoven_door: str | None = None

    @property
    def moved(self) -> bool:
        return self.laatste_dag != self.nominaal

    def state(self, today: date | None) -> Literal["op_tijd", "te_laat", "onbekend"]:
        """In time, too late, or unknown when nobody told what day it is."""
        if today is None:
            return "onbekend"
        return "op_tijd" if today <= self.laatste_dag else "te_laat"


def deadline(letter: date, days: int = SIX_WEEKS) -> Deadline:
    """The last day for a decision with this date. Raises ContentError `invalid_datum` outside 1990 to 2100."""
    if not FIRST_YEAR <= letter.year < LAST_YEAR:
        raise ContentError("invalid_datum", "Deze datum kunnen wij niet gebruiken. Kijk of het jaar klopt.")
    nominal = letter + timedelta(days=days)
    last = next_working_day(nominal)
    return Deadline(
        besluit=letter,
        nominaal=nominal,
        laatste_dag=last,
        uiterlijk_ontvangen=last + timedelta(days=POSTED_DAYS),
        verschoven_door=why_closed(nominal),
    )


def ends_on(letter: date, last: date) -> Deadline:
    """The deadline that a letter names itself; raises ContentError `invalid_datum` as `deadline` does."""
    days = max(0, (last - letter).days)
    return deadline(letter, days).model_copy(
        update={"laatste_dag": last, "verschoven_door": None, "uiterlijk_ontvangen": last + timedelta(days=POSTED_DAYS)}
    )


def explain(term: Deadline | None, what: str, today: date | None = None) -> str:
    """The sentence for a person: the last day for `what` (uw bezwaar, uw beroep), or that we do not know it."""
    if term is None:
        return f"De laatste dag voor {what}: dat weten wij niet. Zoek de datum op de brief met het besluit."
    text = f"De laatste dag voor {what}: {write_date(term.laatste_dag)}."
    if term.verschoven_door:
        text += f" De gewone laatste dag was {term.verschoven_door}."
    match term.state(today):
        case "te_laat":
            return f"{text} Die dag is voorbij."
        case "op_tijd" | "onbekend":
            return text
