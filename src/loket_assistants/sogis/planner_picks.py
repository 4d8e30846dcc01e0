"""Words that answer a choice: the second one, the last, the one in Messen, a house number, or the whole name."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from loket.core.actions import Choice
from loket.planners.skills.memory import is_yes, nth
from loket.planners.skills.message import Message
from loket.planners.skills.tokens import words
from loket_assistants.sogis.planner_pieces import Reading
from loket_assistants.sogis.planner_reading import cleaned
from loket_assistants.sogis.planner_turns import put_right
from loket_assistants.sogis.planner_words import heard, phrases, small
from loket_assistants.sogis.search.words import key

NO_DAY = datetime(2000, 1, 1, tzinfo=UTC)
"""No choice depends on the day."""
MOST_WORDS = 12
MOST_CHOICES = 25
KEPT = ("go", "see", "load", "make", "map", "commune", "street", "chart", "parcel")
"""Concepts whose words may stand around what is picked."""
_COUNTED = re.compile(r"(\d{1,2})(?:\.|[a-z]{2,3})", re.IGNORECASE)
"""`2.` and `2nd`; one letter alone is that of a house."""


def picked(text: str, choices: Sequence[Choice], locale: str) -> str | None:
    """The id of the one choice that a text plainly names; None when it names none, several, or asks for more."""
    said = cleaned(text).strip()
    if same := [one.id for one in choices if key(one.label) == key(said)]:
        return same[0] if len(same) == 1 else None
    message = heard(said, NO_DAY, locale)
    body, corrects = put_right(message)
    if corrects:
        said, message = body, heard(body, NO_DAY, locale)
    if not 0 < len(message.words) <= MOST_WORDS or _asks(message):
        return None
    named = [key(word) for word in _naming(message)]
    if named:
        fitting = [(one.id, _words(one.label)) for one in choices]
        fitting = [(id, label) for id, label in fitting if all(word in label for word in named)]
        if fitting:
            return _only(fitting)
    return _counted(said, message, choices)


def declines(text: str, locale: str) -> bool:
    """Whether a text says that none of the choices is meant."""
    message = heard(cleaned(text), NO_DAY, locale)
    folds = tuple(word.fold for word in message.words)
    known = phrases(message.tongue.code, "none_of")
    return is_yes(message) is False or any(folds[: len(one)] == one for one in known)


def counts(text: str, locale: str) -> bool:
    """Whether a text only counts out: `die zweite`."""
    some = [Choice(id=str(at), label="") for at in range(MOST_CHOICES)]
    return picked(text, some, locale) is not None


def _only(fitting: list[tuple[str, set[str]]]) -> str | None:
    """The one that fits; of several the one whose words all the others have, too: `Messen` before `Balm bei Messen`."""
    least = min(fitting, key=lambda one: len(one[1]))
    return least[0] if all(one is least or least[1] < one[1] for one in fitting) else None


def _counted(said: str, message: Message, choices: Sequence[Choice]) -> str | None:
    ids = [one.id for one in choices]
    little = small(message.tongue.code)
    if len(message.words) <= 4 and any(word.fold in little.last for word in message.words):
        return ids[-1]
    digits = _COUNTED.fullmatch(" ".join(word for word in said.split() if word.lower() not in little.determiners))
    if digits is not None:
        return ids[int(digits[1]) - 1] if 0 < int(digits[1]) <= len(ids) else None
    bare = [
        word.fold for word in message.words if word.fold not in little.numbers and word.fold not in little.determiners
    ]
    if len(bare) == 1 and bare[0].isdigit():
        return ids[int(bare[0]) - 1] if 0 < int(bare[0]) <= len(ids) else None
    return nth(message, ids)


def _asks(message: Message) -> bool:
    """Whether a message wants more than to pick: something made, taken away or asked."""
    concepts = {one for said in Reading(message).concepts.values() for one in said}
    return bool(concepts & {"hide", "remove", "wipe", "again", "outside", "list"}) or any(
        word.fold in message.tongue.negation for word in message.words
    )


def _naming(message: Message) -> list[str]:
    """The words of a message that name something."""
    concepts = Reading(message).concepts
    ordinals = set(message.tongue.data["ordinals"]) | small(message.tongue.code).last
    found: list[str] = []
    for at, word in enumerate(message.words):
        about = concepts.get(at, set[str]()) - {"map?"}
        if word.fold[0].isdigit() or (message.weights[at] == 1 and not about & set(KEPT) and word.fold not in ordinals):
            found.append(word.text)
    return found


def _words(label: str) -> set[str]:
    return {key(word.text) for word in words(label)}
