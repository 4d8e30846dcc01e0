"""Finds numbers in a text: figures as the language writes them, words, money, ages and groups such as U10."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from loket.language.dozens import dozens
from loket.language.languages import alternatives, language
from loket.language.tokens import Word, flat, fold, unmarked

Kind = Literal["number", "money", "age", "group", "grade"]

LAST_GRADE = 13
"""No school counts more years."""

FIGURE = r"(?:\d{1,3}(?:(?P<s>[.,'’ ])\d{3})(?:(?P=s)\d{3})*(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?)"
"""A number in figures, as any language writes it."""


@dataclass(frozen=True, slots=True)
class FoundNumber:
    """A number from `start` to before `end`; `article`: it may be no more than the word a, een, ein or um."""

    kind: Kind
    value: float
    start: int
    end: int
    article: bool = False


def numbers(text: str, found: tuple[Word, ...], code: str) -> list[FoundNumber]:
    """Figures and number words in the order they stand; money when a sign or word of a currency says so."""
    low = flat(text)
    every: list[FoundNumber] = []
    figures, _ = _patterns(code)
    for match in figures.finditer(low):
        value = read(match["figure"], code, bool(match["before"] or match["after"]))
        scale = match["scale"]
        if scale:
            value *= 1_000_000 if scale in _flats(code, "millions") else 1_000
        kind: Kind = "money" if match["before"] or match["after"] else "number"
        every.append(FoundNumber(kind, value, match.start(), match.end()))
    tongue = language(code)
    ones = {fold(word) for word in tongue.data["ones"]}
    for word in found:
        value = tongue.numbers.get(word.fold) if word.text.isalpha() else None
        if value is None:
            value = _composed(word.fold, code)
        if value is None and word.fold in ones:
            value = 1
        if value is not None:
            article = word.fold in ones and word.text.lower() == flat(word.text)
            every.append(FoundNumber("number", float(value), word.start, word.end, article))
    twelves = [FoundNumber("number", *told) for told in dozens(text, code)]
    every = [one for one in every if not any(one.start < told.end and told.start < one.end for told in twelves)]
    return _scaled([*every, *twelves], found, code)


def ages(text: str, code: str) -> list[FoundNumber]:
    """Ages of people, and age groups, which carry their number."""
    low = flat(text)
    taken: list[FoundNumber] = []
    _, patterns = _patterns(code)
    known = language(code).numbers
    for kind, pattern in patterns:
        for match in pattern.finditer(low):
            if any(match.start() < old.end and old.start < match.end() for old in taken):
                continue
            said = match["n"]
            value = int(said) if said.isdigit() else known.get(fold(said), -1)
            if 0 <= value <= 120:
                taken.append(FoundNumber(kind, float(value), match.start(), match.end()))
    apart = (one for one in _of_named(text, code) if not any(one.start < o.end and o.start < one.end for o in taken))
    return sorted([*taken, *apart], key=lambda one: one.start)


def _of_named(text: str, code: str) -> list[FoundNumber]:
    """The ages of children who are named, one beside the other: `two kids, Sam 7 and Lily 10`."""
    listed, spoken = _named_ages(code)
    found: list[FoundNumber] = []
    for row in listed.finditer(text) if spoken.search(flat(text)) else ():
        every = list(_NAMED.finditer(text, row.start(), row.end()))
        if len({one["name"] for one in every}) == len(every):
            found += [FoundNumber("age", float(one["n"]), one.start("n"), one.end("n")) for one in every]
    return found


_NAMED = re.compile(r"\b(?P<name>[^\W\d_a-z]\w+)(?:,? \(?| ?: ?)(?P<n>1?\d)\)?(?![\w:/]|[.,]\d)")


@lru_cache(maxsize=8)
def _named_ages(code: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    data, one = language(code).data, _NAMED.pattern.replace("?P<name>", "?:").replace("?P<n>", "?:")
    return (
        re.compile(rf"{one}(?:(?:\s*[,&+]|\s+{alternatives(data['ands'])})+\s*{one})+"),
        re.compile(rf"\b{alternatives(data['children'])}\b"),
    )


def grades(text: str, code: str) -> list[FoundNumber]:
    """Years of school, as each language counts them: `year 5`, `groep 5`, `5. Klasse`. They are no ages."""
    found = _grades(code).finditer(flat(text))
    known = language(code).numbers
    told = [(match, match["n"] or match["m"]) for match in found]
    values = [(match, int(n) if n.isdigit() else known.get(fold(n), -1)) for match, n in told]
    return [FoundNumber("grade", float(n), m.start(), m.end()) for m, n in values if 0 < n <= LAST_GRADE]


def ages_in(grade: float, code: str) -> tuple[int, int]:
    """How old children are in a year of school: at its beginning and at its end."""
    first, last = language(code).data["grades"]["ages"]
    return int(grade) + first, int(grade) + last


def read(figure: str, code: str, money: bool = False) -> float:
    """A figure as people of this language write it: `22.750` is a thousand times `22,750` in Dutch."""
    figure = re.sub(r"[\s'’]", "", figure)
    dot, comma = figure.rfind("."), figure.rfind(",")
    if dot >= 0 and comma >= 0:
        point = "." if dot > comma else ","
    elif dot >= 0 or comma >= 0:
        sign = "." if dot >= 0 else ","
        head, _, tail = figure.rpartition(sign)
        thousands = "," if code == "en" else "."
        grouped = figure.count(sign) > 1 or (len(tail) == 3 and 0 < len(head) <= 3 and head != "0")
        point = "" if grouped and (sign == thousands or money or figure.count(sign) > 1) else sign
    else:
        point = ""
    whole = "".join(c if c.isdigit() else "." if c == point else "" for c in figure)
    return float(whole) if len(whole) <= 18 else float(whole[:18])


_Patterns = tuple[re.Pattern[str], tuple[tuple[Kind, re.Pattern[str]], ...]]


@lru_cache(maxsize=8)
def _patterns(code: str) -> _Patterns:
    data = language(code).data
    money = alternatives(data["currency"])
    scale = alternatives([*data["thousands"], *data["millions"]])
    figures = re.compile(
        rf"(?:(?P<before>€|\$|£|r\$|chf|eur|usd|gbp|fr\.)\s?)?(?<![\w.,])(?P<figure>{FIGURE})"
        rf"(?:\s?(?P<scale>{scale})(?![a-z]))?(?:\s?(?P<after>€|\$|£|{money})(?![a-z]))?(?!\w)"
    )
    n = rf"(?P<n>\d{{1,3}}|{alternatives(word for word, number in data['numbers'].items() if 3 <= number <= 99)})"
    few = rf"(?P<n>\d{{1,3}}|{alternatives(word for word, number in data['numbers'].items() if 1 <= number <= 99)})"
    small = rf"(?P<n>\d{{1,2}}|{alternatives(word for word, number in data['numbers'].items() if 3 <= number <= 99)})"
    child = alternatives(data["children"])
    years, joins = alternatives(data["units"]["year"]), alternatives(data["age_goes_on"])
    ended = rf"(?=\s*(?:{years}|[.,;!?)]|$)|\s(?:{joins})\b)(?:\s(?:{years})\b)?"
    linked = alternatives(data["age_link"])
    subjects = [entry for entry in data["age_is"] if " " in entry or "'" in entry]
    somebody, follows = alternatives(unmarked(subjects)), alternatives(_clause_words(data))
    sources: list[tuple[Kind, str]] = [
        (
            "group",
            rf"\b(?:{alternatives(data['group'])})(?:\s|-)?(?P<n>\d{{1,2}})'?s?\b(?!\s?(?:%|(?:{money}|{years})(?![a-z])))",
        ),
        (
            "group",
            rf"\b(?:{alternatives(data['group'])})(?:\s|-){small}'?s?\b(?!\s?(?:%|(?:{money}|{years})(?![a-z])))",
        ),
        ("age", rf"\b{few}(?:\s|-)?(?:{alternatives(data['age_after'])})\b"),
        (
            "age",
            rf"\b(?:{alternatives(data['age_before'])})\s*(?:{linked}|:)?\s*{n}\b(?!\s?(?:(?:{scale}|{money})(?![a-z])|%|/))",
        ),
        (
            "age",
            rf"\b(?:{alternatives(data['age_is'])})\s+(?:{alternatives(data['by_now'])})?\s*{small}{ended}",
        ),
        (
            "age",
            rf"\b(?:{somebody})\s+(?:{alternatives(data['by_now'])})?\s*{small}(?:{ended}|(?=\s(?:{follows})\b))",
        ),
        ("age", rf"\b(?:{child})\b[^.?!\d]{{0,15}}\((?P<n>\d{{1,2}})\)"),
        ("age", r"\((?P<n>\d{1,2})\)"),
        (
            "age",
            rf"\b(?:{child})\b(?:'s\b|(?:\s\w+)?[,:]?)\s(?:(?:{linked})\s)?{small}(?=[\s.,:;!?)]|$)(?![.,]\d)",
        ),
    ]
    return figures, tuple((kind, re.compile(source)) for kind, source in sources)


def _clause_words(data: Mapping[str, Any]) -> Sequence[str]:
    """What the next clause begins with behind an age: a question, a no, a wish."""
    words = data["clauses"]
    return [*words["wonders"], *words["begins"], *words["if"], *words["asks"], *data["negation"].split()]


@lru_cache(maxsize=8)
def _grades(code: str) -> re.Pattern[str]:
    data = language(code).data
    words = alternatives(word for word, number in data["numbers"].items() if 1 <= number <= LAST_GRADE)
    n, old = rf"\d{{1,2}}|{words}", alternatives(data["age_after"])
    before, after = (alternatives(data["grades"][name]) for name in ("before", "after"))
    # A short word may stand right before its figure: `yr5`, `Y5`.
    said = rf"(?<!\d[ -])(?<!\d)\b(?:{before})(?:[\s-]+|(?=\d))(?P<n>{n})\b(?![\s-]*(?:{old}|olds?)\b)(?!\s*[%€])"
    return re.compile(rf"{said}|\b(?P<m>\d{{1,2}})(?:{after})\b")


@lru_cache(maxsize=32)
def _flats(code: str, name: str) -> frozenset[str]:
    return frozenset(flat(word) for word in language(code).data[name])


def _composed(word: str, code: str) -> float | None:
    """Number words written together: digit, and, and ten (`vijfendertig`), hundreds and thousands (`dertigduizend`)."""
    known, link = language(code).numbers, {"nl": "en", "de": "und"}.get(code)
    if link is None or len(word) < 8:
        return None
    for scale, least in ((1_000, _flats(code, "thousands")), (100, {one for one, n in known.items() if n == 100})):
        for name in least:
            head, found, tail = word.partition(name) if len(name) > 1 else (word, "", "")
            if found and (head or tail):
                many, rest = (_within(part, code, empty) for part, empty in ((head, 1.0), (tail, 0.0)))
                return None if many is None or rest is None else many * scale + rest
    for at in range(3, len(word) - 5):
        if word.startswith(link, at) and known.get(word[:at], 99) < 10 and known.get(word[at + len(link) :], 0) >= 20:
            return float(known[word[:at]] + known[word[at + len(link) :]])
    return None


def _within(part: str, code: str, empty: float) -> float | None:
    """The number that a part of a word stands for."""
    if not part:
        return empty
    value = language(code).numbers.get(part)
    return _composed(part, code) if value is None else float(value)


def _scaled(every: list[FoundNumber], found: tuple[Word, ...], code: str) -> list[FoundNumber]:
    """The numbers, with a word for a thousand or a million behind number words taken in: `thirty five thousand`."""
    after = {word.start: at for at, word in enumerate(found)}
    begins = {number.start: number for number in every if number.start in after}
    kept = list(every)
    for word in found:
        times = (
            1_000
            if word.fold in _flats(code, "thousands")
            else 1_000_000
            if word.fold in _flats(code, "millions")
            else 0
        )
        before = after[word.start] - 1
        last = begins.get(found[before].start) if before >= 0 else None
        if not times or last is None or last.end != found[before].end or not found[before].text.isalpha():
            continue
        if last.article and len(word.text) == 1:
            continue  # `a k` is a letter
        tens = begins.get(found[before - 1].start) if before > 0 and last.value < 10 else None
        first = tens if tens is not None and tens.value in TENS and found[before - 1].text.isalpha() else None
        value = (last.value + (first.value if first else 0)) * times
        kept = [one for one in kept if one not in (last, first)]
        kept.append(FoundNumber("number", value, (first or last).start, word.end))
    return _joined(sorted(kept, key=lambda one: one.start), found)


def _joined(every: list[FoundNumber], found: tuple[Word, ...]) -> list[FoundNumber]:
    """Thousands and what follows them in words, as one number: `drieduizend vijfhonderd`."""
    starts, ends = {word.start: at for at, word in enumerate(found)}, {word.end: at for at, word in enumerate(found)}
    kept: list[FoundNumber] = []
    for one in every:
        before = kept[-1] if kept else None
        at, last = starts.get(one.start), ends.get(before.end) if before else None
        words = (
            at is not None
            and last is not None
            and last + 1 == at
            and found[at].text.isalpha()
            and found[last].text.isalpha()
        )
        if (
            before
            and before.kind == "number"
            and words
            and not one.article
            and before.value >= 1_000
            and before.value % 1_000 == 0
            and one.value < 1_000
        ):
            kept[-1] = FoundNumber(before.kind, before.value + one.value, before.start, one.end)
        else:
            kept.append(one)
    return kept


TENS = frozenset(range(20, 100, 10))
