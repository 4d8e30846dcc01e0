"""Words made comparable: umlauts, ss, short forms and compounds that are written apart or with a hyphen."""

import re
import unicodedata

_STREET = re.compile(r"(?<=[a-z])(?:str|strasse|strase|straße)\b\.?|\bstr\b\.?")
_SMALL = re.compile(r"^(?:(?:zu[mr]?|am|an|im|in|auf|bei|beim|der|dem|den|die|das)\s+)+")
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "’": "'"})
_ABBREVIATIONS = {"b": "bei", "st": "sankt", "pl": "platz"}


def plain(text: str) -> str:
    """Lower case without accents; umlauts are the same as their spelling with e, and as the bare letter."""
    lower = text.lower().translate(_LETTERS)
    bare = "".join(one for one in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(one))
    return re.sub(r"([aou])e", r"\1", bare)


def key(text: str) -> str:
    """A name as it is looked up: plain, without anything between its letters, `str.` written out."""
    spelt = _STREET.sub("strasse", plain(text))
    return re.sub(r"[^a-z0-9]", "", " ".join(_ABBREVIATIONS.get(word.rstrip("."), word) for word in spelt.split()))


def street_key(text: str) -> str:
    """The name of a street as it is looked up: `Zum Krebsbach` is found by Krebsbach as well."""
    return key(_SMALL.sub("", plain(text))) or key(text)


def words(text: str) -> list[str]:
    """The plain words of a text."""
    return re.findall(r"[a-z0-9]+", plain(text))


def house_number(text: str) -> str:
    """A house number as it is compared: `19 B` is 19b."""
    return re.sub(r"\s+", "", text.lower())


def number_order(number: str) -> tuple[int, str]:
    """2 before 10, 19 before 19a."""
    digits = re.match(r"\d+", number)
    return (int(digits[0][:9]) if digits else 0, number)
