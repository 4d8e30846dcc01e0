"""A deed that is said to be needless is never done; what is needless beside a wish changes nothing of the wish."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex
from loket.language.skill import PendingRequest

WEDNESDAY = date(2027, 3, 10)
ORDER = {"berth": "D09", "day": "2027-03-11"}
PUMP_OUT = {
    "en": "Book a pump-out",
    "nl": "Vuilwatertank leegpompen",
    "de": "Tank abpumpen",
    "pt": "Esvaziar o tanque",
}


def harbour(code: str) -> SkillIndex:
    """An index with the pump-out and one skill that ends something."""
    fields: JsonObject = {
        "berth": {"type": "string", "pattern": "^[A-Z][0-9]{2}$", "description": "Berth"},
        "day": {"type": "string", "format": "date", "description": "Day"},
    }
    pump: JsonObject = {"type": "object", "properties": fields, "required": ["berth", "day"]}
    berth: JsonObject = {"type": "object", "properties": {"berth": fields["berth"]}, "required": ["berth"]}
    cancel = Skill("cancel_booking", "Cancel a booking", "Cancels a booking of a berth.", (), (), berth, writes=True)
    booked = Skill("pump_out", PUMP_OUT[code], PUMP_OUT[code], (), (), pump, writes=True)
    return SkillIndex([booked, cancel] if code == "en" else [booked], code)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "Don't bother with the pump-out on D09 tomorrow, I'll do it myself"),
        ("en", "No need for the pump-out on D09 tomorrow"),
        ("en", "hi, you needn't book a pump-out for D09 tomorrow, we leave early"),
        ("en", "The pump-out on D09 tomorrow is not necessary"),
        ("nl", "Je hoeft de tank van D09 morgen niet leeg te pompen, dat doe ik zelf"),
        ("nl", "Leegpompen van D09 morgen is niet nodig"),
        ("de", "Abpumpen auf D09 morgen ist nicht nötig, das mache ich selbst"),
        ("de", "Sie brauchen den Tank von D09 morgen nicht abzupumpen"),
        ("pt", "Não precisa esvaziar o tanque do D09 amanhã, eu mesmo faço"),
        ("pt", "Não é necessário esvaziar o tanque do D09 amanhã"),
    ],
)
def test_what_need_not_be_done_is_not_done(code: str, text: str) -> None:
    assert harbour(code).understand(text, WEDNESDAY).decision == "none"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "Book a pump-out on D09 tomorrow, no need to call me"),
        ("en", "Book a pump-out on D09 tomorrow, don't bother ringing"),
        ("nl", "Je hoeft me niet te bellen, wel graag de vuilwatertank van D09 morgen leegpompen"),
        ("de", "Bitte den Tank von D09 morgen abpumpen, ein Anruf ist nicht nötig"),
        ("pt", "Pode esvaziar o tanque do D09 amanhã, não precisa ligar"),
    ],
)
def test_what_is_needless_beside_a_wish_takes_nothing_from_it(code: str, text: str) -> None:
    found = harbour(code).understand(text, WEDNESDAY)
    assert (found.decision, found.skills, found.slots) == ("run", ("pump_out",), (ORDER,))


def test_what_is_needed_no_more_may_be_ended() -> None:
    found = harbour("en").understand("No need for my booking of D09 any more, please cancel it", WEDNESDAY)
    assert (found.decision, found.skills) == ("run", ("cancel_booking",))


def test_what_was_done_is_not_done_again_elsewhere_when_it_is_called_off() -> None:
    done = PendingRequest("pump_out", ORDER)
    found = harbour("en").understand("actually don't bother with the pump-out on D10", WEDNESDAY, done)
    assert found.decision == "none"
