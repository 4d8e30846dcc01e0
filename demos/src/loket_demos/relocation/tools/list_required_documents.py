"""The tool that lists documents, and says which need an apostille or a translation."""

from loket import Context, tool
from loket.core.data import Frozen
from loket_demos.relocation.content import VisaDocument
from loket_demos.relocation.tools.asked import Language, Status, asked


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
    destination_country: str, pathway: str, context: Context, origin_country: str = "", language: Language | None = None
) -> RequiredDocuments:
    """The documents of an application: which need an apostille or a translation, and how long they are good.

    Args:
        destination_country: country the person moves to, by name or ISO code
        pathway: work, qualified_work, study, own_income, digital_nomad, job_search or family, or a code such as D7
        origin_country: country the documents are from, by name or ISO code
        language: of the texts; that of the conversation without it
    """
    locale = language or context.locale
    it = asked(destination_country, origin_country, locale, pathway)
    listed = (*it.there.documents, *(it.visa.purpose if it.visa else ())) if it.there else ()
    notes = [it.note]
    if it.there:
        notes.append(f"{it.there.apostille.within(locale)} ({it.there.origin_of('mre', None, 'S', locale)})")
    return RequiredDocuments(
        documents=[_listed(one, locale) for one in listed],
        general_notes=" ".join(filter(None, notes)),
        destination_country=destination_country,
        pathway=it.called(pathway, locale),
        status=it.status,
        official=it.official,
    )


def _listed(one: VisaDocument, locale: str) -> RequiredDocument:
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
