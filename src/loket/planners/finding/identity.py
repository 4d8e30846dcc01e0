"""Whether an agent is the organisation that a message names: by its card's name, its site's address and its title.

Words of law and for what an agent is say nothing of who it is, words of kind may be left out; any other word that is
missing, or one more, makes it another organisation."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from ipaddress import ip_address
from itertools import pairwise, takewhile
from urllib.parse import urlsplit

from loket.core.actions import Choice
from loket.language.languages import language
from loket.language.tokens import fold
from loket.planners.dialogue.choosing import NONE_OF
from loket.planners.finding.agents import Agent, about_agent
from loket.planners.finding.answer import listing
from loket.planners.finding.names import abbreviates, words_of
from loket.planners.finding.near import nearly
from loket.planners.finding.offers import Offer, offers_of
from loket.planners.finding.pick import Errand, Pick
from loket.planners.finding.query import addresses, covered, named_in
from loket.planners.finding.suits import required
from loket.planners.finding.trail import Trail
from loket.planners.finding.unspoken import kinds_unspoken, shares, subjects_unspoken, unspoken
from loket.planners.finding.usual import all_words, is_kind, kind_languages, usual
from loket.planners.finding.words import FindingWords

SENT = 0.6
"""From this part of its words on, a name is that of a value which is sent."""
LEGAL = 4
"""Longer words are no words of law."""
FEW = 6
"""So many others are offered."""
SISTER = 3
"""Fewer words stand between two of a name."""

_GAP = re.compile(r"\S\s{2,}\S")
_PIECES = re.compile(r"\s+[|–—·-]\s+|\s*[|:]\s+")


def meant(picked: Pick, trail: Trail, agents: Sequence[Agent], said: FindingWords) -> Pick:
    """The pick when it asks whom the message names, else the choice of those who offer the same."""
    names = "|".join(map(re.escape, _names_of(agents, trail.message.text, said)))
    left = rf"\s+(?:(?:{names})\s+)*" if names else r"\s+"
    found = _meant(picked, trail, agents, said)
    return replace(found, errands=tuple(_named_again(one, left, trail.message.text) for one in found.errands))


def _named_again(errand: Errand, left: str, text: str) -> Errand:
    """The errand whose texts have the names that were left out of them to read the message: what is sent is a sentence.
    `left` is what stood where a name is left out."""
    gaps = {name: value for name, value in errand.parameters.items() if isinstance(value, str) and _GAP.search(value)}
    whole = {name: re.search(left.join(map(re.escape, value.split())), text) for name, value in gaps.items()}
    return replace(errand, parameters={**errand.parameters, **{name: one[0] for name, one in whole.items() if one}})


def _meant(picked: Pick, trail: Trail, agents: Sequence[Agent], said: FindingWords) -> Pick:
    message = trail.message
    answers = message.wants is not None and not message.offer
    if picked.verdict == "none" or answers or message.choice or addresses(message.last):
        return picked
    text = message.text if message.offer else message.last
    offers = offers_of(agents, said)
    chosen = [one.offer for one in picked.errands] or [offers[one.id] for one in picked.choices if one.id in offers]
    names = named_in(text, said)
    names = names or [one for offer in chosen for one in _sisters(offer.agent, text, said)][:1]
    near = _near(names, chosen, text, said)
    named = [phrase for phrase in names if phrase in near or not _sent(phrase, picked.errands)]
    asked = list(picked.errands) or [Errand(offer, {}) for offer in chosen]
    is_theirs = bool(named) and all(is_named(offer.agent, named, said, text) for offer in chosen)
    strange = named
    if not named or is_theirs:
        strange = _not_offered(_without(text, named), asked, said, is_theirs) if trail.probed else []
    if not strange:
        return picked
    if not is_theirs and not near and _does_other(text, named, asked, said):
        return replace(picked, verdict="none", errands=(), choices=())
    ids = {offer.id for offer in chosen}
    alike = [offer for offer in offers.values() if offer.id in ids]
    strange, alike = (list(near), next(iter(near.values()))) if near else (strange, alike[:FEW])
    choices = (*_choices(alike), Choice(id=NONE_OF, label=said.none_of_these))
    reason = said.because("another", name=strange[0])
    names = listing(list(dict.fromkeys(offer.agent.name for offer in alike)), said)
    ask = (said.no_agent_of if strange is named or near else said.none_says).format(name=strange[0], agents=names)
    return Pick("choice", (), choices, picked.considered, reason, strange=strange[0], question=ask)


def _sisters(agent: Agent, text: str, said: FindingWords) -> Iterator[str]:
    """What is written small and has another word between two of the agent's name (`hill park swimmers` where it is
    called Hill Swimmers): the name of another one."""
    own, small = set(significant(agent.name, said)), language(said.code).function
    theirs = {fold(word.plain) for word in words_of(f"{about_agent(agent)} {agent.title}")}
    every = words_of(text)
    folds = [fold(word.plain) for word in every]
    for first, last in pairwise(at for at, word in enumerate(folds) if word in own):
        between = folds[first + 1 : last]
        others = [word for word in between if word.isalpha() and not is_kind(word) and word not in theirs]
        if 0 < len(between) == len(others) < SISTER and folds[first] != folds[last] and small.isdisjoint(between):
            yield text[every[first].start : every[last].end]


def _near(names: Iterable[str], offers: Sequence[Offer], text: str, said: FindingWords) -> Mapping[str, list[Offer]]:
    """What those offer whose names these nearly are and are not, by name."""
    strange = [name for name in names if not any(is_named(offer.agent, [name], said, text) for offer in offers)]
    near = {name: [offer for offer in offers if _nearly(offer.agent, name, said)] for name in strange}
    return {name: alike for name, alike in near.items() if alike}


def _nearly(agent: Agent, name: str, said: FindingWords) -> bool:
    """Whether a name is nearly that of this agent, or of its site."""
    titles = (agent.name, agent.organisation, *_PIECES.split(agent.title))
    return any(nearly(significant(name, said), significant(title, said)) for title in titles if title)


def _not_offered(text: str, asked: Sequence[Errand], said: FindingWords, is_theirs: bool) -> list[str]:
    """What the message speaks of and nobody found for it does. Of the one that it names only things and pursuits count:
    whom it means is sure."""
    return (subjects_unspoken if is_theirs else unspoken)(text, asked, said)


def _does_other(text: str, named: Sequence[str], asked: Sequence[Errand], said: FindingWords) -> bool:
    """Whether those to be asked instead speak of nothing that the message does, or not of its thing."""
    if named:
        return bool(subjects_unspoken(_without(text, named), asked, said))
    return not shares(text, asked, said) or bool(kinds_unspoken(text, asked, said))


def _without(text: str, names: Iterable[str]) -> str:
    for name in names:
        text = text.replace(name, " " * len(name))
    return text


def unnamed(picked: Pick, trail: Trail, said: FindingWords) -> bool:
    """Whether one agent would be asked that a search led to, and the message names nobody."""
    bases = {one.offer.agent.base for one in picked.errands}
    asks = trail.message.wants is None and not trail.message.choice and trail.taken("search")
    return bool(asks and picked.verdict == "run" and len(bases) == 1 and not named_in(trail.message.last, said))


def any_of(picked: Pick, alone: Mapping[str, Pick], agents: Sequence[Agent], said: FindingWords) -> Pick:
    """The pick, or a choice when several agents would each take the request by themselves: `alone` are their picks by
    their addresses."""
    taking = {base: {one.offer.id for one in each.errands} for base, each in alone.items() if each.verdict == "run"}
    if len(taking) < 2:
        return picked
    offers = [one for one in offers_of(agents, said).values() if one.id in taking.get(one.agent.base, ())]
    return Pick("choice", (), _choices(offers[:FEW]), picked.considered, said.because("several"))


def _choices(offers: Sequence[Offer]) -> tuple[Choice, ...]:
    return tuple(Choice(id=one.key, label=_label(one), detail=one.skill.description[:200]) for one in offers)


def nameless(trail: Trail, agents: Sequence[Agent], said: FindingWords) -> Trail:
    """The trail without the names of these agents in its message, mistyped ones, too: who is asked says nothing of what
    for."""
    message = trail.message
    asks = (message.wants is None or not message.wants.skill) and not message.choice
    own = _names_of(agents, message.text, said) if asks else []
    text, last = message.text, message.last
    for name in own:
        text, last = text.replace(name, " "), last.replace(name, " ")
    return replace(trail, message=replace(message, text=text, last=last)) if own else trail


def _names_of(agents: Sequence[Agent], text: str, said: FindingWords) -> list[str]:
    """The names in a text that are those of one of these agents, mistyped ones, too."""
    return [
        name
        for name in named_in(text, said)
        if any(is_named(agent, [name], said, text) or _nearly(agent, name, said) for agent in agents)
    ]


def best_named(agents: Sequence[Agent], text: str, said: FindingWords) -> list[Agent]:
    """Of several agents those that the message names; all when it names none of them."""
    named = named_in(text, said)
    there = [agent for agent in agents if is_named(agent, named, said, text)]
    return there or list(agents)


def is_named(agent: Agent, named: Sequence[str], said: FindingWords, text: str) -> bool:
    """Whether an agent is one of the organisations of these names, which stand in a text."""
    return any(_is(agent, name, said, text.partition(name)[2]) for name in named)


def _is(agent: Agent, name: str, said: FindingWords, behind: str) -> bool:
    """Whether an agent is the organisation of this name. What stands behind it in the text is still of the name, as far
    as the agent's own words are."""
    own, wanted = significant(agent.name, said), significant(name, said)
    more = [fold(word.plain) for word in words_of(behind)[: len(own)] if behind[:1].isspace()]
    wanted += takewhile(lambda word: word in own, more)
    if not wanted:
        return False
    host = _host_words(agent.site, [*wanted, *own], said)
    titles = [significant(piece, said) for piece in (agent.organisation, *_PIECES.split(agent.title)) if piece]
    if "&" in name and any(words[: len(wanted)] == wanted for words in (own, *titles)):
        return True  # behind the names of partners stands what they do
    ordinary = usual(said.code)
    elsewhere = {word for words in (*titles, host) for word in words}
    denies = any(not (ordinary.has(word) or is_kind(word) or word in elsewhere) for word in own)
    sources = [own, *([] if denies and not agent.organisation else [*titles, host])]
    return any(_same(wanted, words, said) for words in sources)


def significant(name: str, said: FindingWords) -> list[str]:
    """The words of a name that tell who it is, folded; the words of law only when there are no others."""
    folds = [fold(word.plain) for word in words_of(name) if word.text[:1].isalnum()]
    kept = [word for word in folds if word not in all_words("particles") | all_words("machines") | {"&"}]
    return [word for word in kept if not _legal(word, said)] or kept


def _legal(word: str, said: FindingWords) -> bool:
    short = len(word) < LEGAL and word in said.bodies and not is_kind(word)
    return short or abbreviates(word) or word == "club"


def _same(one: Sequence[str], other: Sequence[str], said: FindingWords) -> bool:
    """Whether two names are of the same: the longer one has but words of kind besides, or ends with words as names of
    organisations have them (`Town`, and `Town Juniors`)."""
    one, other = _without_translated(one, other), _without_translated(other, one)
    short, long = sorted(({_root(word): word for word in name} for name in (one, other)), key=len)
    if not short or not short.keys() <= long.keys():
        return False
    if short.keys() == long.keys():
        return True
    if all(is_kind(word) for word in short.values()):
        return False
    ends = len(short) > 1 and list(long)[: len(short)] == list(short)
    more = {root: word for root, word in long.items() if root not in short}
    return all(is_kind(word) or (ends and root in _roots(said.bodies)) for root, word in more.items())


def _without_translated(name: Sequence[str], other: Sequence[str]) -> Sequence[str]:
    """A name without its kind when the other one has its own in another language: they can't be compared."""
    theirs = {code for word in other if is_kind(word) for code in kind_languages(word)}
    return [word for word in name if not (is_kind(word) and theirs and kind_languages(word).isdisjoint(theirs))]


def _roots(words: Iterable[str]) -> frozenset[str]:
    return frozenset(_root(fold(word)) for word in words)


def _root(word: str) -> str:
    return word.removesuffix("s") if len(word) > LEGAL else word


def _host_words(site: str, wanted: Sequence[str], said: FindingWords) -> list[str]:
    """The words of the address of a site: those that are looked for, and what stands between them."""
    host = (urlsplit(site).hostname or "").removeprefix("www.")
    try:
        ip_address(host)
    except ValueError:
        label = fold(host.partition(".")[0])
    else:
        return []
    looked = "|".join(re.escape(word) for word in sorted(set(wanted), key=len, reverse=True))
    pieces = [piece for piece in re.split(rf"({looked})|[^\w]|_", label) if piece]
    return [
        piece
        for piece in pieces
        if not _legal(piece, said) and piece not in all_words("machines") | all_words("particles")
    ]


def _sent(phrase: str, errands: Sequence[Errand]) -> bool:
    """Whether a name is what a skill needs: then it is for the skill, and none of whom is to be asked."""
    return any(covered(phrase, required(errand)) >= SENT for errand in errands)


def _label(offer: Offer) -> str:
    return f"{offer.label} ({offer.agent.name})"
