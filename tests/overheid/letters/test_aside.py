"""What a person asks of whoever helps them stays out of the letter, and nobody is asked about it."""

from typing import Any

import pytest

from tests.overheid.letters.analysing import agreed, analysed


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
    answer: dict[str, Any] = await agreed(text, "2026-11-23")
    assert aside not in answer["objection_letter"] and "niet met vakantie" in answer["objection_letter"]
    assert answer["overview"]["misschien"] == [] and "[Er zijn nog zinnen" not in answer["objection_letter"]
    (ticks,) = (one for one in answer["overview"]["invullen"] if one["veld"] == "redenen")
    assert aside in ticks["keuzes"] and aside not in ticks["gekozen"] and not ticks["nodig"]


async def test_what_somebody_close_saw_is_a_reason() -> None:
    seen = "Mijn buurman zegt dat mijn auto die avond gewoon op de oprit stond."
    text = f"Boete van het CJIB van 2 november 2026. {seen} Ik wil in beroep."
    answer: dict[str, Any] = await agreed(text, "2026-11-23")
    assert seen in answer["objection_letter"]


async def test_a_question_that_is_all_somebody_says_of_why_is_asked_about() -> None:
    text = (
        "Het UWV heeft op 2 november 2026 mijn WW gestopt. Hoe kan dat als ik elke week solliciteer? Ik maak bezwaar."
    )
    answer: dict[str, Any] = await analysed(text, "2026-11-23")
    assert [one["tekst"] for one in answer["overview"]["misschien"]] == ["Hoe kan dat als ik elke week solliciteer?"]


TOLD = "De gemeente Zwolle heeft op 2 november 2026 mijn scootmobiel geweigerd. Ik kan maar tien meter lopen."


@pytest.mark.parametrize(
    "aside",
    [
        "Dat ik boos ben hoeft u niet op te schrijven.",
        "Ik weet niet of het zo mag.",
        "Maak er iets netjes van.",
        "Tussen ons, ik verhuis misschien.",
        "Is dat waar?",
        "Ik dank jullie voor de moeite.",
        "Ik hoor graag van u wat ik nu moet doen.",
        "Vriendin zegt dat het maar vier weken is voor bezwaar.",
    ],
)
async def test_who_speaks_of_the_office_as_of_somebody_else_speaks_to_a_helper(aside: str) -> None:
    answer: dict[str, Any] = await agreed(f"{TOLD} {aside}", "2026-11-23")
    assert aside not in answer["objection_letter"] and "tien meter" in answer["objection_letter"]
    assert aside in next(one["keuzes"] for one in answer["overview"]["invullen"] if one["veld"] == "redenen")


@pytest.mark.parametrize(
    "reason",
    [
        "U kwam op dinsdag langs en toen was ik bij de dokter.",
        "De caravan waar u het over hebt is van mijn broer.",
        "Waarom telt u het loon van mijn zoon mee?",
    ],
)
async def test_what_is_said_to_the_office_stays_in_the_letter(reason: str) -> None:
    text = f"Geachte heer, mevrouw,\n\nIk maak bezwaar tegen uw besluit van 2 november 2026 (SVB, AOW). {reason}\n\nJan"
    answer: dict[str, Any] = await agreed(text, "2026-11-23")
    assert reason in answer["objection_letter"]


async def test_what_stands_in_brackets_beside_a_letter_is_for_a_helper() -> None:
    letter = (
        "Aan de SVB\n\nGeachte heer,\n\nIk maak bezwaar tegen uw besluit van 2 november 2026. Ik woon alleen.\n\nJan"
    )
    note = "(Ik weet niet of ik het goed deed. Mijn kleinzoon zegt dat jullie meekijken.)"
    answer: dict[str, Any] = await agreed(f"{letter}\n\n{note}", "2026-11-23")
    assert "meekijken" not in answer["objection_letter"] and "Ik woon alleen." in answer["objection_letter"]


async def test_a_letter_of_an_office_that_tells_what_can_be_done_behind_other_words_is_the_offices() -> None:
    rights = "U kunt binnen zes weken na de dag waarop deze brief is verzonden bezwaar maken."
    office = f"DUO\n\nGeachte heer,\n\nU moet € 900 terugbetalen.\n\nNiet mee eens?\n{rights}\n\nGroet,\nDUO"
    own = "Ik woonde daar gewoon. Ik wil bezwaar."
    answer: dict[str, Any] = await agreed(f"{office}\n\n-----\n\n{own}", "2026-11-23")
    assert "terugbetalen" not in "".join(one["tekst"] for one in answer["overview"]["gronden"])


@pytest.mark.parametrize("greeting", ["", "Geachte heer, mevrouw,\n\n"])
@pytest.mark.parametrize(
    "aside",
    [
        "Kunt u mij helpen met een bezwaar.",
        "Kunt u een bezwaarschrift opstellen?",
        "Wil iemand mij helpen met de brief?",
        "Hoe ga ik hier tegen in",
        "Kan ik nog bezwaar maken en hoe dan",
        "Graag hulp.",
        "Ik hoor het graag!",
        "Nou nee.",
        "Ik moet om vier uur weg dus graag snel :)",
        "Mijn dochter tikt dit voor mij.",
        "Ik weet nog niet of ik dat wil.",
    ],
)
async def test_a_sentence_without_a_word_of_the_case_stays_out_of_every_letter(greeting: str, aside: str) -> None:
    answer: dict[str, Any] = await agreed(f"{greeting}{TOLD} Ik wil bezwaar maken.\n{aside}", "2026-11-23")
    (ticks,) = (one for one in answer["overview"]["invullen"] if one["veld"] == "redenen")
    assert aside not in answer["objection_letter"] and "tien meter" in answer["objection_letter"]
    assert aside in ticks["keuzes"] and aside not in ticks["gekozen"]


@pytest.mark.parametrize(
    "said",
    [
        "Dat was ik niet.",
        "Ik kreeg ook geen hulp.",
        "Ik ga er elke dag naartoe.",
        "Ik maak bezwaar.",
        "Dat klopt niet.",
    ],
)
async def test_what_denies_or_objects_is_no_such_sentence(said: str) -> None:
    text = f"Geachte heer, mevrouw,\n\n{TOLD} {said}"
    answer: dict[str, Any] = await agreed(f"{text} Ik wil bezwaar maken.", "2026-11-23")
    assert said in answer["objection_letter"]
