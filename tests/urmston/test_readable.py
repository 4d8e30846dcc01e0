"""A first request in words keeps its ordinary words in four languages, and leaves out what tells who somebody is."""

import pytest

from loket.core.data import JsonObject
from loket.planners.finding.agents import Agent
from loket.planners.finding.readable import readable
from loket.planners.finding.words import finding_words, spoken

AGENT = Agent("Counter", "Answers.", "https://counter.example", "https://counter.example", ())


def leaving(text: str, **values: object) -> tuple[str, tuple[str, ...]]:
    sent: JsonObject = dict(values)
    shown = readable(text, AGENT, sent, finding_words(spoken((text,), "en")))
    return shown.text, shown.kept


@pytest.mark.parametrize(
    "text",
    [
        "how much electricity do panels on my south roof of 30 square metres give",
        "is a second-hand left-handed guitar cheaper than a new one?",
        "what is my fortune, I am a virgo",
        "can you trim a hedge of 12 metres behind the garage next week?",
        "my cat has a swollen knee and a fever, can somebody look at it today?",
        "hoeveel stroom geven panelen op mijn zuidelijke dak van 30 vierkante meter?",
        "ik wil geknipt worden op dinsdag, kort en een beetje schuin",
        "mijn fiets heeft een lekke band en een kapotte ketting, wat kost de reparatie?",
        "wie viel Strom geben Panels auf meinem Süddach von 30 Quadratmetern?",
        "mein Hund hat Fieber und ein geschwollenes Knie, was kostet die Behandlung?",
        "haben Sie ein gebrauchtes rotes Fahrrad für ein Kind von 8 Jahren?",
        "quanta eletricidade dão painéis no meu telhado sul de 30 metros quadrados?",
        "quero cortar o cabelo curto na terça de manhã, quanto custa?",
        "a minha bicicleta tem um pneu furado, quanto custa o conserto?",
        "what is 2*3*4 + 6/3 and is it <= 30 or ~28?",
        "weather in Paris",
        "hotels near New York",
        "het weer in Den Haag",
        "Wetter in Bad Tölz?",
        "tempo em São Paulo",
    ],
)
def test_ordinary_words_leave(text: str) -> None:
    assert leaving(text) == (text, ())


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("a lesson for Oliver Brannigan of 14 Mill Lane", ("14 Mill Lane", "Oliver", "Brannigan")),
        ("my son lives in Urmston, is there a lesson?", ("Urmston",)),
        ("mijn dochter is geboren in Den Haag", ("Den", "Haag")),
        ("a lesson for my son seb green, 10, of 14 mill lane", ("14 mill lane", "seb", "green")),
        ("een les voor mijn zoon daan, hoofdstraat 12, 1234 AB", ("hoofdstraat 12", "1234 AB", "daan")),
        ("eine Stunde für Petra Zimmermann, Lindenweg 4", ("Lindenweg 4", "Petra", "Zimmermann")),
        ("uma aula para beatriz, rua das flores, 123", ("rua das flores, 123", "beatriz")),
        ("my daughter was born on 12 March 2016, is there a place?", ("12 March 2016",)),
        ("meine Tochter ist am 12.3.2016 geboren, gibt es einen Platz?", ("12.3.2016",)),
        ("mijn dochter is geboren op 12 maart 2016, is er plek?", ("12 maart 2016",)),
        ("a minha filha nasceu em 12 de março de 2016, há vaga?", ("12 de março de 2016",)),
        ("my password is hunter2, what is the fee?", ("hunter2",)),
        ("mijn wachtwoord is kanarie, wat kost het?", ("kanarie",)),
        ("account NL91ABNA0417164300, what is the fee?", ("NL91ABNA0417164300",)),
        ("my card is 4111 1111 1111 1111, what is the fee?", ("4111 1111 1111 1111",)),
        ("my card is 4111\u00a01111\u20071111\u200b1111, what is the fee?", ("4111\u00a01111\u20071111\u200b1111",)),
        ("my number is １２３４５６７８２, what is the fee?", ("１２３４５６７８２",)),
        ("ask jan@localhost, what is the fee?", ("jan@localhost",)),
        ("ask jan (at) street.example, what is the fee?", ("jan (at) street.example",)),
        ("een les voor mijn zoon, 1234ab, wat kost het?", ("1234ab",)),
    ],
)
def test_what_tells_who_somebody_is_stays_here_and_is_named(text: str, stays: tuple[str, ...]) -> None:
    shown, kept = leaving(text)
    assert kept == stays
    assert not [one for one in stays if one.lower() in shown.lower()]


def test_what_a_parameter_asks_for_stands_in_the_words_too() -> None:
    told = "my daughter was born on 12 March 2016, is there a place?"
    assert leaving(told, date_of_birth="2016-03-12") == (told, ())
    assert leaving("mail jo@example.org", email="jo@example.org") == ("mail jo@example.org", ())
