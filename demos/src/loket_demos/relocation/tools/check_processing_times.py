"""The tool that says how long things take, and when to begin."""

from loket import Context, tool
from loket.core.data import Frozen
from loket_demos.relocation.content import Destination
from loket_demos.relocation.texts import sentence
from loket_demos.relocation.tools.asked import Language, Status, asked


class Times(Frozen):
    """How long it takes, as it is shown; `expedited` and `peak_season_warning` say it when nothing is known."""

    standard: str = ""
    expedited: str = ""
    peak_season_warning: str = ""


class ProcessingTimes(Frozen):
    """The answer: `last_updated` is the day of check."""

    destination: str
    visa_type: str
    processing_times: Times = Times()
    tips: list[str] = []
    last_updated: str = ""
    status: Status = "known"
    note: str = ""
    official: str = ""


@tool(
    read_only=True,
    title="Prazos",
    examples=[
        "Quanto tempo demora o visto de estudo?",
        "How long does the visa take?",
        "Com que antecedência peço o visto?",
    ],
)
def check_processing_times(
    destination: str, visa_type: str, context: Context, language: Language | None = None
) -> ProcessingTimes:
    """How long a visa takes by law and as people report, and when to apply; each term with its source.

    Args:
        destination: country the person moves to, by name or ISO code
        visa_type: work, qualified_work, study, own_income, digital_nomad, job_search or family, or a code such as D7
        language: of the texts; that of the conversation without it
    """
    locale = language or context.locale
    it = asked(destination, "", locale, visa_type)
    return ProcessingTimes(
        destination=destination,
        visa_type=it.called(visa_type, locale),
        processing_times=_times(it.there, locale) if it.there else Times(),
        tips=_tips(it.there, locale) if it.there else [],
        last_updated=it.known.checked.isoformat() if it.known else "",
        status=it.status,
        note=it.note,
        official=it.official,
    )


def _times(known: Destination, locale: str) -> Times:
    legal, reported = (known.dated(known.terms[name], locale) for name in ("legal", "reported"))
    return Times(
        standard=legal,
        expedited=sentence("times", "expedited", locale),
        peak_season_warning=sentence("times", "reported", locale, reported=reported),
    )


def _tips(known: Destination, locale: str) -> list[str]:
    shown = ("ahead", "apostille", "visa", "aima")
    return [f"{known.terms[name].name.within(locale)}: {known.dated(known.terms[name], locale)}" for name in shown]
