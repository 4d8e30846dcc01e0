"""Questions about an allowance that ask for no amount: answered from the content with its source, or said not to be
known; money that others give is never computed as ours."""

from loket.engine.host import Host
from tests.overheid.desk import desk

ANSWERS = [
    ("Wanneer wordt zorgtoeslag uitbetaald?", "rond de 20e"),
    ("Hoe vraag ik huurtoeslag aan?", "Mijn toeslagen"),
    ("Wat telt mee als inkomen voor de zorgtoeslag?", "vakantiegeld"),
    ("Hoeveel vermogen mag ik hebben voor zorgtoeslag?", "146.011"),
    ("wat is de maximale huur voor huurtoeslag?", "932,93"),
    ("Wie is mijn toeslagpartner?", "notaris"),
    ("Waarom krijg ik minder zorgtoeslag dan vorig jaar?", "Wij raden niets"),
    ("Hoe hoog is de kinderbijslag?", "svb.nl"),
    ("hoeveel spaargeld mag ik hebben voor zorgtoeslag", "moet dit kloppen"),
    ("Ik krijg 300 euro alimentatie per maand, telt dat mee voor zorgtoeslag?", "Kinderalimentatie telt niet mee"),
    ("wat als mijn ex nog op mijn adres staat ingeschreven, zorgtoeslag?", "de scheiding heeft aangevraagd"),
    ("Heb ik recht op bijstand?", "gemeente"),
    ("Welke toeslagen bestaan er eigenlijk?", "kinderopvangtoeslag"),
    ("wat voor toeslagen zijn er allemaal", "kinderopvangtoeslag"),
    ("mijn werkgever betaalt een toeslag voor onregelmatige diensten, hoeveel is dat", "cao"),
]
PAPERS = "Welke papieren heb ik nodig voor huurtoeslag?"


async def test_a_question_for_information_is_answered_and_no_amount_is_asked_for(host: Host) -> None:
    wrong: list[str] = []
    for text, about in ANSWERS:
        talk = await desk(host)
        said = await talk.say(text)
        sourced = "Bron: " in said or about in ("Wij raden niets", "cao")
        if about not in said or await talk.asks() or "euro per maand:" in said or not sourced:
            wrong.append(f"{text}\n   wanted {about!r}: {said}")
    assert not wrong, "\n".join(wrong)


async def test_papers_and_amounts_are_still_asked_for_as_before(host: Host) -> None:
    talk = await desk(host)
    assert "papieren" in await talk.say(PAPERS) and not await talk.asks()
    assert "112 euro per maand" in await talk.say("Zorgtoeslag 2025, alleenstaand, inkomen 30000")
    assert "rond de 20e" in await talk.say("en wanneer wordt dat uitbetaald?")
    assert "44 euro per maand" in await talk.say("nee, mijn inkomen is 36000")
