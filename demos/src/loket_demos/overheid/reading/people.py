"""How old the speaker is, how many children there are and how old: every age by whose it is."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from loket.language.corrections import cues
from loket.language.message import Message
from loket.language.rates import YEARS, rates
from loket_demos.overheid.content.words import any_found, plain
from loket_demos.overheid.reading.clauses import Clauses
from loket_demos.overheid.reading.field_words import field_words, places

OLDEST_CHILD = 30
MOST_WORDS = 6
"""Words between a child and its age, or between two ages of children."""
GOES_ON = frozenset(
    {
        "van",
        "en",
        "is",
        "zijn",
        "jaar",
        "jr",
        "oud",
        "die",
        "ook",
        "nu",
        "net",
        "maanden",
        "maand",
        "bijna",
        "een",
        "de",
        "was",
        "waren",
        "al",
        "heel",
        "het",
        "hele",
        "toen",
        "dat",
        "in",
    }
)
"""Words that may stand between the ages of children."""


@dataclass(frozen=True)
class People:
    """`age` is the speaker's. `children` are their ages, None when nothing was said of any; `count` is how many there
    are said to be, when that is more than has an age."""

    age: int | None = None
    children: tuple[int, ...] | None = None
    count: int = 0


def people(message: Message, asked: bool = False, written: Message | None = None) -> People:
    """Who is spoken of. `asked`: the ages of children were just asked for, so that every number is one. `written` is
    the message before anything in it was put in place."""
    known = field_words()
    if written is not None and _recounted(written):
        return People(_own_age(message))
    if any_found(known.geen_kinderen, plain(message.text)):
        return People(_own_age(message), ())
    ages: list[int] = []
    count = 0
    taken: set[int] = set()
    ranked = _ranked(message)
    taken |= {at for at, _ in ranked}
    for place in places(message, known.kind):
        if ranked and message.folds[max(0, place - 1)] in known.welk_kind:
            continue
        times = known.tweeling.get(message.folds[place], 0)
        here = [(at, age) for at, age in _ages_behind(message, place, known.meer_kinderen) if at not in taken]
        taken |= {at for at, _ in here}
        ages += [age for _, age in here[:1]] * max(0, times - 1) + [age for _, age in here]
        many = _counted(message, place, known.meer_kinderen)
        again = many is None and count > 0 and message.folds[place] in known.een_kind and not here
        count += times or (0 if again else 1 if many is None else many)
    if ranked and (count == len(ranked) if count > len(ages) else len(ages) + len(ranked) > 1):
        ages += [age for _, age in ranked]  # the youngest alone is not the only one
    if count > 1 and not ages:
        ages = _ages_of_them(message, count)
    if asked and not ages:
        ages = [int(one.value) for one in message.numbers if not one.article and one.value <= OLDEST_CHILD]
    if any_found(known.pas_geboren, plain(message.text)) and not ages:
        ages = [0]
    if len(ages) == count == 1 and _own_age(message, taken) is None and _asks_for_child(message):
        return People(ages[0])
    said = bool(ages) or count > 0
    return People(_own_age(message, taken), tuple(ages) if said else None, max(count, len(ages)))


def _asks_for_child(message: Message) -> bool:
    """Whether zorgtoeslag, which everybody has for themselves, is asked for *him* or *her*: `kan zij zorgtoeslag
    krijgen?`"""
    known, clauses = field_words(), Clauses.of(message)
    for at in places(message, known.eigen_toeslag):
        here = clauses.words(clauses.number(at))
        asks = message.text[message.words[here[-1]].end :].lstrip().startswith("?")
        third = [spot for spot in places(message, known.derde) if spot in here and spot > 0]
        if asks and any(message.folds[spot - 1] in known.vraagt_voor for spot in third):
            return True
    return False


def _recounted(message: Message) -> bool:
    """Whether something is taken back behind children of whom both the count and the ages were told: what comes then
    may be either."""
    known = field_words()
    numbers = sorted(message.at(one.start) for one in message.numbers)
    for place in places(message, known.meer_kinderen):
        told = any(at in numbers for at in (place - 1, place - 2))
        for cue in cues(message):
            ages = [at for at in numbers if place < at < cue.start]
            if told and len(ages) > 1 and cue.start - ages[-1] <= 2 and {cue.stop, cue.stop + 1} & set(numbers):
                return True
    return False


def _ages_behind(message: Message, place: int, several: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """The ages that follow a word for a child; of one child only the first, of several as long as the list goes on."""
    many = message.folds[place] in several or message.folds[place] in field_words().tweeling
    words, gap = message.words, 0
    numbers = {message.at(one.start): int(one.value) for one in message.numbers if one.value == int(one.value)}
    for at in range(place + 1, len(words)):
        word = words[at].fold
        if at in numbers and word != "een" and numbers[at] <= (OLDEST_CHILD if not _months(message, at) else 60):
            if _is_amount(message, at):
                return
            yield at, numbers[at] // 12 if _months(message, at) else numbers[at]
            gap = 0
            if not many:
                return
        elif gap < MOST_WORDS and (word in GOES_ON or numbers.get(at) in YEARS):
            gap += 1
        elif gap < MOST_WORDS and message.folds[at + 1 : at + 2] == ("van",):
            gap += 1  # `a son of 3 and a little one of 6`
        elif gap == 0 and at == place + 1 and word.isalpha():
            gap += 1  # `my son Tom of 8`
        else:
            return


def _months(message: Message, at: int) -> bool:
    return message.folds[at + 1 : at + 2] in (("maanden",), ("maand",))


def _is_amount(message: Message, at: int) -> bool:
    """Whether a number counts hours or euros."""
    behind = message.folds[at + 1 : at + 2]
    return behind in (("uur",), ("uren",), ("euro",), ("dagen",), ("dag",)) or message.text[
        message.words[at].end : message.words[at].end + 1
    ] in ("%", "€")


def _ages_of_them(message: Message, count: int) -> list[int]:
    """The ages of children who were counted before and are then spoken of as *they*, one for each."""
    for place in places(message, ("ze", "zij", "die", "deze")):
        ages = [age for _, age in _ages_behind(message, place, (message.folds[place],))]
        if len(ages) == count:
            return ages
    return []


def _ranked(message: Message) -> list[tuple[int, int]]:
    """The ages of children who are told apart by their order, and of the others: `the eldest is 12, the other two are 9
    and 4`. Nothing where other ages are told of the others than there are."""
    known, numbers = field_words(), {message.at(one.start): int(one.value) for one in message.numbers}
    ages = list[tuple[int, int]]()
    for place in places(message, known.welk_kind):
        spot = place + (place + 1 in places(message, known.kind))
        ages += [*_ages_behind(message, spot, ())][:1]
    for place in places(message, known.andere_kinderen) if ages else ():
        many = numbers.get(place + 1)
        spot = place if many is None else place + 1
        others = [*_ages_behind(message, spot, (message.folds[spot],))]
        if many not in (None, len(others)):
            return []
        ages += others
    return ages


def _counted(message: Message, place: int, several: tuple[str, ...]) -> int | None:
    """How many a word for children is said to be: `twee kinderen`; None where one child has no number before it."""
    numbers = {message.at(one.start): int(one.value) for one in message.numbers}
    here = Clauses.of(message).number(place)
    for back in (back for back in (place - 1, place - 2) if Clauses.of(message).number(back) == here):
        if back in numbers and 0 < numbers[back] <= 12 and not (back == place - 2 and message.weights[place - 1] == 0):
            return numbers[back]
    return 0 if message.folds[place] in several else None


def _own_age(message: Message, taken: set[int] | None = None) -> int | None:
    """The age that is neither a child's nor somebody else's."""
    clauses, known = Clauses.of(message), field_words()
    others = {clauses.number(at) for at in places(message, (*known.ander_mens, *known.partner))}
    children = {clauses.number(at) for at in places(message, known.kind)}
    own = {clauses.number(at) for at in places(message, known.ik)}
    sums = rates(message)
    for one in message.ages:
        if any(one.start < rate.end and rate.start < one.end for rate in sums) or _GOES_ON.match(message.text, one.end):
            continue
        at = message.at(one.start)
        spot = next((n for n in message.over(one.start, one.end) if message.words[n].text.isdigit()), at)
        number = clauses.number(spot)
        if one.kind != "age" or spot in (taken or set()) or (number in others - own) or number in children - own:
            continue
        return int(one.value)
    if (bare := _bare_age(message, clauses)) is not None:
        return bare
    for rate in sums:
        words = clauses.words(clauses.number(message.at(rate.start)))
        alone = not any(message.folds[at] in LASTS for at in words) and not rate.money
        if rate.unit == "year" and alone and rate.value in AGES and clauses.number(words[0]) not in (others | children):
            return int(rate.value)
    return None


def _bare_age(message: Message, clauses: Clauses) -> int | None:
    """An age without `years` behind it, as in short messages: `ben 34`; or the one that somebody will be: `word 18`."""
    for one in message.numbers:
        at = message.at(one.start)
        words = clauses.words(clauses.number(at))
        if one.value not in AGES or not message.words[at].text.isdigit() or _is_amount(message, at):
            continue
        ends = at + 1 not in words or message.folds[at + 1] == "met"
        if at - 1 in words and message.folds[at - 1] == "ben" and ends:
            return int(one.value)
        if "word" in message.folds[words.start : at]:
            return int(one.value) - 1
    return None


AGES = range(12, 121)
_GOES_ON = re.compile(r"[.,]\d")
"""A number that goes on behind a point is an amount: `ben 12.500`."""
LASTS = frozenset(
    {"al", "sinds", "over", "binnen", "na", "elke", "elk", "per", "geleden", "lang", "afgelopen", "nog", "ongeveer"}
)
"""Words beside years that pass, and are no age."""
