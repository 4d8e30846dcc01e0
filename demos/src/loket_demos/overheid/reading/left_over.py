"""Amounts of a message that are of no use to anything that is read: what they are is asked, for one may be an income or
savings that nothing named."""

from itertools import combinations

from loket.language.message import Message
from loket.language.rates import YEARS, Rate
from loket_demos.overheid.reading.amounts import LEAST_ALONE, Amounts
from loket_demos.overheid.reading.clauses import Clauses
from loket_demos.overheid.reading.field_words import field_words, places

MOST_PARTS = 6
"""Of so many amounts every sum is tried."""


def left_over(message: Message, sums: Amounts) -> list[Rate]:
    """The amounts beside an income that nothing was made of: none that is paid, a year, or told once more, also in
    parts (`42,000 euros, 26k and 16k`)."""
    used = {one.rate.value for every in sums.of.values() for one in every}
    if not sums.of["inkomen"]:
        return []
    clauses, paid = Clauses.of(message), places(message, (*field_words().uitgaven, *field_words().toeslagen))
    spent = {clauses.number(at) for at in paid}
    free = [one for one in sums.alone if one.value >= LEAST_ALONE and one.value not in used]
    free = [one for one in free if one.money or one.value not in YEARS]
    free = [one for one in free if clauses.number(message.at(one.start)) not in spent]
    values = [one.value for one in free[:MOST_PARTS]]
    parts = [one for many in range(2, len(values) + 1) for one in combinations(values, many) if sum(one) in used]
    return [one for one in free if not any(one.value in each for each in parts)]
