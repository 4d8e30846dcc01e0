"""A free text is what tells it: neither the greeting, the order, a question, nor what other properties take."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex
from loket.language.skill import Understanding

WEDNESDAY = date(2027, 5, 12)
CODE: JsonObject = {"type": "string", "pattern": "^R-[0-9]{4}$", "description": "Booking"}
WHY: JsonObject = {"type": "string", "description": "Reason"}
CANCEL: JsonObject = {"type": "object", "properties": {"booking": CODE, "reason": WHY}, "required": ["booking"]}
WRONG: JsonObject = {"type": "string", "description": "What was wrong with it"}
COMPLAIN: JsonObject = {"type": "object", "properties": {"complaint": WRONG}, "required": ["complaint"]}
RENTALS = SkillIndex(
    [
        Skill("cancel", "Cancel a booking", "Cancels a booked boat.", ("cancel",), parameters=CANCEL, writes=True),
        Skill("complain", "Complain", "Passes a complaint on.", ("complaint",), parameters=COMPLAIN, writes=True),
    ]
)


def understood(text: str) -> Understanding:
    """What is made of a message on this Wednesday."""
    return RENTALS.understand(text, WEDNESDAY)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Hello, please cancel R-2140, the wind is far too strong.", "the wind is far too strong"),
        ("Cancel R-2140 please. My brother sprained his ankle. Thanks!", "My brother sprained his ankle"),
        ("Goedemorgen, kunt u R-2140 annuleren? Onze oppas heeft het laten afweten.",
         "Onze oppas heeft het laten afweten"),
        ("Bitte R-2140 stornieren, mein Knie ist geschwollen. Danke!", "mein Knie ist geschwollen"),
        ("Quero cancelar a R-2140, minha sogra chegou de surpresa. Obrigado!", "minha sogra chegou de surpresa"),
    ],
)  # fmt: skip
def test_a_reason_is_the_clause_that_tells_it(text: str, reason: str) -> None:
    got = understood(text)
    assert got.skills == ("cancel",)
    assert got.slots == ({"booking": "R-2140", "reason": reason},)


@pytest.mark.parametrize(
    "text",
    [
        "Cancel R-2140 please. My brother sprained his ankle. I always pick the windy days.",
        "Annuleer R-2140 graag, maar blijf van de kano van mijn zus af.",
        "Bitte R-2140 stornieren, das Kanu meiner Schwester aber bitte nicht anfassen.",
        "Cancela a R-2140, por favor. Quantas canoas sobraram?",
    ],
)
def test_what_may_be_no_reason_is_left_out(text: str) -> None:
    assert "reason" not in understood(text).slots[0]


@pytest.mark.parametrize(
    "text",
    [
        "Good morning, I'd like to make a complaint please",
        "Goedemiddag, ik wil graag klagen",
        "Guten Tag, ich möchte mich gern beschweren",
        "Bom dia, queria fazer uma reclamação",
    ],
)
def test_the_order_is_no_complaint(text: str) -> None:
    got = understood(text)
    assert (got.decision, got.skills, got.missing) == ("clarify", ("complain",), ("complaint",))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("Hi, I want to complain. Our canoe leaked like a sieve.", "Our canoe leaked like a sieve"),
        ("Hallo, ik heb een klacht: de peddels zaten vol splinters.", "de peddels zaten vol splinters"),
        ("Guten Abend, ich möchte mich beschweren, das Paddel war völlig morsch.", "das Paddel war völlig morsch"),
        ("Oi, quero reclamar, o remo estava todo lascado.", "o remo estava todo lascado"),
    ],
)
def test_a_complaint_is_told_without_the_greeting_and_the_order(text: str, complaint: str) -> None:
    got = understood(text)
    assert (got.skills, [str(slots["complaint"]).rstrip(".") for slots in got.slots]) == (("complain",), [complaint])


CAKE: JsonObject = {"type": "string", "description": "Soort taart", "enum": ["slagroom", "mokka", "citroen"]}
BAKER = SkillIndex(
    [
        Skill("order", "Taart bestellen", "Bestelt een taart.", ("taart", "bestellen"), writes=True,
              parameters={"type": "object", "properties": {"soort": CAKE}, "required": ["soort"]}),
    ],
    "nl",
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["Ik wil een taart bestellen", "I'd like to order a cake", "Ich möchte eine Torte bestellen", "Quero um bolo"],
)
def test_the_word_for_all_values_names_none_of_them(text: str) -> None:
    assert not any("soort" in slots for slots in BAKER.understand(text, WEDNESDAY).slots)
