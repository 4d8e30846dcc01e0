"""Where words that name something begin and end: a name is taken with what stands before it, a place with what follows,
and what may be no value at all is told apart."""

from collections.abc import Set as AbstractSet
from dataclasses import replace

from loket.core.data import Json
from loket.language.message import Message
from loket.language.names import WordRun, is_name, runs
from loket.language.tokens import fold

MOST_DIGITS = 3
"""A longer number is no number of a floor or a quay."""

ARTICLES = 2
"""So many small words may stand between a preposition and what it goes with: `in all the`."""


def whole_name(message: Message, run: WordRun, taken: AbstractSet[int]) -> WordRun:
    """A name with the words beside it that have a capital as well (`Little Auk`), and without those that have none
    (`play Harvest Moon`). In German every noun has one."""
    if message.tongue.code == "de":
        return run
    first = run.first
    while first < run.last and not _capital(message, first):
        first += 1
    if not _capital(message, first):
        return run
    while first > 1 and first - 1 not in taken and is_name(message, first) and _capital(message, first - 1):
        left = first - 1
        if left in message.unnamed or not message.weights[left] or not message.joined(left - 1, left):
            break
        first -= 1
    last = run.last
    while last + 1 < len(message.words) and not {last + 1} & {*taken, *message.unnamed} and is_name(message, last + 1):
        last += 1
    before = tuple(word.fold for word in reversed(message.words[max(0, first - 3) : first]))
    return replace(run, value=text_between(message, first, last), first=first, last=last, before=before, capital=True)


def located(message: Message, taken: AbstractSet[int], known: AbstractSet[str]) -> range | None:
    """The words that say where something is: what goes with a preposition of place, as far as it goes."""
    cues = {phrase[-1] for phrase in message.tongue.phrases("aside")}
    for at in (at for at, folded in enumerate(message.folds) if folded in cues):
        begin = at + 1
        while begin - at <= ARTICLES and _small(message, begin, at):
            begin += 1
        end = _end(message, begin, taken) if _follows(message, at, begin) else begin
        free = [one for one in range(begin, end) if message.weights[one] == 1]
        if any(message.stems[one] not in known and message.folds[one] not in known for one in free):
            return range(begin, end)
    return None


def numbered(message: Message, run: WordRun, taken: AbstractSet[int]) -> WordRun:
    """A place with its number or letter: `quay 4`."""
    last = run.last + 1 if _number(message, run.last + 1, taken) else run.last
    return replace(run, value=text_between(message, run.first, last), last=last)


def listing(
    message: Message, found: tuple[Json, range], known: AbstractSet[str], taken: AbstractSet[int]
) -> tuple[Json, range]:
    """What is named, with what is named behind an `and` and an article: `the old sofa and the mattress`."""
    ands, aside = message.tongue.data["ands"][0], {phrase[-1] for phrase in message.tongue.phrases("aside")}
    if not found[1]:
        return found
    first, last = found[1].start, found[1].stop - 1
    for run in (run for run in runs(message, known, taken, things=True) if run.first > last):
        between = message.folds[last + 1 : run.first]
        small = all(not message.weights[at] and message.folds[at] not in aside for at in range(last + 2, run.first))
        if between[:1] != (fold(ands),) or len(between) > ARTICLES or not small or not message.joined(last, run.first):
            break
        last = run.last
    return (text_between(message, first, last), range(first, last + 1)) if last >= found[1].stop else found


def text_between(message: Message, first: int, last: int) -> str:
    """The text from one word to another."""
    return message.text[message.words[first].start : message.words[last].end]


def _end(message: Message, begin: int, taken: AbstractSet[int]) -> int:
    """Where a phrase that begins at a word ends: at a mark, at a small word that goes with no noun, at a value."""
    inner, at = {fold(word) for word in message.tongue.data["inner"]}, begin
    end = begin
    while at < len(message.words) and (at == begin or message.joined(at - 1, at)):
        if _noun(message, at, taken) or (at > begin and _number(message, at, taken)):
            end = at + 1
        elif not (at > begin and message.folds[at] in inner):
            break
        at += 1
    return end


def _noun(message: Message, at: int, taken: AbstractSet[int]) -> bool:
    if at in taken or at in message.unnamed or at in message.doing:
        return False
    return message.weights[at] > 0 and len(message.folds[at]) > 1


def _number(message: Message, at: int, taken: AbstractSet[int]) -> bool:
    """A number or a single letter right behind a word."""
    if at >= len(message.words) or at in taken or at in message.unnamed or not message.joined(at - 1, at):
        return False
    word = message.words[at].text
    return (word.isdigit() and len(word) <= MOST_DIGITS) or (len(word) == 1 and word.isalpha() and word.isupper())


def _small(message: Message, at: int, cue: int) -> bool:
    """Whether an article or the like may stand here."""
    if at >= len(message.words) or message.weights[at] or not message.joined(cue, at):
        return False
    return message.folds[at].isalpha() and message.folds[at] not in message.tongue.negation


def _follows(message: Message, at: int, begin: int) -> bool:
    return begin < len(message.words) and message.joined(at, begin)


def _capital(message: Message, at: int) -> bool:
    return message.words[at].text[:1].isupper()
