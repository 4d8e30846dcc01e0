"""How letters are laid out, whatever they are about."""

import re
from datetime import date
from functools import cache

from pydantic import model_validator

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow


class LetterWords(DataRow):
    """The patterns of `data/brieftaal.toml`; what each is for stands there."""

    checked: date
    kop: re.Pattern[str]
    betreft: re.Pattern[str]
    aanhef: re.Pattern[str]
    aanhef_vooraf: re.Pattern[str]
    groet: re.Pattern[str]
    te_laat: re.Pattern[str]
    te_laat_niet: re.Pattern[str]
    te_laat_van_u: re.Pattern[str]
    later_meer: re.Pattern[str]
    waarom_laat: re.Pattern[str]
    over_laat: re.Pattern[str]
    over_te_laat: re.Pattern[str]
    gebeurde: re.Pattern[str]
    wijst_terug: re.Pattern[str]
    volgt: re.Pattern[str]
    vraagt_tijd: re.Pattern[str]
    stuurt_mee: re.Pattern[str]
    van_horen: re.Pattern[str]
    vraagt_raad: re.Pattern[str]
    vraagt_hoe: re.Pattern[str]
    over_brief: re.Pattern[str]
    lacht: re.Pattern[str]
    bestelt: re.Pattern[str]
    over_bezwaar: frozenset[str]
    bij_bezwaar: frozenset[str]
    aan_helper: re.Pattern[str]
    aan_instantie: re.Pattern[str]
    over_instantie: re.Pattern[str]
    allebei: re.Pattern[str]
    hoopt: re.Pattern[str]
    zegt_instantie: re.Pattern[str]
    besliste: re.Pattern[str]
    voor_ander: re.Pattern[str]
    alleen_oneens: re.Pattern[str]
    noemt_reden: re.Pattern[str]
    alleen_wie: re.Pattern[str]
    weerspreekt: re.Pattern[str]
    gevolg: re.Pattern[str]
    schrijft_voor: re.Pattern[str]
    betoogt: re.Pattern[str]
    meer: re.Pattern[str]
    naaste: str
    voor_naaste: re.Pattern[str]
    namens: re.Pattern[str]
    nederlands: frozenset[str]

    @model_validator(mode="before")
    @classmethod
    def _filled_in(cls, words: dict[str, object]) -> dict[str, object]:
        """With those who are close in the place that stands for them."""
        kin = str(words["naaste"])
        return {name: one.replace("<naaste>", kin) if isinstance(one, str) else one for name, one in words.items()}


@cache
def letter_words() -> LetterWords:
    """The patterns, read once."""
    return read("brieftaal", LetterWords)
