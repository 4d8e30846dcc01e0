"""Words made comparable: umlauts, ss, short forms and compounds that are written apart or with a hyphen."""

import re
import unicodedata
from functools import lru_cache

from loket_demos.sogis.search.spelling import any_of, spelling

_SAID = spelling()
_WRITTEN, _SHORT = _SAID.street[0], min(_SAID.street, key=len)
_STREET = re.compile(rf"(?<=[a-z]){any_of(_SAID.street)}\b\.?|\b{_SHORT}\b\.?")
_SMALL = re.compile(rf"^(?:{any_of(_SAID.before_street)}\s+)+")
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "’": "'"})


def plain(text: str) -> str:
    """Lower case without accents; umlauts are the same as their spelling with e, and as the bare letter."""
    lower = text.lower().translate(_LETTERS)
    bare = "".join(one for one in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(one))
    return re.sub(r"([aou])e", r"\1", bare)


@lru_cache(maxsize=1024)
def key(text: str) -> str:
    """A name as it is looked up: plain, without anything between its letters, a short street written out. The names of
    all maps are asked for with every word that may be one."""
    spelt = _STREET.sub(_WRITTEN, plain(text))
    return re.sub(r"[^a-z0-9]", "", " ".join(_SAID.short.get(word.rstrip("."), word) for word in spelt.split()))


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
