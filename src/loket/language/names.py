"""Finds what only the person knows: words that no skill, lexicon or grammar explains, which are names of things."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import pairwise

from loket.language.message import Message
from loket.language.tokens import fold, words


@dataclass(frozen=True, slots=True)
class WordRun:
    """Words in a row that name something, and the words just before them, the nearest first. `compound`: its parts are
    known words, so that it may be no name at all."""

    value: str
    first: int
    last: int
    before: tuple[str, ...]
    capital: bool
    compound: bool = False

    def follows(self, cues: AbstractSet[str]) -> bool:
        """Whether one of these words stands directly before it."""
        return bool(self.before) and self.before[0] in cues


def runs(message: Message, known: AbstractSet[str], taken: AbstractSet[int], things: bool = False) -> list[WordRun]:
    """The names in a message. `known` are stems that the skill explains, `taken` the places other slots use; `things`
    that have a common name are found too. Looked for once for all properties of a skill."""
    key = (id(known), frozenset(taken), things)
    found = message.named.get(key)
    if found is None:
        found = message.named[key] = (known, _runs(message, known, taken, things))
    return found[1]


def row(
    message: Message, places: range, known: AbstractSet[str], taken: AbstractSet[int], things: bool = False
) -> list[WordRun]:
    """The names in a row of which one stands at these places, with no more than a comma or an `and`, and how many there
    are, between them."""
    found = [part for run in runs(message, known, taken, things) if run.capital for part in _parted(message, run)]
    at = next((at for at, run in enumerate(found) if run.first in places), None)
    if at is None:
        return []
    first = last = at
    while first and _beside(message, found[first - 1], found[first]):
        first -= 1
    while last + 1 < len(found) and _beside(message, found[last], found[last + 1]):
        last += 1
    return [_counted(message, run) if things else run for run in found[first : last + 1]]


def _counted(message: Message, run: WordRun) -> WordRun:
    """A thing with the word for how many there are: `two old chairs`."""
    at = run.first - 1
    if at < 0 or message.tongue.numbers.get(message.folds[at], 1) == 1 or not message.joined(at, run.first):
        return run
    return replace(run, value=message.text[message.words[at].start : message.words[run.last].end], first=at)


def _parted(message: Message, run: WordRun) -> list[WordRun]:
    """The names on both sides of an `and` that joins two capitals as if they were one name."""
    ands = _ands(message)
    cuts = [at for at in range(run.first, run.last + 1) if message.folds[at] in ands]
    starts, ends = [run.first, *(at + 1 for at in cuts)], [*(at - 1 for at in cuts), run.last]
    spans = [(first, last) for first, last in zip(starts, ends, strict=True) if first <= last]
    text, said = message.text, message.words
    return [replace(run, value=text[said[a].start : said[b].end], first=a, last=b) for a, b in spans]


def _ands(message: Message) -> frozenset[str]:
    return frozenset(fold(word) for word in message.tongue.data["ands"][:1])


def _beside(message: Message, left: WordRun, right: WordRun) -> bool:
    first = right.first - 1 if message.folds[right.first - 1] in message.tongue.numbers else right.first
    between = message.text[message.words[left.last].end : message.words[first].start]
    ands, said = _ands(message), [word.fold for word in words(between)]
    return all(word in ands for word in said) and not set(between) & set(".;:!?()\n") and bool(said or "," in between)


def _runs(message: Message, known: AbstractSet[str], taken: AbstractSet[int], things: bool) -> list[WordRun]:
    meant, parts = message.doing if things else message.explained, message.parted
    found: list[WordRun] = []
    inner = message.tongue.data["inner"]
    at, count = greeted(message), len(message.words)
    while at < count:
        if not _open(message, at, known, meant, taken):
            at += 1
            continue
        end = at + 1
        while end < count and _joined(message, end):
            if _open(message, end, known, meant, taken) or _initial(message, end):
                end += 1
            elif (
                message.words[end].fold in inner
                and not (things and at in message.explained)
                and end + 1 < count
                and _capital(message, end + 1)
                and _capital(message, at)
            ):
                end += 2
            else:
                break
        noun = _noun(message, at, end)
        if noun is None:
            at = end
            continue
        before = tuple(word.fold for word in reversed(message.words[max(0, at - 3) : at]))
        value = message.text[message.words[at].start : message.words[noun].end]
        compound = all(place in parts for place in range(at, end))
        found.append(WordRun(value, at, end - 1, before, _capital(message, at), compound))
        at = end
    return found


def _noun(message: Message, first: int, end: int) -> int | None:
    """The last of words in a row that names something: in German the last noun, which has a capital (`Himbeeren
    zurück`), and none where all other nouns have one."""
    if message.tongue.code != "de" or not any(_capital(message, at) for at in range(1, len(message.words))):
        return end - 1
    nouns = (at for at in range(first, end) if _capital(message, at) or any(map(str.isdigit, message.folds[at])))
    return max(nouns, default=None)


def talk(message: Message) -> frozenset[int]:
    """The words between two marks that greet or thank, wherever they stand."""
    key = "talk"
    if key not in message.named:
        count = len(message.words)
        cuts = [0, *(at for at in range(1, count) if not message.joined(at - 1, at)), count]
        spans = [range(a, b) for a, b in pairwise(cuts)]
        small = message.tongue.small_talk
        message.named[key] = frozenset(at for s in spans if message.folds[s.start : s.stop] in small for at in s)
    return message.named[key]


def greeted(message: Message) -> int:
    """How many words at its beginning only greet."""
    most = min(message.tongue.longest_talk, len(message.words) - 1)
    talk = (n for n in range(most, 0, -1) if message.folds[:n] in message.tongue.small_talk)
    return next((n for n in talk if not message.joined(n - 1, n)), 0)


def beginnings(message: Message) -> list[int]:
    """The words that a sentence begins with, which have a capital whatever they are."""
    first = greeted(message)
    ended = (at for at in range(first + 1, len(message.words)) if _ended(message, at))
    return [first, *ended]


def _ended(message: Message, at: int) -> bool:
    between = message.text[message.words[at - 1].end : message.words[at].start]
    return any(c in between for c in ".!?\n") and between[-1:].isspace()


def _open(message: Message, at: int, known: AbstractSet[str], meant: AbstractSet[int], taken: AbstractSet[int]) -> bool:
    if at in meant or at in taken or at not in message.nameable or at in talk(message):
        return False
    return message.stems[at] not in known and message.folds[at] not in known


def _initial(message: Message, at: int) -> bool:
    """Whether a letter stands for a name: the J in `Anna J. Berg`."""
    word = message.words[at]
    return len(word.text) == 1 and word.text.isupper() and message.text[word.end : word.end + 1] == "."


def is_name(message: Message, at: int) -> bool:
    """Whether a word goes on a name: it has a capital and follows the word before it directly."""
    return _capital(message, at) and message.weights[at] > 0 and _joined(message, at)


def _capital(message: Message, at: int) -> bool:
    return message.words[at].text[:1].isupper()


def _joined(message: Message, at: int) -> bool:
    between = message.text[message.words[at - 1].end : message.words[at].start]
    between = between.removeprefix(".") if _initial(message, at - 1) else between
    return not any(c in between for c in ",.;:!?()\n/")
