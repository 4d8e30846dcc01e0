"""Several allowances in one message: each has its own answer, what was understood is told once, what is missing is
asked once, and what is none of ours is said by name."""

import pytest

from loket.engine.host import Host
from tests.overheid.desk import desk

BOTH = [
    (
        "Krijg ik zorgtoeslag en huurtoeslag? Ik ben alleenstaand, verdien 24.000 per jaar, kale huur 650.",
        {"Zorgtoeslag 2026": 129, "Huurtoeslag 2026": 381},
    ),
    (
        "Ik woon alleen, 25000 per jaar, kale huur 750. Wat krijg ik aan zorg- en huurtoeslag in 2026?",
        {"Zorgtoeslag 2026": 129, "Huurtoeslag 2026": 414},
    ),
    (
        "zorg/huurtoeslag 2026, alleenstaand, 25000 per jaar, kale huur 750",
        {"Zorgtoeslag 2026": 129, "Huurtoeslag 2026": 414},
    ),
    (
        "Hoeveel huur en zorgtoeslag krijg ik in 2026? Ik ben alleen, inkomen 25000 per jaar, de kale huur is 750.",
        {"Zorgtoeslag 2026": 129, "Huurtoeslag 2026": 414},
    ),
    (
        "Alleenstaande vader, dochter van 8, 30.000 per jaar. Kindgebonden budget en zorgtoeslag voor 2025?",
        {"Kindgebonden budget 2025": 482, "Zorgtoeslag 2025": 112},
    ),
    (
        (
            "Zorgtoeslag, kgb en opvangtoeslag 2025: alleenstaande moeder met werk, kind van 3, inkomen 30000, "
            "geregistreerde opvang, 100 uur dagopvang per maand, 10 euro per uur"
        ),
        {"Zorgtoeslag 2025": 112, "Kindgebonden budget 2025": 482, "Kinderopvangtoeslag 2025": 960},
    ),
]


@pytest.mark.parametrize(("text", "amounts"), BOTH)
async def test_each_allowance_that_is_asked_about_has_its_own_amount(
    host: Host, text: str, amounts: dict[str, int]
) -> None:
    said = await (await desk(host)).say(text)
    for name, month in amounts.items():
        assert f"{name}: ongeveer {month} euro per maand" in said, said
    assert said.count("Wij gingen uit van") == said.count("geen besluit") == said.count("- Jaar:") == 1
    assert said.count("per jaar") == 1, said


async def test_what_two_allowances_were_computed_with_is_told_once_and_what_differs_by_name(host: Host) -> None:
    said = await (await desk(host)).say(
        "zorgtoeslag en huurtoeslag 2026, ik woon met mijn broer, ik verdien 24000 en hij 18000 per jaar, huur 650"
    )
    assert said.count("Huishouden") == 2 and "Huishouden (huurtoeslag): u, zonder toeslagpartner, samen 2" in said
    assert "Uw inkomen (zorgtoeslag): 24.000 euro per jaar" in said
    assert "Inkomen van iedereen in huis (huurtoeslag): 42.000 euro per jaar" in said
    assert "Kale huur (huurtoeslag): 650 euro per maand" in said


async def test_what_is_missing_for_several_is_asked_once(host: Host) -> None:
    talk = await desk(host)
    asked = await talk.say("krijg ik zorgtoeslag en huurtoeslag als ik 24.000 verdien?")
    assert "of u een partner heeft" in asked and "uw kale huur per maand" in asked
    said = await talk.answer("ik woon alleen en de kale huur is 650")
    assert "Zorgtoeslag 2026: ongeveer 129 euro" in said and "Huurtoeslag 2026: ongeveer 381 euro" in said
    said = await talk.say("en als ik 8000 meer verdien?")
    assert "Zorgtoeslag 2026: ongeveer 103 euro" in said and "Huurtoeslag 2026: ongeveer" in said


async def test_who_does_not_know_one_thing_gets_what_it_does_not_take(host: Host) -> None:
    talk = await desk(host)
    await talk.say("zorgtoeslag en huurtoeslag 2026, alleenstaand, 30.000 per jaar")
    said = await talk.answer("ga verder met wat ik al zei")
    assert "Zorgtoeslag 2026: ongeveer 126 euro per maand" in said
    assert "Huurtoeslag 2026: Wij weten nog niet: uw kale huur" in said


async def test_what_can_not_be_computed_is_said_by_name_beside_what_can(host: Host) -> None:
    talk = await desk(host)
    said = await talk.say("Zorgtoeslag en huurtoeslag 2025, alleenstaand, inkomen 30000, kale huur 600")
    assert "Zorgtoeslag 2025: ongeveer 112 euro" in said and "Huurtoeslag 2025: " in said
    assert "niet alle cijfers" in said and not await talk.asks()
    said = await (await desk(host)).say("Zorgtoeslag en energietoeslag 2026, alleenstaand, inkomen 30000")
    assert "Zorgtoeslag 2026: ongeveer 126 euro" in said and "Energietoeslag: Dit is geen toeslag van de Dienst" in said


async def test_one_that_somebody_has_already_is_not_asked_about(host: Host) -> None:
    for text in (
        "Ik krijg al huurtoeslag. Hoeveel zorgtoeslag krijg ik in 2026? Alleenstaand, 30000 per jaar.",
        "Geen huurtoeslag, alleen zorgtoeslag 2026: alleenstaand, 30000 per jaar.",
        "Hoeveel zorgtoeslag is dat in 2026 als ik alleen woon, 30000 per jaar verdien en 300 huurtoeslag krijg?",
        "Huurtoeslag heb ik al aangevraagd, en zorgtoeslag 2026? Ik woon alleen en verdien 30000 per jaar.",
    ):
        said = await (await desk(host)).say(text)
        assert "Zorgtoeslag 2026: ongeveer 126 euro" in said and "Huurtoeslag" not in said, said


async def test_one_that_somebody_lacks_beside_another_is_asked_about(host: Host) -> None:
    for text in (
        "Ik heb zorgtoeslag maar geen huurtoeslag. Krijg ik die? Alleenstaand, 25000 per jaar, kale huur 750, 2026.",
        "Waarom krijg ik wel zorgtoeslag en geen huurtoeslag in 2026? Ik ben alleen, 25000 per jaar, kale huur 750.",
    ):
        assert "Huurtoeslag 2026: ongeveer 414 euro" in await (await desk(host)).say(text), text


async def test_what_one_earns_is_not_what_two_earn(host: Host) -> None:
    talk = await desk(host)
    assert "of u een partner heeft" in await talk.say("zorgtoeslag 2025 en kgb 2025, ik verdien 30000, kind van 8")
    assert "Wat verdient uw partner" in await talk.answer("ja")
    said = await talk.answer("10000")
    assert "Inkomen van u en uw partner: 40.000 euro per jaar" in said and "Zorgtoeslag 2025: ongeveer 118 euro" in said
    talk = await desk(host)
    await talk.say("Zorgtoeslag 2025, ik woon met mijn man en ik verdien 30000")
    assert "118 euro per maand" in await talk.answer("samen 40000")


async def test_a_question_which_allowance_is_answered_by_naming_two(host: Host) -> None:
    talk = await desk(host)
    assert "welke toeslag" in await talk.say("Heb ik recht op toeslag? Ik ben alleenstaand met 25000 per jaar")
    assert "kale huur" in await talk.answer("zorg- en huurtoeslag")
    said = await talk.answer("750")
    assert "Zorgtoeslag 2026: ongeveer 129 euro" in said and "Huurtoeslag 2026: ongeveer 414 euro" in said


async def test_papers_for_two_allowances_stand_in_one_list(host: Host) -> None:
    said = await (await desk(host)).say("Welke papieren heb ik nodig voor zorgtoeslag en huurtoeslag?")
    assert "Voorwaarden voor zorgtoeslag:" in said and "Voorwaarden voor huurtoeslag:" in said
    assert said.count("Papieren die u nodig heeft:") == 1
    lines = [line for line in said.splitlines() if line.startswith("- ")]
    assert len(lines) == len(set(lines))


async def test_a_limit_of_two_allowances_is_told_of_each(host: Host) -> None:
    said = await (await desk(host)).say("Hoeveel spaargeld mag ik hebben voor zorgtoeslag en huurtoeslag in 2026?")
    assert "Voor zorgtoeslag in 2026" in said and "Voor huurtoeslag in 2026" in said
