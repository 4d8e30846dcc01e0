"""The municipality that a text names, as people write it: `gem den bosch`, `GEMEENTE EDE`, `Gemeenteblad van Epe`."""

import re
from datetime import date
from functools import cache

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow

_kind = r"\b(?:gemeente(?:blad)?|gem\.?|(?:college van )?(?:b ?(?:&|en) ?w|burgemeester(?: en wethouders)?)) (?:van )?"

_reason = re.compile(r"\b(?:omdat|doordat|want|terwijl|maar|waar|woon\w*|wonen)\b.*$", re.S)


class MunicipalityNames(DataRow):
    """The file `data/gemeenten.toml`; what each part is for stands there."""

    checked: date
    source: str
    woorden: tuple[str, ...]
    namen: tuple[str, ...]
    ter_plaatse: re.Pattern[str]


def municipalities(text: str) -> frozenset[str]:
    """Those that are named as such, by their own names as they are spelled."""
    names = _names()
    found = ((match["place"], names[match["place"].lower()]) for match in _municipality().finditer(text))
    return frozenset(name for written, name in found if written[0].isupper() or name not in _book().woorden)


def places(text: str) -> frozenset[str]:
    """Those in whose place something is, comes from or goes to, by their names with a capital."""
    return frozenset(_names()[match["place"].lower()] for match in _located().finditer(text))


def placed_in(told: str) -> str:
    """The one in whose place that lies of which these sentences tell what was decided; empty where it is not about a
    place, and where another one could be. Why it was decided so is left out: who applied may be somewhere else."""
    about = " . ".join(_reason.sub(" ", one) for one in told.split(" . "))
    lies = (match for match in _located().finditer(about) if match["where"].lower() in ("in", "te"))
    found = {_names()[match["place"].lower()] for match in lies}
    return found.pop() if len(found) == 1 and _book().ter_plaatse.search(about.lower()) else ""


def spelled_municipality(name: str) -> str:
    """The name of one as it is spelled, and any other name as it was written."""
    return _names().get(name.lower(), name)


def written_out(text: str) -> str:
    """With `gem` before the name of one as the word that it stands for."""
    return _short().sub("gemeente ", text)


@cache
def _book() -> MunicipalityNames:
    return read("gemeenten", MunicipalityNames)


@cache
def _names() -> dict[str, str]:
    return {name.lower(): name for name in _book().namen}


@cache
def _place() -> str:
    """The longest first: Bergen op Zoom is not Bergen."""
    return "|".join(re.escape(name) for name in sorted(_names(), key=len, reverse=True))


@cache
def _municipality() -> re.Pattern[str]:
    return re.compile(rf"{_kind}(?P<place>{_place()})(?![\w-])", re.I)


@cache
def _located() -> re.Pattern[str]:
    return re.compile(rf"\b(?P<where>(?i:in|te|uit|naar|van)) (?P<place>(?=[A-Z'])(?i:{_place()}))(?![\w-])")


@cache
def _short() -> re.Pattern[str]:
    return re.compile(rf"\bgem\.? (?=(?:{_place()})(?![\w-]))", re.I)
