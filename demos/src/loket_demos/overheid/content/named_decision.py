"""Where a decision is named in a sentence, what parts it from a date, and when that is the date of another one: of what
was objected to before, or of the letter of somebody who is no office."""

import re
from collections.abc import Iterator

from loket_demos.overheid.content.cases import names_matter
from loket_demos.overheid.content.date_signs import handed_in
from loket_demos.overheid.content.dutch_dates import has_date
from loket_demos.overheid.content.voices import names_public_body

DECISION = re.compile(
    r"\b(?:\w*besluit|\w*beschikking|\w*beslissing|brief|\w*aanslag(?:biljet)?|legesnota|naheffing\w*|\w*boete|bekeuring|(?:parkeer)?bon|afwijzing"
    r"|bericht|terugvordering|intrekking|weigering|herziening|berekening|strafbeschikking)\b",
    re.I,
)
_whose = re.compile(
    r"^,?\s{1,3}van\s{1,3}(?P<who>(?:(?:de|het|een|mijn|m'n|onze|haar|zijn|hun)\s{1,3}|(?=(?:dokter|dr|drs|mr)\b))[^\W\d_].*)",
    re.I,
)
_of_whom = re.compile(r"^,?\s{1,3}van\s{1,3}(?P<who>[^\W\d_]{3,} .*)", re.I)
_article = re.compile(r"^(?:de|het|een|mijn|m'n|onze|haar|zijn|hun)\s{1,3}", re.I)
_of_office = re.compile(
    r"\b(?:afdeling|team|\w*loket|inspecteur|\w*ambtenaar|direct(?:eur|rice)|rector|instantie|overheid|instelling)\b",
    re.I,
)
_letter = re.compile(r"(?:brief|bericht|berekening)$", re.I)
_objected_to = re.compile(r"\b(?:bezwaar\w*|beroep) tegen\b(?P<act>[^.;:]*)$", re.I)
_outcome = re.compile(
    r"^[^.;:]*\b(?:(?:on)?gegrond|niet-ontvankelijk|afgewezen|verworpen|afgehandeld)\b(?! (?:te )?verkla(?:ren|art))",
    re.I,
)
_outcome_of = re.compile(
    r"\b(?:beslis(?:t|te|sing)|besloot|besloten|uitspraak|ging)\b[^.;:]{0,60}\b(?:op|over|in) (?:mijn|ons|het)? ?$",
    re.I,
)
BLOCKS = re.compile(
    r"\b(?:dat|die|waarin|waarop|waarmee|waarbij|omdat|want|toen|terwijl|doordat|ik|wij|hij|zij|ze|maar"
    r"|en(?! [^\W\d_]+ (?:van|dd|gedateerd)\b)"
    r"|aanvraag|aangevraagd|bezwaar\w*|beroep\w*|verzoek|klacht|contract|overeenkomst|gesprek|afspraak|e?-?mail|melding"
    r"|aangifte|formulier|verklaring|rapport|advies|keuring|onderzoek|factuur|rekening|betaling|overtreding|controle"
    r"|hoorzitting|ingang|gereden|geparkeerd|geboren)\b",
    re.I,
)
"""With one of these between a decision and a date, the date is of something else."""


def decisions_in(words: str) -> Iterator[re.Match[str]]:
    """Where a decision, or the letter that brings it, is named in it."""
    return DECISION.finditer(words)


def names_decision(words: str) -> bool:
    """Is one named in it?"""
    return any(decisions_in(words))


def of_earlier(before: str, after: str) -> bool:
    """What an objection was against on which somebody decided: the date is that of the first decision."""
    found = _objected_to.search(before)
    if found is None or has_date(found["act"]):
        return False
    return bool(_outcome.search(after) or _outcome_of.search(before[: found.start()]))


def of_somebody(before: str, after: str) -> bool:
    """That of a letter of somebody who is no office, as a doctor: named before it, or behind it."""
    noun = next(reversed([*decisions_in(before)]), None)
    if noun is None or not _letter.search(noun[0]) or BLOCKS.search(before, noun.end()):
        return False
    between = before[noun.end() :]
    whose = _whose.match(between) or (_whose.match(after) if len(between.split()) <= 1 else None)
    plain = _of_whom.match(between)
    if whose is None and (plain is None or not handed_in(plain["who"], after)):
        return False
    who = _article.sub("", whose["who"]) if whose else plain["who"] if plain else ""
    return not (names_public_body(who) or _of_office.search(who) or names_matter(who))
