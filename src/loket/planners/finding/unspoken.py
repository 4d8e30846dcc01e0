"""What a message speaks of and an agent does not: no word of its card or of its site's title, no concept of them, and
no value that would be sent. Nothing shows that such an agent is one for it: a person says whether it is asked."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from rapidfuzz.distance import OSA

from loket.language import fill, read
from loket.language.clauses import clauses
from loket.language.dates import ANY_DAY
from loket.language.fields import kind_words
from loket.language.languages import general, themed
from loket.language.message import Message
from loket.language.tokens import fold, parts, stem
from loket.language.vocabulary import LIKE
from loket.planners.finding.agents import Agent, about_agent
from loket.planners.finding.leaving import card_words, folds_of
from loket.planners.finding.names import likely_people, practices, words_of
from loket.planners.finding.pick import Errand
from loket.planners.finding.slots import profile_of
from loket.planners.finding.usual import is_kind, pursuits, usual, usual_words
from loket.planners.finding.words import FindingWords

PLACES = ("place", "address", "postcode", "from", "to")
"""Kinds of parameters that are places."""
CHARACTERS = 6_000
"""So much of what an agent says is read for concepts."""
HALF = 0.5
SHORTEST = 4
"""Shorter words stand in many a name that is written together (`car` in `childcare`)."""
BOTH = 2
"""Parts of a compound."""
LONG = 5
"""Shorter words are not taken for a slip of another one."""


@dataclass(frozen=True)
class _AgentWords:
    """What an agent says of itself. `run` are its words without anything between, as in the address of a site."""

    folds: frozenset[str]
    stems: frozenset[str]
    concepts: frozenset[str]
    run: str

    def has(self, word: str, root: str) -> bool:
        """Whether a folded word is one of these, a part of a name that is written together, or one with a slip."""
        if root in self.stems or (len(word) >= SHORTEST and word in self.run):
            return True
        near = (one for one in self.folds if one[:1] == word[:1] and min(len(one), len(word)) >= LONG)
        return any(OSA.normalized_similarity(one, word, score_cutoff=LIKE) for one in near)


def subjects_unspoken(text: str, errands: Sequence[Errand], said: FindingWords) -> list[str]:
    """The things and pursuits of a message that none of the agents speaks of, whose cards are in its language; without
    what is only told of oneself beside a question (`my English is bad`)."""
    if not all(profile_of(one.offer.skill, said.code).code == said.code for one in errands):
        return []
    message = said.read(text)
    left = _subjects(message, said) - _spoken_of(message, errands, said) - _told_beside(message, said)
    return [one for one in _phrases(message, left, said) if not pursuits(said.code).isdisjoint(folds_of(one))]


def unspoken(text: str, errands: Sequence[Errand], said: FindingWords) -> list[str]:
    """The phrases of a message that none of the agents to be asked speaks of, things and pursuits first."""
    message = said.read(text)
    return _phrases(message, _subjects(message, said) - _spoken_of(message, errands, said), said)


def _phrases(message: Message, left: AbstractSet[int], said: FindingWords) -> list[str]:
    """Words that stand beside each other, as they are written, things and pursuits first."""
    runs = [[at for _, at in run] for _, run in groupby(enumerate(sorted(left)), lambda one: one[1] - one[0])]
    phrases = [message.text[message.words[run[0]].start : message.words[run[-1]].end] for run in runs]
    return sorted(phrases, key=lambda one: pursuits(said.code).isdisjoint(folds_of(one)))


def _told_beside(message: Message, said: FindingWords) -> set[int]:
    """The words of clauses that ask nothing and tell of nobody else, beside one that asks."""
    every, others = clauses(message), message.tongue.people | {fold(one) for one in said.kin}
    plain = [
        one
        for one in every
        if one.mood in ("plain", "past") and others.isdisjoint(message.folds[at] for at in one.words)
    ]
    return {at for one in plain for at in one.words} if any(one.mood in ("asks", "wonders") for one in every) else set()


def shares(text: str, errands: Sequence[Errand], said: FindingWords) -> bool:
    """Whether the agents speak of anything that a message does, but for where it is."""
    message = said.read(text)
    shared = _subjects(message, said) & _spoken_of(message, errands, said)
    return any(not _behind_where(message, at, said) for at in shared)


def speaks_of(text: str, about: str, said: FindingWords) -> bool:
    """Whether what a site says of itself has what a message is about: every thing, pursuit and kind of organisation
    that it names, of which there has to be one, and half of all words that tell it; but for those of where and when."""
    message, site = said.read(text), _words_of_agent(about, said.code)
    counting = frozenset(message.tongue.numbers).union(*message.tongue.units)
    about_ = [at for at in _subjects(message, said) if message.folds[at] not in counting]
    subjects = {at for at in about_ if not _behind_where(message, at, said)}
    shared = {at for at in subjects if site.has(message.folds[at], message.stems[at])}
    shared |= {one.start for one in message.meanings if one.concept in site.concepts and one.start in subjects}
    things = {at for at in subjects if _is_thing(message, at, said)}
    things |= {at for at in about_ if _names_a_kind(message, at)}
    shared |= {at for at in things if site.has(message.folds[at], message.stems[at])}
    return bool(things) and things <= shared and len(shared) >= HALF * len(subjects)


def kinds_unspoken(text: str, errands: Sequence[Errand], said: FindingWords) -> list[str]:
    """The kinds of organisations in a message that none of the agents is or speaks of: a library is no club."""
    message = said.read(text)
    left = _subjects(message, said) - _spoken_of(message, errands, said)
    return [message.folds[at] for at in sorted(left) if is_kind(message.folds[at])]


def _names_a_kind(message: Message, at: int) -> bool:
    """Whether a word is no ordinary one and stands right beside a kind of organisation, which it tells from others of
    that kind (`the flixton library`)."""
    if usual(message.tongue.code).has(message.folds[at]):
        return False
    return any(is_kind(word) for word in (*message.folds[max(at - 1, 0) : at], *message.folds[at + 1 : at + 2]))


def _is_thing(message: Message, at: int, said: FindingWords) -> bool:
    """Whether a word names a thing, a pursuit or a kind of organisation, by which somebody can be told apart: what is
    done in the same word (`play`) may be anybody's, and so may what any organisation is called (`club`)."""
    word, verbs = message.folds[at], usual_words(message.tongue.code).words.get("verbs", "").split()
    if is_kind(word):
        return True
    meant = any(one.concept in themed("things") and one.start <= at < one.end for one in message.meanings)
    return (meant or word in pursuits(message.tongue.code)) and word not in said.bodies | {*verbs}


def _subjects(message: Message, said: FindingWords) -> set[int]:
    """The words of a message that say what it is about."""
    text = message.text
    hidden = {fold(one) for one in said.kin | said.little | likely_people(text, said) - practices(text, said)}
    left = {at for at in message.heavy if message.folds[at] not in hidden}
    left -= {at for one in message.meanings if one.concept in general() for at in range(one.start, one.end)}
    if (comma := text.find(",")) > 0 and sum(word.start < comma for word in message.words) == 1:
        left.discard(0)  # `hiya, …` calls somebody or greets
    return left - _measured(message)


def _spoken_of(message: Message, errands: Sequence[Errand], said: FindingWords) -> set[int]:
    return {at for one in errands for at in (*_sent(message, one, said), *_shared(message, one, said.code))}


def _measured(message: Message) -> set[int]:
    """The words that tell ages, days and figures."""
    spans = [(one.start, one.end) for one in (*message.ages, *message.dates, *message.times, *message.grades)]
    within = {at for at, word in enumerate(message.words) if any(s <= word.start < e for s, e in spans)}
    return within | set(message.figures)


def _sent(message: Message, errand: Errand, said: FindingWords) -> set[int]:
    """The words that values are made of; those of a place (`the library in Marling`) only where a place is wanted."""
    known = profile_of(errand.offer.skill, said.code)
    placed = fill(message, known.fields, known.code, known.known).places
    taken = {at for name, places in placed.items() if name in errand.parameters for at in places}
    values = {
        name: {word.fold for word in read(str(value), ANY_DAY, said.code).words}
        for name, value in errand.parameters.items()
    }
    taken |= {at for at, one in enumerate(message.folds) if any(one in folds for folds in values.values())}
    elsewhere = {one for name, folds in values.items() if not _is_place(name) for one in folds}
    return {at for at in taken if not (message.folds[at] in elsewhere and _behind_where(message, at, said))}


def _behind_where(message: Message, at: int, said: FindingWords) -> bool:
    """Whether a large word, or those before it, stands behind a word for where."""
    first = at
    while first and message.words[first].text[:1].isupper() and message.words[first - 1].text[:1].isupper():
        first -= 1
    return message.words[at].text[:1].isupper() and first > 0 and message.words[first - 1].text.lower() in said.near


def _is_place(name: str) -> bool:
    return any(word.plain in kind_words(kind) for word in words_of(parts(name)) for kind in PLACES)


def _shared(message: Message, errand: Errand, code: str) -> set[int]:
    """The words that the agent has itself, or that mean what it or the skill speaks of."""
    skill, agent = profile_of(errand.offer.skill, code), _words_of_agent(_about(errand.offer.agent), code)
    shared = {at for at, word in enumerate(message.folds) if agent.has(word, message.stems[at])}
    concepts = agent.concepts | skill.concepts.keys()
    meant = [one for one in message.meanings if one.concept in concepts]
    shared |= {at for one in meant if not one.part for at in range(one.start, one.end)}
    # Of a compound (`voetbalteam`) both parts have to be theirs: a `judoclub` is no club of another kind.
    halves = [one.start for one in meant if one.part]
    return shared | {at for at in halves if halves.count(at) == BOTH}


def _about(agent: Agent) -> str:
    return parts(f"{about_agent(agent)} {card_words(agent)}")


@lru_cache(maxsize=128)
def _words_of_agent(about: str, code: str) -> _AgentWords:
    told = read(about[:CHARACTERS], ANY_DAY, code)
    folds = frozenset(fold(word.plain) for word in words_of(about))
    roots = frozenset(stem(one, code) for one in folds) | frozenset(told.stems)
    concepts = frozenset(one.concept for one in told.meanings)
    return _AgentWords(folds, roots, concepts, "".join(one for one in fold(about) if one.isalnum()))
