"""The kinds of letters that are no decision to object to, as the table `briefsoorten` has them."""

import re
from datetime import date
from functools import cache
from typing import Literal

from loket_demos.overheid.content.cases import Basis
from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow

KindCode = Literal[
    "besluit", "besluit_op_bezwaar", "uitspraak", "beslissing_op_beroep", "aanvullen", "ontvangst", "voornemen",
    "gegevens", "betalen", "woo", "termijnen", "uitnodiging", "geen_antwoord", "examen", "klacht", "verhuurder",
    "verzekeraar", "bedrijf", "huurcommissie", "asiel", "twee_besluiten", "ingetrokken", "rechter", "wie",
    "niet_bekend", "misschien", "ander_middel",
]  # fmt: skip
Remedy = Literal["bezwaar", "beroep", "verzet"]
"""What the law has against a decision."""
OPEN: tuple[KindCode, ...] = ("besluit", "besluit_op_bezwaar")
"""Against these a letter can be drafted."""
NAMED: tuple[Basis, ...] = ("instantie_en_onderwerp", "onderwerp", "instantie")
"""What a way rests on when we know who decided."""
NEVER = re.compile("(?!)")


class KindRow(DataRow):
    """One kind of letter that is no decision to object to. `daad`: its words are an act of the person, here and
    now; `erachter`: a decision that can be objected to may stand behind it; `vooraf`: it comes before any decision;
    `eigen`: its words name the one body whose way is its own."""

    code: KindCode
    overheid: re.Pattern[str] = NEVER
    zelf: re.Pattern[str] = NEVER
    verder: re.Pattern[str] | None = None
    tenzij: re.Pattern[str] = NEVER
    behalve: re.Pattern[str] = NEVER
    instemt: re.Pattern[str] = NEVER
    wijkt: bool = False
    eerder: bool = False
    erachter: bool = False
    vooraf: bool = False
    twijfel: str = ""
    daad: bool = False
    adres: bool = False
    bedrijf: bool = False
    eigen: bool = False
    uitleg: str
    bronnen: tuple[str, ...]


class KindBook(DataRow):
    """The table; what its patterns are for stands there."""

    checked: date
    nooit: re.Pattern[str]
    afzender: re.Pattern[str]
    alleen_overheid: re.Pattern[str]
    besluit_overheid: re.Pattern[str]
    besluit_zelf: re.Pattern[str]
    uitkomst: re.Pattern[str]
    openbaar: re.Pattern[str]
    niet_bekend: str
    misschien_dit: str
    misschien: str
    minder: re.Pattern[str]
    eerder: str
    besluit: str
    liever_beroep: str
    ander_middel: str
    vragen: dict[Remedy, str]
    vraag_wie: str
    wie: str
    wie_erbij: str
    twee_besluiten: str
    een_besluit: str
    firma: str
    twee_van_een: str
    soorten: tuple[KindRow, ...]


@cache
def kind_book() -> KindBook:
    """All kinds, read once."""
    return read("briefsoorten", KindBook)
