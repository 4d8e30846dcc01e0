"""What a letter leaves open is answered in the talk, in words, and the letter is made again with it."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.blind.talking import Begin, assistant
from tests.overheid.foreign import asked
from tests.serving import serving_here

SUNDAY = datetime(2026, 11, 23, 12, tzinfo=UTC)
PERHAPS = "UWV\n9 november 2026\n\nBeschikking\n\nGeachte mevrouw,\n\nUw WW stopt.\n\nMet vriendelijke groet,\nUWV"
DOUBTFUL = """Gemeente Voorbeeldstad
9 november 2026

Besluit

Geachte mevrouw,

Wij zijn voornemens uw uitkering te stoppen. U kunt binnen zes weken bezwaar maken.

Met vriendelijke groet,
het college"""
SENDER = "Ik ben het niet eens met de beslissing van 4 november 2026. Mijn inkomen is lager."
OFFICE = """Gemeente Voorbeeldstad
Datum: 2 november 2026
Besluit over uw uitkering

Wij hebben uw uitkering verlaagd. U kunt binnen zes weken bezwaar maken.

Met vriendelijke groet,
het college

"""
TWO_REASONS = f"{OFFICE}Die vrouw ken ik van vroeger.\n\nIk maak bezwaar. Ik heb nooit met iemand samengewoond."
LONG = "\n" + "Ik kan mijn steunkousen niet aandoen. " * 1800
"""So long that the letter stands in a record as a reference."""
WANTED = "Wilt u bezwaar maken tegen dit besluit?"
AMOUNTS = (
    "Ik maak bezwaar. Dienst Toeslagen, brief van 4 november 2026: zorgtoeslag 300 euro terug te betalen en "
    "huurtoeslag 450 euro terug te betalen."
)
UNDATED = "Ik maak bezwaar tegen het besluit van het UWV. Ik was wel beschikbaar voor werk."


@pytest.fixture(scope="module")
async def begin() -> AsyncGenerator[Begin]:
    async with assistant("overheid", SUNDAY) as begin:
        yield begin


@pytest.mark.parametrize(
    ("letter", "asked", "answer", "made"),
    [
        (PERHAPS, "Zeg ja of nee", "ja, dat is een besluit", "Ik maak bezwaar tegen uw besluit van 9 november 2026"),
        (SENDER, "Zeg bijvoorbeeld: de gemeente", "het is van de gemeente Utrecht", "bezwaar tegen uw besluit van 4"),
        (
            TWO_REASONS,
            "1. “Die vrouw",
            "zonder de tweede en de derde zin",
            "woorden:\n\nDie vrouw ken ik van vroeger.\n\nIk vraag",
        ),
        (
            TWO_REASONS,
            "3. “Ik heb nooit",
            "alleen zin 3",
            "woorden:\n\nIk heb nooit met iemand samengewoond.\n\nIk vraag",
        ),
        (AMOUNTS, "300 euro of 450 euro", "het gaat om 450 euro", "Het bedrag: 450 euro."),
        (UNDATED, "Begin met: kenmerk", "omdat mijn inkomen lager was", "\n\nomdat mijn inkomen lager was\n\n"),
        (UNDATED, "Welke datum", "de brief is van 3 november 2026", "uw besluit van 3 november 2026"),
        (UNDATED, "Welk kenmerk", "kenmerk AB-123456", "Kenmerk: AB-123456"),
    ],
)
async def test_what_was_asked_is_answered_in_words(
    begin: Begin, letter: str, asked: str, answer: str, made: str
) -> None:
    talk = begin("")
    first = (await talk.say(letter)).text
    assert asked in first and made not in first
    assert made in (await talk.say(answer)).text


async def test_answers_add_up_and_another_matter_is_none(begin: Begin) -> None:
    talk = begin("")
    await talk.say(AMOUNTS)
    await talk.say("450 euro")
    both = (await talk.say("omdat mijn inkomen lager was")).text
    assert (
        "Het bedrag: 450 euro." in both
        and "\n\nomdat mijn inkomen lager was\n\n" in both
        and "Om welk bedrag" not in both
    )
    other = (await talk.say("Ik doe verzet tegen de strafbeschikking van 10 november 2026")).text
    assert "strafbeschikking van 10 november 2026" in other and "450 euro" not in other


async def test_one_question_carries_all_that_is_missing_and_is_answered_at_once_or_by_a_tap(begin: Begin) -> None:
    talk = begin("")
    asked = await talk.say("Ik vind de beslissing over mijn hulp niet eerlijk. Ik ben 81 en ik kan niet meer bukken.")
    assert "Wie stuurde de brief?" in asked.text and WANTED in asked.text and "Welke datum" in asked.text
    assert list(asked.questions[0].choices.values()) == ["Ja", "Nee"]
    made = (await talk.say("ja, van de gemeente Utrecht, de brief is van 3 november 2026")).text
    assert "Ik maak bezwaar tegen uw besluit van 3 november 2026" in made
    talk = begin("")
    question = (await talk.say(PERHAPS)).questions[0]
    assert (
        "Ik maak bezwaar tegen uw besluit van 9 november 2026" in (await talk.choose("ja", question=question.id)).text
    )


async def test_what_was_tapped_stays_and_what_was_explained_is_not_told_again(begin: Begin) -> None:
    for more in ("", LONG):
        talk = begin("")
        first = await talk.say(f"Ik vind de beslissing over mijn hulp niet eerlijk. Ik ben 81.{more}")
        assert "Wij weten niet wie" in first.text
        second = await talk.choose("ja", question=first.questions[0].id)
        assert "Wie stuurde de brief?" in second.text and WANTED not in second.text
        assert "Wij weten niet wie" not in second.text
        third = await talk.say("de brief is van 3 november 2026")
        assert third.text.startswith("Wie stuurde de brief?") and "Welke datum" not in third.text
        made = (await talk.say("van de gemeente Utrecht")).text
        assert "Ik maak bezwaar tegen uw besluit van 3 november 2026" in made


async def test_a_new_message_takes_the_place_of_what_a_letter_waits_for_and_it_may_be_gone_on_with(
    begin: Begin,
) -> None:
    for more in ("", LONG):
        talk = begin("")
        await talk.say(f"Ik vind de beslissing over mijn hulp niet eerlijk. Ik ben 81.{more}")
        assert "zorgtoeslag" in (await talk.say("Welke papieren heb ik nodig voor zorgtoeslag in 2026?")).text.lower()
        talk = begin("")
        await talk.say(f"Ik vind de beslissing over mijn hulp niet eerlijk. Ik ben 81.{more}")
        await talk.say("hallo")
        made = (await talk.say("ja, van de gemeente Utrecht, de brief is van 3 november 2026")).text
        assert "Ik maak bezwaar tegen uw besluit van 3 november 2026" in made


async def test_the_answer_that_is_shown_as_an_example_is_understood(begin: Begin) -> None:
    talk = begin("")
    asked = (await talk.say("Ik vind de beslissing over mijn hulp niet eerlijk. Ik ben 81 en kan niet bukken.")).text
    example = asked.rpartition("Zeg bijvoorbeeld: ")[2].rstrip(".")
    assert "Ik maak bezwaar tegen uw besluit van 3 november 2026" in (await talk.say(example)).text


async def test_a_reason_that_was_asked_for_needs_no_because(begin: Begin) -> None:
    talk = begin("")
    assert WANTED in (await talk.say(PERHAPS)).text
    assert "Waarom bent u het er niet mee eens?" in (await talk.say("ja")).text
    why = "Ik ben het er niet mee eens, ik heb zes keer gesolliciteerd"
    made = (await talk.say(why)).text
    assert f"\n\n{why}\n\n" in made and "uw besluit van 9 november 2026" in made


@pytest.mark.parametrize("office", ["Gemeente Putten", "Sociale Verzekeringsbank"])
async def test_a_letter_of_an_office_with_nothing_beside_it_is_asked_about(begin: Begin, office: str) -> None:
    letter = f"{office}\n\nGeachte mevrouw,\n\nWij verlagen uw uitkering met 30 procent.\n\nMet vriendelijke groet"
    talk = begin("")
    assert WANTED in (await talk.say(letter)).text
    assert "Ik maak bezwaar" in (await talk.say("ja")).text
    assert WANTED not in (await begin("").say(f"{office}\n\nWat zijn uw openingstijden?")).text


async def test_the_words_that_made_it_doubtful_are_quoted_while_it_waits(begin: Begin) -> None:
    said = (await begin("").say(f"{DOUBTFUL}\n\nIk ben het er niet mee eens.")).text
    assert "“voornemens”" in said and WANTED in said


async def test_a_letter_in_another_language_is_said_to_be_one_also_when_it_names_an_allowance(begin: Begin) -> None:
    letter = (
        "Dear Sir or Madam,\n\nI object to your decision of 2 November 2026 about my huurtoeslag. My rent is lower."
    )
    said = await begin("").say(letter)
    assert "niet in het Nederlands" in said.text and not said.questions
    asked = await begin("").say("My wife and I earn 40000 euros a year together, how much zorgtoeslag in 2026?")
    assert "40,000 euros" in asked.text


async def test_a_shorter_term_leaves_the_date_of_the_decision_known(begin: Begin) -> None:
    told = "Ik maak bezwaar tegen uw besluit van 16 november 2026 over mijn Ziektewet-uitkering. Ik ben nog ziek."
    said = (await begin("").say(told)).text
    assert "Het besluit: 16 november 2026." in said and "maandag 30 november 2026" in said


@pytest.mark.parametrize(
    "told",
    [
        "Aan: Werk en Inkomen, gemeente Almere. Jullie hebben mijn bijstand geblokkeerd. Mijn papieren waren er al.",
        "Het gaat om de SVB, jullie stoppen mijn Anw omdat ik zou samenwonen. Henk is mijn kamerhuurder.",
        "De gemeente Zeist gaf mijn buurman een omgevingsvergunning. Daardoor valt mijn hele tuin in de schaduw.",
    ],
)
async def test_who_tells_an_office_what_went_wrong_is_asked_whether_it_is_an_objection(begin: Begin, told: str) -> None:
    assert WANTED in (await begin("").say(told)).text


@pytest.mark.parametrize("told", ["Ik heb een vergunning van de gemeente. Hoe verleng ik die?", "Ik krijg AOW. Fijn."])
async def test_who_asks_or_only_tells_is_not_asked_so(begin: Begin, told: str) -> None:
    assert WANTED not in (await begin("").say(told)).text


async def test_a_letter_of_an_office_about_an_allowance_is_no_question_about_it(begin: Begin) -> None:
    letter = "Dienst Toeslagen\n6 november 2026\n\nBeste heer,\n\nU krijgt geen huurtoeslag over 2026."
    assert WANTED in (await begin("").say(letter)).text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("My husband and I earn 45000 together. How much healthcare allowance do we get?", "45,000 euros"),
        ("Ich wohne allein und habe eine Frage zu meinem Antrag vom letzten Jahr.", "lesen wir Niederländisch"),
        ("Dear sir, I don't agree with the parking fine of 73 euros I got in Amsterdam.", "We read Dutch best."),
    ],
)
async def test_a_text_in_another_language_is_told_what_can_be_read(begin: Begin, text: str, said: str) -> None:
    assert said in (await begin("").say(text)).text


async def test_to_pay_in_months_is_no_objection(begin: Begin) -> None:
    told = "Ik kreeg de aanslag van 20 oktober 2026 van de Belastingdienst. Kan ik die in 12 maanden betalen?"
    assert "om later of in delen te betalen" in (await begin("").say(told)).text


async def test_what_is_asked_has_the_name_of_the_law(begin: Begin) -> None:
    fine = "CJIB-nummer 7 0312 4458. Ik kreeg een verkeersboete, beschikking van 9 november 2026. De auto was verkocht."
    assert "Wilt u in beroep gaan tegen dit besluit?" in (await begin("").say(fine)).text


async def test_a_no_makes_no_letter_and_may_be_taken_back(begin: Begin) -> None:
    talk = begin("")
    await talk.say(PERHAPS)
    no = (await talk.say("nee, dat is geen besluit")).text
    assert "Dan maken wij geen brief" in no and WANTED not in no
    assert "Ik maak bezwaar tegen uw besluit" in (await talk.say("ja toch wel")).text


async def test_another_agent_answers_in_its_context(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:

        async def sent(id: str, text: str, **more: str) -> Any:
            message = {"kind": "message", "messageId": id, "role": "user", "parts": [{"kind": "text", "text": text}]}
            params = {"message": {**message, **more}, "configuration": {"blocking": True}}
            body = {"jsonrpc": "2.0", "id": "1", "method": "message/send", "params": params}
            return (await asked("POST", f"{here.url}/a2a/overheid", body, {})).json["result"]

        first = await sent("m-1", SENDER)
        assert "Zeg bijvoorbeeld: de gemeente Utrecht." in str(first) and "[Uw naam]" not in str(first)
        assert first["status"]["state"] == "input-required"
        second = await sent("m-2", "het is van de gemeente Utrecht", contextId=first["contextId"])
        assert "[Uw naam]" in str(second) and "bezwaar tegen uw besluit van 4 november 2026" in str(second)
        assert second["status"]["state"] == "completed"
        long = await sent("m-5", f"{SENDER}{LONG}")
        for n in range(6, 11):
            assert long["status"]["state"] == "input-required"
            words = "van de gemeente Utrecht" if n == 10 else "geen idee"
            long = await sent(f"m-{n}", words, contextId=long["contextId"], taskId=long["id"])
        assert long["status"]["state"] == "completed" and "uw besluit van 4 november 2026" in str(long)
        third = await sent("m-3", SENDER)
        same = await sent("m-4", "van de gemeente Utrecht", contextId=third["contextId"], taskId=third["id"])
        assert (same["id"], same["status"]["state"]) == (third["id"], "completed")
        assert "bezwaar tegen uw besluit van 4 november 2026" in str(same)
