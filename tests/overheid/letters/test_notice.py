"""Own lines below the published notice or the letter of an office are the person's, also where they speak of `us`."""

import pytest

from tests.overheid.letters.analysing import agreed

NOTICE = """Gemeenteblad van Assen, 17 november 2026

Verleende vergunning: het kappen van vier eiken, Beilerstraat 12

Burgemeester en wethouders van Assen maken bekend dat zij een vergunning hebben verleend.
Zaaknummer: Z2026-55871

Belanghebbenden kunnen binnen zes weken na verzending bezwaar maken bij het college."""
PROVINCE = """Provinciaal blad van Drenthe, 12 november 2026

Gedeputeerde staten hebben op 9 november 2026 ontheffing verleend voor het vangen van bevers.

Belanghebbenden kunnen binnen zes weken bezwaar maken bij gedeputeerde staten."""
LETTER = """Gemeente Assen

Geachte heer, mevrouw,

Op 9 november 2026 hebben wij uw aanvraag voor een inrit afgewezen. U kunt binnen zes weken bezwaar maken.

Hoogachtend,
Burgemeester en wethouders"""


@pytest.mark.parametrize(
    ("theirs", "own"),
    [
        (NOTICE, ["Wij kijken er elke dag op uit.", "Er broeden spechten in."]),
        (PROVINCE, ["De bevers doen onze dijk geen kwaad.", "Niemand heeft ons iets gevraagd."]),
        (LETTER, ["Voor de deur is plek genoeg.", "De buren kregen er wel een."]),
    ],
)
async def test_a_paragraph_with_the_wish_is_the_persons(theirs: str, own: list[str]) -> None:
    answer = await agreed(f"{theirs}\n\n{' '.join(own)} Wij maken hier bezwaar tegen. Fam. Kuiper, Assen")
    letter = answer["objection_letter"]
    assert all(one in letter for one in own) and "Fam. Kuiper, Assen" not in letter
    assert "maken bekend" not in letter and "verleend voor" not in letter and "afgewezen" not in letter
    assert answer["overview"]["misschien"] == []
    assert "Aan de gemeente Assen\n" in letter or theirs is PROVINCE


async def test_a_paragraph_about_us_below_a_notice_is_the_persons_before_the_wish() -> None:
    answer = await agreed(
        f"{NOTICE}\n\nWij wonen er recht achter. Er broeden spechten in.\n\nWij willen bezwaar maken."
    )
    assert "Er broeden spechten in." in answer["objection_letter"]


async def test_the_day_of_a_gazette_is_not_that_of_the_decision() -> None:
    answer = await agreed(f"{NOTICE}\n\nEr broeden spechten in. Wij willen bezwaar maken.")
    assert "uw besluit van 17 november" not in answer["objection_letter"]


async def test_what_an_office_says_of_itself_stays_the_offices() -> None:
    more = "Wij hebben de vergunning verleend omdat de bomen ziek zijn.\n\nMijn huis staat ernaast. Ik maak bezwaar."
    answer = await agreed(f"{NOTICE}\n\n{more}")
    assert "bomen ziek" not in answer["objection_letter"] and "Mijn huis" in answer["objection_letter"]
