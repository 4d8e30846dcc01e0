"""Who tells us in their own words what is not right gets a draft at once; nobody is asked first whether they object,
for nothing is sent but by themselves."""

from typing import Any

import pytest

from loket_demos.overheid.content.case_advice import AHEAD
from tests.overheid.letters.analysing import agreed


async def made(text: str) -> dict[str, Any]:
    return await agreed(text, "2026-11-23")


def asks_wish(answer: dict[str, Any]) -> bool:
    return "besluit" in {one["veld"] for one in answer["overview"]["invullen"]}


@pytest.mark.parametrize(
    "told",
    [
        "Het UWV heeft op 4 november 2026 mijn WW gekort. Ik had die week gewoon drie keer gesolliciteerd.",
        "besluit van 4 november 2026 van de gemeente Utrecht, bijstand ingetrokken. maar ik woon nog altijd alleen",
    ],
)
async def test_who_tells_what_is_not_right_gets_a_draft(told: str) -> None:
    answer = await made(told)
    assert not asks_wish(answer) and "besluit van 4 november 2026" in answer["objection_letter"]
    assert AHEAD in answer["key_points"][1], "they never said that they object"


async def test_who_objects_is_not_reminded_that_they_need_not() -> None:
    told = "Het UWV heeft op 4 november 2026 mijn WW gekort. Ik had gewoon gesolliciteerd."
    assert AHEAD not in " ".join((await made(f"Ik maak bezwaar. {told}"))["key_points"])


@pytest.mark.parametrize(
    "told",
    [
        "Het UWV heeft op 4 november 2026 mijn WW gekort.",
        "Beste Dienst Toeslagen, uw besluit van 4 november 2026: ik moet € 900 terugbetalen. Ik betaal in delen.",
        "Aan het UWV\n\nU nam op 4 november 2026 een besluit over mijn WW. Ik ben hem kwijt en wil graag een kopie.",
        "Op 4 november 2026 kreeg ik een strafbeschikking voor vernieling. Ik was er niet bij.",
    ],
    ids=["nothing of their own", "a letter to an office", "a request", "what a judge decides"],
)
async def test_whose_wish_may_be_another_is_asked(told: str) -> None:
    answer = await made(told)
    assert answer["objection_letter"] == "" and (asks_wish(answer) or not answer["overview"]["brief"]["vraag"])
