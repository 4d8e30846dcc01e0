"""Days and times that are told as a bound, or left out: by Friday, before noon, any day but Monday."""

import re
from collections.abc import Mapping
from functools import lru_cache

from loket.language.dates import FoundDate
from loket.language.languages import alternatives, language
from loket.language.message import Message
from loket.language.times import FoundTime
from loket.language.tokens import LANGUAGES, flat

UNTIL, LEFT_OUT = "until", frozenset(["but", "not"])
"""How a last day is told, and one that is left out."""


TIME_BOUNDS = frozenset(["before", "after", "not"])
"""Bounds of a time of day; `by 5` and `until 5` name one as well."""


def alternative(message: Message, one: FoundTime) -> bool:
    """Whether another hour stands beside a time, of which either may be meant: `at 5pm or 6`."""
    low, known = flat(message.text), _patterns(message.tongue.code)
    return (known.either.match(low, one.end) or known.or_else.search(low, 0, one.start)) is not None


def bound(message: Message, one: FoundDate | FoundTime, due: bool = False) -> str:
    """How a day or a time is told that is no exact one: `until`, `before` or `after` it, any `but` it; else nothing.
    Where something is `due`, `voor vrijdag` is before Friday too."""
    low, known = flat(message.text), _patterns(message.tongue.code)
    lead = known.lead.match(low, one.start, one.end)
    begin = lead.end() if lead else one.start
    found = ((kind, pattern.search(low, 0, begin)) for kind, pattern in known.kinds.items())
    # `vóór vrijdag` is no `voor vrijdag`.
    matched = ((kind, message.text[slice(*match.span("word"))]) for kind, match in found if match)
    kinds = (kind for kind, word in matched if due or word not in known.others)
    behind = (kind for kind, pattern in known.behind.items() if pattern.match(low, one.end))
    return next(kinds, next(behind, ""))


def open_day(message: Message, one: FoundDate) -> bool:
    """Whether another day is wished than one that is told before, without saying which."""
    return _patterns(message.tongue.code).other.search(flat(message.text), one.end) is not None


def window(message: Message, first: FoundTime | FoundDate) -> bool:
    """Whether a day or a time is the beginning of a stretch in which something is to be: `between 3 and 5`."""
    return _patterns(message.tongue.code).between.search(flat(message.text), 0, first.start) is not None


class _Patterns:
    """How a language tells bounds; `lead` are the small words with which a day begins."""

    def __init__(self, code: str) -> None:
        tongue = language(code)
        data = tongue.data
        small = alternatives([*data["date_on"], *data["date_of"], *data["at"]])
        bounds: Mapping[str, list[str]] = data["bounds"]
        ahead = {kind: rf"(?<!\w)(?P<word>{alternatives(words)})" for kind, words in bounds.items()}
        # A no in the middle of a clause is of its verb: `I am not there on Tuesday`.
        no, begins = alternatives(tongue.negation), alternatives(data["clauses"]["begins"])
        ahead |= {"not": rf"(?:[,;:(–-]\s*|\b(?:{begins})\s+)(?P<word>{no})"}
        self.lead = re.compile(rf"(?:(?:{small})\s+)+")
        self.kinds = {kind: re.compile(rf"{words}\s+(?:(?:{small})\s+){{0,3}}$") for kind, words in ahead.items()}
        ends: Mapping[str, list[str]] = data["bounds_behind"]
        self.behind = {kind: re.compile(rf",?\s+(?:{alternatives(words)})(?!\w)") for kind, words in ends.items()}
        or_, at = alternatives(data["ands"][1:]), alternatives(data["at"])
        hour = rf"(?:\d{{1,2}}|{alternatives(word for word, number in data['numbers'].items() if 0 < number <= 24)})"
        self.either = re.compile(rf"\s*,?\s+(?:{or_})\s+(?:(?:{at})\s+)?{hour}\b")
        self.or_else = re.compile(rf"(?<![\w:.,]){hour}\s*(?:{or_})\s+(?:(?:{at})\s+)?$")
        self.other = re.compile(rf"(?<!\w)(?<!\bthe )(?:{alternatives(data['other_day'])})(?!\w)")
        ways = (pair[0] for pair in data["from_to"] if pair[1] == data["ands"][0])
        self.between = re.compile(rf"(?<!\w)(?:{alternatives(ways)})\s+(?:(?:{small})\s+)*$")
        listed = {entry for words in bounds.values() for entry in words}
        self.others = frozenset(word for entry in listed if (word := flat(entry)) not in listed) & frozenset(
            data["function"].split()
        )


_patterns = lru_cache(maxsize=len(LANGUAGES))(_Patterns)
