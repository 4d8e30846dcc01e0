"""Days and times that are told as a bound, left out or given up are asked for where an exact one is wanted."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex
from loket.language.skill import Understanding

WEDNESDAY = date(2027, 5, 19)
FRIDAY = "2027-05-21"
VISIT: JsonObject = {"type": "string", "format": "date", "description": "Day"}
TIME: JsonObject = {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$", "description": "Time"}
PLUMBER = {"nl": "Loodgieter laten komen", "de": "Klempner bestellen", "pt": "Chamar encanador", "en": "Send a plumber"}
CAKE = {"nl": "Taart bestellen", "de": "Torte bestellen", "pt": "Encomendar bolo", "en": "Order a cake"}
LATEST = {
    "nl": "Uiterlijk op deze dag klaar",
    "de": "Spätestens an diesem Tag fertig",
    "pt": "Prazo em que fica pronto",
    "en": "Latest day on which it must be ready",
}


def understood(text: str, lang: str, name: str, **fields: JsonObject) -> Understanding:
    """What is made of a message for the only skill there is, that needs all of these properties."""
    parameters: JsonObject = {"type": "object", "properties": fields, "required": list(fields)}
    return SkillIndex([Skill("a", name, name, (), (), parameters, writes=True)], lang).understand(text, WEDNESDAY)


@pytest.mark.parametrize(
    ("lang", "when"),
    [
        ("nl", "uiterlijk vrijdag"),
        ("nl", "vóór vrijdag"),
        ("nl", "na 3 juni"),
        ("nl", "maar niet op dinsdag"),
        ("nl", "elke dag behalve maandag"),
        ("de", "bis Freitag"),
        ("de", "spätestens am Freitag"),
        ("de", "nach dem 3. Juni"),
        ("de", "aber nicht am Dienstag"),
        ("de", "jeden Tag außer Montag"),
        ("pt", "até sexta"),
        ("pt", "antes de sexta-feira"),
        ("pt", "depois de 3 de junho"),
        ("pt", "mas não na terça"),
        ("pt", "qualquer dia menos segunda"),
        ("en", "by Friday"),
        ("en", "before Friday please"),
        ("en", "on Friday at the latest"),
        ("en", "after 3 June"),
        ("en", "but not on Tuesday"),
        ("en", "any day but Monday"),
    ],
)
def test_a_bound_is_no_exact_day(lang: str, when: str) -> None:
    assert understood(f"{PLUMBER[lang]}, {when}", lang, PLUMBER[lang], day=VISIT).missing == ("day",)


@pytest.mark.parametrize(
    ("lang", "when"),
    [
        ("nl", "uiterlijk vrijdag klaar"),
        ("de", "bis Freitag fertig"),
        ("pt", "pronto até sexta"),
        ("en", "ready by Friday"),
        ("nl", "vrijdag"),
        ("de", "am Freitag"),
        ("pt", "na sexta"),
        ("en", "on Friday"),
    ],
)
def test_a_property_for_the_last_day_takes_it(lang: str, when: str) -> None:
    latest: JsonObject = {**VISIT, "description": LATEST[lang]}
    found = understood(f"{CAKE[lang]}, {when}", lang, CAKE[lang], ready_on=latest)
    assert (found.decision, found.slots) == ("run", ({"ready_on": FRIDAY},))


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("nl", "Taart bestellen, ik breng de foto morgen en hij moet uiterlijk vrijdag klaar zijn"),
        ("de", "Torte bestellen, ich bringe das Foto morgen und sie muss bis Freitag fertig sein"),
        ("pt", "Encomendar bolo, levo a foto amanhã e precisa ficar pronto até sexta"),
        ("en", "Order a cake, I'll bring the picture tomorrow and it has to be ready by Friday"),
    ],
)
def test_of_two_days_the_last_one_is_the_one_that_is_told_so(lang: str, text: str) -> None:
    latest: JsonObject = {**VISIT, "description": LATEST[lang]}
    assert understood(text, lang, CAKE[lang], ready_on=latest).slots == ({"ready_on": FRIDAY},)
    assert understood(text, lang, CAKE[lang], day=VISIT).slots == ({"day": "2027-05-20"},)


@pytest.mark.parametrize(
    ("lang", "when"),
    [
        ("nl", "op vrijdag, nee, vergeet vrijdag maar, een andere dag"),
        ("nl", "voor donderdag. Laat maar, donderdag kan ik niet, het wordt een andere dag"),
        ("de", "für Freitag - nein, vergiss Freitag, ein anderer Tag"),
        ("de", "am Donnerstag. Ach, Donnerstag bin ich weg, an einem anderen Tag"),
        ("pt", "na sexta - não, esquece a sexta, outro dia"),
        ("pt", "na quinta. Deixa, na quinta eu viajo, vai ser outro dia"),
        ("en", "on Friday - no, forget Friday, some other day"),
        ("en", "on Thursday. Scrap that, I'm away on Thursday, it'll be another day"),
    ],
)
def test_a_day_that_is_given_up_for_another_is_asked(lang: str, when: str) -> None:
    assert understood(f"{PLUMBER[lang]} {when}", lang, PLUMBER[lang], day=VISIT).decision != "run"


@pytest.mark.parametrize(
    ("lang", "when"),
    [
        ("nl", "vrijdag tussen 15 en 17 uur"),
        ("nl", "vrijdag na 15.00 uur"),
        ("nl", "vrijdag om 3 of 4 uur"),
        ("de", "am Freitag zwischen 15 und 17 Uhr"),
        ("de", "am Freitag vor 17 Uhr"),
        ("de", "am Freitag um 18 Uhr bzw. 19 Uhr"),
        ("de", "am Freitag um 18 oder 19 Uhr"),
        ("pt", "na sexta entre as 15h e as 17h"),
        ("pt", "na sexta depois das 15h"),
        ("pt", "na sexta às 8 ou 9h da noite"),
        ("en", "on Friday between 3 and 5 pm"),
        ("en", "on Friday after 3 pm"),
        ("en", "on Friday at 5 pm or 6"),
        ("en", "on Friday at 5 or 6"),
    ],
)
def test_a_stretch_or_one_of_two_is_no_time(lang: str, when: str) -> None:
    found = understood(f"{PLUMBER[lang]} {when}", lang, PLUMBER[lang], day=VISIT, time=TIME)
    assert (found.missing, found.slots[0]["day"]) == (("time",), FRIDAY)


@pytest.mark.parametrize(
    ("lang", "when"),
    [
        ("nl", "zaterdag of later"),
        ("nl", "zaterdag op zijn vroegst"),
        ("nl", "op zijn vroegst zaterdag"),
        ("nl", "voor zaterdag"),
        ("nl", "vóór 12 juni"),
        ("de", "am Samstag oder später"),
        ("de", "frühestens am 12. Juni"),
        ("de", "am 12. Juni frühestens"),
        ("de", "vor Samstag"),
        ("pt", "no sábado ou depois"),
        ("pt", "12 de junho no mínimo"),
        ("pt", "antes de sábado"),
        ("en", "on Saturday or later"),
        ("en", "12 June at the earliest"),
        ("en", "at the earliest 12 June"),
        ("en", "before Saturday"),
    ],
)
def test_a_property_for_the_last_day_takes_no_first_one_nor_the_day_behind_it(lang: str, when: str) -> None:
    latest: JsonObject = {**VISIT, "description": LATEST[lang]}
    assert understood(f"{CAKE[lang]}, {when}", lang, CAKE[lang], ready_on=latest).missing == ("ready_on",)
    exact = understood(f"{CAKE[lang]}, {when}", lang, CAKE[lang], pickup=VISIT)
    # For an exact day `voor zaterdag` names Saturday.
    assert (exact.missing == ("pickup",)) != (when == "voor zaterdag")


@pytest.mark.parametrize(
    ("lang", "when"),
    [
        ("nl", "vrijdag of eerder"),
        ("nl", "vrijdag op zijn laatst"),
        ("de", "am Freitag oder früher"),
        ("de", "am Freitag spätestens"),
        ("pt", "na sexta ou antes"),
        ("pt", "sexta no máximo"),
        ("en", "on Friday or earlier"),
        ("en", "Friday at the latest"),
    ],
)
def test_a_property_for_the_last_day_takes_one_whose_bound_stands_behind(lang: str, when: str) -> None:
    latest: JsonObject = {**VISIT, "description": LATEST[lang]}
    found = understood(f"{CAKE[lang]}, {when}", lang, CAKE[lang], ready_on=latest)
    assert (found.decision, found.slots) == ("run", ({"ready_on": FRIDAY},))
