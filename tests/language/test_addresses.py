"""An address goes on behind the number of the house: a flat, a box; not with what else is counted or told."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex

TODAY = date(2027, 3, 10)
ADDRESS: JsonObject = {"type": "string", "description": "Address"}
NAMES = {"nl": "Pakket bezorgen", "de": "Paket liefern", "pt": "Entregar pacote", "en": "Deliver parcel"}


def address_of(text: str, lang: str) -> object:
    """The address that is taken for the only skill there is."""
    parameters: JsonObject = {"type": "object", "properties": {"address": ADDRESS}, "required": ["address"]}
    index = SkillIndex([Skill("a", NAMES[lang], NAMES[lang], (), (), parameters, writes=True)], lang)
    return index.understand(f"{NAMES[lang]}: {text}", TODAY).slots[0].get("address")


@pytest.mark.parametrize(
    ("lang", "text", "address"),
    [
        ("nl", "Kerkstraat 12 bus 4, morgen graag", "Kerkstraat 12 bus 4"),
        ("de", "Lindenweg 7 Wohnung 12, bitte morgen", "Lindenweg 7 Wohnung 12"),
        ("pt", "Rua do Sol 45 apto 8, amanhã", "Rua do Sol 45 apto 8"),
        ("pt", "Avenida Brasil, 900, bloco 2 ap 31", "Avenida Brasil, 900, bloco 2 ap 31"),
        ("en", "8 Mill Lane flat 3, tomorrow please", "8 Mill Lane flat 3"),
        ("en", "it is for 8 Mill Lane.", "8 Mill Lane."),
        ("en", "it is for 8 Mill Lane. Thank you very much", "8 Mill Lane."),
    ],
)
def test_a_flat_is_part_of_the_address(lang: str, text: str, address: str) -> None:
    assert address_of(text, lang) == address


@pytest.mark.parametrize(
    ("lang", "text", "address"),
    [
        ("nl", "Kerkstraat 12 graag 3 dozen", "Kerkstraat 12"),
        ("nl", "Kerkstraat 12, zaterdag 3 april", "Kerkstraat 12"),
        ("de", "Lindenweg 7, Telefon 0791234567", "Lindenweg 7"),
        ("en", "8 Mill Lane on the 3rd", "8 Mill Lane"),
    ],
)
def test_what_is_counted_or_a_day_is_no_part_of_it(lang: str, text: str, address: str) -> None:
    assert address_of(text, lang) == address
