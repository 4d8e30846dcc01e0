"""The tool for figures of an application: days, fees, and what is not known of them."""

from loket import Context, tool
from loket.core.data import Frozen
from loket_demos.relocation.content import Destination
from loket_demos.relocation.texts import sentence
from loket_demos.relocation.tools.asked import Language, Status, asked


class Days(Frozen):
    """None: nothing is known of it."""

    minimum: int | None = None
    typical: int | None = None
    maximum: int | None = None


class Fee(Frozen):
    """`notes` has the amount as it is published; no exchange rate is kept here, so there is none in dollars."""

    name: str
    amount_usd: float | None
    notes: str


class Statistics(Frozen):
    """The answer."""

    processing_time_days: Days = Days()
    fees: list[Fee] = []
    total_fees_usd: float | None = None
    approval_rate_percent: float | None = None
    bottlenecks: list[str] = []
    tips: list[str] = []
    notes: str = ""
    pathway: str = ""
    status: Status = "known"
    official: str = ""


@tool(read_only=True, title="Taxas e números")
def get_processing_statistics(
    destination_country: str, pathway: str, context: Context, language: Language | None = None
) -> Statistics:
    """Days, fees and what is reported of an application, each with its year and source.

    Args:
        destination_country: country the person moves to, by name or ISO code
        pathway: work, qualified_work, study, own_income, digital_nomad, job_search or family; empty for any
        language: of the texts; that of the conversation without it
    """
    locale = language or context.locale
    it = asked(destination_country, "", locale, pathway)
    answer = Statistics(notes=it.note, pathway=it.called(pathway, locale), status=it.status, official=it.official)
    if it.there is None:
        return answer
    notes = " ".join(filter(None, (it.note, sentence("notes", "statistics", locale))))
    return answer.model_copy(update={**_figures(it.there, locale), "notes": notes})


def _figures(known: Destination, locale: str) -> dict[str, object]:
    def line(name: str) -> str:
        return f"{known.terms[name].name.within(locale)}: {known.dated(known.terms[name], locale)}"

    fees = [
        Fee(name=value.name.within(locale), amount_usd=None, notes=known.dated(value, locale))
        for value in known.fees.values()
    ]
    return {
        "processing_time_days": Days(typical=known.terms["legal"].days, maximum=known.terms["reported"].days),
        "fees": fees,
        "bottlenecks": [line("reported")],
        "tips": [line("legal"), line("ahead")],
    }
