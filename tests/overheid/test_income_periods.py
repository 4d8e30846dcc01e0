"""An income of a week, of four weeks or of an hour, and one after tax: what is made of it is shown and can be changed;
what is no income of a year before tax is never taken for one."""

import pytest

from loket.engine.host import Host
from tests.overheid.desk import desk

PERIODS = [
    ("ik verdien 600 p/w", "31.200 euro per jaar (600 euro per week, keer 52"),
    ("600 pw bruto", "31.200 euro per jaar (600 euro per week, keer 52"),
    ("mijn weekloon is 600 euro", "31.200 euro per jaar (600 euro per week, keer 52"),
    ("elke week komt er 600 euro loon bij", "31.200 euro per jaar (600 euro per week, keer 52"),
    ("2.100 loon per vier weken", "27.300 euro per jaar (2.100 euro per 4 weken, keer 13"),
    ("4-wekelijks 2100 salaris", "27.300 euro per jaar (2.100 euro per 4 weken, keer 13"),
    ("vierwekelijks loon van 2100", "27.300 euro per jaar (2.100 euro per 4 weken, keer 13"),
    ("2100 loon per periode van vier weken", "27.300 euro per jaar (2.100 euro per 4 weken, keer 13"),
    ("om de twee weken 1200 euro loon", "31.200 euro per jaar (1.200 euro per 2 weken, keer 26"),
    ("15 euro per uur, 32 uur per week", "24.960 euro per jaar (15 euro per uur, 32 uur per week: 480 euro per week"),
    ("uurloon 15,50 en ik werk 32 uur", "25.792 euro per jaar (15,50 euro per uur, 32 uur per week: 496 euro per week"),
    ("ik verdien 15 per uur en werk 4 dagen van 8 uur", "24.960 euro per jaar (15 euro per uur, 32 uur per week"),
    ("ik krijg 14,50 bruto per uur en werk 5 dagen 6 uur per dag", "22.620 euro per jaar (14,50 euro per uur, 30 uur"),
    ("elke week 310 bruto en mijn man elke 4 weken 2.140", "(310 euro per week, keer 52 plus 2.140 euro per 4 weken"),
    ("mijn vrouw kreeg iedere week 480 en ik per maand 1.500", "(1.500 euro per maand, keer 12 plus 480 euro per week"),
]
NET = [
    "ik krijg 1800 op mijn rekening per maand",
    "netto 1.800 per maand",
    "mijn nettosalaris is 1800 per maand",
    "er komt elke maand 1800 euro binnen",
    "ik hou 1800 per maand over",
    "1800 per maand, dat is netto",
    "netto per maand: 1800",
    "ik verdien 1800 per maand en dat is wat ik overhoud",
    "er wordt elke maand 1800 gestort van mijn werk",
    "mijn salaris is 1800 per maand na belasting",
    "ik krijg maandelijks 1800 in het handje",
]
NOT_NET = [
    ("ik verdien 2500 bruto per maand, dat is 2000 netto", 126),
    ("ik verdien 2500 per maand bruto, netto is dat minder", 126),
    ("mijn inkomen is 30000 per jaar en ik heb niets op mijn rekening staan", 126),
]


@pytest.mark.parametrize(("told", "shown"), PERIODS)
async def test_an_income_of_another_period_is_that_of_a_year_and_the_sum_is_shown(
    host: Host, told: str, shown: str
) -> None:
    said = await (await desk(host)).say(f"Zorgtoeslag 2026, ik woon alleen, {told}.")
    assert shown in said, said


@pytest.mark.parametrize("told", NET)
async def test_what_arrives_after_tax_is_no_income_and_it_is_said_where_that_stands(host: Host, told: str) -> None:
    talk = await desk(host)
    said = await talk.say(f"Zorgtoeslag 2026, ik woon alleen, {told}.")
    assert await talk.asks() and "toetsingsinkomen" in said, said
    assert "jaaropgave" in said and "aanslag" in said and "1.800 euro" in said, said
    assert "69 euro per maand" in await talk.answer("35000 per jaar")


@pytest.mark.parametrize(("told", "month"), NOT_NET)
async def test_what_is_said_to_be_before_tax_is_taken_as_it_is(host: Host, told: str, month: int) -> None:
    assert f" {month} euro per maand" in await (await desk(host)).say(f"Zorgtoeslag 2026, ik woon alleen, {told}.")


async def test_an_amount_that_was_taken_for_one_after_tax_is_said_to_be_none(host: Host) -> None:
    talk = await desk(host)
    await talk.say("Zorgtoeslag 2026, ik woon alleen, ik krijg 2500 per maand op mijn rekening")
    assert "126 euro per maand" in await talk.answer("nee, dat is bruto")


async def test_to_a_wage_of_an_hour_the_hours_are_asked(host: Host) -> None:
    for answer in ("32", "32 uur", "32 uur per week", "vier dagen van 8 uur"):
        talk = await desk(host)
        asked = await talk.say("Zorgtoeslag 2026, alleenstaand, ik verdien 15 euro per uur")
        assert "15 euro per uur" in asked and "Hoeveel uur per week" in asked
        said = await talk.answer(answer)
        assert "24.960 euro per jaar (15 euro per uur, 32 uur per week: 480 euro per week, keer 52" in said, said
    said = await talk.say("nee, ik werk 36 uur per week")
    assert "28.080 euro per jaar (15 euro per uur, 36 uur per week" in said
    assert "31.824 euro per jaar (17 euro per uur, 36 uur per week" in await talk.say(
        "en als ik 17 euro per uur krijg?"
    )


async def test_a_wage_of_an_hour_is_settled_by_another_amount(host: Host) -> None:
    talk = await desk(host)
    await talk.say("Zorgtoeslag 2026, alleenstaand, ik verdien 15 euro per uur")
    assert "126 euro per maand" in await talk.answer("ik kom op 2500 per maand")


async def test_an_amount_of_a_quarter_or_of_a_day_is_asked_about(host: Host) -> None:
    for told in (
        "9000 loon per kwartaal",
        "mijn kwartaalloon is 9000",
        "ik verdien 120 per dag",
        "14.000 per half jaar",
    ):
        talk = await desk(host)
        said = await talk.say(f"Zorgtoeslag 2026, ik woon alleen, {told}")
        assert await talk.asks() and "per maand of per jaar" in said, said


async def test_the_partner_has_a_wage_of_an_hour(host: Host) -> None:
    talk = await desk(host)
    await talk.say("Zorgtoeslag 2025, ik verdien 20000 per jaar en mijn man verdient 15 euro per uur")
    said = await talk.answer("30")
    assert "43.400 euro per jaar" in said and "15 euro per uur, 30 uur per week: 450 euro per week, keer 52" in said


FOREIGN_NET = [
    ("Moro sozinha e recebo 1.750 euros líquidos por mês. Quanto de zorgtoeslag em 2026?", "1.750 euros. Isso parece"),
    ("Ich wohne allein und bekomme 1.750 Euro auf mein Konto. Wie viel zorgtoeslag 2026?", "1.750 Euro. Das sieht"),
    ("I live alone and take home 1800 euros a month. How much zorgtoeslag do I get?", "1,800 euros. That looks"),
]


@pytest.mark.parametrize(("told", "asked"), FOREIGN_NET)
async def test_what_arrives_after_tax_is_known_in_other_languages_too(host: Host, told: str, asked: str) -> None:
    talk = await desk(host)
    assert asked in (said := await talk.say(told)) and "toetsingsinkomen" in said, said
    assert await talk.asks()


@pytest.mark.parametrize(
    ("form", "shown"),
    [
        ({"inkomen": "600", "inkomen_per": "week"}, "31.200 euro per jaar (600 euro per week, keer 52"),
        ({"inkomen": "2.100", "inkomen_per": "vier weken"}, "27.300 euro per jaar (2.100 euro per 4 weken, keer 13"),
        ({"inkomen": "15,50", "inkomen_per": "uur", "inkomen_uren": "32"}, "25.792 euro per jaar (15,50 euro per uur"),
    ],
)
async def test_the_form_takes_an_income_of_another_period_and_shows_it_as_it_was_filled_in(
    host: Host, form: dict[str, str], shown: str
) -> None:
    talk = await desk(host)
    said = await talk.fill({"regeling": "Zorgtoeslag", "jaar": 2026, "situatie": "Alleenstaand", **form})
    assert shown in said, said


async def test_a_wage_of_an_hour_without_its_hours_is_no_income(host: Host) -> None:
    talk = await desk(host)
    wage = {"inkomen": "15,50", "inkomen_per": "uur", "inkomen_uren": ""}
    said = await talk.fill({"regeling": "Zorgtoeslag", "jaar": 2026, "situatie": "Alleenstaand", **wage})
    assert "uw inkomen" in said and "per maand." not in said, said
