"""Conditions of an allowance that a sentence speaks of: the rule instead of an amount, the months it is for, or a
question."""

from loket.engine.host import Host
from tests.overheid.desk import desk


async def test_without_a_dutch_insurance_or_a_home_of_ones_own_there_is_no_amount(host: Host) -> None:
    talk = await desk(host)
    await talk.say("Ik woon in Luik en werk in Maastricht, België dus, alleen, 26000 per jaar. Zorgtoeslag 2026?")
    said = await talk.answer("nee")
    assert "Nederlandse zorgverzekering" in said and "euro per maand" not in said and not await talk.asks()
    talk = await desk(host)
    await talk.say("Ik woon in België, ben alleenstaand en verdien 30000 per jaar. Zorgtoeslag 2026?")
    assert "126 euro per maand" in await talk.answer("ja")
    said = await (await desk(host)).say("Ik ben in Frankrijk verzekerd, alleen, 26000 per jaar, zorgtoeslag 2026?")
    assert "Nederlandse zorgverzekering" in said and "euro per maand" not in said
    assert "proefberekening" not in said, "no calculation gives an amount where there is none"
    talk = await desk(host)
    await talk.say("Ik huur een kamer voor 400 euro en verdien 17000 per jaar. Huurtoeslag 2026?")
    said = await talk.answer("nee")
    assert "kamer telt meestal niet mee" in said and "euro per maand" not in said.replace("400 euro per maand", "")


CARE = "Kinderopvangtoeslag 2026: 80 uur dagopvang per maand, 10 euro per uur, samen 40000 per jaar"
NO_CARE = "Anders is er geen kinderopvangtoeslag"


async def test_childcare_is_paid_where_both_work_or_learn_and_that_is_said_and_can_be_changed(host: Host) -> None:
    talk = await desk(host)
    said = await talk.say(CARE)
    assert "768 euro per maand" in said and "Werk: u en uw partner werken of leren (dit heeft u niet gezegd)" in said
    said = await talk.say("mijn man heeft geen werk en volgt geen studie")
    assert NO_CARE in said and "drie maanden" in said and "euro per maand:" not in said
    assert "768 euro per maand" in await talk.say("nee, mijn man werkt wel")
    for both in ("Wij werken allebei.", "Ik en mijn partner werkten allebei."):
        said = await (await desk(host)).say(f"{CARE}. {both}")
        assert "Werk: u en uw partner werken of leren\n" in said, said


async def test_who_does_not_work_may_learn_so_that_is_asked(host: Host) -> None:
    talk = await desk(host)
    assert "Werkt of leert" in await talk.say(f"{CARE}. Ik werk, mijn man heeft geen baan.")
    assert NO_CARE in await talk.answer("nee")
    talk = await desk(host)
    await talk.say(f"{CARE}. Ik werk, mijn man is werkloos.")
    assert "768 euro per maand" in await talk.answer("ja")
    assert "768 euro per maand" in await (await desk(host)).say(f"{CARE}. Ik werk en mijn man studeert.")


async def test_a_room_with_a_shared_kitchen_is_no_home_for_a_rent_allowance(host: Host) -> None:
    talk = await desk(host)
    said = await talk.say("Ik huur een kamer voor 420, de keuken delen wij. Alleen, inkomen 15000. Huurtoeslag 2025?")
    assert "Dan is er geen huurtoeslag" in said and not await talk.asks()


async def test_from_the_month_after_the_eighteenth_birthday_and_not_before(host: Host) -> None:
    said = await (await desk(host)).say(
        "Ik werd op 10 juni 2025 18 jaar, ik woon alleen en verdien 9000. Zorgtoeslag 2025?"
    )
    assert "131 euro per maand, vanaf juli 2025" in said and "18 jaar in juni 2025" in said
    said = await (await desk(host)).say(
        "Ik ben op 1 mei 2026 18 geworden, woon alleen, inkomen 9000. Zorgtoeslag 2026?"
    )
    assert "vanaf mei 2026" in said, "who comes of age on the first of a month has it from that month"
    said = await (await desk(host)).say("Ik word in december 2026 18, woon alleen, inkomen 9000. Zorgtoeslag 2026?")
    assert "0 euro per maand" in said and "december 2026" in said


async def test_who_gets_no_child_benefit_gets_the_rule_and_no_amount(host: Host) -> None:
    talk = await desk(host)
    said = await talk.say(
        "Alleenstaand, kinderen van 4 en 8, inkomen 28000, mijn ex krijgt de kinderbijslag. Kindgebonden budget 2026?"
    )
    assert "krijgt u geen kindgebonden budget" in said and "euro per maand" not in said
    assert "714 euro per maand" in await talk.say("nee, ik krijg de kinderbijslag zelf")
