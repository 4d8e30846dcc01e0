"""How letters are laid out and how somebody objects, whatever they are about."""

import re
from datetime import date
from functools import cache

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow


class LetterWords(DataRow):
    """The patterns of `data/brieftaal.toml`; what each is for stands there."""

    checked: date
    kop: re.Pattern[str]
    betreft: re.Pattern[str]
    aanhef: re.Pattern[str]
    groet: re.Pattern[str]
    wens: re.Pattern[str]
    titel: re.Pattern[str]
    geen_wens: re.Pattern[str]
    te_laat: re.Pattern[str]
    te_laat_van_u: re.Pattern[str]
    waarom_laat: re.Pattern[str]
    meer: re.Pattern[str]
    nederlands: frozenset[str]


@cache
def letter_words() -> LetterWords:
    """The patterns, read once."""
    return read("brieftaal", LetterWords)


def objects(low: str) -> bool:
    """The writer objects here and now, in so many words; what they did before, or only ask about, is none."""
    known = letter_words()
    return bool(known.wens.search(low)) and not known.geen_wens.search(low)
