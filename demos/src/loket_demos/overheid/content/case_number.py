"""The number by which an office knows a case: the whole of it, to the end of its line or the next label."""

import re

from loket_demos.overheid.content.dutch_dates import PATTERN

MOST_NUMBERS, LEAST_SIGNS, LONGEST_MARK = 5, 4, 5

_label = re.compile(
    r"\b((?:uw )?kenmerk|referentie|zaak|dossier|[\w-]{1,30}nummer|[\w-]{1,12}nr\.?)"
    r"(?:[ \t]{0,10}:|\.:)?(?:[ \t]{1,20}|[ \t]{0,3}\n[ \t]{0,3})(?=\S{1,40})",
    re.IGNORECASE,
)
_of_person = re.compile(
    r"^(?:uw kenmerk|telefoon|tel|fax|rekening|burgerservice|bsn|huis|kamer|giro|mobiele?|kvk|btw)", re.I
)
_of_customer = re.compile(r"^(?:klant|relatie|debiteur|cliënt|client|registratie|subject)", re.I)
_token = re.compile(r"\S+")


def case_numbers(text: str) -> tuple[str, ...]:
    """The numbers with a label, whole; those of the case, or else those of the person as a customer."""
    of_case, of_customer = list[str](), list[str]()
    for match in _label.finditer(text):
        name = match[1].lower()
        value = "" if _of_person.match(name) else _whole(text[match.end() : match.end() + 80])
        if value:
            (of_customer if _of_customer.match(name) else of_case).append(value)
    return tuple(dict.fromkeys(of_case or of_customer))[:MOST_NUMBERS]


def _whole(rest: str) -> str:
    """The groups of a number that stand together; what is a word, a date or another label ends it."""
    line = rest.split("\n")[0]
    dated = PATTERN.search(line)
    line = line[: dated.start()] if dated else line
    taken, at = list[str](), 0
    for match in _token.finditer(line):
        word = match[0].rstrip(".,;)")
        mark = word.isupper() and word.isalpha() and len(word) <= LONGEST_MARK
        if not (any(c.isdigit() for c in word) or mark) or word.endswith(":") or match.start() - at > 2:
            break
        taken.append(word)
        at = match.end()
        if word != match[0]:
            break
    while taken and taken[-1].isalpha():
        taken.pop()
    value = " ".join(taken)
    return value if sum(c.isdigit() for c in value) >= LEAST_SIGNS else ""
