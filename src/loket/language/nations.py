"""Whose a thing is: an Italian passport is no business of skills that are Portuguese by their own words."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise

from loket.language.languages import PACKAGE, language, themed
from loket.language.message import Message
from loket.language.skill import Skill
from loket.language.tokens import LANGUAGES, fold, words
from loket.language.vocabulary import Vocabulary

OFTEN = 2
"""So many skills must name a nation for all of them to be its own."""

BESIDE = 3
"""So many words before a nation may say that it is only what somebody is or has."""


def nations_of(skills: Iterable[Skill]) -> frozenset[str]:
    """The nations that skills name in their own words, in whatever language, as an adjective or a country. None when
    hardly any skill does: that a film is in German makes no cinema German."""
    outright: Counter[str] = Counter()
    found: set[str] = set()
    for skill in skills:
        own = _nations_in(skill.name, skill.description, *skill.tags)
        outright.update(own)
        found |= own | _nations_in(*skill.examples, json.dumps(skill.parameters, ensure_ascii=False))
    return frozenset(found) if max(outright.values(), default=0) >= OFTEN else frozenset()


def foreign_nation(message: Message, own: frozenset[str], vocabulary: Vocabulary) -> str:
    """The word for another nation than the skills' own that a message has beside a thing the skills deal with. What
    somebody is, has or speaks is none: `I am German`, `tenho passaporte italiano`. Nothing for skills of no nation."""
    if not own:
        return ""
    code, spoken = message.tongue.code, message.words
    table, being = _adjectives(code), _being(code)
    for at, word in enumerate(spoken):
        nation = table.get(word.fold)
        if nation is None or nation in own or any(w.fold in being for w in spoken[max(0, at - BESIDE) : at]):
            continue
        # An adjective stands before its noun, in Portuguese after it.
        noun = at - 1 if code == "pt" else at + 1
        if 0 <= noun < len(spoken) and _deals_with(message, noun, vocabulary):
            return word.text
    return ""


def _deals_with(message: Message, at: int, vocabulary: Vocabulary) -> bool:
    """Whether a word is a thing of these skills, no person and nothing that is merely done."""
    meant = {one.concept for one in message.meanings if one.start <= at < one.end}
    if meant & themed("acts").keys() or meant & PERSONS or not message.weights[at]:
        return False
    return bool(meant & vocabulary.concepts.keys() or vocabulary.owners(message.words[at].fold, message.tongue.code)[0])


PERSONS = frozenset(["child", "partner", "family", "boys", "girls", "person", "resident", "work", "study", "team"])
"""Concepts of people and of what they do: a German wife makes no request German."""


@lru_cache(maxsize=1)
def _nations() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    return json.loads(files(PACKAGE).joinpath("concepts", "nations.json").read_text("utf-8"))


@lru_cache(maxsize=len(LANGUAGES))
def _adjectives(code: str) -> Mapping[str, str]:
    return {word: nation for nation, said in _nations().items() for word in _folds(said["adjective"].get(code, ""))}


@lru_cache(maxsize=len(LANGUAGES))
def _being(code: str) -> frozenset[str]:
    return frozenset(fold(word) for word in language(code).data["being"])


@lru_cache(maxsize=1)
def _every() -> Mapping[str, str]:
    named: dict[str, str] = {}
    for nation, sorts in _nations().items():
        for by_language in sorts.values():
            for said in by_language.values():
                named |= dict.fromkeys(_folds(said), nation)
    return named


def _nations_in(*texts: str) -> set[str]:
    table, said = _every(), [word.fold for text in texts for word in words(text)]
    pairs = [f"{a} {b}" for a, b in pairwise(said)]
    return {table[word] for word in (*said, *pairs) if word in table}


def _folds(said: str) -> list[str]:
    return [" ".join(word.fold for word in words(entry)) for entry in said.split(",") if entry.strip()]
