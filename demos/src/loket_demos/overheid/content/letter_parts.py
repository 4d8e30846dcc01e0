"""The fixed parts of both letters, from the data file."""

from datetime import date
from functools import cache

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow


class KindParts(DataRow):
    """What differs in the reply by the way a case goes; `laat` stands in the place of `vervolg` when it is late."""

    opnieuw: str
    vervolg: str
    laat: str


class OwnKindParts(DataRow):
    """`kwam` and `bekend`: the decision by the day on which it came, or was made known, in the place of its own;
    `tweede`: another one beside it, about both of which `vraag_twee` asks."""

    kwam: str
    bekend: str
    betreft: str
    begin: str
    vraag: str
    tweede: str = ""
    vraag_twee: str = ""


class OwnParts(DataRow):
    """The parts of the person's own letter."""

    naam: str
    adres: str
    woonplaats: str
    aan_onbekend: str
    plaats: str
    datum: str
    kenmerk: str
    besluit_datum: str
    van: str
    verzonden: str
    bekend: str
    over: str
    uitleg: str
    geen_reden: str
    volgt: str
    misschien_reden: str
    laat: str
    laat_vraag: str
    laat_boven: str
    laat_door: str
    laat_toch: str
    mee: str
    mee_twee: str
    namens: str
    groet: str
    handtekening: str
    soorten: dict[str, OwnKindParts]


class LetterParts(DataRow):
    """The parts of the reply, and those of the person's own letter."""

    checked: date
    aanhef: str
    ontvangst: str
    van_overheid: str
    citaat: str
    zonder_reden: str
    met_reden: str
    te_laat_dag: str
    te_laat_gezegd: str
    te_laat_uitleg: str
    te_laat_vraag: str
    bullet_reden: str
    bullet_te_laat: str
    slot: str
    groet: str
    naam: str
    soorten: dict[str, KindParts]
    eigen: OwnParts


@cache
def parts() -> LetterParts:
    """The fixed parts, read once."""
    return read("conceptbrief", LetterParts)
