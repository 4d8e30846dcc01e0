"""The assistant speaks the language of the conversation; names and cards it reads in all languages it knows."""

import json
import re
from importlib.resources import files

import pytest

from loket.language.tokens import LANGUAGES
from loket.planners.finding.words import finding_words, own_words, spoken
from tests.urmston.errands import booking, data_of
from tests.urmston.street import Directory, club_site, street

CLUB = "Urmston Town Juniors FC"


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (f"Kan mijn zoon van 10 bij {CLUB} voetballen?", "Dat antwoordde Urmston Town"),
        (f"Kann mein Sohn bei {CLUB} mitspielen? Er ist 10 Jahre alt.", "Das hat Urmston Town"),
        (f"O meu filho de 10 anos pode jogar no {CLUB}?", "Foi o que Urmston Town"),
        (f"Can my 10-year-old son join {CLUB}?", "That is what Urmston Town"),
    ],
)
async def test_the_answer_is_told_in_the_language_of_the_question(message: str, words: str) -> None:
    club = club_site()
    async with street(club) as there:
        said = await there.say(message)
    assert words in said
    assert data_of(club.tasks[0])["parameters"]["age"] == 10


async def test_a_question_and_its_answer_are_in_the_language_of_the_talk() -> None:
    dinner = booking()
    async with street(dinner) as there:
        asked = await there.say("Ik wil graag een tafel reserveren bij Saffron Table Restaurant voor 4 personen")
        assert "Dit verandert iets bij" in asked and "Zal ik het versturen?" in asked
        assert "Your table is booked." in await there.say("ja graag")
    assert data_of(dinner.tasks[0])["parameters"] == {"people": 4}


async def test_the_settings_of_a_conversation_say_its_language_where_its_words_do_not() -> None:
    async with street(search=Directory([]), settings={"locale": "de"}) as there:
        assert "Was kann ich für Sie tun?" in await there.say("?!")


async def test_a_short_answer_changes_no_language() -> None:
    club = club_site()
    async with street(club) as there:
        assert "moet ik weten" in await there.say(f"Kan mijn dochter bij {CLUB} voetballen?")
        assert "Dat antwoordde" in await there.say("9")


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ("Kan mijn zoon van 10 bij {club} voetballen?", "Mijn eigen hulpmiddelen weten dit niet"),
        ("Kann mein Sohn bei {club} mitspielen? Er ist 10 Jahre alt.", "Meine eigenen Werkzeuge wissen das nicht"),
        ("O meu filho de 10 anos pode jogar no {club}?", "Minhas próprias ferramentas não sabem isto"),
        ("Can my 10-year-old son join {club}?", "My own tools can't tell this"),
    ],
)
async def test_why_a_step_was_taken_is_told_in_the_language_of_the_question(message: str, why: str) -> None:
    async with street(club_site()) as there:
        await there.say(message.format(club=CLUB))
        assert (await there.decisions())[0].reasoning.startswith(why)


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_every_language_gives_the_same_reasons(code: str) -> None:
    folder = files("loket.planners.finding") / "reasons"
    own, english = (json.loads((folder / f"{one}.json").read_text("utf-8")) for one in (code, "en"))
    places = re.compile(r"\{\w+\}")
    assert {key: places.findall(text) for key, text in own.items()} == {
        key: places.findall(text) for key, text in english.items()
    }


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_every_language_says_everything(code: str) -> None:
    words = own_words(code)
    assert all(text for name, text in words if isinstance(text, str) and name != "given")
    assert words.doubts.keys() == own_words("en").doubts.keys()
    assert words.problems.keys() == own_words("en").problems.keys()
    assert {"son", "zoon", "sohn", "filho"} <= finding_words(code).kin


def test_the_language_is_that_of_the_last_words_that_tell() -> None:
    assert spoken(("Is er nog plek in het team?", "10"), "en") == "nl"
    assert spoken(("Is er nog plek in het team?", "Is there a place in the team?"), "en") == "en"
    assert spoken((), "pt-BR") == "pt"
    assert spoken((), "fi") == "en"


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("Welke dag is het vandaag?", "zondag 22 november 2026"),
        ("Welcher Tag ist heute?", "Sonntag, 22. November 2026"),
        ("Que dia é hoje?", "domingo, 22 de novembro de 2026"),
        ("Hoe oud is iemand die geboren is op 3 mei 2010?", "16 jaar oud"),
        ("Wie alt ist jemand, der am 3. Mai 2010 geboren ist?", "16 Jahre alt"),
    ],
)
async def test_its_own_tools_answer_in_the_language_of_the_question(message: str, words: str) -> None:
    async with street(search=Directory([])) as there:
        assert words in await there.say(message)
        assert there.search.asked == []


async def test_what_it_was_asked_to_remember_it_recalls_in_that_language() -> None:
    async with street(search=Directory([])) as there:
        assert "Dat onthoud ik" in await there.say("Onthoud dat mijn dochter negen is.")
        assert await there.say("Wat heb ik je gezegd?") == "U zei: mijn dochter negen is."


@pytest.mark.parametrize(
    ("message", "gender"),
    [
        ("Mijn zoon is 8. Is er plek bij", "boy"),
        ("Is er plek voor mijn dochter van 8 bij", "girl"),
        ("Is er plek voor een meisje van 8 bij", "girl"),
        ("Kann mein Sohn, 8, mitspielen bei", "boy"),
        ("Gibt es Platz für meine Enkelin, 8 Jahre alt, bei", "girl"),
        ("Gibt es für ein Kind von 8 Jahren eine Mädchenmannschaft bei", "girl"),
        ("Meu filho de 8 anos pode jogar no", "boy"),
        ("Minha filha de 8 anos pode jogar no", "girl"),
        ("Há vaga para um menino de 8 anos no", "boy"),
        ("Há vaga para uma menina de 8 anos no", "girl"),
        ("Há vaga para meus filhos de 8 anos no", None),
        ("Is there a place for my niece, 8, at", "girl"),
    ],
)
async def test_a_listed_sex_is_read_in_every_language(message: str, gender: str | None) -> None:
    club = club_site()
    async with street(club) as there:
        await there.say(f"{message} {CLUB}?")
    assert [data_of(task)["parameters"].get("gender") for task in club.tasks] == [gender]
