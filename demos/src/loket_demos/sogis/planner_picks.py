"""Words that answer a choice: the second one, the last, the one in Messen, a house number, or the whole name."""

import re
from collections.abc import Sequence

from loket.core.actions import Choice
from loket.language import is_yes
from loket.language.dates import ANY_DAY
from loket.language.languages import language
from loket.language.memory import nth
from loket.language.message import Message
from loket.language.tokens import words
from loket_demos.sogis.planner_concepts import reading
from loket_demos.sogis.planner_reading import cleaned
from loket_demos.sogis.planner_turns import put_right
from loket_demos.sogis.planner_words import heard, phrases, small, vocabulary
from loket_demos.sogis.search.words import key

MOST_WORDS = 12
FEW = 6
"""Words that may speak of a choice and of nothing else."""
MOST_CHOICES = 25
KEPT = ("go", "see", "load", "make", "map", "commune", "street", "chart", "parcel")
"""Concepts whose words may stand around what is picked."""
_COUNTED = re.compile(r"(\d{1,2})(?:[.!?]*|[a-z]{2,3})")
"""`2`, `2.` and `2nd`; one letter alone is that of a house."""


def picked(text: str, choices: Sequence[Choice], locale: str) -> str | None:
    """The id of the one choice that a text plainly names; None when it names none, several, or asks for more."""
    said = cleaned(text).strip()
    if same := [one.id for one in choices if key(one.label) == key(said)]:
        return same[0] if len(same) == 1 else None
    message = heard(said, ANY_DAY, locale)
    body, corrects = put_right(message)
    if corrects:
        said, message = body, heard(body, ANY_DAY, locale)
    if not 0 < len(message.words) <= MOST_WORDS or _asks(message):
        return None
    named = [key(word) for word in _naming(message)]
    if _denied(message):
        left = [one.id for one in choices if not (named and all(word in _words(one.label) for word in named))]
        return left[0] if len(left) == 1 and len(choices) > 1 else None
    if choices and _whichever(message):
        return choices[0].id
    if named:
        fitting = [(one.id, _words(one.label)) for one in choices]
        fitting = [(id, label) for id, label in fitting if all(word in label for word in named)]
        if fitting:
            return _only(fitting)
    return _counted(said, message, choices)


def declines(text: str, locale: str) -> bool:
    """Whether a text says that none of the choices is meant."""
    message = heard(cleaned(text), ANY_DAY, locale)
    folds = tuple(word.fold for word in message.words)
    known = phrases(message.tongue.code, "none_of")
    return is_yes(text) is False or any(folds[: len(one)] == one for one in known)


def counts(text: str, locale: str) -> bool:
    """Whether a text only counts out: `die zweite`."""
    some = [Choice(id=str(at), label="") for at in range(MOST_CHOICES)]
    return picked(text, some, locale) is not None


def missed(text: str, locale: str) -> str:
    """The sentence that answers words about a choice that pick none of it: a number that is not there, what is not
    meant, several at once. Empty when they are about something else. So few words tell no language: each is tried."""
    message = heard(cleaned(text).strip(), ANY_DAY, locale)
    spoken = [message, *(Message(message.text, language(code), message.today) for code in vocabulary().words)]
    if declines(text, locale) or any(put_right(one)[1] for one in spoken):
        return ""
    return next((says for one in spoken if (says := _missed(one))), "")


def _missed(message: Message) -> str:
    concepts = {one for said in reading(message).concepts.values() for one in said} - {
        "make",
        "print",
        "sheet",
        "all",
        "except",
        *KEPT,
    }
    if not 0 < len(message.words) <= FEW or concepts:
        return ""
    little = small(message.tongue.code)
    passing = [at for at, word in enumerate(message.words) if word.fold in little.both or message.weights[at] < 1]
    if any(word.fold in little.both for word in message.words):
        named = [
            at for at in _places(message) if at not in passing and "except" not in reading(message).concepts.get(at, ())
        ]
        return "" if named else "only_one"
    left = little.numbers | little.determiners
    bare = [word.fold for at, word in enumerate(message.words) if word.fold not in left and message.weights[at] == 1]
    numbers = [word.fold for word in message.words if word.fold.isdigit()]
    if (len(numbers) == 1 and not bare) or counts(message.text, message.tongue.code):
        return "no_such"
    return "still" if _denied(message) and _places(message) else ""


def _only(fitting: list[tuple[str, set[str]]]) -> str | None:
    """The one that fits; of several the one whose words all the others have, too: `Messen` before `Balm bei Messen`."""
    least = min(fitting, key=lambda one: len(one[1]))
    return least[0] if all(one is least or least[1] < one[1] for one in fitting) else None


def _counted(said: str, message: Message, choices: Sequence[Choice]) -> str | None:
    ids = [one.id for one in choices]
    little = small(message.tongue.code)
    if len(message.words) <= 4 and any(word.fold in little.last for word in message.words):
        return ids[-1]
    left = little.numbers | little.determiners
    counted = _COUNTED.fullmatch(" ".join(word for word in said.lower().split() if word.rstrip(".") not in left))
    if counted is not None:
        return ids[int(counted[1]) - 1] if 0 < int(counted[1]) <= len(ids) else None
    return nth(message, ids)


def _asks(message: Message) -> bool:
    """Whether a message wants more than to pick: something made, taken away or asked."""
    concepts = {one for said in reading(message).concepts.values() for one in said}
    return bool(concepts & {"hide", "remove", "wipe", "again", "outside", "list", "except", "swap"})


def _denied(message: Message) -> bool:
    return any(word.fold in message.tongue.negation for word in message.words)


def _whichever(message: Message) -> bool:
    """Whether any of several will do."""
    folds = tuple(word.fold for word in message.words)
    known = [one for code in vocabulary().words for one in phrases(code, "whichever")]
    return len(folds) <= FEW and any(folds[at : at + len(one)] == one for one in known for at in range(len(folds)))


def _naming(message: Message) -> list[str]:
    """The words of a message that name something."""
    return [message.words[at].text for at in _places(message)]


def _places(message: Message) -> list[int]:
    """Where they stand."""
    concepts = reading(message).concepts
    ordinals = set(message.tongue.data["ordinals"]) | small(message.tongue.code).last
    found: list[int] = []
    for at, word in enumerate(message.words):
        about = concepts.get(at, set[str]()) - {"map?"}
        if word.fold[0].isdigit() or (message.weights[at] == 1 and not about & set(KEPT) and word.fold not in ordinals):
            found.append(at)
    return found


def naming(text: str, locale: str) -> str:
    """The words of a text that name something."""
    return " ".join(_naming(heard(cleaned(text).strip(), ANY_DAY, locale)))


def means(name: str, label: str) -> bool:
    """Whether a name says which option is meant: all its words are in it."""
    return bool(name) and {key(one) for one in name.split()} <= _words(label)


def _words(label: str) -> set[str]:
    return {key(word.text) for word in words(label)}
