"""Which day and which time of day that a message tells belongs to a property, and whether that is in doubt."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations, pairwise, permutations
from typing import TypeVar

from loket.core.data import Json
from loket.language.births import BIRTH
from loket.language.bounds import LEFT_OUT, TIME_BOUNDS, UNTIL, alternative, bound, open_day, window
from loket.language.dates import FoundDate
from loket.language.fields import Field, fits
from loket.language.measures import words_of
from loket.language.message import Message
from loket.language.tenses import day_meant
from loket.language.times import FoundTime
from loket.language.tokens import fold

T = TypeVar("T", FoundDate, FoundTime)

Told = tuple[Json, range, bool] | None
"""A value, the words it stands in, and whether it is in doubt."""

Fields = Sequence[Field]

NEAR = 3
"""So many small words may stand between a no and what it denies."""

FAR, MARK, MOST = 6, 3, 4
"""How far a word is that is further away or not there; what a mark between counts; so many are told apart at most."""


def time_of_day(message: Message, one: Field, taken: AbstractSet[int], fields: Fields, open_: Fields) -> Told:
    """The time for a property; `open_` are those that have no value yet."""
    free = [t for t in message.times if not taken & set(message.over(t.start, t.end))]
    if not free:
        return None
    same = [each for each in fields if each.kind in ("time", "moment")]
    chosen = _own(message, one, [each for each in open_ if each.kind == "time"], free)
    if chosen is None:
        return None
    value, doubtful = _on_clock(one, chosen)
    if len(same) == 1:
        others = any(_beside(message, chosen, other) for other in free) or alternative(message, chosen)
        doubtful = doubtful or others or window(message, chosen) or bound(message, chosen) in TIME_BOUNDS
    return value, message.over(chosen.start, chosen.end), doubtful


def _on_clock(one: Field, chosen: FoundTime) -> tuple[Json, bool]:
    """A time as a property takes it, and whether it may be meant twelve hours later: not where it takes one of them."""
    if not chosen.doubtful:
        return chosen.value, False
    fitting = [value for value in (chosen.value, chosen.later) if fits(one, value)]
    return (fitting[0], False) if len(fitting) == 1 else (chosen.value, True)


def day(message: Message, one: Field, taken: AbstractSet[int], fields: Fields, open_: Fields) -> Told:
    """The day for a property, in the same way; of two the property for what shall be gets the second."""
    free = [d for d in message.dates if message.over(d.start, d.end).start not in taken]
    same = [each for each in fields if each.kind in ("date", "moment")]
    free = _undenied(message, free) if len(same) == 1 else free
    # Nothing is booked for a day that is over, where another one is told.
    free = [d for d in free if d.ahead >= message.today] or free if one.ahead else free
    everything = free
    if one.past:
        # Nobody was born next week: a day that has not come yet is of something else.
        free = [d for d in free if d.back <= message.today]
        free = _with_year(free) if BIRTH in one.named_concepts else free
    elif one.required:
        # A year or a month that is over is no day that anything can be done on.
        free = [d for d in free if not d.whole or d.ahead >= message.today]
    # The last day of a time is told with its words (`until Friday`), any other without them.
    free = [d for d in free if (bound(message, d) == UNTIL) == one.last] or free
    if not free:
        return None
    plain = not any(each.past or each.new for each in same)
    mine = [each for each in open_ if each.kind == one.kind]
    chosen = _own(message, one, mine, free) if plain else free[0]
    if chosen is None:
        return None
    meant, unsettled = day_meant(message, one, chosen)
    value, doubtful = meant.isoformat(), unsettled or _unsure(message, one, everything, same)
    doubtful = doubtful or not _exact(message, one, chosen, same)
    if one.kind == "moment":
        clock = message.times[0] if message.times else None
        value = f"{value}T{clock.value if clock else '00:00'}:00Z"
        doubtful = doubtful or (clock is not None and clock.doubtful)
    return value, message.over(chosen.start, chosen.end), doubtful


def _exact(message: Message, one: Field, chosen: FoundDate, same: Fields) -> bool:
    """Whether a day is told as a property wants it, and no other is wished without saying which."""
    if len(same) == 1 and (open_day(message, chosen) or window(message, chosen)):
        return False
    # `from the 3rd until the 6th` are two exact days for two properties.
    ends = one.last or (len(same) > 1 and message.dates[0].start < chosen.start)
    return bound(message, chosen, one.last and not one.new) in ("", UNTIL if ends else "")


def _with_year(free: Sequence[FoundDate]) -> Sequence[FoundDate]:
    """The days that may be a day of birth: none without its year, and none at all beside a month without one, which
    tells when somebody's birthday is (`his birthday is in May`)."""
    yearless = [d for d in free if d.ahead != d.back]
    return [] if any(d.whole for d in yearless) else [d for d in free if d.ahead == d.back]


def _undenied(message: Message, free: Sequence[FoundDate]) -> Sequence[FoundDate]:
    """The days without those that are left out (`any day except Monday`), and of several without
    those that will not do: `dinsdag kan niet, woensdag wel`."""
    kept = [one for one in free if bound(message, one) not in LEFT_OUT]
    open_ = [one for one in kept if not _denied(message, one)]
    return open_ if open_ and len(kept) > 1 else kept


def _denied(message: Message, one: FoundDate) -> bool:
    """Whether a no stands beside a day, with nothing but small words between."""
    negation, places = message.tongue.negation, message.over(one.start, one.end)
    after = range(places.stop, min(places.stop + NEAR, len(message.words)))
    before = range(places.start - 1, max(-1, places.start - 1 - NEAR), -1)
    for way, near in ((after, places.stop - 1), (before, places.start)):
        for at in way:
            joined = message.joined(*sorted((near, at)))
            if joined and message.folds[at] in negation:
                return True
            if not joined or message.weights[at] == 1:
                break
    return False


def disagreeing(message: Message) -> AbstractSet[int]:
    """The words of two days and of a number of days or nights that do not agree: `from 5 to 8 June, two nights`."""
    units = message.tongue.data["units"]
    days, nights = ({fold(name) for name in units[unit]} for unit in ("day", "night"))
    found = set[int]()
    for first, second in pairwise(message.dates) if message.numbers else ():
        if _goes_on(message, first, second):
            lasting = (second.ahead - first.ahead).days
            for number in message.numbers:
                over = message.over(number.start, number.end)
                after = message.folds[over.stop] if over.stop < len(message.folds) else ""
                many = {lasting} if after in nights else {lasting, lasting + 1}
                if after in nights | days and number.value not in many:
                    found |= {*over, *message.over(first.start, first.end), *message.over(second.start, second.end)}
    return found


def _goes_on(message: Message, first: FoundDate, second: FoundDate) -> bool:
    """Whether a time goes from one day to another."""
    between = fold(message.text[first.end : second.start]).split()
    ends = {fold(word) for pair in message.tongue.data["from_to"] for word in pair[1].split()} | {"-", "–"}
    return bool(between) and between[0] in ends and len(between) <= MARK


def _unsure(message: Message, one: Field, free: Sequence[FoundDate], same: Sequence[Field]) -> bool:
    """Whether nobody knows which day is meant: two were told for the only one, or it is over and has to lie ahead."""
    if one.past or one.many:
        return False
    if one.ahead and free[0].ahead == free[0].back < message.today and not free[0].whole:
        return True
    return len(free) > 1 and len(same) == 1 and _beside(message, free[0], free[1])


def _beside(message: Message, first: T, second: T) -> bool:
    """Whether nobody knows which of two is meant: nothing of weight stands between them, it does not go on from one to
    the other, and none is denied."""
    if first.value == second.value or second.start < first.end:
        return False
    between = range(message.over(first.start, first.end).stop, message.at(second.start))
    ends = {fold(pair[1]) for pair in message.tongue.data["from_to"]} | message.tongue.negation
    marked = message.text[first.end : second.start].strip() in ("-", "–")
    return not marked and all(message.weights[at] < 1 and message.folds[at] not in ends for at in between)


def _own(message: Message, one: Field, open_: Sequence[Field], free: Sequence[T]) -> T | None:
    """Of what is free what belongs to a property, by the words of all that may have it; in their order where no words
    say more, and none where it is another's."""
    if len(open_) < 2 or len(open_) > MOST or len(free) > MOST:
        return free[0]
    words = [words_of(message, each) for each in open_]
    shared = set[int].intersection(*words)
    spans = [message.over(each.start, each.end) for each in free]
    far = [[_distance(message, mine - shared, span) for span in spans] for mine in words]
    many = min(len(open_), len(free))
    ways = (
        tuple(zip(mine, theirs, strict=True))
        for mine in combinations(range(len(open_)), many)
        for theirs in permutations(range(len(free)), many)
    )
    best = min(ways, key=lambda way: sum(far[mine][theirs] for mine, theirs in way))
    at = open_.index(one)
    return next((free[theirs] for mine, theirs in best if mine == at), None)


def _distance(message: Message, words: AbstractSet[int], span: range) -> int:
    """How far what is told stands from the words of a property."""
    near = (at for at in words if at not in span)
    return min((min(_gap(message, at, span), FAR) for at in near), default=FAR)


def _gap(message: Message, at: int, span: range) -> int:
    first, last = (at, span.start) if at < span.start else (span.stop - 1, at)
    return last - first + (0 if message.joined(first, last) else MARK)
