"""The person's own letter has the name and the address that they gave; never those of an office or of somebody else."""

import pytest

from tests.overheid.letters.analysing import agreed

OBJECTS = "Ik maak bezwaar tegen uw besluit van 4 november 2026 over mijn WW. Ik had gewoon gesolliciteerd."
TO_UWV = f"Aan het UWV\n\nGeachte heer, mevrouw,\n\n{OBJECTS}\n\n"
DECIDED = "U krijgt minder WW. U kunt bezwaar maken binnen zes weken."
OPEN = "[Uw naam]\n[Uw adres]\n[Uw postcode en woonplaats]"


async def drafted(text: str) -> str:
    return str((await agreed(text, "2026-11-23"))["objection_letter"])


@pytest.mark.parametrize(
    ("text", "head", "name"),
    [
        (
            f"{TO_UWV}Met vriendelijke groet,\n\nP. Q. van der Zalm\nLage Dijk 7a\n4205 ZX Gorinchem",
            "P. Q. van der Zalm\nLage Dijk 7a\n4205 ZX Gorinchem",
            "P. Q. van der Zalm",
        ),
        (
            f"Wilma Oudshoorn\nKerkpad 12-3\n9285ZX Buitenpost\n\n{TO_UWV}Hoogachtend,\n\nW. Oudshoorn",
            "Wilma Oudshoorn\nKerkpad 12-3\n9285 ZX Buitenpost",
            "Wilma Oudshoorn",
        ),
        (
            f"{OBJECTS} Helpen jullie mij?\n\nIlse ten Have, Torenstraat 3, 7607 ZX Almelo",
            "Ilse ten Have\nTorenstraat 3\n7607 ZX Almelo",
            "Ilse ten Have",
        ),
        (
            f"{OBJECTS} Mijn naam is Ruud Kramer. Mijn adres is Zuidplein 40, 3083 ZX Rotterdam.",
            "Ruud Kramer\nZuidplein 40\n3083 ZX Rotterdam",
            "Ruud Kramer",
        ),
        (
            f"{OBJECTS} Mijn adres is geheim, mijn postadres is Postbus 114, 6200 ZX Maastricht.\nRuud Kramer",
            "Ruud Kramer\nPostbus 114\n6200 ZX Maastricht",
            "Ruud Kramer",
        ),
        (
            f"{TO_UWV}Groeten,\nMw. drs. A. Bos-de Wit",
            "Mw. drs. A. Bos-de Wit\n[Uw adres]\n[Uw postcode en woonplaats]",
            "Mw. drs. A. Bos-de Wit",
        ),
    ],
    ids=["below", "above", "on one line", "in words", "post box for a secret address", "a name alone"],
)
async def test_what_the_person_gave_stands_in_the_letter(text: str, head: str, name: str) -> None:
    letter = await drafted(text)
    assert letter.startswith(f"{head}\n\n") and letter.endswith(f"[Uw handtekening]\n\n{name}")
    town = head.rpartition("\n")[2][8:]
    assert (f"\n\n{town}, 23 november 2026" in letter) == ("[" not in head), "the place above the letter"


@pytest.mark.parametrize(
    "text",
    [
        f"UWV\nt.a.v. mevrouw K. Sanders\nDelflandlaan 3\n1062 ZX Amsterdam\n\nGeachte mevrouw,\n\n{OBJECTS}",
        f"{TO_UWV}Ik stuurde het naar Postbus 58285, 1040 ZX Amsterdam",
        f"Namens mijn vader.\n\n{TO_UWV}Groet,\nJoke de Bie\nVaart 3\n9401 ZX Assen",
        f"Ik schrijf dit voor mijn broer.\n\n{TO_UWV}Groet,\n\nLeo Prins\nVaart 3\n9401 ZX Assen",
        f"{OBJECTS}\n\nUWV\n\nGeachte heer Prins,\n\n{DECIDED}\n\nMet vriendelijke groet,\n\nR. Schipper",
    ],
    ids=["an office's", "a post box", "for a father", "for a brother", "a clerk's"],
)
async def test_nobody_elses_name_or_address_is_the_persons(text: str) -> None:
    letter = await drafted(text)
    assert letter == "" or (letter.startswith(OPEN) and letter.endswith("[Uw naam]"))


async def test_where_two_could_be_meant_it_stays_open() -> None:
    two = f"{TO_UWV}Groet,\n\nEva Smit\nVaart 3\n9401 ZX Assen\n\nTot maart: Gracht 8, 8441 ZX Heerenveen"
    assert "[Uw adres]" in await drafted(two)
