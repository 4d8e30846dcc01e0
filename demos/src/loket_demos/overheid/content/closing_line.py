"""The line that a person closes with: their name, with their place, their number or who they are beside it."""

import re

_word = r"[A-Z][\w'’-]*"
_title = (
    r"(?:(?:[Mm]w|[Mm]evr|[Dd]hr|[Dd]rs|[Ii]r|[Ii]ng|[Mm]r|[Dd]r|[Pp]rof|[Ff]am)\.|[Mm]evrouw|[Dd]e heer|[Ff]amilie)"
)
_between = rf"(?:{_word}|[A-Z]\.|de|den|der|van|ten|ter|te|'t|el)"
PERSON = rf"(?:{_title} )*(?:(?:[A-Z][a-z]?\.[ -]?)+|{_word} )(?:{_between} )*{_word}"
"""A name of somebody: a first name or initials, and a last one."""
LONGEST = 120

_name = re.compile(rf"(?:{PERSON}|[Ff](?:am\.|amilie) {_word})")
_parts = re.compile(r"\s*[,/|()]\s*|\s+[–-]\s+")
_place = re.compile(rf"(?:te )?{_word}(?:[ -](?:aan|op|bij|den|de|het|{_word})){{0,3}}")
_street = re.compile(rf"(?:{_word}|[a-z]{{2,4}})[\w'’. -]{{0,40}} [0-9]{{1,5}}(?: ?-?[0-9a-zA-Z]{{1,4}})?")
_code = re.compile(rf"[1-9][0-9]{{3}} ?[A-Z]{{2}}(?: {_word}(?: {_word})?)?")
_number = re.compile(
    r"(?:[a-z-]{0,30}(?:nummer|nr)|kenmerk|referentie|ref|zaak|dossier|bsn|tel|telefoon|mobiel|cjib)\b\.?:?\s?"
    r"(?=[\w./ -]{0,40}[0-9]{3})[\w./ -]{3,40}",
    re.I,
)
_who = re.compile(
    r"(?:de )?(?:moeder|vader|ouders?|dochter|zoon|(?:schoon|klein)\w+|partner|man|vrouw|echtgeno\w+|broer|zus|mentor"
    r"|bewindvoerder|curator|gemachtigde|mantelzorger|eigenaar|huurder|bewoner)(?: van [\w ]{2,30})?",
    re.I,
)


def signed_by(line: str) -> str:
    """The name with which a closing line begins, where nothing else stands on it but who, where, or by which number;
    empty for any other line."""
    if len(line) > LONGEST:
        return ""
    first, *more = [part for part in _parts.split(line.strip(" .,")) if part] or [""]
    beside = (_place, _street, _code, _number, _who)
    return first if _name.fullmatch(first) and all(any(p.fullmatch(part) for p in beside) for part in more) else ""
