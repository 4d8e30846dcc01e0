"""The person's own letter: whole by the law (Awb 6:5), in their own words, and blank where nobody said anything."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.overheid.letters.analysing import agreed, asked

LETTERS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "letters.toml").read_text("utf-8"))["brief"]
TODAY = "2026-11-23"


async def structured(text: str, today: str = TODAY, **given: object) -> dict[str, Any]:
    return await agreed(text, today, **given)


async def wanted(text: str, today: str = TODAY, **answers: object) -> dict[str, Any]:
    """The same for a person who says that they want to object."""
    return await structured(text, today, besluit="ja", **answers)


@pytest.mark.parametrize("letter", [one for one in LETTERS if "route" in one], ids=lambda one: one["naam"])
async def test_nothing_in_either_letter_is_made_up(letter: dict[str, Any]) -> None:
    """Each line of the own letter is ours word for word, the person's word for word, a date or a blank."""
    answer = await wanted(letter["tekst"])
    if answer["overview"]["brief"]["soort"] == "wie":  # without a sender it may be no decision at all
        assert answer["objection_letter"] == ""
        answer = await wanted(letter["tekst"], wie="Gemeente Voorbeeldstad")
    own = answer["objection_letter"]
    for must in ("[Uw handtekening]", "23 november 2026"):
        assert must in own
    who = (*own.splitlines()[:3], own.rpartition("\n")[2])
    assert all(line.startswith("[Uw ") or line in letter["tekst"] for line in who)
    said = own.partition("in mijn eigen woorden:\n\n")[2].partition("\n\nIk vraag u om")[0].splitlines()
    assert all(line in letter["tekst"] for line in said if not line.startswith(("[", "Mijn brief komt na")))
    follow = letter.get("volgt", False)
    assert ("Mijn redenen stuur ik u later." in own) == follow
    kept = own if follow else "\n".join((*said, *(one["tekst"] for one in answer["overview"]["misschien"])))
    assert all(words in kept for words in letter["grond"])
    assert ("[Schrijf hier waarom u het er niet mee eens bent.]" in own) == (not letter["grond"])
    quoted = re.findall("“([^”]+)”", answer["draft_response"] + " ".join(answer["key_points"]))
    assert all(words.rstrip(".") in letter["tekst"] for words in quoted), quoted
    shown = "".join(piece["tekst"] for piece in answer["letter"])
    assert shown == letter["tekst"]
    grounds = {piece["tekst"] for piece in answer["letter"] if piece["als"] == "grond"}
    assert all(any(one in ground["tekst"] for ground in answer["overview"]["gronden"]) for one in grounds)


async def test_a_fine_is_appealed_and_a_punishment_order_opposed() -> None:
    fine = (await wanted("Boete van het CJIB van 2 november 2026. Ik stond stil."))["objection_letter"]
    assert "Ik ga in beroep tegen de boete van 2 november 2026." in fine and "Parket CVOM" in fine
    order = (await wanted("Strafbeschikking van 16 november 2026. Ik was er niet bij."))["objection_letter"]
    assert "Ik doe verzet tegen de strafbeschikking van 16 november 2026." in order and "bezwaar" not in order


async def test_what_an_official_wrote_is_quoted_and_is_not_the_persons_reason() -> None:
    said = 'Uw medewerker mailde mij: "U hebt te weinig gesolliciteerd, daarom korten wij uw uitkering met 25 procent."'
    why = "Dat klopt niet, ik heb in oktober zes keer gesolliciteerd en de bewijzen zitten in mijn werkmap."
    letter = f"UWV, ik ben het niet eens met de beslissing van 9 november 2026 over mijn WW. {said} {why}"
    answer = await structured(letter)
    assert answer["overview"]["reden"] == why and said in answer["objection_letter"]
    assert "te weinig gesolliciteerd" not in " ".join((*answer["key_points"], answer["draft_response"]))
    alone = await structured(letter.removesuffix(why))
    assert "te weinig gesolliciteerd" not in f"{alone['overview']['reden']} {alone['key_points']}"


@pytest.mark.parametrize(
    ("frame", "why"),
    [
        (
            "Groningen, 16 november 2026. Aan Dienst Toeslagen. Beschikkingsnummer 1234.56.789.T.24.1.",
            "Ik maak bezwaar tegen uw besluit van 3 november 2026. Mijn ex woont niet meer bij mij.",
        ),
        ("Aan het CVOM. CJIB-nummer 2145 7788.", "Ik maak bezwaar tegen de boete van 2 november 2026. Ik reed niet."),
        (
            "Ref.: PW/2026/0093. Aan burgemeester en wethouders van Almere.",
            "Ik maak bezwaar tegen het besluit van 2 november 2026 over mijn bijstand. Ik was er wel.",
        ),
        (
            "Datum: 16-11-2026. Aan de heffingsambtenaar van de gemeente Utrecht. Aanslagnummer 88120034.",
            "Ik maak bezwaar tegen de naheffing parkeerbelasting van 2 november 2026. De automaat was kapot.",
        ),
    ],
)
async def test_the_frame_of_a_letter_without_lines_is_no_part_of_what_the_person_says(frame: str, why: str) -> None:
    own = (await structured(f"{frame} {why}"))["objection_letter"]
    assert own.partition("in mijn eigen woorden:\n\n")[2].startswith(why)


@pytest.mark.parametrize("told", ["Aan de gemeente betaal ik altijd op tijd.", "Van nummer 14 had ik niets gehoord."])
async def test_a_short_sentence_that_begins_as_a_frame_does_is_the_persons(told: str) -> None:
    own = await structured(f"{told} Ik maak bezwaar tegen het besluit van het UWV van 2 november 2026.")
    assert told in own["objection_letter"]


@pytest.mark.parametrize(
    "why", ["Mevrouw Van Rooij woont niet bij mij.", "Meneer Bos betaalt huur.", "Dag en nacht sta ik klaar."]
)
async def test_a_sentence_about_somebody_is_no_greeting(why: str) -> None:
    letter = (
        f"Geachte heer,\n\nIk maak bezwaar tegen uw besluit van 2 november 2026 over mijn AOW (SVB).\n\n{why}\n\nJan"
    )
    assert why in (await structured(letter))["objection_letter"]
    greeted = (await structured(f"Goedemiddag mevrouw De Wit.\n{letter.partition(chr(10))[2]}"))["objection_letter"]
    assert "Goedemiddag" not in greeted


async def test_whom_the_person_greets_is_who_decided_where_nothing_else_says_so() -> None:
    letter = (
        "Hoi gemeente Breda, ik ben het niet eens met de boete voor het vuilnis van 10 november 2026. Ik was er niet."
    )
    first = await structured(letter)
    assert "wie" not in asked(first)
    assert "Gemeente Breda" in (await wanted(letter))["objection_letter"]
    other = "Beste mevrouw, ik ben het niet eens met de boete van 10 november 2026. Ik was er niet."
    assert "wie" in asked(await structured(other))


async def test_who_sent_the_letter_is_asked_and_the_answer_makes_it() -> None:
    letter = "Ik ben het niet eens met de beslissing van 4 november 2026. Mijn inkomen is lager."
    first = await structured(letter)
    assert first["objection_letter"] == "" and first["overview"]["termijn"] is None
    assert [one["veld"] for one in first["overview"]["invullen"]] == ["wie"]
    firm = await structured(letter, wie="Webwinkel De Klomp")
    assert firm["objection_letter"] == "" and [one["antwoord"] for one in firm["overview"]["invullen"]] == [""]
    body = await structured(letter, wie="Provincie Drenthe", adres="Postbus 122, 9400 AC Assen")
    assert "Aan de provincie Drenthe\nPostbus 122\n9400 AC Assen\n" in body["objection_letter"]
    assert body["overview"]["termijn"]["laatste_dag"] == "2026-12-16"
    known = await structured(letter, wie="UWV")
    assert "Ik maak bezwaar tegen uw besluit van 4 november 2026." in known["objection_letter"]


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        ("Kenmerk: VB-2026-000123", "VB-2026-000123"),
        ("CJIB-nummer 7731 0092 6641 8005", "7731 0092 6641 8005"),
        ("Uw kenmerk 44/5.9/2026001876 Datum: 3 november 2026", "44/5.9/2026001876"),
        ("Zaaknummer: UTR 26/4410 WMO", "UTR 26/4410"),
        ("Beschikkingsnummer\n26.Z.0481.220", "26.Z.0481.220"),
        ("Uw klantnummer 20 448 1196, telefoonnummer 088 123 45 67", "20 448 1196"),
    ],
)
async def test_the_whole_number_of_the_case_is_copied_from_the_letter(line: str, whole: str) -> None:
    own = (await structured(f"{line}\nIk maak bezwaar tegen het besluit van het UWV."))["objection_letter"]
    assert f"Kenmerk: {whole}\n" in own


async def test_of_two_numbers_the_person_says_which() -> None:
    text = "Kenmerk: AB-123456\nDossier 998877-X\nIk maak bezwaar tegen het besluit van het UWV."
    answer = await structured(text)
    place = next(one for one in answer["overview"]["invullen"] if one["veld"] == "kenmerk")
    assert place["keuzes"] == ["AB-123456", "998877-X"] and "[het kenmerk op de brief]" in answer["objection_letter"]


OFFICE = """Gemeente Voorbeeldstad
Postbus 12
1234 AB Voorbeeldstad
Datum: 2 november 2026
Besluit over uw uitkering

Geachte mevrouw De Wit,

Wij hebben uw uitkering verlaagd. U kunt binnen zes weken bezwaar maken.

Met vriendelijke groet,
namens het college,
J. Pieters, teamleider

"""


@pytest.mark.parametrize(
    "words",
    [
        "--- mijn kant van het verhaal: de boiler is kapot, de buren zagen het.",
        "> Op die dag was de winkel dicht. Ik stond voor de deur.",
        "Tsja. Mn dochter woont al jaren in Zweden",
        "Gisteren nog gebeld. Mij is gezegd dat alles in orde was.",
    ],
)
async def test_however_an_own_text_begins_its_first_sentence_is_a_reason_or_asked_about(words: str) -> None:
    answer = await wanted(OFFICE + words)
    own = answer["objection_letter"] + str(answer["overview"]["misschien"])
    for part in ("boiler", "winkel dicht", "dochter", "Gisteren nog gebeld"):
        assert part not in words or part in own
    assert "teamleider" not in own and "verlaagd" not in own and "Postbus 12\n1234 AB Voorbeeldstad" in own


@pytest.mark.parametrize(
    "letter",
    [
        "Woningstichting De Linde\nDatum: 2 november 2026\n\nBeste huurder,\n\nUw huur gaat per 1 januari omhoog.",
        "Beste klant,\n\nWij hebben besloten uw bestelling niet te vergoeden. Uw garantie is voorbij.\n\nDe Klomp",
    ],
)
async def test_a_letter_of_no_office_gets_no_letter_at_all(letter: str) -> None:
    answer = await structured(letter)
    assert answer["objection_letter"] == answer["draft_response"] == "" and answer["overview"]["termijn"] is None


async def test_what_a_letter_itself_names_instead_of_an_objection_is_said() -> None:
    remedy = "Tegen deze beschikking kunt u binnen tien dagen een beroepschrift indienen bij het college."
    answer = await structured(f"Gemeente Voorbeeldstad\nDatum: 2 november 2026\n\nUw verzoek is afgewezen. {remedy}")
    assert answer["overview"]["brief"]["soort"] == "ander_middel" and answer["overview"]["brief"]["citaat"] == remedy
    assert answer["objection_letter"] == "" and answer["overview"]["termijn"] is None


async def test_without_proof_the_person_says_whether_it_is_a_decision() -> None:
    text = OFFICE.replace(" U kunt binnen zes weken bezwaar maken.", "").replace("Besluit over uw", "Over uw")
    first = await structured(text + "Ik heb nooit met iemand samengewoond.")
    assert first["overview"]["brief"]["vraag"] and first["overview"]["termijn"] is None
    assert [one["veld"] for one in first["overview"]["invullen"]] == ["besluit"] and first["objection_letter"] == ""
    yes = await wanted(text + "Ik heb nooit met iemand samengewoond.")
    assert "Ik heb nooit" in yes["objection_letter"] and yes["overview"]["termijn"]["laatste_dag"] == "2026-12-14"


LATE = "Ik maak bezwaar tegen de beschikking van 1 september 2026 over mijn huurtoeslag. Mijn huur is hoger."


async def test_a_passed_deadline_changes_both_letters_and_asks_why() -> None:
    answer = await structured(LATE)
    assert "Uw brief komt na de laatste dag: dinsdag 13 oktober 2026." in answer["draft_response"]
    assert "Uw uitleg waarom uw brief later komt" in answer["draft_response"]
    assert "[Schrijf hier waarom uw brief later komt.]" in answer["objection_letter"]
    assert "herziening" in answer["actions"][0] and answer["overview"]["waarom_laat"] is None
    in_time = await structured(LATE, "2026-09-10")
    assert "laatste dag:" not in in_time["draft_response"] and "later" not in in_time["objection_letter"]


async def test_why_it_is_late_is_quoted_when_it_was_said() -> None:
    answer = await structured(f"{LATE} Mijn brief komt te laat, want ik lag in het ziekenhuis.")
    assert answer["overview"]["waarom_laat"] == "Mijn brief komt te laat, want ik lag in het ziekenhuis."
    assert "Hierboven schrijf ik hoe dat komt." in answer["objection_letter"] and "6:11" in answer["objection_letter"]
    assert answer["objection_letter"].count("ik lag in het ziekenhuis") == 1
    assert "U schrijft ook hoe dat komt." in answer["draft_response"]


async def test_who_thinks_to_be_late_and_is_not_is_told_so() -> None:
    answer = await structured("Ik ben te laat met bezwaar. De beschikking huurtoeslag is van 16 november 2026.")
    assert "nog op tijd" in answer["key_points"][2] and "later" not in answer["objection_letter"]


async def test_a_date_that_may_be_of_something_else_gives_no_last_day() -> None:
    answer = await structured("Mijn auto stond er op 9 januari 2026. Ik maak bezwaar tegen de naheffing parkeren.")
    assert answer["overview"]["termijn"] is None and "weten wij niet" in answer["overview"]["timeline"][1]
    short = await structured("Ik ben het niet eens met het besluit van 3 november over mijn huurtoeslag.")
    assert short["overview"]["termijn"]["laatste_dag"] == "2026-12-15"


@pytest.mark.parametrize(
    ("kind", "words"),
    [("Hallo", "geen brief"), ("Dear Sir, I got a fine and I do not agree with you at all", "Nederlands")],
)
async def test_text_that_is_no_letter_is_said_to_be_none(kind: str, words: str) -> None:
    answer = await structured(kind)
    assert words in answer["key_points"][0] and answer["overview"]["gronden"] == []


PRO_FORMA = (
    "Aan het UWV\n\nNamens mijn cliënt, mevrouw Soares, maak ik pro forma bezwaar tegen uw besluit van 3 november 2026 "
    "over de WIA-uitkering. De gronden volgen zodra ik het dossier heb. "
    "Ik verzoek u mij een termijn van vier weken te gunnen."
)


async def test_an_objection_whose_reasons_follow_says_so_and_asks_for_time() -> None:
    answer = await structured(PRO_FORMA)
    own, seen = answer["objection_letter"], answer["overview"]
    assert "Mijn redenen stuur ik u later. Ik vraag u om een termijn daarvoor (Awb 6:6)." in own
    assert "Namens mijn cliënt, mevrouw Soares" in own and "een termijn van vier weken" in own
    assert "in mijn eigen woorden" not in own and "[Schrijf hier waarom u" not in own
    assert seen["gronden"] == []
    assert not next(one for one in seen["invullen"] if one["veld"] == "reden")["nodig"]


@pytest.mark.parametrize("words", [" De verzekeringsarts sprak mij nooit.", ""])
async def test_reasons_beside_those_that_follow_are_an_explanation(words: str) -> None:
    given = {"reden": "De arts sprak mij nooit."} if not words else {}
    answer = await structured(PRO_FORMA + words, **given)
    assert "in mijn eigen woorden" in answer["objection_letter"] and answer["overview"]["gronden"]
    assert "sprak mij nooit." in answer["objection_letter"]
