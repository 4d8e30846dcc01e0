"""The number by which an office knows a case: the whole of it, beside its label or below it."""

import re
from collections.abc import Iterator

from loket_demos.overheid.content.dutch_dates import PATTERN, read_date
from loket_demos.overheid.content.letter_reading import LetterReading
from loket_demos.overheid.content.letter_wish import is_subject
from loket_demos.overheid.content.named_decision import decisions_in

MOST_NUMBERS, LEAST_SIGNS, LONGEST_MARK, LONGEST_LINE = 5, 3, 5, 400
LEAST_FIGURES = 7
"""So many make a number of a case also where no letter stands among them."""

LABELS = ("kenmerk", "referentie", "dossier")
LEAST_LETTERS = 3
_short = "|".join(name[:n] for name in LABELS for n in range(len(name) - 1, LEAST_LETTERS - 1, -1))
_street = "(?:straat|weg|laan|plein|kade|gracht|dijk|hof|pad|steeg|singel|park)"
_label = re.compile(
    r"\b(?:(?P<whose>uw|ons|onze|mijn) )?"
    r"(?P<name>ken?me?r?k|referentie|zaak|dossier"
    rf"|(?:{_short}|zaak|dossier)(?:\. ?| )(?:nummer|nr)"
    r"|[\w-]{1,30}(?:nummer|nr)"
    rf"|(?!onze |mijn |[^\W\d_]{{2,30}}{_street} )[^\W\d_]{{4,30}} (?:nummer|nr)"  # a compound that is written apart
    rf"|(?:{_short}|nummer|nr)(?=\.?[ \t]{{0,10}}:)"  # an abbreviation, or a bare one, has a colon
    rf"|(?:{_short})(?=\.[ \t]{{0,3}}[A-Z0-9])"
    r"|(?<!\bop )(?<!\bvan )nummer(?= [A-Z0-9])"  # or stands before its number, which no house has
    r"|cjib(?= [0-9]{4})"
    r"|(?<!\bop )nr(?=\.? (?:[A-Z]{1,6}[ /.-]?)?[0-9][0-9./-]{2,}[0-9])"
    r"|nr(?=\.? (?=\S*[A-Z])(?=(?:[^\s0-9]*[0-9]){4})[A-Z0-9]+[./-][A-Z0-9])"
    r"|(?:nota|factuur)(?= [0-9][0-9./-]{3,}[0-9]))"
    r"(?!\w)\.?(?: van (?:mijn|onze) [a-z]{3,12})?(?: (?:is|was|luidt)\b)?(?: [a-z]{3,15}(?=:))?[ \t]{0,10}:?",
    re.IGNORECASE,
)
_initialled = re.compile(r"\((?P<name>[A-Z]{2,6})[ :]{1,2}(?P<number>[0-9][0-9 ./-]{4,40}[0-9])\)")
_code = re.compile(r"(?: [^\W\d_]{2,30}){0,2} (?P<number>[A-Z0-9]{1,12}(?:[./-][A-Z0-9]{1,12}){1,5})(?![\w/-])")
_long_code = re.compile(
    r"(?<![\w./-])(?=[A-Z0-9./-]{0,24}[A-Z])(?=(?:[A-Z./-]*[0-9]){4})[A-Z0-9]{1,12}(?:[./-][A-Z0-9]{1,12}){1,5}(?![\w/-])"
)
_plate = re.compile(r"[A-Z0-9]{1,3}-[A-Z0-9]{1,3}-[A-Z0-9]{1,3}")
_of_person = re.compile(
    r"^(?:telefoon|tel|fax|rekening|burgerservice|bsn|huis|kamer|giro|mobiele?|kvk|btw|volg|bank|pagina)", re.I
)
_of_customer = re.compile(
    r"^(?:v-?n|(?:woz-?)?object|klant|relatie|debiteur|cliënt|client|registratie|subject|student|leerling|pati|lid|deelnemer)",
    re.I,
)
_of_letter = re.compile(r"^(?:ke|ref|brief)", re.I)
"""What an office and a person each have of their own, where other numbers are of the case: `mijn dossiernummer`."""
_goes_on = re.compile(r"(?<=[0-9][./-])\n[ \t]*(?=[0-9])")
"""A number that is broken by the width of a page."""
_mark = re.compile(rf"[^\W\d_](?:[^\W\d_&]|&(?=\w)){{0,{LONGEST_MARK - 1}}}")
_token, _columns = re.compile(r"\S+"), re.compile(r" {2,}|\t+")


def case_numbers(reading: LetterReading) -> tuple[str, ...]:
    """The numbers with a label, whole; those of the case, or else those of the person as a customer. In the person's
    own letter "our" or "my" reference is their own, in that of an office "your" reference is."""
    of_case, of_customer = list[str](), list[str]()
    every = [one for one in _label.finditer(reading.text) if not _quoted(reading.text, one.start())]
    for match in every or _label.finditer(reading.text):
        name, whose = match["name"].lower(), (match["whose"] or "").lower()
        office = any(one.voice == "overheid" and one.at.start <= match.start() < one.at.end for one in reading.clauses)
        theirs = whose == "uw" if office else whose in ("ons", "onze", "mijn") and _of_letter.match(name)
        if _of_person.match(name) or theirs:
            continue
        value = next(filter(None, map(_whole, _places(reading.text, match))), "")
        if value:
            (of_customer if _of_customer.match(name) else of_case).append(value)
    return tuple(dict.fromkeys(of_case or _without_label(reading) or of_customer))[:MOST_NUMBERS]


def _quoted(text: str, at: int) -> bool:
    """It stands in a line of an earlier message."""
    return text[text.rfind("\n", 0, at) + 1 : at].lstrip().startswith(">")


def _without_label(reading: LetterReading) -> list[str]:
    """A number in brackets with the initials of whose it is; or else a code beside the name of a decision; or else the
    one long code where it is told what was decided."""
    text = reading.text
    found = [match["number"] for match in _initialled.finditer(text) if not _of_person.match(match["name"])]
    beside = (_code.match(text, named.end()) for named in decisions_in(text))
    found = found or [match["number"] for match in beside if match and _is_code(match["number"])]
    heads = [one.at.text for one in reading.clauses if one.head or is_subject(one.low)]
    codes = {match[0] for line in heads for match in _long_code.finditer(line) if not _plate.fullmatch(match[0])}
    return found or ([*codes] if len(codes) == 1 else [])


def _is_code(word: str) -> bool:
    figures = sum(sign.isdigit() for sign in word)
    known = figures < sum(map(str.isalnum, word)) or figures >= LEAST_FIGURES
    return figures >= LEAST_SIGNS and known and not PATTERN.search(word)


def _places(text: str, label: re.Match[str]) -> Iterator[str]:
    """Where the number of a label may stand: behind it; or, when its line has no number, in its column of the next."""
    begin = text.rfind("\n", 0, label.start()) + 1
    behind, *below = _goes_on.sub("", text[label.end() : label.end() + LONGEST_LINE]).split("\n")[:3]
    yield behind
    line = text[begin : label.end()] + behind
    if any(sign.isdigit() for sign in line):
        return
    column = len(_columns.findall(line[: label.start() - begin].lstrip()))
    cells = _columns.split(next((one.strip() for one in below if one.strip()), ""))
    yield cells[column] if column < len(cells) else ""


def _whole(rest: str) -> str:
    """The groups of a number that stand together; what is a word, a date or another label ends it."""
    dated = next((one for one in PATTERN.finditer(rest) if read_date(one[0])), None)
    line = (rest[: dated.start()] if dated else rest).strip(" \t|")
    taken, at = list[str](), 0
    for match in _token.finditer(line):
        word = match[0].rstrip(".,;:)" if any(sign.isdigit() for sign in match[0]) else ".,;)")
        if word == "/" and taken:
            at = match.end()
            taken.append(word)
            continue
        mark = word.isupper() and _mark.fullmatch(word) is not None
        if not (any(c.isdigit() for c in word) or mark) or word.endswith(":") or match.start() - at > 2:
            break
        taken.append(word)
        at = match.end()
        if word != match[0]:
            break
    while taken and (taken[-1] == "/" or _mark.fullmatch(taken[-1])):
        taken.pop()
    value = " ".join(taken)
    return value if sum(c.isdigit() for c in value) >= LEAST_SIGNS else ""
