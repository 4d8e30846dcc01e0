"""Whether a message is wholly for one tool: nothing that it speaks of is left over that the tool's own texts, the
values that it takes, or what was to be remembered do not explain."""

import json
from datetime import datetime
from functools import lru_cache
from itertools import pairwise

from loket.language import Skill, fill, read
from loket.language.anew import asks_anew
from loket.language.clauses import clauses
from loket.language.languages import language, themed
from loket.language.memory import turn_of
from loket.language.message import Message
from loket.language.spacing import spaced_like
from loket.language.tokens import fold, stem
from loket.planners.finding.names import likely_people, words_of
from loket.planners.finding.slots import profile_of
from loket.planners.finding.usual import all_words, is_kind, pursuits
from loket.planners.finding.words import FindingWords

TOLD = ("me", "you")
"""Who is in a question for what one asked the other to remember."""
ARTICLE = 2
"""So long may be a small word between the verb and what is one's own (`o meu carro`)."""
MINE = 0.5
"""From this part of what a message speaks of, it is about what was to be remembered when it asks for something of the
person's own (`What colour is my car?`)."""


def left_over(text: str, skill: Skill, now: datetime, said: FindingWords, least: float = 1.0) -> int | None:
    """How many words of a message, of those that weigh so much, the tool does not explain; None when none of its
    words is among the tool's own."""
    message, known = read(text, now, said.code, said.code), profile_of(skill, said.code)
    placed = fill(message, known.fields, known.code, known.known).places
    days = [(day.start, day.end) for day in message.dates] if placed else []
    taken = {at for places in placed.values() for at in places}
    taken |= {at for at, word in enumerate(message.words) if any(s <= word.start < e for s, e in days)}
    people = {fold(name) for name in likely_people(text, said)} | {fold(one) for one in said.kin}
    roots = skill_roots(skill, said.code)
    spoken = [at for at, weight in enumerate(message.weights) if weight >= least]
    own = {at for at, weight in enumerate(message.weights) if weight and message.stems[at] in roots}
    own = {at for at in own if message.folds[at] not in people}  # whom it is about says nothing of what for
    if not own - taken and (spoken or least < 1):
        return None
    figures = len(message.figures - taken)
    return figures + sum(at not in own | taken and message.folds[at] not in people for at in spoken)


def remembered(text: str, facts: tuple[str, ...], recall: Skill, said: FindingWords, noted: bool = False) -> bool:
    """Whether a message asks for what was to be remembered: a fact has all that it speaks of beside what asks to
    recall, and tells more; or it is about what the message calls the person's own. `noted`: right before it was of
    what is kept, so that half of what it speaks of is enough."""
    roots = skill_roots(recall, said.code)
    if noted and _goes_on(text, facts, roots, said):
        return True
    for fact in facts:
        spaced = spaced_like(text, fact)
        message, told = said.read(spaced), said.read(fact)
        asked = {message.stems[at] for at in message.heavy}
        recalls, asked, own = bool(asked & roots), asked - roots, _asked_of_mine(spaced, said)
        small = {root for root, weight in zip(message.stems, message.weights, strict=True) if 0 < weight < 1} - roots
        tells = recalls or bool(_weighty(told) - asked)
        covered = bool(asked | small) and asked | small <= set(told.stems) and (asked or _shared(message, told))
        wonders = "?" in text or any(one.mood == "wonders" for one in clauses(message))
        if covered and tells and (recalls or wonders):
            return True
        meant = _meant(spaced, said)
        if own & _mine(fact, said) and len(meant & _meant(fact, said)) >= MINE * len(meant):
            return True
    return _recalls_all(text, roots, said)


def _goes_on(text: str, facts: tuple[str, ...], roots: frozenset[str], said: FindingWords) -> bool:
    """Whether a question has half of what it speaks of in one of these facts, and nothing besides that somebody else
    may have or do: `Which school is there for my daughter?` is for others."""
    message = said.read(text)
    if not (asks_anew(message) or any(one.mood in ("asks", "wonders") for one in clauses(message))):
        return False
    asked = {message.stems[at] for at in message.heavy} - roots
    told = [set(said.read(spaced_like(fact, text)).stems) for fact in facts]
    best = max(told, key=lambda one: len(asked & one), default=set[str]())
    others = {at for at, root in enumerate(message.stems) if root in asked - best}
    # `and where can I buy tea` is for somebody else, `and what car share day` goes on.
    on = turn_of(message).follows and {fold(one) for one in message.tongue.data["me"]}.isdisjoint(message.folds)
    others_have = themed("things").keys() | (set[str]() if on else themed("acts").keys())
    deeds = {one.start for one in message.meanings if one.concept in others_have}
    strange = any(
        at in deeds or is_kind(message.folds[at]) or message.folds[at] in pursuits(said.code) for at in others
    )
    return bool(asked) and not strange and len(asked & best) >= MINE * len(asked)


def _recalls_all(text: str, roots: frozenset[str], said: FindingWords) -> bool:
    """Whether a question speaks of nothing but what was to be remembered, or asks what the person asked to remember."""
    message = said.read(text)
    asks = any(one.mood in ("asks", "wonders") for one in clauses(message)) and not message.numbers
    recalls = [at for at in message.heavy if message.stems[at] in roots]
    told = all(not {fold(one) for one in message.tongue.data[whose]}.isdisjoint(message.folds) for whose in TOLD)
    return asks and bool(recalls) and (told or len(recalls) == len(message.heavy))


@lru_cache(maxsize=256)
def _roots(texts: str, code: str) -> frozenset[str]:
    return frozenset(stem(fold(word.plain), code) for one in json.loads(texts) for word in words_of(one))


def skill_roots(skill: Skill, code: str) -> frozenset[str]:
    """The stems of all words in which a skill tells what it does and how it is asked for."""
    return _roots(json.dumps([skill.name, skill.description, *skill.examples]), code)


def _weighty(message: Message) -> set[str]:
    """What a text tells: its words that mean something, and its figures."""
    pairs = zip(message.words, message.stems, message.weights, strict=True)
    return {root for word, root, weight in pairs if weight == 1 or word.text[:1].isdigit()}


def _shared(message: Message, told: Message) -> bool:
    """Whether both texts have a small word in common, as `I` in *what do I like* and *I like tea*."""
    small = [
        {one for one, weight in zip(text.folds, text.weights, strict=True) if not weight} for text in (message, told)
    ]
    return bool(small[0] & small[1])


def _meant(text: str, said: FindingWords) -> frozenset[str]:
    """The stems of the words of a text that carry a meaning."""
    small = said.small
    found = [word for word in words_of(text) if word.text[:1].isalnum()]
    return frozenset(stem(fold(word.plain), said.code) for word in found if not {word.plain, fold(word.plain)} & small)


def _mine(text: str, said: FindingWords) -> frozenset[str]:
    """What the person calls their own (`my code`)."""
    found = words_of(text)
    told = [word for before, word in pairwise(found) if before.plain in all_words("mine")]
    return frozenset(stem(fold(word.plain), said.code) for word in told)


def _asked_of_mine(text: str, said: FindingWords) -> frozenset[str]:
    """What a question ends with that asks what something of one's own is (`What colour is my car?`)."""
    found = [word for word in words_of(text) if word.text[:1].isalnum()]
    if "?" not in text or len(found) < 3 or found[-2].plain not in all_words("mine"):
        return frozenset()
    before = [word.plain for word in found[:-2]]
    tongue = language(said.code)
    small = (tongue.function | tongue.light) - said.does - said.asks
    if before and len(before[-1]) <= ARTICLE and before[-1] in small:
        before.pop()
    is_ = before[-1] if before else ""
    return _mine(f"{found[-2].text} {found[-1].text}", said) if is_ in said.does | said.asks else frozenset()
