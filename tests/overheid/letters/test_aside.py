"""What a person asks of whoever helps them stays out of the letter, and nobody is asked about it."""

from typing import Any

import pytest

from loket_demos.overheid.content.catalogue import CAPABILITIES

STRUCTURE = next(one for one in CAPABILITIES if one.name == "structure_bezwaar")


@pytest.mark.parametrize(
    "aside",
    [
        "Kunnen jullie hier een brief van maken?",
        "Moet ik er ook mijn paspoort bij doen?",
        "Mijn buurman zegt dat ik nog twaalf weken heb om bezwaar te maken.",
    ],
)
async def test_what_is_asked_of_a_helper_or_heard_of_objecting_stays_out_and_is_not_asked(aside: str) -> None:
    text = f"Het UWV heeft op 2 november 2026 mijn WW gestopt. {aside} Ik was niet met vakantie. Ik wil bezwaar maken."
    answer: dict[str, Any] = dict(await STRUCTURE.call({"raw_text": text, "vandaag": "2026-11-23"}))
    assert aside not in answer["objection_letter"] and "niet met vakantie" in answer["objection_letter"]
    assert answer["overview"]["misschien"] == [] and "[Er zijn nog zinnen" not in answer["objection_letter"]
    (ticks,) = (one for one in answer["overview"]["invullen"] if one["veld"] == "redenen")
    assert aside in ticks["keuzes"] and aside not in ticks["gekozen"] and not ticks["nodig"]


async def test_what_somebody_close_saw_is_a_reason() -> None:
    seen = "Mijn buurman zegt dat mijn auto die avond gewoon op de oprit stond."
    text = f"Boete van het CJIB van 2 november 2026. {seen} Ik wil in beroep."
    answer: dict[str, Any] = dict(await STRUCTURE.call({"raw_text": text, "vandaag": "2026-11-23"}))
    assert seen in answer["objection_letter"]


async def test_a_question_that_is_all_somebody_says_of_why_is_asked_about() -> None:
    text = (
        "Het UWV heeft op 2 november 2026 mijn WW gestopt. Hoe kan dat als ik elke week solliciteer? Ik maak bezwaar."
    )
    answer: dict[str, Any] = dict(await STRUCTURE.call({"raw_text": text, "vandaag": "2026-11-23"}))
    assert [one["tekst"] for one in answer["overview"]["misschien"]] == ["Hoe kan dat als ik elke week solliciteer?"]
