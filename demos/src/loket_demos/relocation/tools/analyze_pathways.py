"""The tool that sets the ways in side by side; it recommends none."""

from loket import Context, tool
from loket.core.data import Frozen
from loket_demos.relocation.content import Destination, Visa
from loket_demos.relocation.texts import sentence
from loket_demos.relocation.tools.asked import Language, Status, asked


class Pathway(Frozen):
    """One way in; `difficulty` is None, for nobody measured it."""

    name: str
    type: str
    difficulty: str | None
    timeline_months: dict[str, int | None]
    requirements: list[str]
    pros: list[str]
    cons: list[str]
    legal_reference: str


class Pathways(Frozen):
    """The answer; `recommendation` says who decides."""

    pathways: list[Pathway] = []
    recommendation: str = ""
    destination_country: str = ""
    objective: str = ""
    status: Status = "known"
    official: str = ""


@tool(read_only=True, title="Caminhos")
def analyze_pathways(
    destination_country: str, objective: str, context: Context, profile: str = "", language: Language | None = None
) -> Pathways:
    """The ways to move to a country for an objective, side by side: what each requires, how long it may take, its law.

    Args:
        destination_country: country the person moves to, by name or ISO code
        objective: work, qualified_work, study, own_income, digital_nomad, job_search or family; empty for all of them
        profile: what else the person said of themselves; it changes nothing here
        language: of the texts; that of the conversation without it
    """
    locale = language or context.locale
    it = asked(destination_country, "", locale, objective)
    shown = () if it.known is None else (it.visa,) if it.visa else it.known.visas
    return Pathways(
        pathways=[_pathway(it.known, visa, locale) for visa in shown if visa and it.known],
        recommendation=sentence("notes", "no_advice", locale) if it.known else it.note,
        destination_country=destination_country,
        objective=it.called(objective, locale),
        status=it.status,
        official=it.official,
    )


def _pathway(known: Destination, visa: Visa, locale: str) -> Pathway:
    """A suspended one has no terms and no requirements."""
    days = {name: known.terms[name].days for name in ("legal", "reported")} if visa.status == "open" else {}
    months = {"minimum": _months(days.get("legal")), "maximum": _months(days.get("reported"))}
    notes = [visa.note] if visa.note and visa.status == "suspended" else []
    return Pathway(
        name=visa.title.within(locale),
        type=visa.id,
        difficulty=None,
        timeline_months=months,
        requirements=[one.within(locale) for one in visa.eligibility],
        pros=[one.within(locale) for one in visa.pros],
        cons=[one.within(locale) for one in notes or visa.cons],
        legal_reference=f"{visa.legal} ({known.origin_of(visa.source, None, 'S', locale)})",
    )


def _months(days: int | None) -> int | None:
    return None if days is None else round(days / 30)
