"""Dozens as people count them: `three dozen`, `half a dozen`, `anderhalf dozijn`, `uma dúzia e meia`."""

import re
from collections.abc import Iterator
from functools import lru_cache

from loket.language.languages import alternatives, language
from loket.language.tokens import LANGUAGES, flat, fold

DOZEN = 12


def dozens(text: str, code: str) -> Iterator[tuple[float, int, int]]:
    """How many the dozens of a text are, and from where to where each is told."""
    shares = {flat(name): share for name, share in language(code).data["quantities"]["shares"].items()}
    for match in _pattern(code).finditer(flat(text)):
        n, share = match["n"] or match["m"], match["share"] or match["more"]
        many = float(n) if n and n.isdigit() else language(code).numbers.get(fold(n), 1) if n else 0.0
        yield (many + (shares[share] if share else 0.0)) * DOZEN, match.start(), match.end()


@lru_cache(maxsize=len(LANGUAGES))
def _pattern(code: str) -> re.Pattern[str]:
    data = language(code).data
    known = data["quantities"]
    n, ones = alternatives([*data["numbers"], *data["ones"]]), alternatives(data["ones"])
    share, and_, dozen = (alternatives(entries) for entries in (known["shares"], known["and"], data["dozens"]))
    # The article before or behind a share counts nothing: `half a dozen`, `ein halbes Dutzend`, `two and a half dozen`.
    article = rf"(?:(?:{ones})\s+)?"
    shared = rf"(?:(?P<n>\d{{1,3}}|{n})\s+(?:{and_})\s+)?{article}(?P<share>{share})\s+{article}(?:{dozen})"
    counted = rf"(?P<m>\d{{1,3}}|{n})\s+(?:{dozen})(?:\s+(?:{and_})\s+{article}(?P<more>{share}))?"
    return re.compile(rf"(?<![\w.,])(?:{shared}|{counted})\b")
