"""What tells who somebody is, wherever it stands in a text: contact data, dates of birth, addresses, passwords."""

import re
from collections.abc import Iterator

from loket.core.level import Span, level
from loket.language import read
from loket.language.dates import ANY_DAY
from loket.language.tokens import fold
from loket.planners.finding.names import PRIVATE, NameWord, words_of
from loket.planners.finding.usual import all_words, streets, usual
from loket.planners.finding.words import FindingWords

NEAR, BETWEEN, CHUNK = 30, 5, 900
"""Characters beside a date in which a word of birth makes it somebody's; words between a street and its number; so much
is read for dates at once."""
KNOWN_END = 6
"""A word that ends with a word for a street is longer than this."""

_NUMBERED = re.compile(
    r"(?<![\w-])(?:[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?"
    r"|\d{4} ?[A-Z]{2}|[1-9]\d{3}(?!(?:am|cc|cm|eu|gb|hp|kg|km|kw|mb|ml|mm|pm|wh|th)\b)[a-z]{2}"
    r"|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})(?![\w-])"
)
"""Bank accounts, and the codes of places in the Netherlands and in Britain."""
_FIGURES = re.compile(r"(?<![\w.,-])\d(?:[ .-]?\d){6,}(?![\w,-])")
"""Seven digits and more, however they are grouped: a number of a person, a card or an account."""
_YEAR = re.compile(r"\d{4}|\d[./-]\d+[./-]\d{2}")
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_CODED = re.compile(r"(?=.*\d)[^\W_][\w-]{3,}")


def private(text: str, said: FindingWords) -> list[Span]:
    """Where such things stand in a text, however they are written."""
    reads = level(text)
    told = reads.text
    spans = [match.span() for pattern in (PRIVATE, _NUMBERED) for match in pattern.finditer(told)]
    spans += [*births(told, said), *homes(told, said), *_secrets(words_of(told), said)]
    apart: list[Span] = []
    for begin, end in sorted({reads.span(*span) for span in spans}):
        if apart and begin < apart[-1][1]:
            before = apart.pop()
            begin, end = before[0], max(end, before[1])
        apart.append((begin, end))
    return apart


def contact(text: str) -> dict[str, list[str]]:
    """What looks like contact data or the number of a person, by what it is: `mail`, `phone` or `number`."""
    kinds: dict[str, list[str]] = {"mail": [], "phone": [], "number": []}
    text = left = level(text).text
    for pattern in (_NUMBERED, PRIVATE, _FIGURES):
        for match in pattern.finditer(left):
            kind = "number" if pattern is not PRIVATE else "mail" if any(map(str.isalpha, match[0])) else "phone"
            kinds[kind].append(match[0].strip())
        left = pattern.sub(lambda one: " " * len(one[0]), left)
    kinds["number"] += [text[begin:end] for begin, end in _secrets(words_of(left), None)]
    return {kind: told for kind, told in kinds.items() if told}


def spared(told: str, values: str) -> bool:
    """Whether something private is among the values that are sent anyway, as it stands or as a date."""
    if told.lower() in values:
        return True
    numbers = {part.lstrip("0") for part in re.findall(r"\d+", told)}
    return any({year, day.lstrip("0")} <= numbers for year, _, day in _DAY.findall(values))


def births(text: str, said: FindingWords) -> Iterator[Span]:
    """Where dates of birth stand: a date with its year, beside a word that tells of a birth."""
    for begin in range(0, len(text), CHUNK):
        part = text[begin : begin + CHUNK]
        if not any(word.plain in said.birth for word in words_of(part)):
            continue
        for day in read(part, ANY_DAY, "en").dates:
            beside = part[max(day.start - NEAR, 0) : day.start] + " " + part[day.end : day.end + NEAR]
            told = part[day.start : day.end]
            if _YEAR.search(told) and any(word.plain in said.birth for word in words_of(beside)):
                yield begin + day.start, begin + day.end


def homes(text: str, said: FindingWords) -> Iterator[Span]:
    """Where a street stands with the number of a house, before or behind it."""
    found = words_of(text)
    known, ends = streets()
    for n, word in enumerate(found):
        told = fold(word.plain)
        joined = len(told) > KNOWN_END and told.endswith(ends) and told not in usual(said.code).exact
        if told not in known and not joined:
            continue
        if joined and n + 1 < len(found) and found[n + 1].text[:1].isdigit():
            yield word.start, found[n + 1].end
            continue
        if (other := next(_numbers_near(found, n, said), None)) is not None:
            yield min(word.start, other.start), max(word.end, other.end)


def _numbers_near(found: list[NameWord], n: int, said: FindingWords) -> Iterator[NameWord]:
    """The number of a house before or behind a street, with only the street's name between."""
    for step in (-1, 1):
        for far in range(1, BETWEEN + 1):
            at = n + step * far
            if not 0 <= at < len(found):
                break
            word = found[at]
            if word.text[:1].isdigit():
                if far > 1 or step > 0:
                    yield word
                break
            small = word.plain in said.calendar or (
                word.plain in said.little and word.plain not in all_words("particles")
            )
            if small or not (word.text[:1].isalpha() or word.text == ","):
                break


def _secrets(found: list[NameWord], said: FindingWords | None) -> Iterator[Span]:
    """What stands behind the word for a password, and the next word too when the first is a small one."""
    for n, word in enumerate(found):
        if word.plain in all_words("kept_words"):
            rest = [one for one in found[n + 1 : n + 4] if one.text[:1].isalnum()]
            secret = [one for one in rest if _CODED.fullmatch(one.text)] or (
                [] if said is None else [one for one in rest if one.plain not in said.little | said.named][:1]
            )
            yield from ((one.start, one.end) for one in secret[:1])
