"""Which of several numbers says how many there are: the part and not the whole; of what may be either nobody knows."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from loket.language.amounts import FoundNumber
from loket.language.births import births
from loket.language.fields import Field
from loket.language.message import Message
from loket.language.profile import CANCEL
from loket.language.tenses import spans
from loket.language.tokens import fold, stem

PAIR = 2

SMALL = 2
"""So many small words may stand before a noun: `a minha mulher`."""

COUNTED = frozenset(["count", "number"])
"""Kinds of properties that count things."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of the message with its place, and how many words away the nearest word of the property is."""

    found: FoundNumber
    first: int
    last: int
    near: int


def of_whole(message: Message, field: Field, figures: list[Figure]) -> list[Figure]:
    """The figures without that of a whole of which another one tells a part, which has its words beside it: `two of the
    five seats`, `of our 5 seats two are free`. What is changed from one number to another has the second."""
    kept = [one for one in figures if not _given_up(message, one.first)]
    if len(kept) < len(figures):
        return kept or figures
    plain = [one for one in figures if not one.found.article]
    if field.part and len(plain) == PAIR and _becomes(message, plain[0].found, plain[1].found):
        return plain[1:]
    wholes = [one for one in plain if _partitive(message, one.first)]
    if len(wholes) != 1 or len(plain) != PAIR:
        return figures
    part, whole = next(one for one in plain if one not in wholes), wholes[0]
    if part.found.value >= whole.found.value:
        return figures
    near = replace(part, near=min(part.near, whole.near))
    return [near if one is part else one for one in figures if one is not whole]


def contested(message: Message, field: Field, places: range, taken: AbstractSet[int], rivals: Sequence[Field]) -> bool:
    """Whether nobody knows how many are meant: another number stands beside this one, which no other property takes."""
    if field.kind not in COUNTED or any(one.kind in COUNTED for one in rivals):
        return False
    chosen = next((one for one in message.numbers if message.at(one.start) == places.start), None)
    if chosen is None:
        return False
    if _with_me(message, places.start) or _one_by_one(message, field, places):
        return True
    others = [one for one in message.numbers if message.at(one.start) not in taken | set(places)]
    others = [one for one in others if not _given_up(message, message.at(one.start))]
    if field.part and (changed := _changed(message, field, chosen, [one for one in others if not one.article])):
        return changed == "unknown"
    if any(of_them(message, one) for one in (chosen, *others)) and others:
        return True
    return any(_beside(message, field, *sorted((chosen, one), key=lambda each: each.start)) for one in others)


def _changed(message: Message, field: Field, chosen: FoundNumber, others: Sequence[FoundNumber]) -> str:
    """Whether a number that changes another is `known` to be that which stays, or which goes, as the property wants;
    nothing when it changes none: `2 more`, `of the 8 we keep 6`, `from 4 to 3`."""
    data, over = message.tongue.data, message.over(chosen.start, chosen.end)
    after = message.folds[over.stop : over.stop + 2]
    beside = {*message.folds[max(0, over.start - 1) : over.start], *after}
    # `twee zijn niet meer nodig` is no more than anything.
    if message.tongue.negation.isdisjoint(after) and not beside.isdisjoint(map(fold, data["relative"])):
        return "unknown"
    clause = next(span for span in spans(message) if over.start in span)
    stays = not {message.folds[at] for at in clause}.isdisjoint(map(fold, data["staying"]))
    if any(_becomes(message, one, chosen) for one in others):
        return "known" if field.part == "stays" else "unknown"
    if field.part == "goes":
        return "unknown" if stays else ""
    if not stays and _leaves(message, clause):
        return "unknown"
    whole = any(_partitive(message, message.at(one.start)) for one in others)
    return ("known" if stays else "unknown") if whole else ""


def _given_up(message: Message, at: int) -> bool:
    """Whether the number at a word gives way to another: `14 instead of 12`."""
    ends = (at, at - 1) if at and message.weights[at - 1] == 0 else (at,)
    phrases = message.tongue.phrases("in_place_of")
    return any(message.folds[max(0, end - len(one)) : end] == one for one in phrases for end in ends)


def _leaves(message: Message, clause: range) -> bool:
    """Whether a clause speaks of those who do not come: `two drop out`, `three can't make it`."""
    folds = message.folds[clause.start : clause.stop]
    if not message.tongue.negation.isdisjoint(folds):
        return True
    cancelled = any(one.concept == CANCEL and one.start in clause for one in message.meanings)
    phrases = message.tongue.phrases("leaving")
    return cancelled or any(folds[at : at + len(one)] == one for one in phrases for at in range(len(folds)))


def _becomes(message: Message, first: FoundNumber, second: FoundNumber) -> bool:
    """Whether one number is changed to another."""
    between = fold(message.text[first.end : second.start]).split()
    return len(between) == 1 and between[0] in message.tongue.data["becomes"]


def _partitive(message: Message, first: int) -> bool:
    """Whether a number goes with a word for `of`, with no more than an article or the like between."""
    ofs, at = message.tongue.data["of_whole"], first - 1
    if at >= 0 and message.weights[at] == 0 and message.folds[at] not in ofs and message.joined(at, first):
        at -= 1
    return at >= 0 and message.folds[at] in ofs and message.joined(at, first)


def of_them(message: Message, number: FoundNumber) -> bool:
    """Whether a number is a part of what was spoken of before: `two of them`, which may go, come or eat no meat."""
    end = message.over(number.start, number.end).stop
    after = message.folds[end : end + 2]
    return any(after[: len(phrase)] == phrase for phrase in message.tongue.phrases("of_them"))


def counts_children(message: Message, number: FoundNumber) -> bool:
    """Whether a number says how many children there are: `three kids`, `one of them`."""
    at = message.over(number.start, number.end).stop
    behind = at < len(message.words) and message.joined(at - 1, at)
    return of_them(message, number) or (behind and message.folds[at] in message.tongue.children)


def unread_ages(message: Message, known: int) -> Sequence[FoundNumber]:
    """The numbers that are no ages, days, times or counts, where a message says that there are more children than the
    ages that are `known` of it: the age of some of them was not read."""
    counted = [int(one.value) for one in message.numbers if counts_children(message, one)]
    told = (*message.ages, *message.grades, *births(message), *message.dates, *message.times)
    left = [one for one in message.numbers if not one.article and not counts_children(message, one)]
    left = [one for one in left if not any(it.start < one.end and one.start < it.end for it in told)]
    return left if len(counted) == 1 and counted[0] > known and len(left) >= counted[0] - known else ()


def pair(message: Message) -> tuple[range, bool] | None:
    """Where the speaker is told of with one other person (`me and my wife`), and whether there may be more of them."""
    me, and_ = set(map(fold, message.tongue.data["me"])), fold(message.tongue.data["ands"][0])
    for at in (at for at, word in enumerate(message.folds) if word == and_ and 0 < at < len(message.words) - 1):
        if message.folds[at - 1] in me:
            behind = range(at + 1, min(at + 2 + SMALL, len(message.words)))
            other = next((one for one in behind if message.weights[one] or _called(message, one)), at)
        else:
            other = at - 1 if message.folds[at + 1] in me else at
        one = message.folds[other] in map(fold, message.tongue.data["relations"])
        if other == at or not (one or message.folds[other] in message.tongue.people or _called(message, other)):
            continue
        first, last = min(other, at - 1), max(other, at + 1)
        plain = message.joined(0, len(message.words) - 1) and message.folds.count(and_) == 1
        return (range(first, last + 1), not (one and plain)) if message.joined(first, last) else None
    return None


def _called(message: Message, at: int) -> bool:
    """Whether a word is a name that nothing else explains."""
    return message.words[at].text[:1].isupper() and at in message.nameable - message.explained and at > 0


def _with_me(message: Message, at: int) -> bool:
    """Whether a number counts who comes with the speaker: `me and 3 friends`."""
    data = message.tongue.data
    along = {fold(word) for word in (*data["ands"][:1], *data["along"])}
    here = next((place for place in (at - 1, at - 2) if place > 0 and message.folds[place] in along), 0)
    near = here and all(message.weights[place] == 0 and message.joined(place, at) for place in range(here, at))
    return bool(near) and any(word in data["me"] for word in message.folds[max(0, here - 2) : here])


def _one_by_one(message: Message, field: Field, places: range) -> bool:
    """Whether a number counts some of several people who are told one by one: `my wife, my two brothers and my mum`."""
    tongue, noun = message.tongue, places.stop
    somebody = {stem(fold(word), tongue.code) for word in (*tongue.data["relations"], *tongue.people)}
    if noun >= len(message.words) or message.stems[noun] not in somebody - field.stems:
        return False
    somebody |= set(map(fold, tongue.data["me"]))
    and_ = fold(tongue.data["ands"][0])

    def beside(at: int, step: int) -> bool:
        """Whether somebody stands next in the row, behind a comma or an `and` and no more than small words."""
        parted = False
        while 0 <= (other := at + step) < len(message.words):
            parted = parted or message.folds[other] == and_ or not message.joined(*sorted((at, other)))
            if message.stems[other] in somebody or message.folds[other] in somebody:
                return parted
            if message.weights[other]:
                return False
            at = other
        return False

    return beside(noun, 1) or beside(places.start, -1)


def _beside(message: Message, field: Field, first: FoundNumber, second: FoundNumber) -> bool:
    """Whether two numbers are two ends, one or the other, two parts of a sum, or of the same thing."""
    between = fold(message.text[first.end : second.start]).split()
    data = message.tongue.data
    goes_on = {fold(pair[1]) for pair in data["from_to"]} | {fold(word) for word in data["ands"][1:]} | {"-", "–"}
    plain = not first.article and not second.article
    at = message.at(first.start) - 1
    numbered = at >= 0 and message.weights[at] == 1 and message.joined(at, at + 1)
    if plain and len(between) == 1 and between[0] in goes_on and first.value < second.value and not numbered:
        return True
    mine, other = _noun(message, first), _noun(message, second)
    if plain and mine and mine == other:
        return first.value != second.value
    joined = bool(between) and between[-1] == fold(data["ands"][0]) and len(between) <= 3
    return joined and bool(mine and other) and mine not in field.stems and other not in field.stems


def _noun(message: Message, number: FoundNumber) -> str:
    """The stem of the word right behind a number, unless it is a small one."""
    at = message.over(number.start, number.end).stop
    there = at < len(message.words) and message.weights[at] == 1 and message.joined(at - 1, at)
    return message.stems[at] if there else ""
