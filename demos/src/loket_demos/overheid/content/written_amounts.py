"""Amounts of euros as they stand in a sentence, each with the words that belong to it, and what adds up to what."""

import re
from decimal import Decimal
from itertools import accumulate

from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.money import read_amount

MOST_AMOUNTS, MOST_TERMS = 40, 8

_number = r"[0-9]{1,3}(?:\.[0-9]{3}){1,3}(?:,[0-9]{2})?|[0-9]{1,9}(?:[.,][0-9]{2})?"
_amount = re.compile(
    rf"(?:€|\bEUR\b)\s{{0,10}}(?:{_number})(?![0-9])|(?<![0-9.,])(?:{_number})\s{{0,3}}(?:euro\b|EUR\b|€)(?!\s?[0-9])",
    re.I,
)


class WrittenAmount(DataRow):
    """`before` are the words since the amount before it, `label` also those behind the last one of a sentence;
    `after`: all that stands behind it."""

    written: str
    euro: Decimal
    begin: int
    before: str
    label: str
    after: str


def written_amounts(words: str, start: int) -> list[WrittenAmount]:
    """The amounts of a sentence that begins at `start`."""
    matches, found, at = list(_amount.finditer(words))[:MOST_AMOUNTS], list[WrittenAmount](), 0
    for match in matches:
        value = read_amount(re.sub(r"[^0-9.,]", "", match.group()), "bedrag")
        before, at = words[at : match.start()], match.end()
        behind = words[match.end() :] if match is matches[-1] else ""
        if value is not None:
            found.append(
                WrittenAmount(
                    written=" ".join(match.group().split()),
                    euro=value,
                    begin=start + match.start(),
                    before=before,
                    label=f"{before} # {behind}",
                    after=words[match.end() :],
                )
            )
    return found


def has_amount(words: str) -> bool:
    """Is there an amount of euros in it?"""
    return bool(_amount.search(words))


def adding_up(amounts: list[WrittenAmount]) -> list[WrittenAmount]:
    """Those that are the sum of the ones just above or below them, or what is left of one of them after another."""
    values = [one.euro for one in amounts[:MOST_AMOUNTS]]
    whole = set(values)
    return [one for n, one in enumerate(amounts[: len(values)]) if one.euro and _made(one.euro, n, values, whole)]


def _made(value: Decimal, n: int, values: list[Decimal], whole: set[Decimal]) -> bool:
    above, below = values[:n][::-1][:MOST_TERMS], values[n + 1 :][:MOST_TERMS]
    sums = {total for run in (above, below) for total in list(accumulate(run))[1:]}
    left = any(less and less != value and less + value in whole and less + value != less for less in whole)
    return value in sums or left
