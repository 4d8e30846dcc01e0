"""The draft reply that is written without a model: fixed parts, filled in for the kind of case, no personal data."""

from datetime import date
from functools import cache

from loket_demos.overheid.content.cases import Route, case_book
from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow

FALLBACK_MARK, MODEL_MARK = "[Bron: Fallback]", "[Bron: Gemini]"


class KindParts(DataRow):
    opnieuw: str
    vervolg: str


class LetterParts(DataRow):
    checked: date
    aanhef: str
    ontvangst: str
    bullet_te_laat: str
    slot: str
    groet: str
    naam: str
    soorten: dict[str, KindParts]


@cache
def parts() -> LetterParts:
    """The fixed parts, read once."""
    return read("conceptbrief", LetterParts)


def fallback_letter(route: Route, reason: str) -> str:
    """The whole draft, 120 to 180 words, with the mark of its source on the first line."""
    known = parts()
    kind = known.soorten[route.soort]
    wanted = [*route.bewijs, *([known.bullet_te_laat] if reason == case_book().te_laat else [])][-5:]
    filled = {"brief": route.brief, "wie": route.wie, "adres": route.adres, "beslist": route.beslist}
    blocks = (
        known.aanhef,
        known.ontvangst.format(brief=route.brief, reden=reason[:1].lower() + reason[1:]),
        kind.opnieuw.format(**filled) + "\n" + "\n".join(f"- {one}" for one in wanted),
        kind.vervolg.format(**filled),
        known.slot,
        f"{known.groet}\n\n{known.naam}",
    )
    return f"{FALLBACK_MARK}\n" + "\n\n".join(blocks)
