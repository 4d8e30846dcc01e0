"""Sentences about an allowance, as people write them: the published amount and its basis, or a question;
never a guess."""

from loket.engine.host import Host
from tests.overheid.desk import desk

AMOUNTS = [
    ("Hoeveel zorgtoeslag krijg ik in 2026 als alleenstaande met een inkomen van 3000 euro per maand?", 57),
    ("Ik ben alleenstaand en verdien 35k. Zorgtoeslag 2026?", 69),
    ("Ik verdiende 28k, o nee wacht, 36k. Alleenstaand, zorgtoeslag 2025", 44),
    ("Alleenstaand, in 2025 36.000 verdiend. Hoeveel zorgtoeslag was dat?", 44),
    ("Mijn dochter van 17 heeft een bijbaan van 4000 per jaar. Kan zij zorgtoeslag krijgen?", 0),
    ("Kindgebonden budget 2025: alleenstaand, 35.000 inkomen, mijn kinderen waren toen het hele jaar 4 en 13", 720),
    ("2,9k bruto per maand en een dertiende maand, alleenstaand. Vakantiegeld zit er al in. Zorgtoeslag 2026", 38),
    ("Ik ben alleenstaande moeder en woon in Breda, inkomen 25000, 34 jaar. Huurtoeslag 2026, huur 750", 414),
    ("Zzp'er, alleenstaand, omzet 60.000 en winst 36.000. Zorgtoeslag 2025", 44),
    ("Zorgtoeslag 2026, alleenstaand, inkomen 35 duizend", 69),
    ("Zorgtoeslag 2026, alleenstaand, maandinkomen 2500", 126),
    ("Alleenstaand met een uitkering van 18000 per jaar, zorgtoeslag 2026?", 129),
    ("Mijn jaarsalaris bedraagt 33.500 en ik woon alleen. Hoeveel zorgtoeslag in 2026?", 86),
    ("Ik woon met mijn man, ons inkomen is 40000 euro. Zorgtoeslag 2025?", 118),
    ("Zorgtoeslag 2025 voor mij en mijn vrouw, inkomen 40000", 118),
    ("Ik woon met mijn vriend, inkomen 34000, zorgtoeslag 2025", 187),
    ("Wij verdienen samen 36000 euro, zorgtoeslag 2025", 164),
    ("Ik woon samen met mijn moeder, inkomen 30000, zorgtoeslag 2026", 126),
    ("Inkomen 30000, o nee 36000. Ik ben alleenstaand. Zorgtoeslag 2025", 44),
    ("Wij samenwonen, inkomen 26.000, partner 15.000, zorgtoeslag 2025", 107),
    ("Ik verdien 30000 en mijn man heeft geen inkomen. Hoeveel zorgtoeslag in 2025?", 232),
    ("Ik ben 17, alleenstaand, inkomen 8000. Krijg ik zorgtoeslag?", 0),
    ("Huurtoeslag 2026, alleenstaand, inkomen 25000, huur 750 euro", 414),
    ("Ik ben alleenstaand en 20 jaar, inkomen 22000, kale huur 600. Huurtoeslag 2026", 295),
    ("Huurtoeslag 2026. Ik ben 70 jaar, alleenstaand, AOW en pensioen samen 22000, huur 650", 394),
    ("Kinderopvangtoeslag 2026, 2 kinderen, dagopvang, ieder 90 uur, 11 euro per uur, samen 55000 inkomen", 1900),
    ("Kindgebonden budget 2025, alleenstaande ouder, kind van 8, inkomen 30000", 482),
    ("Kinderopvangtoeslag 2025: 100 uur dagopvang per maand, 11 euro per uur, inkomen 40000", 1028),
    ("mijn man en ik hebben samen 42.000 per jaar. hoeveel zorgtoeslag krijgen we in 2025", 95),
    ("ben alleen heb 35000 bruto, hoeveel zorgtoeslag in 2026", 69),
    ("alleenwonend, 2500 bruto p/mnd, zorgtoslag 2026", 126),
    ("ik 25000 partner 15000 zorgtoeslag 2025", 118),
    ("ik verdien 3000 bruto (2300 netto) per maand, alleenstaand, zorgtoeslag 2026?", 57),
    ("ik werk 36 uur per week voor 19,24 euro per uur, alleenstaand. zorgtoeslag 2026", 57),
    ("AOW 1500 en pensioen 1500 per maand, weduwe, zorgtoeslag 2026", 57),
    ("Student, alleenstaand, 900 studiefinanciering per maand en ik verdien 2500 per maand. Zorgtoeslag 2026", 126),
    ("Alleenstaand, 3000 per maand inclusief vakantiegeld, zorgtoeslag 2026", 57),
    ("kot 2025 100 uur dagopvang 11 p/u inkomen samen 40.000 1 kind", 1028),
    ("Kindgebonden budget 2025: een tweeling van 3 en eentje van 6, mijn man en ik samen 30000", 627),
    ("Wat kreeg ik per maand in 2025: alleen, zorgtoeslag, inkomen 31.000", 101),
    ("Wat is mijn zorgtoeslag voor 2025 per maand? Ik ben alleenstaand en verdien 31.000 per jaar", 101),
    ("Zorgtoeslag over 2025 per maand, alleenstaand met 31.000 per jaar", 101),
    ("Wat kreeg ik voor 2025 per maand aan zorgtoeslag? Alleen, 31.000 per jaar", 101),
    ("Kindgebonden budget 2025 per maand? Alleenstaande ouder, kind van 8, inkomen 30000", 482),
    ("Ik werk voor 2025 per maand, alleenstaand, zorgtoeslag 2025?", 131),
    ("Ik ben gescheiden, heb geen nieuwe vriend en verdien 36.000 per jaar. Zorgtoeslag 2026?", 57),
    ("2800 bruto per maand, vakantiegeld zit er al in, alleenstaand, zorgtoeslag 2026", 85),
    ("Mijn man is vorig jaar overleden en ik heb een pensioen van 1.450 per maand. Zorgtoeslag 2026?", 129),
    ("Mijn verzekering is Nederlands, ik werk in België. Alleenstaand, 30000 per jaar, zorgtoeslag 2026", 126),
    ("Ik ben alleenstaand en word in mei 18, inkomen 4000 per jaar. Zorgtoeslag 2026?", 129),
    ("Ik ben alleen en word op 3 december 2026 18 jaar, inkomen 4000 per jaar. Zorgtoeslag 2026?", 0),
    ("Twee kinderen, alleen, ze zijn 3 en 10, inkomen 30000 per jaar. Kindgebonden budget 2025?", 691),
    ("Bruto per maand: ik 1650 en mijn man 1750. Zorgtoeslag 2025 voor ons samen?", 109),
    (
        "Mijn man en ik hebben een pensioen, samen 1.900 per maand, en ik verdien nog 800 per maand. Zorgtoeslag 2026?",
        216,
    ),
    ("Ik woon alleen, mijn vriendin woont in Zwolle. Mijn salaris is 33.000 per jaar. Zorgtoeslag 2026?", 91),
    (
        "In 2024 verdiende ik 30000. Mijn inkomen is 36.000 per jaar, alleenstaand. Hoeveel zorgtoeslag in 2026?",
        57,
    ),
    (
        "80 uur dagopvang per maand, 10 euro per uur, samen 40000. Wij werken beiden. Wat is de toeslag in 2026?",
        768,
    ),
    (
        "kot 2025: dochter van 2, enig kind, 100 uur dagopvang, 11 per uur, wij hebben allebei werk, samen 40000",
        1028,
    ),
    ("Ik ben 16, krijg ik zorgtoeslag in 2026? inkomen 4000", 0),
    ("Onze dochter is 20, ik verdien zo'n 3000. Kindgebonden budget 2026?", 0),
    ("Hoeveel huurtoeslag krijgt iemand van 17 jaar in 2026?", 0),
    ("Zorgtoeslag 2026 met mijn man, 210.000 euro spaargeld en ik verdien 1000", 0),
    ("ik verdien 95.000 per jaar. zorgtoeslag 2026?", 0),
    ("Kindgebonden budget 2025: alleenstaande moeder, kinderen van 4 en 8, nee 9, inkomen 30000", 691),
    ("Ik ben alleenstaand en verdien 2.750 euro per maand, het vakantiegeld meegerekend. Zorgtoeslag 2025?", 78),
    ("Alleenstaand, ik krijg 2.750 per maand en het vakantiegeld zit in dat bedrag. Zorgtoeslag 2025?", 78),
    ("Alleenstaand, 2.750 per maand en vakantiegeld is daarbij al meegeteld. Zorgtoeslag 2025?", 78),
    ("Alleenstaand, 2.750 per maand en daarnaast vakantiegeld. Zorgtoeslag 2025?", 48),
    ("Alleenstaand, 2.750 per maand exclusief 8% vakantiegeld. Zorgtoeslag 2025?", 48),
    ("Mijn moeder van 70 woont bij mij in. Ik verdien 28000, zij heeft 18000 AOW. Krijg ik zorgtoeslag 2026?", 129),
    ("Ik woon met mijn broer. Ik verdien 33000 per jaar, mijn broer verdient 41.000. Zorgtoeslag 2025?", 78),
    ("Ik woon met twee huisgenoten. Zij verdienen 2500 en ik 33000 per jaar. Zorgtoeslag 2025?", 78),
    ("Stel dat ik alleen ga wonen met 30000 per jaar. Hoeveel zorgtoeslag is dat in 2026?", 126),
    ("Zorgtoeslag 2026, alleenstaand, wat als ik 33000 verdien in plaats van 30000?", 91),
    ("Huurtoeslag 2024, 40 jaar, woon alleen, kale huur 905, inkomen 21000", 0),
    ("ben 21, huur een studio voor 590 kaal, alleen, inkomen 14000, huurtoeslag 2025", 0),
    ("80 uur dagopvang per maand voor 10,00. Wij werken beiden, samen 40000. Kinderopvangtoeslag 2026?", 768),
    ("De dagopvang kost 10 euro, 80 uur in de maand. Wij werken beiden, samen 40000. Kot 2026?", 768),
    ("Ik werk bij de gemeente, woon alleen en verdien 2.500 per maand. Zorgtoeslag 2026?", 126),
    ("Alleenstaand, ik zoek werk en krijg 2.500 WW per maand. Zorgtoeslag 2026?", 126),
    ("Huurtoeslag 2026: wij zijn met zijn vieren, kinderen van 6 en 8, samen inkomen 34000, huur 820", 446),
]
ASKS = [
    ("hoeveel huurtoeslag krijg ik", "kale huur"),
    ("Zorgtoeslag 2026, inkomen 30000", "partner"),
    ("Zorgtoeslag 2026, alleenstaand, inkomen 2500", "per maand of per jaar"),
    ("Zorgtoeslag 2026, alleenstaand, inkomen 30.00", "per maand of per jaar"),
    ("Zorgtoeslag 2026, alleenstaand, inkomen 99999999 euro", "Klopt dat"),
    ("Zorgtoeslag 2026, alleenstaand, 2000 netto per maand", "bruto"),
    ("Zorgtoeslag 2026, alleenstaand, ik verdien 15 euro per uur", "per uur"),
    ("Zorgtoeslag 2026, alleenstaand, 34000", "uw inkomen"),
    ("Ik woon samen met mijn partner en ik verdien 26000. Zorgtoeslag 2026?", "uw partner"),
    ("Kindgebonden budget 2026 voor twee kinderen, alleenstaand, inkomen 20000", "hoe oud"),
    ("Zorgtoeslag 2026, alleenstaand, inkomen 30000, of was het inkomen 32000", "meer dan één"),
    ("Huurtoeslag 2026, alleenstaand, inkomen 20000, huur 750 inclusief servicekosten", "kale huur"),
    ("Ik ga volgend jaar samenwonen, nu is mijn inkomen 30000, zorgtoeslag 2026", "partner"),
    ("Ik ben alleenstaand en heb 3 kinderen, inkomen 25000, kindgebonden budget 2026", "hoe oud"),
    ("Heb ik recht op toeslag?", "welke toeslag"),
    ("Huurtoeslag 2026, alleenstaand, huur 600, salaris 22000 en loon 3000", "meer dan één"),
    ("Huurtoeslag 2026, alleenstaand, 650 per maand", "uw inkomen"),
    ("Zorgtoeslag 2026, alleenstaand, ik betaal 150 per maand", "uw inkomen"),
    ("Zorgtoeslag 2026, gezin met 27000 en 18000", "partner"),
    ("Huur 640, waarvan 45 voor servicekosten. Alleen, 21.000 per jaar. Huurtoeslag 2026?", "kale huur"),
    ("Ik werk in Oostenrijk en ben daar verzekerd. Alleen, 26000 per jaar, zorgtoeslag 2026?", "zorgverzekering"),
    ("Wij wonen in Gent (België), samen 40000 per jaar, getrouwd. Zorgtoeslag 2026?", "zorgverzekering"),
    ("Ik ben 24, huur een kamer voor 410 euro, alleenstaand, inkomen 17000. Huurtoeslag 2026?", "eigen voordeur"),
    ("vier kinderen van 2, 5, 9 en 12, o nee drie, alleenstaand, 28000 per jaar, kindgebonden budget 2025", "hoe oud"),
    ("Alleenstaand, ik verdien tussen de 29 en 33 duizend per jaar. Zorgtoeslag 2026?", "één bedrag"),
    ("Zorgtoeslag 2026, alleenstaand, inkomen van 2.400 tot 2.900 euro per maand", "één bedrag"),
    ("huurtoeslag 2026, huur 640, alleenstaand, 23.500 euro, 31 jaar", "uw inkomen"),
    ("Wij zijn getrouwd, heb 12.500 per jaar. Zorgtoeslag 2026?", "uw partner"),
    ("Wij zijn getrouwd, mijn man zit op 18.000 en ik ben 12.500 per jaar. Zorgtoeslag 2026?", "het inkomen"),
    (
        "Mijn vrouw werkt niet, ik wel. 70 uur dagopvang, 10 euro per uur, samen 40000. Kinderopvangtoeslag 2026?",
        "Werkt of leert",
    ),
    (
        "Tot mei verdiende ik 3000 per maand, daarna een uitkering van 1800 per maand. Alleen, zorgtoeslag 2026?",
        "hele jaar",
    ),
    ("Vanaf 1 maart verdien ik 40000 in plaats van 30000 per jaar. Zorgtoeslag 2026, alleenstaand?", "meer dan één"),
    ("Ik verdien nu 30000 in plaats van 36000 per jaar. Zorgtoeslag 2026, alleenstaand?", "meer dan één"),
    ("Ben 66 en krijg AOW, samen met een klein pensioen van 400 per maand. Huur 580. Huurtoeslag 2026?", "elke soort"),
    ("Alleenstaand, ik krijg een WW-uitkering en verdien 600 per maand met een bijbaantje. Zorgtoeslag 2026?", "elke"),
    ("Ik woon alleen, ik werk en krijg 900 per maand WIA erbij. Zorgtoeslag 2026?", "elke soort"),
    ("Mijn vrouw heeft AOW, ze krijgt ook 300 pensioen per maand. Ik verdien 2.000 per maand. Zorgtoeslag?", "elke"),
    ("Mijn AOW en mijn pensioen zijn samen 1.900 per maand. Zorgtoeslag 2026?", "partner"),
    ("Mijn loon is samen met mijn bonus 31.000 per jaar. Zorgtoeslag 2026?", "partner"),
]


async def test_sentences_give_the_published_amount_and_say_what_it_was_computed_with(host: Host) -> None:
    wrong: list[str] = []
    for text, month in AMOUNTS:
        said = await (await desk(host)).say(text)
        if f" {month} euro per maand" not in said or "Wij gingen uit van" not in said:
            wrong.append(f"{text}\n   wanted {month}: {said}")
    assert not wrong, "\n".join(wrong)


async def test_what_is_missing_or_doubtful_is_asked(host: Host) -> None:
    wrong: list[str] = []
    for text, about in ASKS:
        talk = await desk(host)
        said = await talk.say(text)
        if about not in said or not await talk.asks() or "euro per maand:" in said:
            wrong.append(f"{text}\n   wanted {about!r}: {said}")
    assert not wrong, "\n".join(wrong)


async def test_what_stays_in_doubt_since_nothing_depends_on_it_is_not_said_to_be_understood(host: Host) -> None:
    talk = await desk(host)
    assert "4.000" not in await talk.say("Ik ben 16, krijg ik zorgtoeslag in 2026? inkomen 4000")
    assert "4.000 euro" in await talk.say("nee, ik ben 19") and await talk.asks()


async def test_answers_complete_what_was_asked(host: Host) -> None:
    talk = await desk(host)
    assert "partner" in await talk.say("hoeveel huurtoeslag krijg ik")
    assert "uw kale huur" in await talk.answer("ik ben alleenstaand en verdien 25000 euro")
    said = await talk.answer("750")
    assert "414 euro per maand" in said and "25.000 euro per jaar" in said and "750 euro per maand" in said


async def test_a_yes_and_a_period_settle_a_doubt(host: Host) -> None:
    talk = await desk(host)
    await talk.say("Zorgtoeslag 2026, alleenstaand, inkomen 2500")
    assert "126 euro per maand" in await talk.answer("per maand")
    talk = await desk(host)
    await talk.say("Zorgtoeslag 2025 met mijn vriend, 34000")
    assert "187 euro per maand" in await talk.answer("ja, per jaar")


async def test_who_does_not_know_goes_on_without_an_amount(host: Host) -> None:
    talk = await desk(host)
    await talk.say("Hoeveel zorgtoeslag krijg ik?")
    said = await talk.answer("ga maar verder zonder bedrag")
    assert "Wij weten" in said or "staan klaar" in said


async def test_what_was_understood_can_be_changed_in_the_next_message(host: Host) -> None:
    talk = await desk(host)
    assert "112 euro per maand" in await talk.say("Zorgtoeslag 2025, alleenstaand, inkomen 30000")
    assert "44 euro per maand" in await talk.say("nee, mijn inkomen is 36000")
    assert "164 euro per maand" in await talk.say("ik ben getrouwd, het inkomen is van ons samen 36000")
    said = await talk.say("en hoeveel kindgebonden budget?")
    assert "hoe oud" in said


async def test_another_allowance_is_computed_with_what_was_told_before(host: Host) -> None:
    talk = await desk(host)
    await talk.say("Ik woon alleen en verdien 25000 per jaar. Zorgtoeslag 2026?")
    said = await talk.say("en huurtoeslag, mijn kale huur is 750?")
    assert "Huurtoeslag 2026: ongeveer 414 euro per maand" in said and "25.000 euro per jaar" in said


async def test_who_is_to_come_brings_an_income_of_their_own(host: Host) -> None:
    talk = await desk(host)
    await talk.say("Zorgtoeslag 2025, alleenstaand, inkomen 35000")
    said = await talk.say("en als ik ga samenwonen met iemand die 10000 verdient?")
    assert "61 euro per maand" in said and "45.000 euro per jaar (35.000 euro plus 10.000 euro)" in said


async def test_the_income_of_who_lives_there_counts_for_the_rent_alone_and_that_is_told(host: Host) -> None:
    talk = await desk(host)
    said = await talk.say("Mijn moeder woont bij mij. Ik verdien 22000, zij heeft 18000 AOW. Zorgtoeslag 2026?")
    assert "22.000 euro per jaar (18.000 euro van wie bij u woont, telt niet mee)" in said
    said = await talk.say("en huurtoeslag, de huur is 700?")
    assert "Inkomen van iedereen in huis: 40.000 euro per jaar" in said


async def test_what_does_not_count_of_childcare_is_told(host: Host) -> None:
    said = await (await desk(host)).say(
        "Kinderopvangtoeslag 2026: 240 uur per maand dagopvang voor 12 euro per uur, gezamenlijk inkomen 48.000"
    )
    assert "2479 euro per maand" in said and "hooguit 230 uur en 11,23 euro per uur tellen mee" in said
    said = await (await desk(host)).say("kot 2025 100 uur dagopvang 10 p/u inkomen samen 40.000 1 kind")
    assert "hooguit" not in said


async def test_who_has_no_partner_after_all_has_no_income_of_one(host: Host) -> None:
    talk = await desk(host)
    await talk.say("Zorgtoeslag 2026, ik woon alleen en verdien 36 duizend")
    assert "per maand of per jaar" in await talk.say("ik heb toch een partner, zij verdient 4000")
    said = await talk.answer("nee wacht, geen partner")
    assert "57 euro per maand" in said and "36.000 euro per jaar" in said


async def test_a_household_that_changes_has_no_one_amount_for_all_months_and_that_is_told(host: Host) -> None:
    said = await (await desk(host)).say("Ik ben in juli gescheiden, mijn inkomen is 30000. Zorgtoeslag 2026?")
    assert "126 euro per maand" in said and "niet elke maand hetzelfde" in said


async def test_of_an_income_that_changes_that_of_the_whole_year_is_asked(host: Host) -> None:
    talk = await desk(host)
    asked = await talk.say(
        "Vanaf 1 maart verdien ik 40000 in plaats van 30000 per jaar. Zorgtoeslag 2026, alleenstaand?"
    )
    assert "het hele jaar" in asked
    assert "30 euro per maand" in await talk.answer("38.333")


async def test_a_parent_in_the_home_is_no_partner_and_the_rule_is_told(host: Host) -> None:
    said = await (await desk(host)).say("Ik woon samen met mijn moeder, inkomen 30000, zorgtoeslag 2026")
    assert "zonder toeslagpartner" in said and "27 jaar" in said


async def test_a_range_is_settled_by_one_of_its_ends(host: Host) -> None:
    talk = await desk(host)
    await talk.say("Alleenstaand, ik verdien tussen de 30 en 36 duizend per jaar. Zorgtoeslag 2026?")
    assert "57 euro per maand" in await talk.answer("36.000")


async def test_the_reason_of_no_amount_says_what_is_too_high(host: Host) -> None:
    said = await (await desk(host)).say("Mijn man en ik hebben samen 52.000 euro per jaar. Zorgtoeslag 2026?")
    assert "Uw inkomen samen is hoger dan de grens van 51.142 euro" in said


async def test_what_changes_is_counted_from_what_was_told(host: Host) -> None:
    talk = await desk(host)
    assert "114 euro per maand" in await talk.say("Zorgtoeslag 2026, alleenstaand, inkomen 31000 per jaar")
    said = await talk.say("en als ik 2000 meer verdien?")
    assert "91 euro per maand" in said and "Jaar: 2026\n" in said
    assert "114 euro per maand" in await talk.say("en 2000 minder?")
    talk = await desk(host)
    await talk.say("Huurtoeslag 2026, alleen, 40 jaar, kale huur 580, inkomen 2000 per maand")
    assert "2.200 euro per maand" in await talk.say("en als ik 200 euro meer verdien?")
    assert "Kale huur: 600 euro per maand" in await talk.say("en als de huur 20 euro hoger is?")
    assert "23.400 euro per jaar" in await talk.say("en zonder die bijbaan van 3000 per jaar?")


async def test_another_figure_takes_the_place_of_the_only_one(host: Host) -> None:
    talk = await desk(host)
    assert "129 euro per maand" in await talk.say("Zorgtoeslag 2026, alleenstaand, inkomen 13000 per jaar")
    assert "114 euro per maand" in await talk.say("oh sorry, 31.000 bedoel ik")


async def test_a_large_amount_is_no_income_of_a_month(host: Host) -> None:
    talk = await desk(host)
    await talk.say("zorgtoeslag 2026 alleen 31.000")
    assert "114 euro per maand" in await talk.answer("ja")
