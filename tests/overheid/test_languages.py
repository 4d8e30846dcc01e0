"""Who writes German, English or Portuguese is read as who writes Dutch, and asked and answered in their language; who
writes another language is told so in English and in Dutch."""

import pytest

from loket.engine.host import Host
from loket_demos.overheid.reading.question_texts import texts
from tests.overheid.desk import desk

TOLD = [
    ("How much zorgtoeslag do I get if I earn 30000 a year and live alone?", "Zorgtoeslag 2026: about 126 euros"),
    ("I live on my own and earn 2500 a month. What is my zorgtoeslag?", "Zorgtoeslag 2026: about 126 euros a month."),
    ("Wie viel Zorgtoeslag bekomme ich mit 30000 Euro im Jahr? Ich wohne allein.", "Zorgtoeslag 2026: ungefähr 126"),
    ("Quanto recebo de zorgtoeslag se ganho 30000 por ano e moro sozinho?", "Zorgtoeslag 2026: cerca de 126 euros"),
    ("I have no partner and earn 30000 a year. zorgtoeslag 2026", "Zorgtoeslag 2026: about 126 euros a month."),
    ("Ich habe keinen Partner und verdiene 30000 im Jahr. zorgtoeslag 2026", "Zorgtoeslag 2026: ungefähr 126 Euro"),
    ("Não tenho parceiro e ganho 30 mil por ano. Zorgtoeslag em 2026?", "Zorgtoeslag 2026: cerca de 126 euros"),
    ("My husband makes 24,000 and I make 16,000 a year. Zorgtoeslag 2025?", "Zorgtoeslag 2025: about 118 euros"),
    ("Meine Frau hat kein Einkommen, ich verdiene 30.000 Euro. Zorgtoeslag 2025?", "Zorgtoeslag 2025: ungefähr 232"),
    ("Somos um casal, ganho 26 mil e o meu marido 14 mil no ano. Zorgtoeslag 2025?", "Zorgtoeslag 2025: cerca de 118"),
    (
        "Alleinerziehend, ein Kind (8 Jahre), Jahreseinkommen 30.000 Euro brutto. Kindgebonden budget 2025?",
        "Kindgebonden budget 2025: ungefähr 482 Euro",
    ),
    (
        "A child of 2, day care 100 hours a month, 11 euros an hour, we both work and earn 40,000 together. KOT 2025?",
        "Kinderopvangtoeslag 2025: about 1028 euros",
    ),
    ("I'm single, earned 28k, oh no wait, 36k in 2025. My zorgtoeslag?", "Zorgtoeslag 2025: about 44 euros"),
    ("My income was 30,000 in 2024 and is 36,000 in 2025, single. Zorgtoeslag 2025?", "Zorgtoeslag 2025: about 44"),
    ("My husband died last year, I have a pension of 1,450 a month. Zorgtoeslag 2026?", "Zorgtoeslag 2026: about 129"),
    ("I'm 17 and turn 18 in May 2026, single, I make 300 a month. Zorgtoeslag 2026?", "Zorgtoeslag 2026: about 129"),
]
ASKED = [
    ("Mein Mann und ich möchten gern zorgtoeslag beantragen, wie hoch ist sie?", "Für einen Betrag müssen wir noch"),
    ("Ich verdiene 24.000 Euro im Jahr und bin verheiratet. Zorgtoeslag 2026?", "Das Einkommen Ihres Partners zählt"),
    ("Moro com meu marido, ganho 17 euros por hora. Zorgtoeslag em 2026?", "Você fala de 17 euros por hora. Quantas"),
    ("I rent a studio for 690 euros a month. What rent benefit will I get?", "For an amount we still need to know:"),
    ("I live alone and get 2,030 net a month. Zorgtoeslag 2026?", "You name 2,030 euros. That looks like net pay"),
    ("Minha renda líquida é de 1.900 por mês. Moro só. Zorgtoeslag 2026?", "Você fala de 1.900 euros. Isso parece"),
    (
        "Alleinstehend, ich bekomme 1.900 Euro im Monat aufs Konto. Zorgtoeslag 2026?",
        "Sie nennen 1.900 Euro. Das sieht",
    ),
    ("I'm self-employed and single, my turnover is 60,000. Zorgtoeslag 2026?", "You name a turnover (omzet) of 60,000"),
    ("Que documentos e valores preciso para saber a minha huurtoeslag?", "Para um valor, ainda precisamos saber:"),
    ("How much rent allowance can I get?", "For an amount we still need to know:"),
    ("Can I get both healthcare allowance and rent allowance? I live alone.", "For an amount we still need to know:"),
    ("Bekomme ich einen Mietzuschuss, wenn ich wenig verdiene?", "Für einen Betrag müssen wir noch wissen:"),
]
UNSPOKEN = [
    "Ile wynosi zorgtoeslag jeśli zarabiam 30000 rocznie i mieszkam sam?",
    "Yılda 30000 euro kazanıyorum, zorgtoeslag ne kadar?",
    "Combien de zorgtoeslag je reçois avec 30000 par an ?",
    "сколько zorgtoeslag я получу",
    "Care este huurtoeslag pentru mine, vă rog",
]
NOTHING_ASKED = [
    ("Can you help me please?", "We help with Dutch allowances"),
    ("Guten Tag, ich brauche Hilfe", "Wir helfen mit"),
    ("Preciso de ajuda com uma coisa", "Ajudamos com"),
    ("Dzień dobry, potrzebuję pomocy", "We do not read this language"),
]
DUTCH = [
    "Ik ben single en werk parttime in een call center, 25000 per jaar. Zorgtoeslag 2026?",
    "kot 2025 in de crèche, all in 11 p/u, 100 uur, samen 40k",
    "samen 95.000, peuter van 2, zorgtoeslag",
    "zorgtoeslag 2026 alleen 31.000",
    "huurtoeslag, alleenstaand, inkomen vierentwintigduizend",
    "wa krieg ik nou an zorgtoeslag as ik 1600 in de moand beur, ik woon allenig",
    "Abi ben huur 700 euro per maand, jaar 25000, alleen. huurtoeslag 2026 hoeveel?",
]


@pytest.mark.parametrize(("text", "first"), TOLD)
async def test_what_is_told_in_another_language_is_counted_with(host: Host, text: str, first: str) -> None:
    talk = await desk(host)
    said = await talk.say(text)
    assert said.startswith(first) and not await talk.asks(), said


@pytest.mark.parametrize(("text", "first"), ASKED)
async def test_the_question_back_is_in_the_language_of_the_message(host: Host, text: str, first: str) -> None:
    talk = await desk(host)
    said = await talk.say(text)
    assert said.startswith(first) and await talk.asks(), said


async def test_the_sentences_around_an_answer_are_in_the_language_of_the_message(host: Host) -> None:
    talk = await desk(host)
    said = await talk.say("How much zorgtoeslag do I get in 2026 if I earn 30000 a year and live alone?")
    assert said.startswith("Zorgtoeslag 2026: about 126 euros a month. This is an indication, not a decision."), said
    assert "We counted with this:\n- Year: 2026\n- Household: you, without an allowance partner" in said
    assert "- Your income: 30,000 euros a year" in said and "- Your age: 18 or older (we assumed this)" in said
    talk = await desk(host)
    await talk.say("Wie viel Zorgtoeslag bekomme ich 2026 mit 30000 Euro im Jahr?")
    assert (await talk.answer("Nein, kein Partner")).startswith("Zorgtoeslag 2026: ungefähr 126 Euro im Monat.")


@pytest.mark.parametrize("text", UNSPOKEN)
async def test_another_language_is_said_not_to_be_spoken_in_english_and_in_dutch(host: Host, text: str) -> None:
    said = await (await desk(host)).say(text)
    assert said.startswith("We do not read this language") and "Deze taal lezen wij niet." in said, said


@pytest.mark.parametrize(("text", "first"), NOTHING_ASKED)
async def test_who_asks_nothing_that_is_ours_is_told_what_is_in_their_language(
    host: Host, text: str, first: str
) -> None:
    assert (await (await desk(host)).say(text)).startswith(first)


@pytest.mark.parametrize("text", DUTCH)
async def test_dutch_with_other_words_in_it_is_dutch(host: Host, text: str) -> None:
    said = await (await desk(host)).say(text)
    assert not any(word in said for word in ("We do not read", "You ", "Sie ", "Você ", "euros")), said


async def test_a_short_answer_keeps_the_language(host: Host) -> None:
    talk = await desk(host)
    await talk.say("Ich wohne allein und möchte wissen, wie viel huurtoeslag ich bekomme.")
    assert "Für einen Betrag müssen wir noch wissen" in await talk.answer("ok 25000 euro")
    assert "Voor een bedrag moeten wij nog weten" in await talk.answer("ik woon alleen, en mijn huur weet ik nog niet")


async def test_a_yes_means_the_choice_that_begins_with_it(host: Host) -> None:
    for answer, month in (("ja", 243), ("nee", 126), ("Nee, geen partner", 126), ("ja hoor", 243)):
        talk = await desk(host)
        assert "of u een partner heeft" in await talk.say("Zorgtoeslag 2026, inkomen 30000 per jaar")
        assert f" {month} euro per maand" in await talk.answer(answer), answer


def test_what_we_have_no_words_for_stays_dutch_as_a_whole_and_amounts_are_written_as_in_the_language() -> None:
    english, german = texts("en"), texts("de")
    assert english.in_theirs("2.500,50 euro per maand") == "2,500.50 euros a month"
    assert german.in_theirs("2.500,50 euro per maand") == "2.500,50 Euro im Monat"
    assert english.in_theirs("18 jaar in mei 2026") is None
    both = (
        "AOW 80 euro per maand plus pensioen 50 euro per maand. 130 euro per maand, keer 12, vakantiegeld zit hierbij"
    )
    assert german.in_theirs(both) == (
        "AOW 80 Euro im Monat plus Rente 50 Euro im Monat. 130 Euro im Monat, mal 12, Urlaubsgeld ist dabei"
    )


def test_every_text_that_an_amount_is_told_with_has_its_words_in_each_language() -> None:
    shapes = [texts(code).gegevens.keys() for code in ("en", "de", "pt")]
    assert shapes[0] == shapes[1] == shapes[2] and len(shapes[0]) > 40
