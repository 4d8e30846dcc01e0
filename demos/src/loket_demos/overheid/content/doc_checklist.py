"""The tool `doc_checklist`: what a person should have at hand to apply for an allowance."""

from datetime import date
from functools import cache

from pydantic import Field

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow, ToolInput, ToolOutput
from loket_demos.overheid.content.household import household
from loket_demos.overheid.content.regelingen import LONGEST_NAME, RegelingCode, regeling
from loket_demos.overheid.content.sources import SourceNote, note


class Document(DataRow):
    """One thing to have at hand, and why in one or two plain sentences."""

    tekst: str
    uitleg: str


class SchemeDocuments(DataRow):
    code: RegelingCode
    documenten: tuple[Document, ...]


class Documents(DataRow):
    checked: date
    bron: str
    algemeen: tuple[Document, ...]
    regelingen: tuple[SchemeDocuments, ...]
    onbekend: Document
    partner: Document
    kinderen: Document

    def all(self) -> tuple[Document, ...]:
        """Every document there is, for whoever explains them."""
        own = tuple(one for scheme in self.regelingen for one in scheme.documenten)
        return (*self.algemeen, *own, self.onbekend, self.partner, self.kinderen)


class DocumentsInput(ToolInput):
    regeling: str = Field(description="welke toeslag")
    situatie: str = Field(default="", description="huishouden in eigen woorden, bijvoorbeeld Samenwonend")


class DocumentsOutput(ToolOutput):
    regeling: str
    situatie: str
    documenten: tuple[str, ...]
    bron: tuple[SourceNote, ...]


@cache
def documents() -> Documents:
    """All documents, read once."""
    return read("documenten", Documents)


def doc_checklist(given: DocumentsInput) -> DocumentsOutput:
    """Two general documents, those of the allowance, and more for a partner or children."""
    known = documents()
    scheme = regeling(given.regeling)
    own = next((one.documenten for one in known.regelingen if scheme and one.code == scheme.code), (known.onbekend,))
    home = household(given.situatie)
    extra = [*([known.partner] if home.partner else []), *([known.kinderen] if home.children else [])]
    return DocumentsOutput(
        regeling=scheme.naam if scheme else given.regeling[:LONGEST_NAME],
        situatie=given.situatie[:LONGEST_NAME],
        documenten=tuple(one.tekst for one in (*known.algemeen, *own, *extra)),
        bron=(note(known.bron, certainty="P", checked=known.checked),),
    )
