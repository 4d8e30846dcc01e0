"""What stands above and below a letter, also in one paragraph as a sentence: a day, an office, a number, a name."""

import re

from loket_demos.overheid.content.dutch_dates import PATTERN, dates_in
from loket_demos.overheid.content.letter_wish import objects
from loket_demos.overheid.content.sentences import Sentence, ends
from loket_demos.overheid.content.voices import names_public_body

MOST_WORDS, MOST_SIGNED, LONGEST = 10, 16, 240

_paragraph = re.compile(r"\n[ \t]*\n")
_speaks = re.compile(r"\b(?:ik|wij|we|u|jullie|mij|me)\b", re.IGNORECASE)
_listed = re.compile(r"\s*(?:[-*•·–—>+]|[0-9a-z]{1,2}[.)])\s", re.IGNORECASE)
_signature = re.compile(
    r"(?:[Mm]r\.|[Mm]w\.|[Dd]hr\.)? ?(?:[A-Z]\.[ -]?){1,4}[A-Za-z]|[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)+(?:,|$)"
)

_place = re.compile(r"(?:[A-Z][\w'’-]{1,30}(?: [A-Z][\w'’-]{1,30}){0,2},|[Dd]atum:?|[Dd]agtekening:?)?$")
_number = re.compile(r"\b(?:[a-z-]{0,30}(?:nummer|nr)|kenmerk|referentie|ref|zaak|dossier)\b\.?:?$", re.IGNORECASE)
_name = re.compile(r"[A-Z][\w'’.&-]*$")
JOINS = frozenset({"de", "het", "den", "der", "van", "en", "te", "ter", "voor", "t.a.v.", "afdeling", "team"})
"""Words between the names of an office and a place."""
OFFICERS = frozenset({"wethouders", "heffingsambtenaar", "inspecteur", "directeur"})
"""Who decides for an office."""


def is_frame(text: str) -> bool:
    """A day with its place, whom it is for or from, or a number with its label, and nothing besides."""
    words = text.strip(" .").split()
    known = _is_day(text) or _is_number(words) or _is_for(words) or _is_from(words)
    return 0 < len(words) <= MOST_WORDS and known


def _is_day(text: str) -> bool:
    match = PATTERN.search(text)
    before = text[: match.start()].strip() if match and dates_in(text) else "?"
    return match is not None and bool(_place.match(before)) and not text[match.end() :].strip(" .")


def _is_number(words: list[str]) -> bool:
    """A label and the groups of its number, each with a figure."""
    label = [word for word in words if not any(sign.isdigit() for sign in word)]
    numbered = 0 < len(label) <= 2 and len(label) < len(words) and words[: len(label)] == label
    return numbered and bool(_number.search(" ".join(label)))


def _is_for(words: list[str]) -> bool:
    """`Aan`, and the names of an office, or of who decides there."""
    rest = words[1:]
    names = all(_name.match(word) or word in JOINS | OFFICERS or names_public_body(word) for word in rest)
    office = any(word in OFFICERS or names_public_body(word) or word.isupper() for word in rest)
    return [one.strip(":").lower() for one in words[:1]] == ["aan"] and names and office


def _is_from(words: list[str]) -> bool:
    """The name of an office with its place, as one puts it over or behind what was decided: `UWV Amsterdam.`"""
    names = words[1:] if words[:1] in (["Het"], ["De"]) else words
    return names_public_body(" ".join(names)) and all(_name.match(word) or word in JOINS for word in names)


def head_lines(text: str, cut: tuple[Sentence, ...]) -> int:
    """So many of the first sentences stand above the letter: whole paragraphs of lines that nobody speaks in, with an
    office, a day or a number."""
    count = next((n for n, one in enumerate(cut) if not _is_bare(one) or _speaks.search(one.text)), len(cut))
    while 0 < count < len(cut) and not _paragraph.search(text[cut[count - 1].end : cut[count].start]):
        count -= 1
    lines = [one.text for one in cut[:count]]
    marked = any(names_public_body(line) or any(sign.isdigit() for sign in line) for line in lines)
    return count if count < len(cut) and marked else 0


def closing_lines(text: str, cut: tuple[Sentence, ...]) -> int:
    """From here on only a closing formula and a name stand there, in the last paragraph; else the end."""
    breaks = [n for n in range(1, len(cut)) if _paragraph.search(text[cut[n - 1].end : cut[n].start])]
    first = breaks[-1] if breaks else len(cut)
    last = cut[first:]
    if not last or not all(_is_bare(one) and not _in_list(text, one) for one in last):
        return len(cut) - 1 if len(cut) > 1 and _is_signature(cut[-1]) else len(cut)
    begins = last[0].text.split("\n")[0]
    formula = begins.endswith(",") and len(begins.split()) <= MOST_WORDS and len(last[0].text.split()) <= MOST_SIGNED
    signed = bool(_signature.match(begins)) and len(begins.split()) <= MOST_WORDS
    spoken = any(_speaks.search(one.text) for one in last)
    return first if (formula or signed) and not spoken else len(cut)


def _is_signature(one: Sentence) -> bool:
    """A name with an address on one line."""
    address = one.text.count(",") > 1 and any(sign.isdigit() for sign in one.text)
    return address and _is_bare(one) and bool(_signature.match(one.text))


def _is_bare(one: Sentence) -> bool:
    """Without the end of a sentence, and nobody objects in it."""
    short = len(one.text) <= LONGEST and one.text[-1:] not in ";:" and not ends(one.text)
    return short and not objects(one.text.lower())


def _in_list(text: str, one: Sentence) -> bool:
    """It stands behind the mark of a list."""
    return bool(_listed.match(text[text.rfind("\n", 0, one.start) + 1 : one.end]))
