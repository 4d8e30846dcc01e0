"""An income that each of two persons has counts for both; one of only a part of the year is that of no year, so that
of the whole year is asked."""

import pytest

from loket.engine.host import Host
from tests.overheid.desk import desk

DUTCH, ENGLISH, GERMAN, PORTUGUESE = "ongeveer {} euro", "about {} euro", "ungefähr {} Euro", "cerca de {} euro"
CHANGES = "Your income changes during the year."
RETIRED = (
    "Meine Frau und ich sind Rentner. 2025 hatten wir jeder 1.100 Euro AOW brutto im Monat und ich dazu 900 Euro "
    "Pension im Monat, alles inklusive Urlaubsgeld. Wie hoch war die zorgtoeslag für uns zusammen?"
)
BENEFIT_THEN_JOB = (
    "Single, 31. From January till the end of June 2026 I had 1,600 gross per month (benefit), from 1 July a job with "
    "3,400 gross per month, both including holiday allowance. How much zorgtoeslag per month in 2026?"
)
PART_TIME = (
    "Ik krijg 2.350 euro bruto per maand, 8 % vakantiegeld komt erbovenop. Mijn vrouw werkt parttime en komt in 2026 "
    "op 11.000 euro bruto in het hele jaar. Zorgtoeslag 2026?"
)
"""Nothing says whose the second is, and the first is not left out for it."""
THREE_MONTHS = (
    "Single. The first three months I got a benefit of 1,500 a month, then a salary of 2,500. Zorgtoeslag 2026?"
)
UNTIL_JUNE = (
    "Sou solteira. Até junho recebi 1.600 por mês de seguro desemprego, a partir de julho ganho 3.400 por mês. "
    "Zorgtoeslag 2026?"
)
COUNTED = [
    ("Getrouwd, ik verdien 30.000 en mijn man niets. Zorgtoeslag 2025", DUTCH, 232),
    ("Onze zoon gaat later naar school. We werken allebei en verdienen samen 40.000. Zorgtoeslag 2025", DUTCH, 118),
    ("Wij zijn getrouwd, zij krijgt 15.000 en ik zat op 25.000. Zorgtoeslag 2025", DUTCH, 118),
    ("Ik woon met mijn vrouw, ik heb 19.000 en zij 24.000 per jaar. Zorgtoeslag 2026?", DUTCH, 95),
    ("Ik woon sinds 2022 alleen en verdiende 36.000 in 2025. Zorgtoeslag?", DUTCH, 44),
    ("Mijn ex-man verdient 50.000 en ik verdien 36.000. Ik woon alleen. Zorgtoeslag 2025?", DUTCH, 44),
    ("Mijn vrouw en ik verdienen ieder 20.000 euro per jaar. Zorgtoeslag 2025?", DUTCH, 118),
    ("Ik en mijn man verdienen allebei 20.000 euro per jaar. Zorgtoeslag 2025?", DUTCH, 118),
    ("Wij zijn getrouwd en verdienen elk 20.000, samen 40.000 per jaar. Zorgtoeslag 2025?", DUTCH, 118),
    ("Mijn man en ik verdienen met ons beiden 40.000 per jaar. Zorgtoeslag 2025?", DUTCH, 118),
    ("Alleenstaand, ik werk sinds mei 2023 en verdien 2.500 per maand. Zorgtoeslag 2026?", DUTCH, 126),
    ("My wife and I each earn 20,000 a year. Zorgtoeslag 2025?", ENGLISH, 118),
    ("My husband and I both earn 20,000 a year. Zorgtoeslag 2025?", ENGLISH, 118),
    ("I live alone and get 2,500 a month from January till December. Zorgtoeslag 2026?", ENGLISH, 126),
    ("Wir sind verheiratet und verdienen je 20.000 Euro. Zorgtoeslag 2025?", GERMAN, 118),
    ("Mein Mann und ich verdienen beide 20.000 Euro im Jahr. Zorgtoeslag 2025?", GERMAN, 118),
    (RETIRED, GERMAN, 150),
    ("We are married, we both work, 40,000 a year together. Zorgtoeslag 2025?", ENGLISH, 118),
    ("Minha esposa e eu ganhamos 20.000 euros cada. Zorgtoeslag 2025?", PORTUGUESE, 118),
    ("Meu marido e eu ganhamos cada um 20 mil por ano. Zorgtoeslag 2025?", PORTUGUESE, 118),
]
ASKED = [
    ("Mijn man en ik krijgen beiden 1.100 euro AOW per maand. Zorgtoeslag 2025?", "Het inkomen van uw partner telt"),
    ("Getrouwd, wij krijgen elk 1.100 AOW per maand en 300 pensioen per maand. Zorgtoeslag 2025?", "U noemt meer dan"),
    ("Alleenstaand, ik verdien vanaf maart 2.400 per maand. Zorgtoeslag 2026?", "Uw inkomen verandert"),
    ("Alleenstaand, ik heb dit jaar 6 maanden gewerkt en verdiende 2.400 per maand. Zorgtoeslag?", "Uw inkomen veran"),
    (BENEFIT_THEN_JOB, "We read more than one"),
    ("I am single and earn 2,400 a month from March. Zorgtoeslag 2026?", CHANGES),
    (THREE_MONTHS, CHANGES),
    (PART_TIME, "Wij lezen meer dan één bedrag"),
    ("Alleenstaand, 18.500 pensioen per jaar. Er staat 163.000 op mijn rekening. Zorgtoeslag 2026?", "U noemt 163.000"),
    (
        "Alleenstaand, ik verdien 30.000 per jaar. De hond is oud. Ik ben moe. Op zolder ligt 9.000. Zorgtoeslag 2026?",
        "U noemt ook",
    ),
    (
        "Single, I earn 30,000 a year. The dog is old. I am tired. In the attic are 9,000 euros. Zorgtoeslag 2026?",
        "You also name",
    ),
    ("I am single. Until June I earned 1,600 a month, since July 3,400. Zorgtoeslag 2026?", "We read more than one"),
    ("I am single and have two jobs of 10,000 a year each. Zorgtoeslag 2026?", "You name more than one kind"),
    ("Alleinstehend, ab März verdiene ich 2.400 Euro im Monat. Zorgtoeslag 2026?", "Ihr Einkommen ändert sich"),
    (UNTIL_JUNE, "Sua renda muda durante o ano."),
    ("Nós dois ganhamos 20.000 euros por ano, somos casados. Zorgtoeslag 2025?", "A renda do seu parceiro"),
]


@pytest.mark.parametrize(("text", "said_as", "month"), COUNTED)
async def test_what_each_has_counts_for_both(host: Host, text: str, said_as: str, month: int) -> None:
    talk = await desk(host)
    said = await talk.say(text)
    assert said_as.format(month) in said and not await talk.asks(), said


@pytest.mark.parametrize(("text", "first"), ASKED)
async def test_what_may_be_of_one_or_of_a_part_of_the_year_is_asked(host: Host, text: str, first: str) -> None:
    talk = await desk(host)
    said = await talk.say(text)
    assert said.startswith(first) and await talk.asks(), said


async def test_savings_that_each_has_count_together(host: Host) -> None:
    said = await (await desk(host)).say("Getrouwd, samen 40.000 per jaar, elk 90.000 spaargeld. Zorgtoeslag 2025?")
    assert "Zorgtoeslag 2025: 0 euro per maand" in said and "Vermogen: 180.000 euro" in said, said


async def test_what_was_not_read_in_another_language_is_not_said_to_be_untold(host: Host) -> None:
    text = "Ich bin alleinerziehend, ein Kind (8 Jahre), Jahreseinkommen 30.000 Euro. Die SVB zahlt. Kgb 2025?"
    said = await (await desk(host)).say(text)
    assert "Sie bekommen es (das haben wir angenommen)" in said and "nicht gesagt" not in said, said


@pytest.mark.parametrize("answer", ["9.000 is spaargeld", "die 9.000 euro is mijn spaargeld"])
async def test_of_two_amounts_one_is_told_to_be_savings(host: Host, answer: str) -> None:
    talk = await desk(host)
    await talk.say("Alleenstaand, ik verdien 30.000 per jaar. Op zolder ligt 9.000 euro. Zorgtoeslag 2026?")
    said = await talk.say(answer)
    assert "Uw inkomen: 30.000 euro" in said and "Vermogen: 9.000 euro" in said, said
