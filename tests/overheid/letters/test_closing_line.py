"""The line that a person closes with is the sender, and the number on it is the reference: neither is a reason."""

import pytest

from tests.overheid.letters.analysing import agreed

TOLD = "DUO heeft op 9 november 2026 mijn beurs verlaagd. Ik woonde gewoon op kamers. Ik wil bezwaar maken."


async def _letter(text: str) -> str:
    return str((await agreed(text))["objection_letter"])


@pytest.mark.parametrize(
    ("line", "name", "number"),
    [
        ("Karim El Idrissi, klantnummer 4410982", "Karim El Idrissi", "4410982"),
        ("P. van der Berg / dossier 26-44-1207", "P. van der Berg", "26-44-1207"),
        ("Sofie Bos (moeder), Drachten", "Sofie Bos", ""),
        ("J. de Wit, Transvaalbuurt", "J. de Wit", ""),
        ("Fam. Postma, Lange Haven 12, Schiedam", "", ""),
        ("Noor Visser - studentnr. 0987654", "Noor Visser", "0987654"),
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
async def test_a_closing_line_is_the_sender(gap: str, line: str, name: str, number: str) -> None:
    letter = await _letter(f"{TOLD}{gap}{line}")
    assert line not in letter and "Ik woonde gewoon op kamers." in letter
    assert not name or (letter.startswith(f"{name}\n") and letter.endswith(f"\n\n{name}"))
    assert f"Kenmerk: {number or '['}" in letter


@pytest.mark.parametrize(
    "line", ["Mijn huisbaas, de heer Bos, weet ervan", "Kamer 12, Lange Haven: die huurde ik", "Peter Bos woont er nu"]
)
async def test_a_line_that_tells_something_stays_a_reason(line: str) -> None:
    assert line in await _letter(f"{TOLD}\n{line}")


@pytest.mark.parametrize("line", [")", " . , ", "-", "12"])
async def test_a_line_of_nothing_but_signs_is_nobody(line: str) -> None:
    assert "Ik woonde gewoon op kamers." in await _letter(f"{TOLD}\n{line}")
