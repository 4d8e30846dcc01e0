"""The tool that holds what somebody said of themselves against what a programme requires; it decides nothing."""

from loket import Context, tool
from loket.core.data import Frozen
from loket_demos.relocation.content import Criterion, Destination, Visa
from loket_demos.relocation.texts import sentence
from loket_demos.relocation.tools.asked import Language, Status, asked


class Applicant(Frozen):
    """What somebody said of their own accord; what is None they did not say, and are not asked."""

    monthly_income_eur: float | None = None
    spouse: bool = False
    children: int = 0
    contract: bool | None = None
    acceptance: bool | None = None
    work_abroad: bool | None = None
    resident_two_years: bool | None = None


class Met(Frozen):
    """A criterion, and whether it is met; None: not said."""

    criterion: str
    met: bool | None


class Programme(Frozen):
    """How far what was said meets the known criteria. `eligible` is False when one of them is not met, and never True:
    only the consulate decides. `probability` is None, for nothing is known of it."""

    program: str
    eligible: bool | None
    score: int
    max_score: int
    breakdown: list[Met]
    probability: float | None
    recommendations: list[str]


class Eligibility(Frozen):
    """The answer: that of one programme, or `programs` when none was named."""

    program: str = ""
    eligible: bool | None = None
    score: int = 0
    max_score: int = 0
    breakdown: list[Met] = []
    probability: float | None = None
    recommendations: list[str] = []
    programs: list[Programme] = []
    overall: str = ""
    status: Status = "known"
    note: str = ""
    official: str = ""


@tool(read_only=True, title="Elegibilidade")
def check_eligibility(
    destination_country: str,
    context: Context,
    program: str = "",
    profile: Applicant | None = None,
    language: Language | None = None,
) -> Eligibility:
    """Holds what a person said of themselves against the criteria that are known of a programme, or of all.

    Args:
        destination_country: country the person moves to, by name or ISO code
        program: work, qualified_work, study, own_income, digital_nomad, job_search or family; empty for all of them
        profile: only what the person said; never ask for more
        language: of the texts; that of the conversation without it
    """
    locale = language or context.locale
    it = asked(destination_country, "", locale, program)
    common = Eligibility(status=it.status, note=it.note, official=it.official)
    if it.there is None:
        return common.model_copy(update={"program": it.called(program, locale)})
    who, overall = profile or Applicant(), sentence("notes", "no_advice", locale)
    if it.visa is not None:
        fields = _programme(it.there, it.visa, who, locale).model_dump(exclude={"breakdown"})
        breakdown = _breakdown(it.visa, who, locale)
        return common.model_copy(update={**fields, "breakdown": breakdown, "overall": overall})
    every = [_programme(it.there, visa, who, locale) for visa in it.there.visas if visa.status == "open"]
    return common.model_copy(update={"programs": every, "overall": overall})


def _programme(known: Destination, visa: Visa, who: Applicant, locale: str) -> Programme:
    breakdown = _breakdown(visa, who, locale)
    return Programme(
        program=visa.title.within(locale),
        eligible=False if any(one.met is False for one in breakdown) else None,
        score=sum(one.met is True for one in breakdown),
        max_score=len(breakdown),
        breakdown=breakdown,
        probability=None,
        recommendations=[
            f"{one.within(locale)} ({known.origin_of(visa.source, None, 'S', locale)})" for one in visa.eligibility
        ],
    )


def _breakdown(visa: Visa, who: Applicant, locale: str) -> list[Met]:
    return [Met(criterion=one.text.within(locale), met=_met(one, who)) for one in visa.criteria]


def _met(criterion: Criterion, who: Applicant) -> bool | None:
    value = getattr(who, criterion.key)
    if criterion.at_least is None or value is None:
        return value
    return bool(value >= criterion.at_least * (1 + criterion.spouse * who.spouse + criterion.child * who.children))
