"""The words people use for the things an allowance is computed with: data, and where they stand in a message."""

import re
from functools import cache, lru_cache

from loket.language.message import Message
from loket.language.tokens import fold
from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow

Words = tuple[str, ...]


class AllowanceWords(DataRow):
    inkomen: Words
    omzet: Words
    vermogen: Words
    huur: Words
    opvang: Words
    anders: Words
    toeslagen: Words
    niets: Words
    niks: Words
    geen_vermogen: Words
    bruto: Words
    netto: Words
    netto_paren: tuple[tuple[str, str], ...]
    wijst: Words
    ander_tijdvak: Words
    studiegeld: Words
    uitgaven: Words
    ontvangen: Words
    gehad: Words
    al: Words
    heb_deel: Words
    heeft_deel: Words
    ontbreekt: Words
    werk: Words
    opvangtoeslag: Words
    huurtoeslag: Words
    eigen_toeslag: Words
    vraagt_voor: Words
    vakantiegeld: Words
    dertiende: Words
    verloop: Words
    erbij: Words
    bronnen: dict[str, Words]
    alles_in: Words
    zit: Words
    erin: Words
    ik: Words
    partner: Words
    samen: Words
    kind: Words
    meer_kinderen: Words
    een_kind: Words
    welk_kind: Words
    andere_kinderen: Words
    derde: Words
    kinderbijslag: Words
    ex: Words
    pas_geboren: Words
    tweeling: dict[str, int]
    geen_kinderen: Words
    ander_mens: Words
    elk: Words
    ieder: Words
    beide: Words
    alimentatie: Words
    kinderalimentatie: Words
    dagopvang: Words
    buitenschools: Words
    gastouder: Words
    spelling: Words
    sinds: Words
    dit_jaar: dict[str, int]
    papieren: Words
    toeslag: Words
    bezwaar: Words
    verzekering: Words
    kamer: Words
    voorzieningen: Words
    delen: Words
    meer: Words
    minder: Words
    na_elkaar: Words
    vanaf: Words
    tot: Words
    welk_deel: Words
    deel_jaar: Words
    maanden: Words
    wordt: Words
    werd: Words
    werkt: Words
    leert: Words
    werkloos: Words


@cache
def field_words() -> AllowanceWords:
    """The word lists, read once."""
    return read("velden", AllowanceWords)


def places(message: Message, words: Words) -> list[int]:
    """The numbers of the words of a message that are among these; a star at an end means that the word may go on."""
    return [at for at, word in enumerate(message.folds) if _pattern(words).fullmatch(word)]


@lru_cache(maxsize=256)
def _pattern(words: Words) -> re.Pattern[str]:
    """Any of these words; before a star at its begin there is something, where one ends in a star there may be."""
    return re.compile("|".join(map(_of, words)), re.DOTALL)


def _of(word: str) -> str:
    bare = re.escape(fold(word.strip("*")))
    if word.startswith("*"):
        return f".+{bare}"
    return f"{bare}.*" if word.endswith("*") else bare
