"""A child that was harmed or is afraid: whoever tells it hears who helps, before anything else is asked or sent."""

import json
from collections.abc import Collection
from functools import lru_cache
from importlib.resources import files

from loket.language.clauses import clauses
from loket.language.message import Message
from loket.language.tokens import fold
from loket_demos.urmston.club.meant import REPORTING
from loket_demos.urmston.club.reports import SAFEGUARDING
from loket_demos.urmston.club.sayings import sayings

DATA = files("loket_demos.urmston") / "data" / "harm.json"
SAFETY = "safety"
"""What the answer to it waits for: nothing that a skill does."""
TOLD = frozenset({"plain", "past", "reported"})


def tells_of_harm(message: Message) -> bool:
    """Whether it is told, and not only asked, that somebody was harmed or is afraid, and a child or another is spoken
    of."""
    return _speaks_of_harm(message, TOLD)


def reports_harm(message: Message) -> bool:
    """Whether that is what somebody wishes to report (`I want to report that …`)."""
    wished = [one for one in clauses(message) if one.mood == "asks"]
    said = {one.concept for one in message.meanings for each in wished if one.start in each.words}
    return bool(said & REPORTING) and "?" not in message.text and _speaks_of_harm(message, TOLD | {"asks"})


def _speaks_of_harm(message: Message, moods: Collection[str]) -> bool:
    harm, tongue = _harm(message.tongue.code), message.tongue
    told = {at for one in clauses(message) if one.mood in moods for at in one.words}
    persons = tongue.people | tongue.somebody
    numbered = {message.at(one.start) for one in (*message.numbers, *message.ages)}  # `he just hit 10` is an age
    harmed = any(message.folds[at] in harm and at + 1 not in numbered for at in told)
    return harmed and not persons.isdisjoint(message.folds)


def who_helps(code: str) -> str:
    """Whom to turn to, and that nothing was passed on."""
    return sayings(code).harmed.format(address=SAFEGUARDING)


@lru_cache(maxsize=8)
def _harm(code: str) -> Collection[str]:
    every = json.loads(DATA.read_text("utf-8"))
    return frozenset(fold(one) for one in every.get(code, ()))
