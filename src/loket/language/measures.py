"""Fills number slots: ages, years, money, counts and coordinates, by the words that stand beside a figure."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from loket.core.data import Json
from loket.language.amounts import FoundNumber
from loket.language.counting import COUNTED, PAIR, Figure, contested, counts_children, of_whole, pair
from loket.language.fields import Field, type_of
from loket.language.lexicon import asking
from loket.language.message import Message
from loket.language.months import months
from loket.language.quantities import FACTORS, Quantity
from loket.language.rates import rates
from loket.language.tokens import fold

NEAR = 3
"""How many words may stand between a figure and the word that says what it counts."""

YEARS = range(1900, 2101)


FAR, TOLD = 99, 2
"""How far a figure is that nothing speaks of, and how near one whose unit says what it is."""

PEOPLE = "guests"
"""What is called so counts people."""

MONTHS = {("month", "year"): 12.0, ("year", "month"): 1 / 12}
CENTS = 2

ALONE = 2
"""A number in so few words may be a year of school that was asked for."""


def measure(
    message: Message, field: Field, taken: AbstractSet[int], rivals: Sequence[Field]
) -> tuple[Json, range, bool] | None:
    """The number a property wants, the words it takes, and whether another may be meant as well; `rivals` are the other
    number properties still open."""
    for value, first, last in _candidates(message, field, taken, rivals):
        fitted = _fitted(field, value)
        if fitted is not None:
            return fitted, range(first, last + 1), contested(message, field, range(first, last + 1), taken, rivals)
    both = pair(message) if field.kind in COUNTED and PEOPLE in field.concepts else None
    if both is None or _fitted(field, PAIR) is None or not taken.isdisjoint(both[0]):
        return None
    return PAIR, both[0], both[1] or any(rival.kind in COUNTED for rival in rivals)


def _candidates(
    message: Message, field: Field, taken: AbstractSet[int], rivals: Sequence[Field]
) -> Iterator[tuple[float, int, int]]:
    if field.kind == "grade" and (message.grades or len(message.words) > ALONE):
        yield from ((one.value, *_ends(message, one)) for one in message.grades)
        return
    if field.kind == "age":
        yield from _ages(message, taken)
    if field.kind == "year":
        yield from _years(message, taken)
        return
    if field.kind == "month":
        yield from months(message, taken)
    if field.kind != "grade":
        taken = taken | {at for one in message.grades for at in message.over(one.start, one.end)}
    beside, taken = taken, taken | _of_moments(message, field)
    every = _in_period(message, field, _figures(message, field, rivals))
    # The currency beside a sum may be the value of another property.
    figures = [one for one in every if not taken & {one.first, one.first if one.found.kind == "money" else one.last}]
    figures = of_whole(message, field, figures) if field.kind in COUNTED else figures
    if field.kind == "age":
        figures = [one for one in figures if not (counts_children(message, one.found) or _of_no_age(message, one))]
    elif field.unit or _units_named(message, field):
        figures = [figure for figure in figures if not _of_other(message, field, figure)]
    spoken_of = _claimed(message, rivals)
    of_money = _claimed(message, [rival for rival in rivals if rival.kind == "money"])
    for figure in sorted(figures, key=lambda one: (one.found.article, one.near, one.found.start)):
        if figure.found.article and (figure.near > 1 or field.kind not in ("count", "number")):
            continue
        if figure.near <= NEAR and _sensible(field, figure) and not _closer(figure, spoken_of):
            yield figure.found.value, figure.first, figure.last
    # One that stands before the value of another property counts that: `one car and four of us`.
    apart = [one for one in figures if one.last + 1 not in beside] if field.kind in COUNTED else []
    figures = apart or figures
    for figure in figures:
        if figure.found.article or _closer(figure, of_money if figure.found.kind == "money" else spoken_of):
            continue
        counted = field.kind == "money" and figure.last + 1 in beside  # 80 of a currency that was chosen
        if counted or _fits_alone(message, field, figure, figures, rivals):
            yield figure.found.value, figure.first, figure.last


def _of_no_age(message: Message, figure: Figure) -> bool:
    """Whether a number tells no age: in `go up a year` it is an article, in `one in year 3`, `one of the boys` and
    `which one` somebody or something."""
    data, told = message.tongue.data, figure.found
    if told.value != 1 or told.article or not message.words[figure.first].text.isalpha():
        return False
    after = message.folds[figure.last + 1 : figure.last + 2]
    pointing = {fold(one) for one in (*data["all_that"], *data["clauses"]["wonders"])}
    if figure.first and message.folds[figure.first - 1] in pointing:
        return True
    behind = {fold(one) for one in (*data["aside"], *data["of_whole"])}
    return message.folds[message.at(told.start)] in map(fold, data["ones"]) or not behind.isdisjoint(after)


def _of_other(message: Message, field: Field, figure: Figure) -> bool:
    """Whether a thing stands right behind a number: it counts that, and measures nothing (`two cats` are no nights)."""
    at = figure.last + 1
    thing = at < len(message.words) and message.weights[at] == 1 and message.joined(figure.last, at)
    return thing and at not in words_of(message, field) and not _within(figure.found, message.quantities)


def _units_named(message: Message, field: Field) -> Iterable[frozenset[str]]:
    """The names of the units of time that a property is said to count."""
    names = field.named | (field.stems if field.kind == "count" else frozenset[str]())
    return [unit for unit in message.tongue.units if names & unit]


def _of_moments(message: Message, field: Field) -> set[int]:
    """The words of times and of the dates that name a day: their numbers count nothing. Those told from today may (`in
    3 weeks`), and two o'clock is two hours in Dutch."""
    lasting = bool(field.unit) and FACTORS[field.unit][0] == "time"
    moments = () if lasting else message.times
    units = frozenset[str]().union(*message.tongue.units)
    spans = [message.over(one.start, one.end) for one in message.dates]
    named = [span for span in spans if not any(message.folds[at] in units for at in span)]
    return {at for span in (*named, *(message.over(one.start, one.end) for one in moments)) for at in span}


def _fits_alone(
    message: Message, field: Field, figure: Figure, figures: Sequence[Figure], rivals: Sequence[Field]
) -> bool:
    """Whether a figure nobody speaks of belongs to this property: the sort of number it is must speak for it."""
    value, money = figure.found.value, figure.found.kind == "money"
    same = [rival for rival in rivals if rival.kind == field.kind]
    if not words_of(message, field) and any(words_of(message, rival) for rival in same):
        return False
    match field.kind:
        case "money":
            return money or (value >= 1000 and not (value in YEARS and value == int(value)))
        case "coordinate":
            return True
        case "weight":
            return not money and (field.required or message.text[figure.found.end :].lower().lstrip().startswith("k"))
        case "age":
            return field.required and len(figures) == 1 and not money and value <= 120
        case _:
            children = counts_children(message, figure.found) and _of_other(message, field, figure)
            other = same or children or _numbered(message, figure)
            if money or (other and not field.required):
                return False
            plain = [one for one in figures if not one.found.article]
            return len(plain) == 1 and (field.required or (field.kind == "count" and value < 100) or not rivals)


def _numbered(message: Message, figure: Figure) -> bool:
    """Whether a number says which one of a thing it is, and not how many: `room 214`."""
    at = figure.first - 1
    if at < 0 or message.weights[at] < 1 or not message.joined(at, figure.first):
        return False
    things = {one.start for one in message.meanings if one.concept not in asking()}
    counts = figure.last + 1 < len(message.words) and message.weights[figure.last + 1] == 1
    return (at in things or at not in message.doing) and not (counts and message.joined(figure.last, figure.last + 1))


def _sensible(field: Field, figure: Figure) -> bool:
    """Whether a number can be such a thing at all."""
    value = figure.found.value
    match field.kind:
        case "age":
            return value <= 120
        case "money":
            return figure.found.kind == "money" or value >= 20
        case "count":
            return figure.found.kind != "money" and value <= 10_000
        case _:
            return True


def _ages(message: Message, taken: AbstractSet[int]) -> Iterator[tuple[float, int, int]]:
    for found in sorted(message.ages, key=lambda one: one.kind == "group"):
        first, last = message.at(found.start), message.at(found.end - 1)
        if not taken & set(range(first, last + 1)):
            yield found.value - (1 if found.kind == "group" else 0), first, last


def _ends(message: Message, found: FoundNumber) -> tuple[int, int]:
    over = message.over(found.start, found.end)
    return over[0], over[-1]


def _years(message: Message, taken: AbstractSet[int]) -> Iterator[tuple[float, int, int]]:
    for found in message.numbers:
        at = message.at(found.start)
        if at not in taken and found.kind == "number" and found.value in YEARS and found.end - found.start == 4:
            yield found.value, at, at
    for told in message.dates:
        first, last = message.at(told.start), message.at(told.end - 1)
        if told.whole and told.ahead.month == 1 and not taken & {first, last}:
            yield told.ahead.year, first, last


def _figures(message: Message, field: Field, rivals: Sequence[Field]) -> list[Figure]:
    """The numbers that a property may want; what is told in a unit, in that of the property, and for it alone."""
    speak = words_of(message, field)
    figures: list[Figure] = []
    mine = FACTORS[field.unit][0] if field.unit else ""
    theirs = {FACTORS[rival.unit][0] for rival in rivals if rival.unit}
    other = [one for one in message.quantities if mine or one.sort in theirs or _uncounted(message, field, one, speak)]
    for found in (one for one in message.numbers if not _within(one, other)):
        figures.append(_figure(message, found, speak, FAR))
    for one in message.quantities if mine else ():
        if one.sort == mine:
            whole = one.of(field.unit)
            turned = type_of(field.schema) == "integer" and one.unit != field.unit
            value = float(int(whole)) if field.kind == "age" else float(round(whole)) if turned else whole
            single = [each for each in message.numbers if _within(each, [one])]
            start, end = (single[0].start, single[0].end) if len(single) == 1 else (one.start, one.end)
            figures.append(_figure(message, FoundNumber("number", value, start, end), speak, TOLD))
    if field.kind == "number" and not mine:
        figures += _ordinals(message, speak - _of_moments(message, field))
    return sorted(figures, key=lambda figure: figure.found.start)


def _uncounted(message: Message, field: Field, told: Quantity, speak: set[int]) -> bool:
    """Whether a quantity is no number of things: 80 square metres are no rooms."""
    return field.kind == "count" and not speak & set(message.over(told.start, told.end))


def _ordinals(message: Message, speak: set[int]) -> Iterator[Figure]:
    """Which one of what the property is of: `the third floor`."""
    known = message.tongue.data["ordinals"]
    for at, word in enumerate(message.words):
        value = next((value for name, value in known.items() if fold(name) == word.fold), 0)
        if value > 0 and at + 1 in speak and message.joined(at, at + 1):
            yield Figure(FoundNumber("number", float(value), word.start, word.end), at, at, 1)


def _within(found: FoundNumber, quantities: Sequence[Quantity]) -> bool:
    return any(one.start <= found.start < one.end for one in quantities)


def _figure(message: Message, found: FoundNumber, speak: set[int], most: int) -> Figure:
    over = message.over(found.start, found.end)
    first, last = over.start, over.stop - 1
    after = min((at - last for at in speak if at > last), default=FAR)
    before = min((first - at for at in speak if at < first), default=FAR)
    return Figure(found, first, last, min(after, before, most))


def _in_period(message: Message, field: Field, figures: list[Figure]) -> list[Figure]:
    """The figures for the period that a property is of: a month is a twelfth of a year, and no other period is any
    exact part of one, so that what is told for a week is no answer."""
    if not field.period or not figures:
        return figures
    told = {rate.start: rate for rate in rates(message) if rate.per}
    kept: list[Figure] = []
    for figure in figures:
        rate = told.get(figure.found.start)
        if rate is None or (rate.per == field.period and rate.every == 1):
            kept.append(figure)
        elif rate.every == 1 and (rate.per, field.period) in MONTHS:
            value = round(figure.found.value * MONTHS[(rate.per, field.period)], CENTS)
            kept.append(replace(figure, found=replace(figure.found, value=value)))
    return kept


def words_of(message: Message, field: Field) -> set[int]:
    """The places of the words that speak of a property."""
    said = field.stems - message.tongue.currency
    places = {at for at, root in enumerate(message.stems) if root in said and message.weights[at] > 0}
    places |= {at for one in message.meanings if one.concept in field.concepts for at in (one.start, one.end - 1)}
    for names in _units_named(message, field):
        places |= {at for at, word in enumerate(message.words) if word.fold in names}
    return places


def _claimed(message: Message, rivals: Sequence[Field]) -> list[set[int]]:
    return [words_of(message, rival) for rival in rivals]


def _closer(figure: Figure, places: Sequence[set[int]]) -> bool:
    """Whether another property is spoken of nearer to this figure."""
    nearest = min((min(abs(at - figure.first), abs(at - figure.last)) for some in places for at in some), default=99)
    return nearest < figure.near and nearest <= 2


def _fitted(field: Field, value: float) -> Json:
    schema = field.schema
    if type_of(schema) == "integer" and value != int(value):
        return None
    number = int(value) if value == int(value) else value
    for key, wrong in (("minimum", lambda bound: number < bound), ("maximum", lambda bound: number > bound)):
        bound = schema.get(key)
        if isinstance(bound, int | float) and wrong(bound):
            return None
    return number
