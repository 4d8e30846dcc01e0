"""A day without its year, or a day of the week, has been where the words speak of what was; else it is to come."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex
from loket.language.skill import Understanding

WEDNESDAY = date(2027, 5, 19)
REPORT = {"nl": "Schade melden", "de": "Schaden melden", "pt": "Comunicar dano", "en": "Report damage"}
PLUMBER = {"nl": "Loodgieter laten komen", "de": "Klempner bestellen", "pt": "Chamar encanador", "en": "Send a plumber"}
READ = {
    "nl": "Dag waarop de meter is afgelezen",
    "de": "Tag, an dem der Zähler abgelesen wurde",
    "pt": "Dia em que o medidor foi lido",
    "en": "Day the meter was read",
}


def understood(text: str, lang: str, name: str, about: str = "") -> Understanding:
    """What is made of a message for the only skill there is, that needs a day."""
    day: JsonObject = {"type": "string", "format": "date", "description": about or "Date"}
    parameters: JsonObject = {"type": "object", "properties": {"day": day}, "required": ["day"]}
    return SkillIndex([Skill("a", name, name, (), (), parameters, writes=True)], lang).understand(text, WEDNESDAY)


@pytest.mark.parametrize(
    ("lang", "text", "day"),
    [
        ("nl", "Schade melden: op 14 februari is de schutting omgewaaid", "2027-02-14"),
        ("nl", "Schade melden, op 9 oktober viel er een pan van het dak", "2026-10-09"),
        ("nl", "Schade melden, zaterdag is de ruit ingegooid", "2027-05-15"),
        ("nl", "Schade melden, 3 mei opgemerkt", "2027-05-03"),
        ("de", "Schaden melden: am 14. Februar ist der Zaun umgefallen", "2027-02-14"),
        ("de", "Schaden melden, am 9. Oktober fiel ein Ziegel vom Dach", "2026-10-09"),
        ("de", "Schaden melden, am Samstag wurde das Fenster eingeworfen", "2027-05-15"),
        ("de", "Schaden melden, am 3. Mai abgelesen", "2027-05-03"),
        ("pt", "Comunicar dano: a cerca caiu no dia 14 de fevereiro", "2027-02-14"),
        ("pt", "Comunicar dano, em 9 de outubro quebraram o portão", "2026-10-09"),
        ("pt", "Comunicar dano, no sábado quebraram a janela", "2027-05-15"),
        ("pt", "Comunicar dano, percebido em 3 de maio", "2027-05-03"),
        ("en", "Report damage, the fence came down on 14 February", "2027-02-14"),
        ("en", "Report damage, on October 9th I dropped the vase", "2026-10-09"),
        ("en", "Report damage, the window was smashed on Saturday", "2027-05-15"),
        ("en", "Report damage, spotted on 3 May", "2027-05-03"),
    ],
)
def test_what_is_told_as_past_has_been(lang: str, text: str, day: str) -> None:
    found = understood(text, lang, REPORT[lang])
    assert (found.decision, found.slots) == ("run", ({"day": day},))


@pytest.mark.parametrize(("lang", "day"), [("nl", "28 december"), ("de", "am 28. Dezember"), ("en", "28 December")])
def test_a_property_of_what_happened_takes_the_last_such_day(lang: str, day: str) -> None:
    found = understood(f"{REPORT[lang]} {day}", lang, REPORT[lang], READ[lang])
    assert (found.decision, found.slots) == ("run", ({"day": "2026-12-28"},))


@pytest.mark.parametrize(
    ("lang", "day"), [("nl", "30 mei"), ("de", "am 30. Mai"), ("pt", "em 30 de maio"), ("en", "30 May")]
)
def test_what_happened_on_a_day_that_is_near_but_to_come_is_asked(lang: str, day: str) -> None:
    assert understood(f"{REPORT[lang]}, {day}", lang, REPORT[lang], READ[lang]).decision == "clarify"


@pytest.mark.parametrize(
    ("lang", "day"), [("nl", "11 mei"), ("de", "am 11. Mai"), ("pt", "em 11 de maio"), ("en", "on 11 May")]
)
def test_a_day_that_was_last_week_is_not_taken_for_next_year(lang: str, day: str) -> None:
    assert understood(f"{PLUMBER[lang]}, {day}", lang, PLUMBER[lang]).decision == "clarify"


@pytest.mark.parametrize(
    ("lang", "text", "day"),
    [
        ("nl", "Loodgieter laten komen op 4 maart", "2028-03-04"),
        ("nl", "Ik had graag de loodgieter laten komen op 4 juni", "2027-06-04"),
        ("nl", "Loodgieter laten komen, gewenste dag zaterdag", "2027-05-22"),
        ("de", "Klempner bestellen für den 4. März", "2028-03-04"),
        ("de", "Ich wollte den Klempner bestellen, am 4. Juni", "2027-06-04"),
        ("de", "Klempner bestellen, gewünschter Tag ist der 4. Juni", "2027-06-04"),
        ("pt", "Chamar encanador no dia 4 de março", "2028-03-04"),
        ("pt", "Eu queria chamar o encanador em 4 de junho", "2027-06-04"),
        ("en", "Send a plumber on 4 March", "2028-03-04"),
        ("en", "I wanted to ask you to send a plumber on 4 June", "2027-06-04"),
        ("en", "Send a plumber, preferred day Saturday", "2027-05-22"),
    ],
)
def test_what_is_wished_is_to_come(lang: str, text: str, day: str) -> None:
    found = understood(text, lang, PLUMBER[lang])
    assert (found.decision, found.slots) == ("run", ({"day": day},))


@pytest.mark.parametrize(
    ("lang", "about", "day"),
    [
        ("nl", "Aankoopdatum", "28 december"),
        ("nl", "Besluitdatum", "28 december"),
        ("de", "Kaufdatum", "am 28. Dezember"),
        ("de", "Ereignistag", "am 28. Dezember"),
        ("pt", "Data da compra", "em 28 de dezembro"),
        ("en", "Purchase date", "28 December"),
    ],
)
def test_a_day_whose_property_names_what_lies_behind_is_the_last_such_day(lang: str, about: str, day: str) -> None:
    found = understood(f"{REPORT[lang]} {day}", lang, REPORT[lang], about)
    assert (found.decision, found.slots) == ("run", ({"day": "2026-12-28"},))
