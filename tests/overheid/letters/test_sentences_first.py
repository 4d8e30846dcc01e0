"""Which sentences go into a letter is asked before it is made, where some would stay out or may be somebody else's."""

import pytest

from tests.blind.talking import Begin
from tests.overheid.letters import analysing
from tests.overheid.letters.analysing import agreed, analysed, asked

REASON = "Ik kan maar tien meter lopen."
REFUSED = f"De gemeente Zwolle heeft op 2 november 2026 mijn scootmobiel geweigerd. {REASON} Ik wil bezwaar maken."
WRITTEN = f"Gemeente Zwolle, u heeft op 2 november 2026 mijn scootmobiel geweigerd. {REASON} Ik wil bezwaar maken."
HELPER = "Kunnen jullie hier een nette brief van maken?"
FEELING = "De bel doet het trouwens niet."
TOLD = f"{REFUSED} {HELPER} {FEELING}"
OFFICE = """Gemeente Zwolle
2 november 2026
Besluit
Wij geven u geen scootmobiel. U kunt binnen zes weken bezwaar maken.
Met vriendelijke groet,
het college"""
FINE = (
    "CJIB\n\nGeachte heer, mevrouw,\n\nIk kreeg op 13 november 2026 een boete voor te hard rijden. Ik maak bezwaar. "
    "De auto was op die dag al verkocht."
)


begin = analysing.begin


async def test_a_text_that_speaks_to_a_helper_waits_and_one_that_does_not_becomes_a_letter_at_once() -> None:
    waits, plain = await analysed(TOLD), await analysed(WRITTEN)
    assert waits["objection_letter"] == "" and waits["overview"]["brief"]["vraag"]
    assert asked(waits) == ["redenen"]
    ticks = waits["overview"]["invullen"][0]
    assert HELPER in ticks["keuzes"] and HELPER not in ticks["gekozen"] and REASON in ticks["gekozen"]
    assert REASON in plain["objection_letter"] and plain["overview"]["brief"]["vraag"] == ""
    assert REASON in (await agreed(TOLD))["objection_letter"]


@pytest.mark.parametrize("told", [REFUSED, f"Dit kreeg ik:\n\n{OFFICE}\n\n{REASON} Ik wil bezwaar maken."])
async def test_what_speaks_of_the_office_or_has_its_letter_beside_it_is_told_to_a_helper(told: str) -> None:
    waits = await analysed(told)
    assert waits["objection_letter"] == "" and REASON in waits["overview"]["invullen"][0]["gekozen"]
    assert REASON in (await agreed(told))["objection_letter"]


async def test_an_appeal_that_leaves_out_only_the_word_for_an_objection_asks_nothing() -> None:
    assert "De auto was op die dag al verkocht." in (await analysed(FINE))["objection_letter"]


async def test_office_decision_last_day_and_every_sentence_are_told_with_the_question(begin: Begin) -> None:
    answer = await begin("").say(TOLD)
    (question,) = answer.questions
    first, *lines = question.text.split("\n")
    assert "Klopt dit?" in first and f"4. “{HELPER}” (komt er niet in)" in lines and f"2. “{REASON}”" in lines
    assert all(one in lines[-1] for one in ("gemeente Zwolle", "2 november 2026", "14 december 2026")), lines


@pytest.mark.parametrize(
    ("answer", "within", "without"),
    [
        ("ja", (REASON, FEELING), (HELPER,)),
        ("Ja, dit klopt", (REASON, FEELING), (HELPER,)),
        ("alle zinnen", (REASON, FEELING, HELPER), ()),
        ("zonder de vijfde zin", (REASON,), (HELPER, FEELING)),
        ("alleen de tweede zin", (REASON,), (HELPER, FEELING)),
    ],
)
async def test_the_letter_is_made_with_what_the_person_says(
    begin: Begin, answer: str, within: tuple[str, ...], without: tuple[str, ...]
) -> None:
    talk = begin("")
    await talk.say(TOLD)
    made = await talk.say(answer)
    letter = made.text.partition("Uw eigen brief.")[2]
    assert letter and not made.questions
    assert all(one in letter for one in within) and not any(one in letter for one in without), letter


async def test_something_else_said_between_takes_nothing_away(begin: Begin) -> None:
    talk = begin("")
    await talk.say(TOLD)
    await talk.say("dank je")
    assert REASON in (await talk.say("zonder de vijfde zin")).text.partition("Uw eigen brief.")[2]


async def test_a_sentence_that_may_be_of_the_office_is_ticked_or_left_out() -> None:
    text = f"{OFFICE}\n\nDie vrouw in de brief is een kennis van vroeger.\n\nIk heb nooit met iemand samengewoond."
    answer = await analysed(text, besluit="ja")
    place = next(one for one in answer["overview"]["invullen"] if one["veld"] == "redenen")
    maybe, sure = "Die vrouw in de brief is een kennis van vroeger.", "Ik heb nooit met iemand samengewoond."
    assert place["keuzes"] == [maybe, sure] and place["gekozen"] == [sure]
    assert answer["objection_letter"] == "" and place["nodig"] and answer["overview"]["brief"]["vraag"]
    assert {"tekst": maybe, "als": "misschien"} in answer["letter"]
    ticked = (await analysed(text, besluit="ja", redenen=[sure, maybe, "Ik was op reis."]))["objection_letter"]
    assert f"{maybe}\n\n{sure}" in ticked and "reis" not in ticked
    taken = (await analysed(text, besluit="ja", redenen=[sure]))["objection_letter"]
    assert maybe not in taken and sure in taken
    left = (await analysed(text, besluit="ja", redenen=[]))["objection_letter"]
    assert maybe not in left and sure not in left and "[Schrijf hier waarom" in left


@pytest.mark.parametrize(
    "told",
    [
        "Ik wil bezwaar maken tegen het besluit van het UWV van 2 november 2026.",
        "Het UWV stopte op 2 november 2026 mijn WW. Maak maar een bezwaarschrift.",
        "Op 2 november 2026 stopte het UWV mijn WW, dat klopt niet.",
    ],
)
async def test_who_wants_or_orders_an_objection_tells_it_to_a_helper_and_who_objects_does_not(told: str) -> None:
    why = "Ik was beschikbaar voor werk. Mijn hond heet Bo."
    waits = await analysed(f"{told} {why}")
    assert waits["objection_letter"] == "" and asked(waits)[0] == "redenen", asked(waits)
    at_once = await analysed(f"Ik maak bezwaar tegen uw besluit van 2 november 2026 over mijn WW. {why}")
    assert "beschikbaar voor werk" in at_once["objection_letter"]
