"""Who writes a letter: the name and the address of a home that a person put over or under their words.

Both go into their own letter, so only what is surely theirs is taken: nothing of an office, and nothing where two could
be meant. Who writes for another, who may have to sign themselves, is named only where that other is, too."""

import re
from collections.abc import Iterator

from loket_demos.overheid.content.cases import names_office
from loket_demos.overheid.content.closing_line import PERSON, signed_by
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.letter_clauses import LetterClause
from loket_demos.overheid.content.letter_reading import LetterReading
from loket_demos.overheid.content.letter_wish import writes_for_another
from loket_demos.overheid.content.letter_words import letter_words
from loket_demos.overheid.content.office_address import TOWN
from loket_demos.overheid.content.voices import names_public_body

_word = r"[A-Z][\w'’-]*"
_name = re.compile(PERSON)
_told = re.compile(rf"(?:\b[Mm]ijn naam is|\b[Ii]k heet|\b[Nn]aam:) ({PERSON})(?=\s*(?:$|[,.;(]| en ))", re.MULTILINE)
_street = re.compile(rf"{_word}[\w'’. -]{{2,40}} [0-9]{{1,5}}(?: ?-?[0-9a-zA-Z]{{1,4}})?")
_code_words = r"([1-9][0-9]{3}) ?([A-Z]{2}),?"
_code = re.compile(rf"\b{_code_words} {{1,3}}({TOWN})[.,;)]?[ \t]*$", re.MULTILINE)
_says = re.compile(r"(?:mijn |ons )?adres(?: is|:)|(?:ik|wij) (?:woon|wonen) (?:op|in|aan)(?: de| het)?", re.IGNORECASE)
_other = re.compile(
    r"\b(?:t\.a\.v|ter attentie|postbus|antwoordnummer|b\.v|bv|n\.v|stichting|afdeling|aan)\b", re.IGNORECASE
)
_postbox = re.compile(
    rf"\b[Pp]ostadres(?: is|:)?\s{{0,2}}:?\s{{1,2}}(Postbus [0-9]{{1,6}}),? (?:{_code_words} )?({TOWN})"
)
CAPITALS = 3
"""A street of so many names may begin with that of a person, where no comma parts them."""


class Sender(DataRow):
    """The person's name, street with number, postcode and town; empty where it was not told."""

    name: str = ""
    street: str = ""
    code: str = ""
    town: str = ""

    @property
    def place(self) -> str:
        """The line below the street."""
        return f"{self.code} {self.town}".strip()


def sender(reading: LetterReading) -> Sender:
    """Who writes, as far as one can tell."""
    own = [one for one in reading.clauses if one.voice == "zelf"]
    if any(writes_for_another(one.low) or letter_words().voor_naaste.search(one.low) for one in own):
        other, names = acts_for(reading), list(dict.fromkeys(_signed(reading)))
        return Sender(name=names[0]) if other and len(names) == 1 and names[0] != other else Sender()
    box = _postbox_of(reading)
    homes = [box] if box else list(_homes(reading))
    home = homes[0] if len({(one.street, one.place) for one in homes}) == 1 and homes[0].street else Sender()
    names = list(dict.fromkeys((*(one.name for one in homes if one.name), *_signed(reading))))
    if not names and sum(word[:1].isupper() for word in home.street.split()) >= CAPITALS:
        home = home.model_copy(update={"street": ""})
    last = {name.split()[-1].lower() for name in names}
    return home.model_copy(update={"name": names[0] if len(last) == 1 else ""})


def acts_for(reading: LetterReading) -> str:
    """The one in whose name the person objects, by first and last name; empty where that is not told, or of two."""
    found = set[str]()
    for one in _own(reading):
        match = letter_words().namens.search(one.low)
        if match and one.own and (name := _name.match(one.at.text, match.end())):
            found.add(name[0])
    return found.pop() if len(found) == 1 else ""


def _postbox_of(reading: LetterReading) -> Sender | None:
    """The post box that the person gives as their address, which stands for that of their home."""
    told = " ".join(one.at.text for one in reading.clauses if one.voice != "overheid")
    found = _postbox.search(told)
    return Sender(street=found[1], code=" ".join(filter(None, found.group(2, 3))), town=found[4]) if found else None


def _homes(reading: LetterReading) -> Iterator[Sender]:
    """The addresses in the person's own part that are of no office, with the name that stands beside them; without a
    street where more stands there than an address."""
    for match in _code.finditer(reading.text):
        clause = next((one for one in _own(reading) if one.at.start <= match.start() < one.at.end), None)
        if clause is None:
            continue
        line = reading.text[: match.start()].rpartition("\n")[2]
        before = line[max(0, clause.at.start - match.start() + len(line)) :].strip(" ,;")
        said, above = _says.match(before), _lines_above(reading.text, match.start())
        *names, street = before[said.end() if said else 0 :].strip().split(", ") if before else above[-1:] or [""]
        names = names or ([] if said else above[-1:] if before else above[-2:-1])
        block = [*names, street] if said else [*above, before]
        if any(_is_of_office(one) for one in block):
            continue
        name = names[-1].strip(" ,") if names and _is_name(names[-1].strip(" ,")) else ""
        known = street if _street.fullmatch(street) else ""
        yield Sender(name=name, street=known, code=f"{match[1]} {match[2]}", town=match[3])


def _signed(reading: LetterReading) -> Iterator[str]:
    """The names that the person tells, or that stand below their words."""
    for one in _own(reading):
        if told := _told.search(one.at.text):
            yield told[1]
        elif one.role == "groet":
            lines = (_behind_closing(line) for line in one.at.text.split("\n"))
            yield from filter(_is_name, (signed_by(line) for line in lines if line.strip(" .,")))


def _behind_closing(line: str) -> str:
    """The line without the closing formula that stands on it before the name: `Groet, Petra Lam`."""
    closing, _, rest = line.partition(",")
    return rest.strip() if rest.strip() and letter_words().groet.search(closing.strip().lower()) else line


def _own(reading: LetterReading) -> list[LetterClause]:
    """What the person wrote: below the letter of an office, where there is one, which is addressed to them as well."""
    clauses = reading.clauses
    last = max((n for n, one in enumerate(clauses) if one.voice == "overheid"), default=-1)
    return [one for one in clauses[last + 1 :] if one.voice == "zelf"]


def _lines_above(text: str, at: int) -> list[str]:
    """The lines that stand together right above the line of this place."""
    lines = [one.strip(" \t,") for one in text[:at].split("\n")[:-1]]
    first = max((n + 1 for n, line in enumerate(lines) if not line), default=0)
    return lines[first:]


def _is_name(line: str) -> bool:
    return bool(_name.fullmatch(line)) and not letter_words().groet.search(line.lower()) and not _is_of_office(line)


def _is_of_office(line: str) -> bool:
    return bool(_other.search(line)) or names_public_body(line) or names_office(line)
