"""What may leave in words: an allow-list. A word goes out when the agent's card has it, when it is a common word of
the language, or when it is sent anyway; every other word stays here, since it may be somebody's name."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_list, is_object, list_at, object_at, text_at
from loket.planners.finding.names import PRIVATE, Word, likely_people, words_of
from loket.planners.finding.trail import Agent
from loket.planners.finding.words import FindingWords, own_words
from loket.planners.skills.languages import concepts, detect, language, themed
from loket.planners.skills.tokens import fold, parts, stem, words

SHORT_STEM, LONG_NUMBER, FAR = 4, 5, 3
"""Shorter stems say too little; longer numbers may be somebody's; so many words may stand between a label and its
value."""

GROUPS = frozenset(
    {"club", "elftal", "equipe", "groep", "group", "grupo", "gruppe", "mannschaft", "squad", "team", "turma", "verein"}
)
"""What parameters are called that are the name of a group."""

_BETWEEN = re.compile(r"[^\s\0.,;:!?()'\"/&%€£$-]+")
_CODE = re.compile(r"(?=.*\d)(?=.*[^\W\d_])", re.DOTALL)
"""Letters and digits in one word, as the names of teams have them and those of people never."""


def readable(text: str, agent: Agent, values: JsonObject, said: FindingWords) -> str:
    """The text with only the words that may leave for this agent, when these values are sent with it."""
    spared = " ".join(_texts(list(values.values()))).lower()
    told = unicodedata.normalize("NFC", text)
    told = PRIVATE.sub(lambda one: one[0] if one[0].lower() in spared else "\0", told)
    found = words_of(told)
    sent = _folds(spared)
    own = _folds(f"{agent.name} {parts(agent.name)} {agent.site}")
    vocabulary, german = common(told)
    known = vocabulary | _folds(card_words(agent)) | own | sent
    people_ = {fold(name) for name in likely_people(told, said)} - own - sent
    stems = {stem(word, "en") for word in known if len(word) > SHORT_STEM}
    pieces: list[str] = []
    at = 0
    for n, word in enumerate(found):
        pieces.append(_BETWEEN.sub("", told[at : word.start]))
        at = word.end
        if not word.text[:1].isalnum():
            pieces.append(word.text)
            continue
        large = word.large and not word.first and not german and word.plain not in said.calendar
        folds = _folds(word.text)
        fits = all(_known(one, known, stems) for one in folds) if not large else folds <= own | sent | _written(agent)
        if folds and fits and (folds <= own | sent or not (folds & people_ or stands_as_name(found, n, said))):
            pieces.append(word.text)
        else:
            pieces.append("\0")
    pieces.append(_BETWEEN.sub("", told[at:]))
    return _joined("".join(pieces))


def common(text: str) -> tuple[frozenset[str], bool]:
    """The common words of the language of a text, and whether it writes ordinary words large."""
    code = detect(text, words(text), "en")
    return _common(code), code == "de"


@lru_cache(maxsize=1)
def nouns() -> frozenset[str]:
    """The words for things, in all languages."""
    return frozenset(word.fold for by in themed("things").values() for told in by.values() for word in words(told))


def small_words(text: str) -> frozenset[str]:
    """The words of the language of a text that carry little meaning."""
    tongue = language(detect(text, words(text), "en"))
    return tongue.function | tongue.light


def card_words(agent: Agent) -> str:
    """Everything a card says: names, descriptions, tags, examples, parameters and their values; not how it says it."""
    return parts(" ".join((agent.description, *_told(list(agent.skills)))))


def labelled(text: str, name: str, shape: JsonObject, value: str, about: str = "") -> bool:
    """Whether a text calls a value by the words of the parameter right beside it (`team: Lions`)."""
    told = [word.fold for word in words(text)]
    wanted = [word.fold for word in words(value)]
    label = {stem(word.fold, "en") for word in words(f"{parts(name)} {about}")} - {"name"}
    label |= {stem(one, "en") for one in _folds(text_at(shape, "title"))}
    for at in range(len(told) - len(wanted) + 1):
        if wanted and told[at : at + len(wanted)] == wanted:
            beside = [*told[max(at - FAR, 0) : at], *told[at + len(wanted) : at + len(wanted) + 1]]
            if label & {stem(word, "en") for word in beside}:
                return True
    return False


def without_unasked(schema: JsonObject, slots: JsonObject, text: str, agent: Agent, said: FindingWords) -> JsonObject:
    """Without optional free texts that the message does not call so, and without those that name a person."""
    properties, required = object_at(schema, "properties"), list_at(schema, "required")
    people_ = {fold(name) for name in likely_people(text, said)}
    card = _folds(card_words(agent))

    def leaves(name: str, value: Json) -> bool:
        shape = object_at(properties, name)
        if name in required or not any_text(shape):
            return True
        told = " ".join(_texts(value))
        folds = _folds(told)
        if folds & people_:
            return False
        coded = any(_CODE.match(word.text) for word in words(told)[:1])
        return coded or folds <= card or labelled(text, name, shape, told) or of_group(text, told, name, said)

    return {name: value for name, value in slots.items() if leaves(name, value)}


def may_name(schema: JsonObject, slots: JsonObject, text: str, said: FindingWords, agent: Agent) -> tuple[str, ...]:
    """The texts among these that look like somebody's name and that the card does not know."""
    properties = object_at(schema, "properties")
    card, usual = _folds(card_words(agent)) | _folds(agent.name), common(text)[0]
    people_ = {fold(name) for name in likely_people(text, said)}

    def person(name: str, value: Json) -> bool:
        if not any_text(object_at(properties, name)):
            return False
        told = " ".join(_texts(value))
        folds = [word.fold for word in words(told)]
        if any(_CODE.match(word) for word in folds) or of_group(text, told, name, said):
            return False
        strange = [
            word
            for word in words(told)
            if not (word.text.isdigit() or word.fold in card or (word.fold in usual and word.text.islower()))
        ]
        return bool(people_ & set(folds)) or bool(strange and len(folds) <= FAR)

    return tuple(name for name, value in slots.items() if person(name, value))


def of_group(text: str, value: str, name: str, said: FindingWords) -> bool:
    """Whether a text says that somebody is in the group of this name (`plays for the Lions`), for a parameter that is
    a group by its own name: nobody's own name is told so."""
    if not any(word.fold in GROUPS for word in words(parts(name))):
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


def _known(one: str, known: frozenset[str], stems: set[str]) -> bool:
    if one.isdigit():
        return len(one) < LONG_NUMBER or one in known
    return one in known or (len(one) > SHORT_STEM and stem(one, "en") in stems)


def stands_as_name(found: Sequence[Word], n: int, said: FindingWords) -> bool:
    """Whether a common word stands where a name does: `my daughter May`, `May is 9`, `my son rose, 9`."""
    word, after = found[n], found[n + 1] if n + 1 < len(found) else None
    before = found[n - 1] if n else None
    namelike = word.plain in said.calendar or word.plain in ("may", "will")
    if before is not None and after is None and word.first and word.large:
        return True  # a signature
    if before is not None and before.plain in said.kin:
        return (word.large and word.plain != "i") or (after is not None and after.text in ",(" and not namelike)
    return word.first and namelike and after is not None and after.plain in said.does


@lru_cache(maxsize=8)
def _common(code: str) -> frozenset[str]:
    tongue, said = language(code), own_words(code)
    meant = {word.fold for by in concepts().values() for word in words(by.get(code, ""))}
    talk = {word for phrase in tongue.small_talk for word in phrase}
    extra = said.little | said.kin | said.calendar | said.writing | said.birth | said.age
    return frozenset(tongue.function | tongue.light | tongue.negation | set(tongue.numbers) | meant | talk | extra)


def _written(agent: Agent) -> frozenset[str]:
    """The words that the card itself writes large."""
    return frozenset(word.fold for word in words(card_words(agent)) if word.text[:1].isupper())


def _folds(text: str) -> frozenset[str]:
    found = {word.fold for word in words(text)}
    return frozenset(found | {one.removesuffix("'s") for one in found})


def _told(value: Json) -> list[str]:
    """The texts of a card, and the names of parameters."""
    if is_object(value):
        named = list(object_at(value, "properties"))
        return [*named, *(text for one in value.values() for text in _told(one))]
    if is_list(value):
        return [text for one in value for text in _told(one)]
    return [value] if isinstance(value, str) else []


def _texts(value: Json) -> list[str]:
    return [text for one in value for text in _texts(one)] if is_list(value) else [str(value)]


def _joined(text: str) -> str:
    """One line; of a gap nothing stays, nor of the marks around it."""
    closed = re.sub(r"[-'’&/]*\0+[-'’&/]*|\0", " ", text)
    closed = re.sub(r"\(\s*[.,;:]*\s*\)", " ", closed)
    closed = re.sub(r"\s+([?.!,;:)])", r"\1", " ".join(closed.split()))
    closed = re.sub(r"\(\s+", "(", closed)
    closed = re.sub(r"[,;:](?:\s*[,;:])+", ",", closed)
    closed = re.sub(r"([.!?])(?:\s*[.,;:])+", r"\1", closed)
    return closed.strip(" ,;:-")
