"""What its own tools can do starts no search: ages of any date, and what it is asked to remember, in four languages."""

import pytest

from tests.urmston.street import Directory, club_site, street


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("How old is someone born on 3 March 2015?", "11 years"),
        ("How old is somebody born on 21 August 1990?", "36 years"),
        ("My daughter was born on 3 March 2015, how old is she?", "11 years"),
        ("Wie alt ist jemand, der am 3. März 2015 geboren wurde?", "11 Jahre"),
        ("Wie alt ist jemand, der am 21.8.1990 geboren ist?", "36 Jahre"),
        ("Hoe oud is iemand die op 3 maart 2015 geboren is?", "11 jaar"),
        ("Hoe oud is iemand, geboren op 21-08-1990?", "36 jaar"),
        ("Quantos anos tem alguém nascido em 3 de março de 2015?", "11 anos"),
        ("Que idade tem quem nasceu em 21/08/1990?", "36 anos"),
        ("What's the date today?", "22 November 2026"),
        ("Welches Datum haben wir heute?", "22. November 2026"),
    ],
)
async def test_dates_and_ages_are_its_own(message: str, shown: str) -> None:
    async with street(search=Directory([])) as there:
        assert shown in await there.say(message)
        assert (await there.steps(), there.search.asked) == (["own", "answer"], [])


@pytest.mark.parametrize(
    ("told", "asked", "fact"),
    [
        ("Remember that my code is 4711", "What is my code?", "my code is 4711"),
        ("Please make a note that my car is red", "What colour is my car?", "my car is red"),
        ("Keep in mind that our dentist is called Bellweather", "What is our dentist called?", "Bellweather"),
        ("Onthoud dat mijn pasnummer BL-1 is", "Wat is mijn pasnummer?", "mijn pasnummer BL-1 is"),
        ("Kun je onthouden dat mijn fiets blauw is?", "Welke kleur heeft mijn fiets?", "mijn fiets blauw is"),
        ("Vergeet niet dat mijn kluisje 12 is", "Wat is mijn kluisje?", "mijn kluisje 12 is"),
        ("Merke dir, dass mein Auto rot ist", "Welche Farbe hat mein Auto?", "mein Auto rot ist"),
        ("Merk dir bitte, dass mein Kennzeichen SO 123 ist", "Wie ist mein Kennzeichen?", "Kennzeichen SO 123"),
        ("Kannst du dir merken, dass meine Kundennummer K-7 ist?", "Was ist meine Kundennummer?", "K-7"),
        ("Lembre que meu código é 4711", "Qual é o meu código?", "meu código é 4711"),
        ("Guarde que a minha matrícula é M-33", "Qual é a minha matrícula?", "M-33"),
        ("Não esqueça que o meu carro é vermelho", "De que cor é o meu carro?", "vermelho"),
        ("Remember that I like tea", "what do I like?", "I like tea"),
        ("Remember that I like tea", "remind me what I told you", "I like tea"),
        ("remember I park at bay 7", "where do I park?", "bay 7"),
        ("remember my locker is 12", "which locker do I have?", "locker is 12"),
        ("Onthoud dat ik van thee houd", "waar houd ik van?", "ik van thee houd"),
        ("Lembre que eu gosto de chá", "do que eu gosto?", "eu gosto de chá"),
    ],
)
async def test_what_it_is_asked_to_remember_it_keeps_and_recalls(told: str, asked: str, fact: str) -> None:
    async with street(search=Directory([])) as there:
        assert fact in await there.say(told)
        assert fact in await there.say(asked)
        assert (await there.steps(), there.search.asked) == (["own", "answer"], [])


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("Remember that my daughter is nine", "Which school is there for my daughter?"),
        ("Merke dir, dass mein Auto rot ist", "Wo gibt es eine Werkstatt für mein Auto?"),
        ("Onthoud dat mijn fiets blauw is", "Waar kan ik mijn fiets laten repareren?"),
        ("Lembre que meu código é 4711", "Onde há uma aula de código de trânsito?"),
        ("Remember that my son plays in goal", "where can my son play football?"),
        ("Remember that I like tea", "where can I buy tea?"),
        ("Remember that I like tea", "what do you like?"),
    ],
)
async def test_what_only_speaks_of_the_same_is_no_recalling(told: str, asked: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(told)
        await there.say(asked)
        assert await there.steps() != ["own", "answer"]


@pytest.mark.parametrize(
    "message",
    [
        "what are the opening hours?",
        "What are your opening times today?",
        "What time is it open today?",
        "How old must children be on 1 September 2026?",
        "Wat zijn de openingstijden?",
        "Wann ist heute geöffnet?",
        "Qual é o horário de abertura?",
        "which date is the tournament?",
        "Can you help me find a dentist?",
        "What is a 4x4?",
    ],
)
async def test_what_speaks_of_anything_else_is_for_no_tool_of_its_own(message: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(message)
        assert "own" not in await there.steps()


async def test_what_was_remembered_of_a_child_is_recalled_here_and_its_name_never_leaves() -> None:
    club = club_site()
    async with street(club) as there:
        await there.say("remember that my son is called Tim and is 9")
        for question in ("how old is my son?", "what is my son called?"):
            assert "my son is called Tim and is 9" in await there.say(question)
            assert (await there.steps(), there.search.asked) == (["own", "answer"], [])
        await there.say("Can my son Tim join Urmston Town Juniors FC?")
        await there.say("9")
    assert len(club.tasks) == 1 and "tim" not in f"{club.tasks} {there.search.asked} {club.paths}".lower()


@pytest.mark.parametrize(
    ("told", "fact"),
    [
        ("Maisie's trial is on Tuesday at 6, remember that please", "Maisie's trial is on Tuesday at 6"),
        ("Onze tandarts heet Bellweather, onthoud dat.", "Onze tandarts heet Bellweather"),
        ("Meu código é 4711; anote", "Meu código é 4711"),
    ],
)
async def test_what_is_to_be_remembered_may_stand_before_the_wish(told: str, fact: str) -> None:
    async with street(search=Directory([])) as there:
        assert (await there.say(told)).rstrip().endswith(fact)
        assert (await there.steps(), there.search.asked) == (["own", "answer"], [])


async def test_what_was_put_right_is_recalled_with_what_it_puts_right() -> None:
    async with street(search=Directory([])) as there:
        await there.say("Remember that Maisie's trial is on Tuesday at 6")
        await there.say("Remember that my car is red")
        await there.say("remember that the trial is on pitch 2")
        await there.say("actually it moved to Thursday, remember that")
        said = await there.say("when is Maisie's trial?")
    assert "Thursday" in said and "car" not in said


@pytest.mark.parametrize("message", ["and the week after?", "how many weeks is it until then?", "which week is it?"])
async def test_a_week_is_no_day(message: str) -> None:
    async with street(search=Directory([])) as there:
        assert "22 November" not in await there.say(message)


async def test_a_date_that_is_asked_for_is_not_answered_with_todays() -> None:
    async with street(search=Directory([])) as there:
        assert "22 November" not in await there.say("What's the date in 12 days?")


async def test_a_greeting_that_tells_a_name_is_greeted_and_nobody_is_searched_for() -> None:
    async with street(search=Directory([])) as there:
        assert "What can I do for you?" in await there.say("Hello from Kit")
        assert there.search.asked == []


@pytest.mark.parametrize(
    "message",
    [
        "Thanks, that's everything for today",
        "Thank you so much, that was it",
        "Bedankt, dat was alles",
        "Danke, das war alles für heute",
        "Obrigada, é tudo por hoje",
    ],
)
async def test_thanks_ask_for_nobody_and_tell_no_birthday(message: str) -> None:
    async with street(search=Directory([])) as there:
        answer = await there.say(message)
        assert (await there.steps(), there.search.asked) == (["answer"], [])
    assert answer in ("You're welcome.", "Graag gedaan.", "Gern geschehen.", "De nada!")
