"""How letters are written, whatever they are about: the patterns that show what a sentence does."""

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
    verzoek: re.Pattern[str]
    bezwaar: re.Pattern[str]
    middel: re.Pattern[str]
    omdat: re.Pattern[str]
    want: re.Pattern[str]
    namelijk: re.Pattern[str]
    maar: re.Pattern[str]
    besluit_woord: re.Pattern[str]
    besluit: re.Pattern[str]
    besluit_van: re.Pattern[str]
    tegen: re.Pattern[str]
    te_laat: re.Pattern[str]
    te_laat_van_u: re.Pattern[str]
    waarom_laat: re.Pattern[str]
    eigen: re.Pattern[str]
    deed_zelf: re.Pattern[str]
    vraagvorm: re.Pattern[str]
    kaal: frozenset[str]
    aan_ons: re.Pattern[str]
    wil_weten: re.Pattern[str]
    die: re.Pattern[str]
    nederlands: frozenset[str]


@cache
def letter_words() -> LetterWords:
    """The patterns, read once."""
    return read("brieftaal", LetterWords)
