"""The children that a message to the club tells of: how old each is, as exactly as it is told, and boy or girl."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from loket.core.data import JsonObject
from loket.language.birthdays import FoundBirth
from loket.language.births import BIRTH, OLDEST, births
from loket.language.counting import of_them
from loket.language.message import Message
from loket.language.persons import sex_of_pronouns
from loket.language.tokens import fold
from loket.planners.finding.several import ages
from loket_demos.urmston.club.places import GROUP, TEAM, YEARED
from loket_demos.urmston.club.season import group_born, group_in_year, groups_aged, season_of, years

SEXES = {"male": "boy", "female": "girl"}
BIRTHDAY = "birthday"
"""The concept of the day of a year on which somebody was born."""
BOTH = "both"
"""A boy and a girl who are to be in one team."""
EVIDENCE = ("age", "date_of_birth", "school_year", "age_group", "born_from")
"""Any of these says which age group is meant."""
OF_ONE = ("born_to", "gender", "position")
"""What else is told of one child and may not be true of another."""


_ARTICLES = frozenset({"a", "an", "my", "our", "one", "een", "mijn", "ein", "eine", "mein", "meine", "um", "uma"})
_PLUS = re.compile(r"[&+]")
RECEPTION = re.compile(r"\b(?:in|started|starts|starting) reception\b", re.IGNORECASE)
BEFORE_SCHOOL = f"U{group_in_year(0)}"
"""The year at school before the first, and the age group it would be."""


@dataclass(frozen=True, slots=True)
class AgePlace:
    """What is told of an age, and from where to where it stands."""

    evidence: JsonObject
    start: int
    end: int


def children(message: Message, known: int | None = None) -> Sequence[JsonObject]:
    """What is told of each child, in order. Where only age groups are told, several of them are several wishes. `known`
    is an age that was told before."""
    grades = [AgePlace({"school_year": int(one.value)}, one.start, one.end) for one in message.grades]
    # The years of English schools are called so in every language.
    called = [] if grades else YEARED.finditer(message.text)
    grades += [AgePlace({"school_year": int(re.sub(r"\D", "", one[0]))}, *one.span()) for one in called]
    grades += [AgePlace({"age_group": BEFORE_SCHOOL}, *one.span()) for one in RECEPTION.finditer(message.text)]
    told = [one for one in (*grades, *_born(message), *_aged(message, known)) if not _denied(message, one)]
    told += _beside_ages(message, told)
    every = sorted(told, key=lambda one: one.start)
    places: list[AgePlace] = []
    for one in every or _groups(message):
        if places and _of_same(message, places[-1], one):
            places[-1] = AgePlace({**places[-1].evidence, **one.evidence}, places[-1].start, one.end)
        else:
            places.append(one)
    sexes = [_sex(message, places, at) for at in range(len(places))]
    every_one = sex_of_all(message)
    return [{**one.evidence, **(sex or every_one)} for one, sex in zip(places, sexes, strict=True)]


def of_both(message: Message) -> bool:
    """Whether a boy and a girl are told of in one breath (`my son and daughter`), so that one age is that of both."""
    joins = {fold(message.tongue.data["ands"][0]), *_ARTICLES, *(fold(one) for one in message.tongue.data["ones"])}
    sexes = [next((sex for sex in SEXES if one in message.tongue.sexes[sex]), "") for one in message.folds]
    at = [place for place, sex in enumerate(sexes) if sex]
    for one, other in pairwise(at):
        between = message.folds[one + 1 : other]
        joined = _PLUS.search(message.text, message.words[one].end, message.words[other].start) is not None
        ands = fold(message.tongue.data["ands"][0]) in between
        if sexes[one] != sexes[other] and (ands or joined) and joins.issuperset(between):
            return True
    return False


def gender(message: Message) -> JsonObject:
    """Whether a boy or a girl is spoken of as he or she."""
    sex = sex_of_pronouns(message)
    return {"gender": SEXES[sex]} if sex else {}


def in_group(message: Message, start: int) -> bool:
    """Whether the age group at a place is told of a child (`she's U12`), and is no team that is asked about."""
    at = message.at(start)
    before = message.folds[max(0, at - 2) : at]
    joined = all(message.joined(n, n + 1) for n in range(at - len(before), at))
    return joined and not message.tongue.somebody.isdisjoint(before)


def births_at(message: Message, age: int) -> Sequence[FoundBirth]:
    """The births of somebody of an age that a message tells; a birthday alone is of nobody where it tells others."""
    dated = [(one.start, one.end) for one in (*message.dates, *message.times)]
    free = [one for one in message.numbers if not one.article and _is_age(one.value) and one.value != age]
    others = [one for one in free if not any(start < one.end and one.start < end for start, end in dated)]
    told = births(message, None if others else age)
    return [one for one in told if one.age(message.today) == age]


def born_on(message: Message) -> bool:
    """Whether a day is told on which somebody was born: it is called so, or lies years behind."""
    days = [one for one in message.dates if one.ahead == one.back and not one.whole]
    back = any(years(one.back, message.today) > 0 for one in days)
    called = any(one.concept in (BIRTH, BIRTHDAY) for one in message.meanings)
    return back or (called and bool(message.dates))


def bare_ages(message: Message) -> Sequence[int]:
    """The ages of a message that has no words but small ones beside its numbers: `and ten?`. Only where ages are what
    is spoken of."""
    numerals = message.tongue.numbers
    others = any(message.folds[at] not in numerals for at in message.heavy)
    if others or message.dates or message.times or message.grades:
        return ()
    return [int(one.value) for one in message.numbers if not one.article and _is_age(one.value)]


def _groups(message: Message) -> Sequence[AgePlace]:
    """The age groups of a message, when there are several and they are no teams with a name."""
    found = {f"U{int(one[1])}": one for one in reversed([*GROUP.finditer(message.text)])}
    places = [AgePlace({"age_group": group}, one.start(), one.end()) for group, one in found.items()]
    return sorted(places, key=lambda one: one.start) if len(places) > 1 and not TEAM.search(message.text) else ()


def _beside_ages(message: Message, told: Sequence[AgePlace]) -> Sequence[AgePlace]:
    """The age groups right before a word for a child, where only others' ages are told (`my U9 lad and my girl of
    12`)."""
    known = set[int]().union(*(_groups_of(one, message.today) for one in told))
    apart = [one for one in GROUP.finditer(message.text) if told and int(one[1]) not in known]
    return [
        AgePlace({"age_group": f"U{int(one[1])}"}, *one.span())
        for one in apart
        if not message.tongue.people.isdisjoint(message.folds[message.over(*one.span()).stop :][:1])
    ]


def _denied(message: Message, one: AgePlace) -> bool:
    """Whether a no stands right before what is told (`12, not 13`)."""
    at = message.at(one.start)
    return at > 0 and message.folds[at - 1] in message.tongue.negation


def _of_same(message: Message, one: AgePlace, other: AgePlace) -> bool:
    """Whether two facts of different kinds are told of one child (`he is 9 and in year 5`): both may be true of it, and
    nobody else is named between them."""
    if not one.evidence.keys().isdisjoint(other.evidence):
        return False
    if _groups_of(one, message.today).isdisjoint(_groups_of(other, message.today)):
        return False
    others = {word for name in message.tongue.data["other_one"] for word in fold(name).split()}
    between = (word.fold for word in message.words if one.end <= word.start < other.start)
    return (message.tongue.people | others).isdisjoint(between)


def _groups_of(one: AgePlace, today: date) -> set[int]:
    season = season_of(today)
    match one.evidence:
        case {"born_from": str(first), "born_to": str(last)}:
            return {group_born(date.fromisoformat(day), season) for day in (first, last)}
        case {"school_year": int(year)}:
            return {group_in_year(year)}
        case {"age": int(age)}:
            return set(groups_aged(age, today, season))
        case _:
            return {int(str(one.evidence["age_group"])[1:])}


def _born(message: Message) -> Sequence[AgePlace]:
    told = [
        ({"born_from": one.first.isoformat(), "born_to": one.last.isoformat()}, one.start, one.end)
        for one in births(message)
    ]
    return [AgePlace(*one) for one in told]


def _aged(message: Message, known: int | None) -> Sequence[AgePlace]:
    """The ages beside those of births; who turns ten is nine now."""
    born = births(message)
    now = {years(day, message.today) for one in born for day in (one.first, one.last)}
    every = [(one.value, one.start, one.end) for one in ages(message, known) if isinstance(one.value, int)]
    every = every or _row(message) or _alone(message)
    apart = [one for one in every if not any(one[1] < birth.end and birth.start < one[2] for birth in born)]
    return [AgePlace({"age": value}, start, end) for value, start, end in apart if value not in now]


def _row(message: Message) -> Sequence[tuple[int, int, int]]:
    """Numbers in a row that count nothing: `6, 9 and 12`. Where children are spoken of, they are their ages."""
    taken = [(one.start, one.end) for one in (*message.dates, *message.times, *message.grades, *message.ages)]
    free = [one for one in message.numbers if one.kind == "number" and not one.article and _is_age(one.value)]
    free = [one for one in free if not of_them(message, one) and not _counts(message, one.end)]
    free = [one for one in free if not any(start < one.end and one.start < end for start, end in taken)]
    joins = message.tongue.ands | {"&", ""}
    row = free[:1]
    for one in free[1:]:
        between = message.text[row[-1].end : one.start].replace(",", " ").strip()
        row = [*row, one] if fold(between) in joins else row if len(row) > 1 else [one]
    return [(int(one.value), one.start, one.end) for one in row] if len(row) > 1 else ()


def _alone(message: Message) -> Sequence[tuple[int, int, int]]:
    """The one number of a message that tells of a child and stands between marks (`my boy is shy, 10, and new`)."""
    (one, *more) = message.numbers or (None,)
    if one is None or more or message.dates or message.times or message.tongue.people.isdisjoint(message.folds):
        return ()
    plain = one.kind == "number" and not one.article and _is_age(one.value)
    before, after = message.text[: one.start].rstrip(), message.text[one.end :].lstrip()
    marked = before.endswith((",", "-", "–", "(", ";")) and (not after or after[0] in ",.;)-–!?")
    return ((int(one.value), one.start, one.end),) if plain and marked else ()


def _counts(message: Message, end: int) -> bool:
    """Whether a number says how many there are of what stands behind it."""
    at = next((at for at, word in enumerate(message.words) if word.start >= end), None)
    return at is not None and at > 0 and message.weights[at] == 1 and message.joined(at - 1, at)


def _sex(message: Message, places: Sequence[AgePlace], at: int) -> JsonObject:
    """Boy or girl, where the words around one of several ages tell it, up to a mark, a joining word or the next age."""
    begin = places[at - 1].end if at else 0
    end = places[at + 1].start if at + 1 < len(places) else len(message.text)
    around: set[str] = set()
    own = message.at(places[at].start)
    for step in (-1, 1):
        place = own if step > 0 else own - 1
        while 0 <= place < len(message.words) and begin <= message.words[place].start < end:
            beside = place + (1 if step < 0 else -1)
            apart = 0 <= beside < len(message.words) and not message.joined(*sorted((place, beside)))
            if message.folds[place] in message.tongue.ands or (apart and beside != place):
                break
            around.add(message.folds[place])
            place += step
    sexes = [name for sex, name in SEXES.items() if not message.tongue.sexes[sex].isdisjoint(around)]
    return {"gender": sexes[0]} if len(sexes) == 1 else {}


def sex_of_all(message: Message) -> JsonObject:
    """Boy or girl, where the only word that tells it speaks of several (`both girls`)."""
    told = {sex: {*message.folds} & message.tongue.sexes[sex] for sex in SEXES}
    (sex, *others) = [sex for sex, folds in told.items() if folds] or [""]
    if not sex or others:
        return {}
    nouns = message.tongue.sexes[sex]
    several = all(any(one != short and one.startswith(short) for short in nouns) for one in told[sex])
    return {"gender": SEXES[sex]} if several else {}


def _is_age(value: float) -> bool:
    return value == int(value) and value <= OLDEST
