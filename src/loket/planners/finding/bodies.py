"""Organisations by their kind: a word for one (`Tierpension`, `clínica`) beside a name. In a language that writes every
thing large, a name is what is no ordinary word."""

from collections.abc import Container, Sequence

from loket.language.tokens import fold
from loket.planners.finding.names import NameWord, abbreviates, words_of
from loket.planners.finding.usual import all_words, is_kind, usual
from loket.planners.finding.words import FindingWords

MOST = 5
"""Words of a name beside its kind."""


def by_kind(text: str, people: Container[str], said: FindingWords) -> list[str]:
    """The organisations that a text names with their kind, the longest first."""
    found = words_of(text)
    spans = {span for n, word in enumerate(found) if is_kind(word.plain) for span in _around(found, n, people, said)}
    phrases = [text[found[first].start : found[last].end] for first, last in sorted(spans)]
    return sorted(dict.fromkeys(phrases), key=lambda phrase: -len(phrase.split()))


def small_names(text: str, people: Container[str], said: FindingWords, least: int = 2) -> list[str]:
    """The organisations that a text names in small letters: a strange word and behind it words as such names have them,
    behind a word that leads to one; of so many such words as `least` the lead may be another."""
    found, ordinary = words_of(text), usual(said.code)
    names: list[str] = []
    for n, word in enumerate(found):
        before = found[n - 1].plain if n else ""
        strange = word.text.isalpha() and not ordinary.has(fold(word.plain)) and word.plain not in said.bodies
        if not strange or word.plain in people or word.plain in said.little | said.calendar or before in said.kin:
            continue
        last = n
        while last + 1 < len(found) and _of_names(found[last + 1], said) and not found[last + 1].first:
            last += 1
        apart = least > 1 or before not in said.nouns | said.articles_of  # `the chess club` is one by its kind alone
        if (last - n >= least and apart) or (last > n and before in said.leads):
            names.append(text[found[n].start : found[last].end])
    return names


def _of_names(word: NameWord, said: FindingWords) -> bool:
    return word.plain in said.bodies or (abbreviates(word.text) and word.plain not in said.little | said.calendar)


def _around(found: Sequence[NameWord], n: int, people: Container[str], said: FindingWords) -> list[tuple[int, int]]:
    """From where to where the name with the kind at this place stands; the name is behind it, or else before."""
    last = _behind(found, n, people, said)
    if last > n:
        return [(n, last)]
    first = _before(found, n, people, said)
    return [(first, n)] if first < n else []


def _behind(found: Sequence[NameWord], n: int, people: Container[str], said: FindingWords) -> int:
    """The last word of the name behind a kind; the kind itself when there is none."""
    at, last = n + 1, n
    while at < len(found) and found[at].plain in all_words("joins"):
        at += 1
    joined = at > n + 1
    while at < len(found) and at <= n + MOST + joined:
        word = found[at]
        abbreviated = found[at - 1].plain in all_words("joins")
        if word.first and not abbreviated:
            break
        if _names(word, people, said, inside=joined):
            last = at
        elif not (last > n and word.plain in all_words("particles")):
            break
        at += 1
    return last


def _before(found: Sequence[NameWord], n: int, people: Container[str], said: FindingWords) -> int:
    """The first word of the name before a kind; only behind a small word that stands before a thing or a place, since a
    person's name stands elsewhere (`Can Seb school …`)."""
    first = n
    while first > 0 and n - first < MOST and _names(found[first - 1], people, said, inside=False):
        first -= 1
    if first == n or first == 0 or found[first].first:
        return n
    lead = found[first - 1]
    small = fold(lead.plain) in usual(said.code).exact and not lead.large
    return first if small and lead.plain not in said.asks | said.behalf | said.kin | said.does else n


def _names(word: NameWord, people: Container[str], said: FindingWords, inside: bool) -> bool:
    """Whether a word is one of a name. `inside`: others of it stand before, so that an ordinary one may follow."""
    if not (word.large and word.text[:1].isalpha()) or word.text[-2:] in ("'s", "’s"):
        return False
    if word.plain in said.calendar or word.plain in said.kin or word.plain in people:
        return False
    ordinary = usual(said.code)
    return inside or not ordinary.large or not ordinary.plain(fold(word.plain))
