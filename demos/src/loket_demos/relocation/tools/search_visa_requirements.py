"""The tool that says what a visa requires: documents, who is eligible, the steps and the fees."""

from loket import Context, tool
from loket.core.data import Frozen
from loket_demos.relocation.content import Destination, Visa
from loket_demos.relocation.tools.asked import Language, Status, asked


class Fees(Frozen):
    """What is paid on the way to a visa, as it is shown; empty when it is not known."""

    consular_fee: str = ""
    service_fee: str = ""
    other: list[str] = []


class Requirements(Frozen):
    """What a visa requires; all empty when nothing is known."""

    documents: list[str] = []
    eligibility: list[str] = []
    steps: list[str] = []
    fees: Fees = Fees()


class VisaRequirements(Frozen):
    """The answer: `note` says what else is to be known, that a type is suspended, or why there is nothing; `official`
    is who decides."""

    origin: str
    destination: str
    visa_type: str
    requirements: Requirements = Requirements()
    status: Status = "known"
    note: str = ""
    official: str = ""


@tool(
    read_only=True,
    title="Exigências do visto",
    examples=["Quais são os requisitos do visto de trabalho?", "What does a study visa require?"],
)
def search_visa_requirements(
    origin: str, destination: str, visa_type: str, context: Context, language: Language | None = None
) -> VisaRequirements:
    """What a visa requires: documents, eligibility, steps and fees, each fee with its year and source.

    Args:
        origin: country where the person lives, by name or ISO code
        destination: country they move to, by name or ISO code
        visa_type: work, qualified_work, study, own_income, digital_nomad, job_search or family, or a code such as D7
        language: of the texts; that of the conversation without it
    """
    locale = language or context.locale
    it = asked(destination, origin, locale, visa_type)
    return VisaRequirements(
        origin=origin,
        destination=destination,
        visa_type=it.called(visa_type, locale),
        requirements=_requirements(it.there, it.visa, locale) if it.there and it.visa else Requirements(),
        status=it.status if it.visa else "unknown",
        note=it.note,
        official=it.official,
    )


def _requirements(known: Destination, visa: Visa, locale: str) -> Requirements:
    fees = {name: known.dated(value, locale) for name, value in known.fees.items()}
    others = ("permit", "insurance")
    return Requirements(
        documents=[one.name.within(locale) for one in (*known.documents, *visa.purpose)],
        eligibility=[
            f"{one.within(locale)} ({known.origin_of(visa.source, None, 'S', locale)})" for one in visa.eligibility
        ],
        steps=[step.within(locale) for step in known.steps],
        fees=Fees(
            consular_fee=fees["consular"],
            service_fee=fees["service"],
            other=[f"{known.fees[name].name.within(locale)}: {fees[name]}" for name in others],
        ),
    )
