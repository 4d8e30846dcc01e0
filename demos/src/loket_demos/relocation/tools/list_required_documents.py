"""The tool that lists documents, and says which need an apostille or a translation."""

from loket import Context, tool
from loket.core.data import Frozen
from loket_demos.relocation.content import Document
from loket_demos.relocation.tools.asked import Status, asked, no_visa, visa_of


class RequiredDocument(Frozen):
    """One document; `validity_months` is None when nothing is known of it."""

    name: str
    category: str
    required: bool
    apostille_needed: bool
    translation_required: bool
    translation_type: str
    validity_months: int | None
    notes: str


class RequiredDocuments(Frozen):
    """The answer."""

    documents: list[RequiredDocument] = []
    general_notes: str = ""
    destination_country: str = ""
    pathway: str = ""
    status: Status = "known"
    official: str = ""


@tool(
    read_only=True,
    title="Documentos",
    examples=["Quais documentos preciso apostilar?", "Which documents do I need?", "Como funciona a apostila?"],
)
def list_required_documents(
    destination_country: str, pathway: str, context: Context, origin_country: str = ""
) -> RequiredDocuments:
    """The documents of an application: which need an apostille or a translation, and how long they are good.

    Args:
        destination_country: country the person moves to, by name or ISO code
        pathway: work, qualified_work, study, own_income, digital_nomad, job_search or family, or a code such as D7
        origin_country: country the documents are from, by name or ISO code
    """
    locale, it = context.locale, asked(destination_country, origin_country, context.locale)
    answer = RequiredDocuments(
        destination_country=destination_country, pathway=pathway, status="unknown", official=it.official
    )
    if it.known is None:
        return answer.model_copy(update={"general_notes": it.note})
    visa = visa_of(it.known, pathway) if pathway.strip() else None
    if visa is None and pathway.strip():
        return answer.model_copy(update={"general_notes": no_visa(it.known, pathway, locale)})
    if visa is not None and visa.status == "suspended":
        note = visa.note.within(locale) if visa.note else ""
        return answer.model_copy(update={"general_notes": note, "status": "suspended"})
    every = (*it.known.documents, *(visa.purpose if visa else ()))
    origin = it.known.origin_of("mre", None, "S", locale)
    return answer.model_copy(
        update={
            "documents": [_listed(one, locale) for one in every],
            "general_notes": f"{it.known.apostille.within(locale)} ({origin})",
            "pathway": visa.title.within(locale) if visa else "",
            "status": "known",
        }
    )


def _listed(one: Document, locale: str) -> RequiredDocument:
    return RequiredDocument(
        name=one.name.within(locale),
        category=one.category,
        required=one.required,
        apostille_needed=one.apostille,
        translation_required=False,
        translation_type="",
        validity_months=one.months,
        notes=one.notes.within(locale) if one.notes else "",
    )
