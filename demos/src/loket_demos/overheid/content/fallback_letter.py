"""The draft reply that is written without a model: fixed parts, filled in for the kind of case, no personal data.

What the person wrote is quoted, word for word, when nothing in it can say who somebody is; else it says only that a
reason was given. A letter that comes late is answered as one."""

import re

from loket_demos.overheid.content.cases import Route
from loket_demos.overheid.content.draft_prompt import redact
from loket_demos.overheid.content.dutch_dates import write_date
from loket_demos.overheid.content.letter_case import LetterCase
from loket_demos.overheid.content.letter_parts import parts
from loket_demos.overheid.content.shown_reason import first_words

FALLBACK_MARK, MODEL_MARK = "[Bron: Fallback]", "[Bron: Gemini]"
WORDS_QUOTED = 16
WEEKS = {14: "twee", 28: "vier", 42: "zes"}

_name = re.compile(r"[a-z,] [A-Z][a-zé]+")
"""A word in capitals inside a sentence may be a name."""
_telling = re.compile(r"[0-9<>]")
"""Amounts, numbers of houses and what is no plain word stay out of a reply."""


def fallback_letter(case: LetterCase) -> str:
    """The whole draft, 120 to 180 words, with the mark of its source on the first line."""
    known, route = parts(), case.route
    kind = known.soorten.get(route.code) or known.soorten[route.soort]
    filled = {"brief": route.brief, "wie": route.wie, "adres": case.address, "beslist": route.beslist}
    blocks = (
        known.aanhef,
        "\n".join(filter(None, [" ".join(_received(case)), " ".join(_late(case))])),
        kind.opnieuw.format(**filled) + "\n" + "\n".join(f"- {one}" for one in _wanted(case)),
        (kind.laat if case.late else kind.vervolg).format(**filled, weken=weeks(route)),
        known.slot,
        f"{known.groet}\n\n{known.naam}",
    )
    return f"{FALLBACK_MARK}\n" + "\n\n".join(blocks)


def weeks(route: Route) -> str:
    """How many weeks a person has, as a word."""
    return WEEKS.get(route.dagen, str(route.dagen // 7))


def quotable(words: str) -> bool:
    """Nothing in it can say who somebody is, and it is short enough for a reply."""
    plain = not _name.search(words) and not _telling.search(words) and redact(words) == words
    return plain and len(words.split()) <= WORDS_QUOTED


def _received(case: LetterCase) -> list[str]:
    known, ground = parts(), first_words(case.reading)
    first = (known.van_overheid if case.reading.kind == "brief_van_overheid" else known.ontvangst).format(
        brief=case.route.brief
    )
    if ground is None:
        return [first, known.zonder_reden]
    if not quotable(ground.tekst):
        return [first, known.met_reden]
    words = ground.tekst if ground.tekst.endswith((".", "!", "?")) else f"{ground.tekst}."
    return [first, known.citaat.format(citaat=words)]


def _late(case: LetterCase) -> list[str]:
    known = parts()
    if not case.late:
        return []
    over = case.term if case.over else None
    first = known.te_laat_dag.format(dag=write_date(over.laatste_dag)) if over else known.te_laat_gezegd
    return [first, known.te_laat_uitleg if case.reading.excuse else known.te_laat_vraag]


def _wanted(case: LetterCase) -> list[str]:
    """What the office still needs: explanations that are missing first."""
    known = parts()
    asked = [*([known.bullet_reden] if not case.reading.why else [])]
    asked += [known.bullet_te_laat] if case.late and case.reading.excuse is None else []
    own = [one for one in case.route.bewijs if not (asked and one == "Uw uitleg in eigen woorden")]
    return [*asked, *own][:5]
