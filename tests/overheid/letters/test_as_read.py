"""Who decided and on which day is shown as it was read, and counts otherwise when the person says so."""

from typing import Any

import pytest

from tests.blind.talking import Begin
from tests.overheid.letters import analysing
from tests.overheid.letters.analysing import agreed, analysed, asked

WHY = "Ik kan maar tien meter lopen."
ZWOLLE = f"Ik maak bezwaar. De gemeente Zwolle heeft op 2 november 2026 mijn scootmobiel geweigerd. {WHY}"
WAITS = f"{ZWOLLE} Kunnen jullie hier een nette brief van maken?"
FIRM = (
    "Ik kreeg op 10 november 2026 een parkeerboete van Rijnhal Toezicht B.V. van 65 euro. Het bord hing achter een "
    "boom. Ik wil bezwaar maken."
)
TWO_OFFICES = (
    "Ik maak bezwaar tegen de boete van het CJIB van 3 november 2026. Ik maak bezwaar tegen het besluit van de SVB van "
    "4 november 2026 over mijn AOW. Ik was er niet."
)


begin = analysing.begin


def read(answer: dict[str, Any]) -> dict[str, str]:
    """What was read, by field."""
    return {one["veld"]: one["gelezen"] for one in answer["overview"]["invullen"] if one["gelezen"]}


@pytest.mark.parametrize("text", [ZWOLLE, WAITS])
async def test_what_was_read_is_shown_and_not_asked(text: str) -> None:
    answer = await analysed(text)
    assert read(answer) == {"wie": "de gemeente Zwolle", "datum": "2026-11-02"}
    assert not {"wie", "datum"} & {*asked(answer)}


@pytest.mark.parametrize(
    ("sender", "to"),
    [
        ("de gemeente Kampen", "Aan de gemeente Kampen"),
        ("UWV", "Aan het UWV"),
        ("de SVB", "Aan de SVB"),
        ("Provincie Gelderland", "Aan de provincie Gelderland"),
    ],
)
async def test_another_sender_goes_before_what_the_letter_is_about(sender: str, to: str) -> None:
    answer = await agreed(ZWOLLE, wie=sender)
    assert f"\n{to}\n" in answer["objection_letter"]


async def test_another_day_is_counted_from() -> None:
    answer = await agreed(ZWOLLE, datum="2026-11-09")
    assert "uw besluit van 9 november 2026" in answer["objection_letter"]
    assert answer["overview"]["termijn"]["laatste_dag"] == "2026-12-21"


@pytest.mark.parametrize(
    "answers", [{"wie": "Bakkerij Kruim BV"}, {"datum": "2031-01-01"}, {"wie": "de gemeente Zwolle"}]
)
async def test_what_is_no_office_or_no_day_changes_nothing(answers: dict[str, str]) -> None:
    assert (await agreed(ZWOLLE, **answers))["objection_letter"] == (await agreed(ZWOLLE))["objection_letter"]


async def test_in_words_it_is_taken_back_while_it_waits_and_after_and_nothing_said_is_lost(begin: Begin) -> None:
    talk = begin("")
    assert "Zo lezen wij uw tekst. Klopt iets niet?" in (await talk.say(WAITS)).questions[0].text
    again = (await talk.say("nee, de brief is van de gemeente Kampen")).questions[0].text
    assert "bij de gemeente Kampen" in again and "Niet alles" not in again
    letter = (await talk.say("zonder de eerste zin")).text
    assert "Aan de gemeente Kampen" in letter and "Aan de gemeente Zwolle" not in letter
    later = (await talk.say("nee, het besluit is van 9 november 2026")).text
    assert "9 november 2026" in later and "Aan de gemeente Kampen" in later and "21 december 2026" in later
    assert "nette brief" not in later.partition("Geachte")[2]


async def test_another_question_is_no_other_sender(begin: Begin) -> None:
    talk = begin("")
    await talk.say(ZWOLLE)
    asked_now = await talk.say("Hoe vraag ik bij de gemeente Kampen een paspoort aan?")
    assert "Uw eigen brief" not in asked_now.text


async def test_who_sent_it_is_asked_where_a_firm_is_told(begin: Begin) -> None:
    answer = await analysed(FIRM)
    assert answer["objection_letter"] == "" and answer["overview"]["brief"]["citaat"].endswith("Rijnhal Toezicht B.V.")
    assert "wie" in asked(answer)
    told = await agreed(FIRM, wie="de gemeente Ede")
    assert "Aan de gemeente Ede" in told["objection_letter"]
    talk = begin("")
    assert "lijkt van een bedrijf" in (await talk.say(FIRM)).text


async def test_two_decisions_of_two_offices_are_asked_about_and_one_goes_on() -> None:
    answer = await analysed(TWO_OFFICES)
    assert answer["overview"]["brief"]["soort"] == "twee_besluiten" and answer["overview"]["brief"]["vraag"]
    assert answer["objection_letter"] == ""
    assert (await agreed(TWO_OFFICES, besluit="Ja"))["overview"]["brief"]["soort"] == "besluit"


@pytest.mark.parametrize(
    "told",
    [
        "De gemeente Ede stopte op 2 november 2026 mijn bijstand. Ik kreeg in mei loon van Jansen Transport B.V.",
        "Namens Jansen Transport B.V. maak ik bezwaar tegen uw boete van 2 november 2026. De chauffeur had pauze.",
    ],
)
async def test_a_firm_that_decided_nothing_is_nobody_who_is_asked_about(told: str) -> None:
    answer = await analysed(f"Ik maak bezwaar. {told}")
    assert "lijkt van een bedrijf" not in answer["overview"]["brief"]["uitleg"], answer["overview"]["brief"]
