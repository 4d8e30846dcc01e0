"""Which parameters may leave, and what a card knows: an optional text goes out when the message calls it so, and one
that may be somebody's name is shown first. What may leave in words is in `readable`."""

import re
from collections.abc import Collection
from functools import lru_cache

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_list, is_object, list_at, object_at, text_at
from loket.language.fields import kind_words
from loket.language.languages import themed
from loket.language.tokens import fold, parts, stem, words
from loket.planners.finding.agents import Agent
from loket.planners.finding.names import likely_people
from loket.planners.finding.usual import usual
from loket.planners.finding.words import FindingWords

FAR = 3
"""So many words may stand between a label and its value."""

_CODE = re.compile(r"(?=.*\d)(?=.*[^\W\d_])", re.DOTALL)
"""Letters and digits in one word, as the names of teams have them and those of people never."""


@lru_cache(maxsize=1)
def nouns() -> frozenset[str]:
    """The words for things, in all languages."""
    return frozenset(word.fold for by in themed("things").values() for told in by.values() for word in words(told))


def card_words(agent: Agent) -> str:
    """Everything a card says: names, descriptions, tags, examples, parameters and their values; not how it says it."""
    return parts(" ".join((agent.description, *_card_texts(list(agent.skills)))))


def labelled(text: str, name: str, shape: JsonObject, value: str, near: Collection[str] = ()) -> bool:
    """Whether a text calls a value by the words of the parameter right beside it (`team: Lions`). Behind one of `near`
    stands a place (`a team in Larkfield`)."""
    told = [word.fold for word in words(text)]
    wanted = [word.fold for word in words(value)]
    label = {stem(word.fold, "en") for word in words(f"{parts(name)}")} - {"name"}
    label |= {stem(one, "en") for one in folds_of(text_at(shape, "title"))}
    for at in range(len(told) - len(wanted) + 1):
        if wanted and told[at : at + len(wanted)] == wanted and not (at and told[at - 1] in near):
            beside = [*told[max(at - FAR, 0) : at], *told[at + len(wanted) : at + len(wanted) + 1]]
            if label & {stem(word, "en") for word in beside}:
                return True
    return False


def without_unasked(schema: JsonObject, slots: JsonObject, text: str, agent: Agent, said: FindingWords) -> JsonObject:
    """Without optional free texts that the message does not call so, and without those that name a person."""
    properties, required = object_at(schema, "properties"), list_at(schema, "required")
    people_ = {fold(name) for name in likely_people(text, said)}
    card = folds_of(card_words(agent))

    def leaves(name: str, value: Json) -> bool:
        shape = object_at(properties, name)
        if name in required or not any_text(shape):
            return True
        told = " ".join(texts_of(value))
        folds = folds_of(told)
        if folds & people_:
            return False
        coded = any(_CODE.match(word.text) for word in words(told)[:1])
        return (
            coded or folds <= card or labelled(text, name, shape, told, said.near) or of_group(text, told, name, said)
        )

    return {name: value for name, value in slots.items() if leaves(name, value)}


def may_name(schema: JsonObject, slots: JsonObject, text: str, said: FindingWords, agent: Agent) -> tuple[str, ...]:
    """The texts among these that look like somebody's name and that the card does not know."""
    properties = object_at(schema, "properties")
    card, ordinary = folds_of(card_words(agent)) | folds_of(agent.name), usual(said.code)
    people_ = {fold(name) for name in likely_people(text, said)}

    def person(name: str, value: Json) -> bool:
        if not any_text(object_at(properties, name)):
            return False
        told = " ".join(texts_of(value))
        folds = [word.fold for word in words(told)]
        if any(_CODE.match(word) for word in folds) or of_group(text, told, name, said):
            return False
        strange = [
            word
            for word in words(told)
            if not (word.text.isdigit() or word.fold in card)
            and not (ordinary.has(word.fold) and (ordinary.large or word.text.islower()))
        ]
        if people_ & set(folds):
            return True
        return bool(strange and len(folds) <= FAR and not _is_thing(text, told, said))

    return tuple(name for name, value in slots.items() if person(name, value))


def _is_thing(text: str, value: str, said: FindingWords) -> bool:
    """Whether a text has a value in small letters behind an article, where things stand (`a hedge trimmer`)."""
    found = words(text)
    wanted = [word.fold for word in words(value)]
    for at in range(1, len(found) - len(wanted) + 1):
        part = found[at : at + len(wanted)]
        if [word.fold for word in part] == wanted and all(word.text.islower() for word in part):
            return found[at - 1].text.lower() in said.nouns
    return False


def of_group(text: str, value: str, name: str, said: FindingWords) -> bool:
    """Whether a text says that somebody is in the group of this name (`plays for the Lions`), for a parameter that is
    a group by its own name: nobody's own name is told so."""
    if not any(word.fold in kind_words("member") for word in words(parts(name))):
        return False
    told = [word.text.lower() for word in words(text)]
    wanted = [word.text.lower() for word in words(value)]
    for at in range(len(told) - len(wanted) + 1):
        if wanted and told[at : at + len(wanted)] == wanted and at and told[at - 1] in said.articles_of:
            before = told[: at - 1]
            if any(before[-len(phrase) :] == phrase for phrase in (one.split() for one in said.member)):
                return True
    return False


def any_text(shape: JsonObject) -> bool:
    """Whether a name could be a value of it: a text or texts that neither a list nor a format limits."""
    if shape.get("type") == "array":
        return any_text(object_at(shape, "items"))
    return shape.get("type") in ("string", None) and not any(limit in shape for limit in ("enum", "const", "format"))


def folds_of(text: str) -> frozenset[str]:
    """The folded words of a text, without the possessive too."""
    found = {word.fold for word in words(text)}
    return frozenset(found | {one.removesuffix("'s") for one in found})


def _card_texts(value: Json) -> list[str]:
    """The texts of a card, and the names of parameters."""
    if is_object(value):
        named = list(object_at(value, "properties"))
        return [*named, *(text for one in value.values() for text in _card_texts(one))]
    if is_list(value):
        return [text for one in value for text in _card_texts(one)]
    return [value] if isinstance(value, str) else []


def texts_of(value: Json) -> list[str]:
    """A value, or each of several, as text."""
    return [text for one in value for text in texts_of(one)] if is_list(value) else [str(value)]
