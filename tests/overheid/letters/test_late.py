"""Nobody hears flatly that they are too late where they tell of what kept them, or why the day is in doubt."""

from typing import Any

import pytest

from loket_demos.overheid.content.catalogue import TOOLS
from loket_demos.overheid.letter_report import report
from tests.overheid.letters.analysing import agreed

CLASSIFY = next(one for one in TOOLS if one.name == "classify_case")
TODAY = "2026-11-23"
HEAD = (
    "Ik maak bezwaar tegen het besluit van de gemeente Veere van 1 september 2026 over mijn bijstand. Ik woon alleen."
)
OVER = "Die dag is voorbij."


async def made(text: str, **given: object) -> dict[str, Any]:
    return await agreed(text, TODAY, **given.get("antwoorden", {}))


def shown(answer: dict[str, Any]) -> str:
    """What the person reads of the last day, on the page, in a talk and in what is to be done."""
    return " ".join([answer["overview"]["timeline"][1], answer["key_points"][2], answer["actions"][0]])


KEPT = [
    "Ik lag van 4 september tot 30 oktober 2026 in het ziekenhuis.",
    "Op 9 september 2026 kreeg mijn vrouw een beroerte en ik ben niet van haar bed geweken.",
    "Mijn zoon is op 20 september overleden.",
    "Door de operatie kon ik wekenlang geen brieven lezen.",
    "Wij waren er niet aan toe gekomen, er was eerst de verhuizing van mijn ouders.",
    "Ik zat tot half oktober in het buitenland bij mijn zieke vader.",
    "Ik vond de brief afgelopen zaterdag pas onder de stapel.",
]


@pytest.mark.parametrize("why", KEPT)
async def test_what_kept_somebody_is_the_reason_in_their_own_words(why: str) -> None:
    answer = await made(f"{HEAD} {why}")
    assert answer["overview"]["termijn"]["stand"] == "te_laat" and answer["overview"]["waarom_laat"] == why
    assert f"Dat komt hierdoor: “{why}”" in answer["objection_letter"] and "6:11" in answer["objection_letter"]
    assert f"“{why}”" in shown(answer) and "Awb 6:11" in shown(answer) and "Die dag is voorbij." in shown(answer)
    place = next(one for one in answer["overview"]["invullen"] if one["veld"] == "te_laat")
    assert not place["nodig"]


GROUNDS = [
    "Ik ben ziek en kan niet werken.",
    "Ik lag op 3 augustus 2026 in het ziekenhuis en kon daarom niet op het gesprek komen.",
    "Ik ben pas geopereerd.",
    "De brief van het ziekenhuis stuur ik mee.",
    "Mijn man is in 2019 overleden.",
    "Op 14 december 2026 word ik geopereerd in het ziekenhuis.",
    "Ik zat niet in het buitenland.",
    "U heeft de post niet gelezen.",
    "Het geld kreeg ik nooit.",
    "Ik kreeg nooit antwoord op mijn vraag.",
]


@pytest.mark.parametrize("ground", GROUNDS)
async def test_a_ground_is_no_reason_for_a_late_letter(ground: str) -> None:
    answer = await made(f"{HEAD} {ground}")
    assert answer["overview"]["waarom_laat"] is None and answer["overview"]["termijn"]["stand"] == "te_laat"
    assert "[Schrijf hier waarom uw brief later komt.]" in answer["objection_letter"]


@pytest.mark.parametrize(
    "why",
    [
        "Die beschikking heb ik nooit ontvangen.",
        "Dat besluit is hier niet aangekomen, ik hoorde het van de woningbouw.",
        "De brief ging naar mijn oude adres in Goes.",
        "Ze hebben het besluit gestuurd naar een huis waar ik niet meer woon.",
    ],
)
async def test_a_decision_that_did_not_come_leaves_the_last_day_in_doubt(why: str) -> None:
    answer = await made(f"{HEAD} {why}")
    term = answer["overview"]["termijn"]
    assert term["stand"] == "onbekend" and term["laatste_dag"] == "2026-10-13" and why in term["twijfel"]
    assert OVER not in shown(answer) and "Awb 3:41" in shown(answer)
    assert "na de laatste dag." not in answer["objection_letter"] and why in answer["objection_letter"]
    assert any("3:41" in one["naam"] for one in answer["bron"])
    assert "al voorbij" not in report({}, answer, TODAY)


@pytest.mark.parametrize(
    "why",
    [
        "Ik stuurde mijn bezwaar op 30 september 2026 per ongeluk naar het UWV.",
        "Mijn bezwaarschrift heb ik op 2 oktober 2026 ingediend bij de SVB.",
        "Mijn brief heb ik eerst verstuurd aan de provincie Zeeland, die zei: niet voor ons.",
    ],
)
async def test_a_letter_that_went_to_another_office_may_be_in_time(why: str) -> None:
    answer = await made(f"{HEAD} {why}")
    assert answer["overview"]["termijn"]["stand"] == "onbekend" and OVER not in shown(answer)
    assert "Awb 6:15" in shown(answer) and "Awb 6:15" in answer["objection_letter"]
    place = next(one for one in answer["overview"]["invullen"] if one["veld"] == "te_laat")
    assert place["vraag"] == "Wanneer kwam uw eerdere brief daar binnen?"
    when = await made(f"{HEAD} {why}", antwoorden={"te_laat": "Op 5 oktober 2026."})
    assert f"“{why}” Op 5 oktober 2026." in when["objection_letter"]


@pytest.mark.parametrize(
    "aside",
    [
        "Ik stuurde mijn loonstroken naar het UWV.",
        "Ik heb mijn brief verstuurd aan de gemeente Veere.",
        "De SVB heeft mijn formulier verkeerd ingevuld.",
    ],
)
async def test_what_went_to_another_office_is_not_always_the_objection(aside: str) -> None:
    answer = await made(f"{HEAD} {aside}")
    assert answer["overview"]["termijn"]["stand"] == "te_laat" and "6:15" not in shown(answer)


@pytest.mark.parametrize("why", [KEPT[0], "Die beschikking heb ik nooit ontvangen."])
async def test_who_is_in_time_reads_nothing_of_a_late_letter(why: str) -> None:
    letter = f"{HEAD} {why}".replace("1 september", "9 november").replace("4 september tot 30", "10 oktober tot 12")
    answer = await made(letter)
    assert answer["overview"]["termijn"]["stand"] == "op_tijd" and "6:11" not in answer["objection_letter"]


async def test_the_other_way_that_the_law_has_is_told_to_who_is_late() -> None:
    toeslag = "Ik maak bezwaar tegen de beschikking huurtoeslag van 1 september 2026. Mijn huur is hoger."
    assert "verzoek om herziening" in report({}, await made(toeslag), TODAY)
    tax = "Ik maak bezwaar tegen de aanslag inkomstenbelasting van 1 september 2026. Ik trok mijn studie af."
    assert "Vraag dan om een verlaging" in report({}, await made(tax), TODAY)


async def test_who_only_says_to_be_late_does_not_say_so_flatly_in_the_letter() -> None:
    answer = await made("Ik maak bezwaar tegen het besluit over mijn bijstand. Ik ben te laat, want ik was ziek.")
    assert answer["overview"]["termijn"] is None
    assert "Misschien komt mijn brief na de laatste dag." in answer["objection_letter"]


SENT = "Ik maak bezwaar. Het besluit van het CIZ is van 2 november 2026 en verzonden op 6 november 2026. Ik dwaal."
STAMP = "Ik maak bezwaar tegen het besluit van het CIZ van 2 november 2026 (poststempel 6 november 2026). Ik dwaal."


async def test_the_time_runs_from_the_day_of_sending_and_both_days_are_told() -> None:
    answer = await made(SENT)
    assert answer["overview"]["termijn"]["laatste_dag"] == "2026-12-18"
    assert "2 november 2026, verstuurd op 6 november 2026" in answer["overview"]["timeline"][0]
    assert "uw besluit van 2 november 2026 (verzonden op 6 november 2026)" in answer["objection_letter"]


async def test_beside_a_stamp_the_safe_day_is_counted_from_and_said_to_be_it() -> None:
    answer = await made(STAMP)
    assert answer["overview"]["termijn"]["laatste_dag"] == "2026-12-14"
    assert "latere dag: 6 november 2026" in answer["overview"]["timeline"][0]
    assert "zeker op tijd" in answer["overview"]["timeline"][0]
    assert "besluit van 2 november 2026.\n" in answer["objection_letter"]


async def test_nobody_is_late_by_a_day_after_which_it_came() -> None:
    letter = (
        "Ik maak bezwaar. Het besluit van het CIZ heeft als datum 8 oktober 2026. De brief kwam op 14 oktober 2026."
    )
    answer = await made(letter)
    assert answer["overview"]["termijn"] is None and "weten niet welke datum" in answer["overview"]["timeline"][0]
    assert "[datum van het besluit]" in answer["objection_letter"]


@pytest.mark.parametrize(
    "letter",
    [
        STAMP.replace("2 november", "8 oktober").replace("6 november", "14 oktober"),
        "Op de brief van het CIZ staat 8 oktober 2026, het poststempel is van 14 oktober 2026. Ik wil bezwaar maken.",
    ],
)
async def test_who_is_in_time_by_the_stamp_on_the_envelope_is_in_time(letter: str) -> None:
    answer = await made(letter)
    assert answer["overview"]["termijn"]["laatste_dag"] == "2026-11-25"
    assert answer["overview"]["termijn"]["stand"] == "op_tijd"
    assert "Bewaar de envelop" in answer["overview"]["timeline"][0]
    assert "van 8 oktober 2026 (verzonden op 14 oktober 2026)" in answer["objection_letter"]
    assert "na de laatste dag" not in answer["objection_letter"]


async def test_who_sent_it_on_the_day_of_the_stamp_sent_it_then() -> None:
    letter = "Uw besluit is van 2 november 2026, maar u heeft het volgens het stempel op 6 november 2026 verstuurd."
    answer = await made(f"Aan het CIZ\n\nIk maak bezwaar. {letter} Ik dwaal.")
    assert answer["overview"]["termijn"]["laatste_dag"] == "2026-12-18"


async def test_what_was_made_known_was_not_sent() -> None:
    letter = "Wij maken bezwaar tegen de kapvergunning van de gemeente Laren van 2 november 2026, bekendgemaakt op"
    answer = await made(f"{letter} 9 november 2026. De beuk staat er al tachtig jaar.")
    assert "van 2 november 2026 (bekendgemaakt op 9 november 2026)" in answer["objection_letter"]
    assert answer["overview"]["termijn"]["laatste_dag"] == "2026-12-21"


@pytest.mark.parametrize(
    "follows",
    [
        "Ik wil bezwaar maken en de redenen later aanvullen.",
        "Mijn bezwaar stuur ik nu, mijn bewijs volgt later.",
        "Ik maak bezwaar; de stukken lever ik later aan.",
    ],
)
async def test_what_follows_later_makes_nothing_late(follows: str) -> None:
    answer = await made(f"Het besluit gaat over mijn bijstand van de gemeente Veere. {follows} Ik woon alleen.")
    assert "na de laatste dag" not in answer["objection_letter"]
    assert "te_laat" not in {one["veld"] for one in answer["overview"]["invullen"]}


@pytest.mark.parametrize(
    "told",
    [
        "Een vriend zegt dat het maar vier weken is en dat die voorbij zijn. Ik heb wel gesolliciteerd.",
        "Wij willen nu schrijven zodat wij niet te laat zijn. Ik heb wel gesolliciteerd.",
        "Ben ik te laat? Ik heb wel gesolliciteerd.",
        "Ik weet dat ik te laat ben met mijn bezwaar. Ik heb wel gesolliciteerd.",
    ],
)
async def test_nobody_reads_that_they_may_be_late_where_the_last_day_is_known_and_not_over(told: str) -> None:
    text = f"Het UWV heeft op 9 november 2026 mijn WW geweigerd. {told}"
    classified = CLASSIFY.call({"text": text})
    answer = await made(text, classification=dict(classified))
    assert answer["overview"]["termijn"]["stand"] == "op_tijd"
    assert "misschien te laat" not in answer["overview"]["reden"] and "misschien te laat" not in str(
        answer["key_points"]
    )
