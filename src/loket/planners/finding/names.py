"""Who and what a message names: people, whose names stay here, and organisations, which are looked for."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from loket.language.tokens import fold
from loket.planners.finding.usual import all_words, is_kind, usual
from loket.planners.finding.words import FindingWords

_TOKEN = re.compile(r"https?://\S+?(?=[.?!,;:)]*(?:\s|$))|[^\W_]+(?:['’&.-][^\W_]+)*|[.!?,;:()]", re.UNICODE)
PRIVATE = re.compile(
    r"[\w.+-]+(?:@| ?[(\[] ?(?:at|@) ?[)\]] ?)[\w-]+(?:\.[\w-]+)*|(?<![\w-])\+?\d(?:[ ()-]{0,3}\d){8,}(?![\w-])"
)
"""E-mail addresses and telephone numbers, which have nine digits and more; for a text as it reads (`core/level.py`)."""

SHORT = 3
"""Large letters alone are a name only when there are more."""

ABBREVIATED = 4
"""Letters of the longest word that may be short for another one."""

_ENDS = frozenset(".!?")
_VOWELS = frozenset("aeiouy")
_LINKS = frozenset({"of", "the", "and", "&", "for", "de", "von", "van", "do", "da"})
"""Small words that may stand inside the name of an organisation."""


@dataclass(frozen=True)
class NameWord:
    """A word as written, where it stands, and whether a sentence begins with it."""

    text: str
    start: int
    end: int
    first: bool

    @cached_property
    def plain(self) -> str:
        """In small letters, without the possessive."""
        return re.sub(r"['’]s$", "", self.text.lower())

    @property
    def large(self) -> bool:
        return self.text[:1].isupper()


def words_of(text: str) -> list[NameWord]:
    """The words of a text; marks that end a sentence only say so of the next word."""
    return [*_words_of(text)]


@lru_cache(maxsize=64)
def _words_of(text: str) -> tuple[NameWord, ...]:
    """The words; of a message and of the cards that are near it they are asked for at every turn."""
    found: list[NameWord] = []
    first = True
    for match in _TOKEN.finditer(text):
        first = first or "\n" in text[found[-1].end if found else 0 : match.start()]
        if match[0] in _ENDS:
            first = not (match[0] == "." and found and _with_point(found[-1].text))
        elif match[0][:1].isalnum():
            found.append(NameWord(match[0], match.start(), match.end(), first))
            first = False
        else:
            found.append(NameWord(match[0], match.start(), match.end(), False))
    return tuple(found)


def abbreviates(word: str) -> bool:
    """Whether a word is short for something, since it can't be said (`Dr`, `JFC`, `GmbH`)."""
    return len(word) <= ABBREVIATED and word.isalpha() and not _VOWELS & set(fold(word))


def _with_point(word: str) -> bool:
    """Whether the point behind a word ends no sentence (`Dr. Lee`, `St. Mary`)."""
    return len(word) < SHORT and word[:1].isupper() and abbreviates(word)


def people(text: str, said: FindingWords) -> frozenset[str]:
    """Names of people, in small letters: what stands where a name stands (`my son Seb`, `my name is Ann Lee`)."""
    words = words_of(text)
    found: set[str] = set()
    for at in range(len(words)):
        begin = _named_from(words, at, said)
        for word in words[begin : begin + 3] if begin else []:
            if not word.large or word.plain in said.calendar or word.first:
                break
            found.add(word.plain)
    return frozenset(found)


def practices(text: str, said: FindingWords) -> frozenset[str]:
    """Names of people that a person goes to, told with a title (`at Dr. Lee's`, `Zahnarztpraxis Dr. Huber`): they may
    be those of organisations as well."""
    words = words_of(text)
    found: set[str] = set()
    for before, word, *names in zip(words, words[1:], words[2:], words[3:] + words[-1:], strict=False):
        leads = before.plain in said.leads or is_kind(before.plain)
        if leads and word.plain in said.kin and abbreviates(word.text):
            found |= {name.plain for name in names if name.large and not name.first}
    return frozenset(found)


def likely_people(text: str, said: FindingWords) -> frozenset[str]:
    """Besides these, a single large word that a question is about (`Can Seb join …`, `Seb's age`)."""
    words, ordinary = words_of(text), usual(said.code)
    found = set(people(text, said))
    for before, word, after in zip([None, *words], words, [*words[1:], None], strict=False):
        if not word.large or word.plain in said.calendar or word.plain in said.little:
            continue
        behalf = before is not None and before.plain in said.behalf
        if word.text.isupper() and not (behalf and len(word.text) > SHORT):
            continue
        alone = after is None or not after.large
        about = before is not None and alone and (before.plain in said.asks or before.plain in said.behalf)
        about = about and not (ordinary.large and ordinary.has(fold(word.plain)))
        does = word.first and after is not None and after.plain in said.does
        # `St Brannoc's Library` is nobody's library: what belongs to a person is written small.
        owns = word.text != re.sub(r"['’]s$", "", word.text) and alone
        if about or does or owns:
            found.add(word.plain)
    return frozenset(found)


def organisations(text: str, names: Iterable[str], said: FindingWords) -> list[str]:
    """Runs of large words that name no person, the longest first."""
    people_, ordinary = frozenset(names), usual(said.code)
    runs: list[list[NameWord]] = [[]]
    for word in words_of(text):
        small = word.plain in said.little or word.plain in said.calendar or word.plain in said.kin
        thing = ordinary.large and ordinary.plain(fold(word.plain)) and not _of_body(word, said)
        if word.first and runs[-1]:
            runs.append([])
        named = (word.large or (word.text.isdigit() and runs[-1])) and word.plain not in people_ and not thing
        named = named and not (small and not runs[-1])
        if named or (runs[-1] and word.plain in _LINKS):
            runs[-1].append(word)
        elif runs[-1]:
            runs.append([])
    cleaned = [run for run in (_trimmed(run, said) for run in runs) if not (ordinary.large and _thing(run, said))]
    phrases = [text[run[0].start : run[-1].end] for run in cleaned if run]
    phrases = [phrase for phrase in phrases if phrase.lower() not in said.days_called]
    return sorted(dict.fromkeys(phrases), key=lambda phrase: -len(phrase.split()))


def _of_body(word: NameWord, said: FindingWords) -> bool:
    return word.plain in said.bodies or is_kind(word.plain)


def _thing(run: list[NameWord], said: FindingWords) -> bool:
    """Whether a run in a language that writes things large is a thing of one word."""
    return len(run) == 1 and (usual(said.code).has(fold(run[0].plain)) or is_kind(run[0].plain))


def rest_of_name(found: Sequence[NameWord], n: int, name: int, said: FindingWords) -> bool:
    """Whether the word at this place stands right behind a name, at the place `name`, so that it may be the rest of it
    (`seb green`, `seb van dijk`)."""
    word, before = found[n], n - 1
    while before > name and found[before].plain in all_words("particles"):
        before -= 1
    if name < 0 or before != name or not word.text[:1].isalpha() or word.plain in said.calendar:
        return False
    small = said.small | said.does
    return not ({word.plain, fold(word.plain)} & small) and (word.large or not found[name].large)


def _named_from(words: list[NameWord], at: int, said: FindingWords) -> int:
    """Where a name may begin after the word at this place; 0 when none does."""
    if words[at].plain in said.kin:
        after = at + 1
        while after < len(words) and (words[after].text == "," or words[after].plain in said.named):
            after += 1
        return after
    for parts in _split(said.calls).get(words[at].text.lower(), ()):
        if [word.text.lower() for word in words[at : at + len(parts)]] == parts:
            return at + len(parts)
    return 0


@lru_cache(maxsize=16)
def _split(phrases: tuple[str, ...]) -> dict[str, list[list[str]]]:
    """The words of each phrase, in their order, by the first of them."""
    found: dict[str, list[list[str]]] = {}
    for parts in map(str.split, phrases):
        found.setdefault(parts[0], []).append(parts)
    return found


def _trimmed(run: list[NameWord], said: FindingWords) -> list[NameWord]:
    """Without small words at either end and what a number behind one begins (`… Club for 28 November`), and without a
    lone word that is only large because a sentence begins."""
    counted = [n for n in range(1, len(run)) if run[n].text.isdigit() and run[n - 1].plain in _LINKS]
    run = run[: counted[0]] if counted else run
    while run and (run[-1].plain in _LINKS or run[-1].text.isdigit()):
        run = run[:-1]
    while run and (run[0].plain in _LINKS or run[0].plain in said.little or run[0].text.isdigit()):
        run = run[1:]
    return [] if len(run) == 1 and run[0].first else run
