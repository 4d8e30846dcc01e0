"""Which note of several is meant by a name, and which part of one: what was not named is not forgotten."""

import re

from loket.language.languages import language
from loket.language.tokens import words
from loket.planners.finding.usual import all_words, usual
from loket.planners.finding.words import finding_words
from loket_demos.urmston.own_words import code_of, meaning_of

_PART = re.compile(r"[,;\n]")
"""What stands between the things of one note."""
SHORT = 2
"""Things of so few words are a list when they are joined (`milk and bread`)."""


def first_named(what: str, facts: list[str]) -> list[str]:
    """The only fact that has the first thing that is named, also as somebody's (`forget Mia's, she has new ones`)."""
    code = code_of(what)
    first = next((word.fold for word in words(what) if meaning_of(word.text, code)), "")
    names = {first, first.removesuffix("'s"), first.removesuffix("s")} - {""}
    there = [fact for fact in facts if names & {word.fold for word in words(fact)}]
    return there if len(there) == 1 else []


def without_named(fact: str, asked: set[str]) -> tuple[str, str] | None:
    """The parts of a fact that are named, and those that stay; None where it is told as one, or all of it is named."""
    parts = [one.strip() for one in _PART.split(fact) if one.strip()]
    if len(parts) == 1:
        ands = "|".join(map(re.escape, language(code_of(fact)).ands))
        parts = [one.strip() for one in re.split(rf"\s+(?:{ands})\s+", fact)]
        parts = parts if all(len(one.split()) <= SHORT or _of_somebody(one) for one in parts) else [fact]
    named = [one for one in parts if asked & meaning_of(one, code_of(fact))]
    left = [one for one in parts if one not in named]
    joins = "|".join(map(re.escape, language(code_of(fact)).ands))
    named, left = ([re.sub(rf"^(?:{joins})\s+", "", one) for one in some] for some in (named, left))
    told = ", ".join(named)
    return (told, ", ".join(left)) if named and left and asked <= meaning_of(told, code_of(fact)) else None


def _of_somebody(part: str) -> bool:
    """Whether a part stands alone: it begins with whom or what of one's own it is about (`Tom was born …`), or says of
    what it begins with what that is (`training is at 6`)."""
    code = code_of(part)
    said, every = finding_words(code), [one.fold for one in words(part)]
    if not every or every[0] in said.does:
        return False
    persons = language(code).somebody | all_words("mine") | said.kin
    begins = part[:1].isupper() or every[0] in persons or not usual(code).has(every[0])
    return begins or not said.does.isdisjoint(every)
