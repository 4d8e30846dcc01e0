"""Somebody objects who says that they do it now; not who did before, may do, asks whether they can, or tells of
others."""

import pytest

from loket_demos.overheid.content.letter_wish import objected_before, objects, titles_objection
from tests.overheid.letters.analysing import agreed


@pytest.mark.parametrize(
    "words",
    [
        "hierbij maak ik bezwaar tegen bovengenoemde aanslag.",
        "ik vraag u de vergunning te herroepen en mijn kosten te vergoeden.",
        "wij verzoeken u de boete in te trekken.",
        "ik wil dat ze dit terugdraaien.",
        "ik hoop dat u nog naar mijn bezwaar wilt kijken.",
        "ik teken derhalve bezwaar aan en verzoek u het te verminderen",
        "wil dat die boete en terugbetaling eraf gaan dus bezwaar",
        "graag een bezwaar.",
        "ik wil zeggen niet eens.",
        "ben het er niet mee eens",
        "hoe gaan we hier tegenin",
        "hoe kom ik hiertegen in?",
        "ik wil dit besluit aanvechten",
        "dit is mijn bezwaar tegen uw beslissing van 3 september 2026, waarin u mij hersteld meldt.",
        "ik wil graag tegen twee dingen in bezwaar.",
        "hierbij mijn bezwaarschrift",
        "bezwaar!",
        "bezwaar tegen de boete van 3 november",
        "ik ben het er dus helemaal niet mee eens!!",
        "omdat ik het daar niet mee eens ben, schrijf ik u.",
        "kunnen jullie er een bezwaar van maken?",
        "namens mijn moeder teken ik bezwaar aan tegen het niet verlenen van de vergunning.",
        "hiermee delen wij u mee dat wij bezwaar maken tegen de vergunning",
        "daarom maak ik dan ook bezwaar.",
        "als bewoner van de straat maak ik bezwaar.",
        "beschouwt u deze brief als mijn bezwaarschrift.",
        "ik verzoek u mijn bezwaar gegrond te verklaren.",
        "maak hierbij bezwaar tegen de naheffing",
        "ik wil toch bezwaar maken dat de kinderbijslag is gestopt.",
        "ik stel tegen deze beslissing op bezwaar beroep in.",
        "ik doe verzet tegen de strafbeschikking van 10 november 2026",
        "bezwaar maken tegen die beslissing doe ik bij dezen.",
        "wij kunnen ons daarin niet vinden en maken dan ook bezwaar.",
        "ben het er niet mee eens en wil bezwaar indienen!!",
        "onze dochter zegt dat we daartegen bezwaar mogen maken, dus dat doe ik hierbij, namens hem.",
        "u kunt deze brief als bezwaarschrift beschouwen",
        "ik, ondergetekende, maakt bezwaar tegen het besluit.",
        "beswaar maak ik hier tegen",
        "ik zie mij genoodzaakt bezwaar te maken.",
        "neemt u dit maar als bezwaar.",
    ],
)
def test_an_act_of_the_present_is_an_objection(words: str) -> None:
    assert objects(words)


@pytest.mark.parametrize(
    "words",
    [
        "ik verzoek u mijn aanvraag in te trekken.",
        "ik wil mijn klacht intrekken.",
        "ik verzoek u mijn bezwaar in te trekken.",
        "wat kan ik doen zodat ze het opnieuw bekijken?",
        "ik maak geen bezwaar tegen het besluit.",
        "als u dit niet herstelt, ga ik naar de krant en maak bezwaar.",
        "bezwaar maken doe ik niet.",
        "u weet dit al en maakt bezwaar onmogelijk.",
        "ik kom naar de hoorzitting over mijn bezwaar tegen het besluit.",
        "ik heb op 3 november bezwaar gemaakt.",
        "kan ik nog bezwaar maken?",
        "hoe maak ik bezwaar",
        "als u de boete niet intrekt, ga ik in bezwaar.",
        "zo niet, dan ga ik in bezwaar",
        "ik overweeg bezwaar te maken.",
        "misschien ga ik in beroep",
        "mijn buurman maakt bezwaar tegen de vergunning.",
        "mijn moeder wil bezwaar maken.",
        "daartegen kunt u binnen zes weken bezwaar maken.",
        "maak dan binnen zes weken bezwaar.",
        "bent u het niet eens met dit besluit?",
        "ik trek mijn bezwaar in.",
        "ik wil mijn bezwaar intrekken.",
        "u hoeft mijn bezwaar dus niet meer te behandelen, ik trek het in.",
        "ik wacht nog op een beslissing op mijn bezwaar.",
        "mijn bezwaar van 3 november is nog niet behandeld.",
        "wij hebben grote bezwaren tegen de komst van deze stal",
        "dat u mijn bezwaar over 2020 destijds hebt afgewezen, laat ik rusten",
        "hierbij ontvangt u de aanvulling op mijn bezwaar",
        "u schrijft dat ik bezwaar moet maken",
        "de gemeente zegt dat ik het niet eens ben met hen",
        "met een beroep op de woo verzoeken wij u stukken te verstrekken",
        "ik doe een beroep op de hardheidsclausule",
        "ik wil met u praten over mijn bezwaar",
    ],
)
def test_what_is_denied_done_asked_or_told_of_others_is_none(words: str) -> None:
    assert not objects(words)


@pytest.mark.parametrize(
    ("line", "titles"),
    [
        ("betreft: bezwaar definitieve berekening kinderopvangtoeslag 2024", True),
        ("betreft: bezwaar namens mijn moeder, mevr. j. de wit", True),
        ("betreft: pro forma bezwaar, beslissing van 3 november", True),
        ("onderwerp: uw besluit van 3 november - bezwaar", True),
        ("onderwerp: re: bezwaar aanslag 2026", False),
        ("betreft: intrekken bezwaar", False),
        ("betreft: mijn bezwaar van 3 november", False),
        ("betreft: uitnodiging hoorzitting, bezwaar nr. 2026/551", False),
        ("betreft: beslissing op bezwaar", False),
        ("uwv, bezwaar en beroep", False),
    ],
)
def test_the_line_of_the_subject_may_say_it(line: str, titles: bool) -> None:
    assert titles_objection(line) is titles


@pytest.mark.parametrize(
    "words",
    [
        "u kunt binnen zes weken na de dag waarop deze brief is verzonden bezwaar maken.",
        "nadat deze brief is verstuurd bezwaar maken, dat kan zes weken lang.",
        "u kunt bezwaar maken tot zes weken na de datum dat deze brief is verzonden, bezwaar van later telt niet.",
    ],
)
def test_a_letter_that_was_sent_is_no_objection_by_that(words: str) -> None:
    assert not objects(words)


@pytest.mark.parametrize("words", ["deze brief is mijn bezwaar", "dit is een bezwaarschrift."])
def test_a_letter_that_is_one_says_so(words: str) -> None:
    assert objects(words)


@pytest.mark.parametrize(
    ("words", "before"),
    [
        ("ik heb al bezwaar gemaakt", True),
        ("mijn bezwaar van 3 november ligt bij u", True),
        ("ik maak bezwaar tegen uw besluit van 3 november", False),
    ],
)
def test_an_objection_of_before_is_known(words: str, before: bool) -> None:
    assert objected_before(words) is before


@pytest.mark.parametrize(
    "words",
    [
        "ik weet het niet eens.",
        "ik zeg niet eens dat het fout is",
        "zij zeggen niet eens waarom",
        "ik wil dit niet aanvechten",
        "ik weet niet of ik het wil aanvechten",
        "moet ik dit aanvechten?",
    ],
)
def test_not_even_is_no_disagreement_and_a_doubt_no_wish(words: str) -> None:
    assert not objects(words)


@pytest.mark.parametrize(
    "besides", ["Moet ik ook om uitstel van betaling vragen?", "Ik wil daarnaast in termijnen betalen."]
)
async def test_what_is_wanted_besides_does_not_say_what_the_letter_is(besides: str) -> None:
    told = f"Aanslag inkomstenbelasting 2024 van 6 november 2026. Mijn 1.391 uren zijn niet allemaal geteld. {besides}"
    answer = await agreed(told)
    assert answer["overview"]["brief"]["soort"] != "termijnen", answer["overview"]["brief"]


HEARD = (
    "De IND heeft op 10 november 2026 de mvv van mijn vriendin afgewezen. Mijn contract wordt vast. Is het slim om "
    "meteen om een hoorzitting te vragen?"
)
PLANNED = (
    'De SVB schreef op 23 november 2026: "Wij zijn van plan u een boete van 240 euro te geven." Mijn dochter was '
    "op reis. Graag een bezwaarschrift hiervan maken."
)


@pytest.mark.parametrize(("told", "kind"), [(HEARD, "Dit is een uitnodiging"), (PLANNED, "Dit is nog geen besluit")])
async def test_what_may_close_the_way_beside_a_decision_and_what_comes_before_one_are_asked_about(
    told: str, kind: str
) -> None:
    answer = await agreed(told)
    brief = answer["overview"]["brief"]
    assert brief["soort"] == "misschien" and kind in brief["uitleg"] and brief["vraag"], brief
    assert answer["objection_letter"] == ""
