"""Clauses that order nothing: what is told as past, supposed, forbidden, or said by somebody else. They are known by
the closed words of a language alone: auxiliaries, subordinating conjunctions, negations, verbs of saying."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from loket.language.evidence import Evidence
from loket.language.languages import alternatives, language, themed
from loket.language.message import Message
from loket.language.profile import AHEAD, TAG, TAKING, TELLING
from loket.language.tenses import grammar, spans
from loket.language.tokens import flat, fold

Mood = Literal["plain", "asks", "wonders", "past", "supposed", "reported"]

AT_A_WORD = ["borrow", "collect", "deliver", "order", "pay", "redirect", "register", "renew", "rent_out", "return_item"]
ORDERED = TAKING | AHEAD | frozenset([*AT_A_WORD, "send", "swap", "transfer"])
"""Concepts of what is done at somebody's word. Others are done by telling them: to report, to complain, to praise."""

REACH = 4
"""How many words before a deed a no may stand."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a message, by the numbers of its words, and how what it speaks of is meant: `asks` for something,
    `wonders` about something, or orders nothing."""

    words: range
    mood: Mood


def wished(message: Message) -> str:
    """The text of a message without the clauses that forbid something, when others say more."""
    refused = [
        one for one in clauses(message) if any(_denied(message, one, at) for at in _deeds(message, one, ORDERED))
    ]
    left = [one for one in clauses(message) if one not in refused]
    if not refused or not any(at in one.words for one in left for at in message.heavy):
        return message.text
    ends = ((message.words[one.words.start].start, message.words[one.words.stop - 1].end) for one in left)
    return " ".join(message.text[start:end] for start, end in ends)


def opens(text: str, code: str) -> bool:
    """Whether a text begins as a wish or a question does."""
    text = text.lstrip()
    wish = grammar(code).asks(text)
    return _patterns(code).wonders.match(flat(text)) is not None or (wish is not None and wish.start() == 0)


def orders(part: Message) -> bool:
    """Whether a part of a message begins with a deed, after no more than a please: `reserve the ladder`."""
    known, polite = grammar(part.tongue.code), set(map(fold, part.tongue.data["clauses"]["asks"]))
    first = next((at for at, word in enumerate(part.folds) if word not in polite), None)
    if first is None or known.done.fullmatch(part.folds[first]):
        return False
    return bool(_deeds(part, Clause(range(first, first + 1), "plain"), themed("acts").keys()))


def ordered(message: Message, one: Evidence) -> bool:
    """Whether a message may order what a skill does: not when each clause that names its deed tells, supposes, reports
    or forbids it, nor when a past day or a condition is told that none of its values takes."""
    every, profile = clauses(message), one.profile
    accounted = set(range(len(message.words))) if handed_on(one) else one.placed()
    asking = (clause.words for clause in every if clause.mood in ("asks", "wonders"))
    open_ = ({at for at in message.heavy if at in words} for words in asking)
    # What is asked of something else orders nothing of what is told.
    asks = any(not words or words & (one.known | one.placed()) for words in open_)
    own = frozenset(name for name, worth in profile.concepts.items() if worth >= TAG * 0.95) & ORDERED
    # Who wants a pause says what is not to be delivered.
    own = (own & TAKING if profile.taking else own) or own
    if called_off(message, one) or any(_nothing(message, clause) for clause in every):
        return False
    if own.isdisjoint(TELLING) and own and past(message):
        return False
    if not asks and any(_done_before(message, clause, own | TELLING) for clause in every):
        return False
    naming = [(clause, deeds) for clause in every if (deeds := _deeds(message, clause, own))]
    if naming and all(_idle(message, clause, deeds, asks) for clause, deeds in naming):
        return False
    if not asks and any(clause.mood == "past" for clause in every):
        over = (message.over(day.start, day.end) for day in message.dates if day.ahead < message.today)
        if any(accounted.isdisjoint(places) for places in over):
            return False
    supposed = [clause.words for clause in every if clause.mood == "supposed"]
    questions = "?" in message.text or any(clause.mood == "wonders" for clause in every)
    return questions or accounted.issuperset(at for words in supposed for at in message.heavy if at in words)


def called_off(message: Message, one: Evidence) -> bool:
    """Whether what a skill does is spoken of only where it is said that it need not be done (`don't bother with …`).
    What ends something is for that which is needed no more."""
    if one.profile.taking:
        return False
    off = {at for clause in clauses(message) if _is_off(message, clause) for at in clause.words}
    over = (clause.words for clause in clauses(message) if _is_over(message, clause))
    off.update(at for words in over for at in range(words.stop))
    spoken = one.known or set(message.heavy)
    return bool(off) and spoken - one.placed() <= off


def _is_off(message: Message, one: Clause) -> bool:
    """Whether a clause says that something need not be done."""
    if one.mood in ("wonders", "supposed") or questioned(message, one):
        return False
    return any(_has(message, one, phrase) for phrase in message.tongue.phrases("called_off"))


def _is_over(message: Message, one: Clause) -> bool:
    """Whether a clause says no more than that what stands before it is not needed any longer: `but never mind`."""
    if not one.words.start or one.mood in ("wonders", "supposed") or questioned(message, one):
        return False
    phrases = [phrase for phrase in message.tongue.phrases("no_longer") if _has(message, one, phrase)]
    own = {word for phrase in phrases for word in phrase}
    return bool(phrases) and all(message.weights[at] < 1 or message.folds[at] in own for at in one.words)


def _has(message: Message, one: Clause, phrase: Sequence[str]) -> bool:
    """Whether a phrase ends in a clause; others may stand within it where a verb comes first (`je hoeft de tank niet
    …`). Elsewhere it may begin before it, as a word that is read as `and` ends no phrase."""
    folds, words = message.folds, one.words
    if message.tongue.particles:
        left = iter(folds[words.start : words.stop])
        return all(word in left for word in phrase)
    ends = (at for at in words if tuple(folds[max(0, at + 1 - len(phrase)) : at + 1]) == phrase)
    return any(message.joined(at + 1 - len(phrase), at) for at in ends)


def contrary(message: Message, one: Clause) -> bool:
    """Whether a clause sets something against what stands before it: `but leave the other one`."""
    data = message.tongue.data
    against = {*map(fold, data["rates"]["but"]), fold(data["clauses"]["begins"][0])}
    return any(message.folds[at] in against for at in one.words)


def questioned(message: Message, one: Clause) -> bool:
    """Whether a clause ends in a question mark."""
    return message.text[message.words[one.words.stop - 1].end :].lstrip()[:1] == "?"


def handed_on(one: Evidence) -> bool:
    """Whether a text has the whole message, so that no word of it is left over. Where something is taken away,
    a reason that nobody asked for leaves them to be accounted for."""
    texts = [field for field in one.profile.fields if field.kind == "text" and field.name in one.filled.slots]
    return any(field.required or not one.profile.taking for field in texts)


def past(message: Message) -> bool:
    """Whether a message only tells what was."""
    return all(clause.mood == "past" for clause in clauses(message))


def clauses(message: Message) -> Sequence[Clause]:
    """The clauses of a message in their order."""
    key = "clauses"
    if key not in message.named:
        message.named[key] = [Clause(span, _mood(message, span)) for span in spans(message)]
    return message.named[key]


def _mood(message: Message, span: range) -> Mood:
    start, end = message.words[span.start].start, message.words[span.stop - 1].end
    low, known = flat(message.text), _patterns(message.tongue.code)
    text = low[start:end]
    if known.supposed.match(text):
        return "plain" if known.polite.search(text) else "supposed"
    if known.reported.match(text):
        return "reported"
    if known.wonders.match(text):
        return "wonders"
    # `…, right?` asks for nothing.
    tag = all(message.weights[at] < 1 for at in span) and span.start > 0
    if grammar(message.tongue.code).asks(message.text[start:end]) or (low[end:].lstrip()[:1] == "?" and not tag):
        return "asks"
    return "past" if known.past.search(text) else "plain"


def _done_before(message: Message, one: Clause, deeds: AbstractSet[str]) -> bool:
    """Whether a clause tells that the deed was done: `but I already told the coach`."""
    known, already = grammar(message.tongue.code), _no(message, "already")
    if already.isdisjoint(message.folds[at] for at in one.words):
        return False
    forms = (known.done, known.regular, known.alone)
    return any(form.fullmatch(message.folds[at]) for at in _deeds(message, one, deeds) for form in forms)


def _nothing(message: Message, one: Clause) -> bool:
    """Whether a clause says that nothing is to be done, `please do nothing yet`, or that what stands before it is not
    wanted: `but I don't want that`, which is no more wanted when it was before (`I don't want that any more`)."""
    folds, worth = {message.folds[at] for at in one.words}, max(message.weights[at] for at in one.words)
    if questioned(message, one) or one.mood not in ("plain", "asks") or worth == 1:
        return False
    against = one.mood == "asks" and one.words.start > 0 and folds.isdisjoint(_no(message, "relative"))
    denied = against and not folds.isdisjoint(message.tongue.negation)
    refused = denied and not folds.isdisjoint(_no(message, "all_that"))
    return refused or (worth > 0 and not folds.isdisjoint(_no(message, "nothing")))


def _no(message: Message, name: str) -> frozenset[str]:
    return frozenset(map(fold, message.tongue.data[name]))


def _deeds(message: Message, one: Clause, concepts: AbstractSet[str]) -> set[int]:
    """The words of a clause that name a deed by themselves. A phrase may hold a no of its own: `no longer needed`."""
    single = [each for each in message.meanings if each.end - each.start == 1 and not each.part]
    return {each.start for each in single if each.concept in concepts and each.start in one.words}


def _idle(message: Message, one: Clause, deeds: AbstractSet[int], asks: bool) -> bool:
    """Whether a clause names deeds without ordering them. What is told as past gives a reason when something is asked
    besides."""
    if one.mood == "supposed" or any(_denied(message, one, at) for at in deeds):
        return True
    form = _patterns(message.tongue.code).preterite
    past = any(at > one.words.start and form.fullmatch(message.folds[at]) for at in deeds)
    return not asks and (one.mood in ("past", "reported") or (one.mood == "plain" and past))


def _denied(message: Message, one: Clause, deed: int) -> bool:
    """Whether a no stands before a deed, or behind it in a language whose verb comes first."""
    folds, tongue = message.folds, message.tongue
    negation = tongue.negation | _no(message, "nothing")
    if any(folds[at] in negation for at in range(max(one.words.start, deed - REACH), deed)):
        return True
    late = tongue.data["negation_after"].split() if tongue.particles else ()
    return any(folds[at] in late for at in range(deed, one.words.stop))


@dataclass(frozen=True, slots=True)
class _Patterns:
    supposed: re.Pattern[str]
    polite: re.Pattern[str]
    reported: re.Pattern[str]
    wonders: re.Pattern[str]
    past: re.Pattern[str]
    preterite: re.Pattern[str]


@lru_cache(maxsize=8)
def _patterns(code: str) -> _Patterns:
    data = language(code).data["clauses"]
    said = {name: alternatives(words) for name, words in data.items() if isinstance(words, list)}
    begins = rf"(?:(?:{said['begins']})\s+)?"
    return _Patterns(
        re.compile(rf"(?:{said['if']}|{said['if_first']})\b"),
        re.compile(rf"\b(?:{said['polite']})\b"),
        re.compile(rf"(?:(?!(?:{said['own']})\s)\S+\s){{1,3}}(?:{said['reports']})\b"),
        re.compile(rf"{begins}(?:{said['wonders']})\b"),
        re.compile(rf"{grammar(code).was.pattern}|\b(?:{said['unsure']})\b"),
        re.compile(data["preterite"]),
    )
