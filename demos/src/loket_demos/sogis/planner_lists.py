"""Tells which numbers of a message belong together, `168 und 170`, `512-514`, and which stand for themselves."""

import re
from dataclasses import dataclass
from functools import cached_property

from loket.language.message import Message
from loket_demos.sogis.planner_names import Names
from loket_demos.sogis.source.known import like_commune, postcode

NUMBER = re.compile(r"\d{1,6}[a-z]?")
SIGNS = ",;/&+"
"""Between the numbers of a list."""
MOST_LISTED = 12
"""Numbers of one list; those after them begin another."""
MOST_BETWEEN = 20
"""Numbers that a range stands for: more than are ever done at once, so that what is left is said."""
_RATIO = re.compile(r"\d+\s?:\s?\d+|\b1 (?:zu|to) \d{3,7}\b")
_DASHES = ("-", "–", "—")


@dataclass(frozen=True)
class Lists:
    """The numbers of one message."""

    names: Names

    @property
    def message(self) -> Message:
        """The message."""
        return self.names.message

    def more(self, at: int, placed: bool = False) -> list[int]:
        """The numbers of further parcels after a word: `168 und 170`. When it is known where these lie, one with a
        place of its own is none of them."""
        words, found = self.message.words, list[int]()
        between = self.names.small.lists | self.names.small.ranges
        while at + 1 < len(words) and len(found) < MOST_LISTED:
            step = 2 if words[at + 1].fold in between else 1
            after = at + step
            if after >= len(words) or not NUMBER.fullmatch(words[after].fold):
                break
            listed = self.names.joined(at, after, SIGNS) and (step == 2 or not self.names.joined(at, after, ""))
            counts = after + 1 < len(words) and words[after + 1].fold in self.names.small.others
            own = counts or self.measures(after) or self.post(after) or (placed and self.owned(after))
            if own or not (listed or self.spans(at, after)):
                break
            found.append(after)
            at = after
        return found

    def owned(self, at: int) -> bool:
        """Whether the name of a known place stands right after a number: `512 (Langendorf)`."""
        end = self.names.place(at + 1, set())[0]
        town = self.names.town(at + 1)
        return end > at + 1 and (town == at + 1 or like_commune(self.names.text(at + 1, town)))

    def between(self, at: int, after: int) -> range:
        """The numbers that a range leaves out: `512-514`, `512 bis 514`."""
        words = self.message.words
        first, last = words[at].fold, words[after].fold
        if not (first.isdigit() and last.isdigit() and self.spans(at, after)):
            return range(0)
        return range(int(first) + 1, min(int(last), int(first) + MOST_BETWEEN))

    def spans(self, at: int, after: int) -> bool:
        """Whether two numbers are the first and the last of a range."""
        words = self.message.words
        if after == at + 2:
            return words[at + 1].fold in self.names.small.ranges
        return self.message.text[words[at].end : words[after].start].strip() in _DASHES

    def measures(self, at: int) -> bool:
        """Whether a number says how much or when and names nothing: `1:500`, `300 Meter`, `10 Uhr`, `50 %`."""
        words, start = self.message.words, self.message.words[at].start
        if self.message.text[words[at].end :].lstrip().startswith("%"):
            return True
        ratio = any(begin <= start < end for begin, end in self._ratios)
        scaled = at > 0 and words[at - 1].fold in self.names.small.scales
        return ratio or scaled or (at + 1 < len(words) and words[at + 1].fold in self.names.small.units)

    @cached_property
    def _ratios(self) -> list[tuple[int, int]]:
        return [match.span() for match in _RATIO.finditer(self.message.text)]

    def post(self, at: int) -> bool:
        """Whether a number is the postcode of the place after it, or right before it."""
        end, start = self.names.town(at + 1), self.names.back(at, set())
        if start < at and postcode(self.message.words[at].fold, self.names.text(start, at)):
            return True
        return end > at + 1 and postcode(self.message.words[at].fold, self.names.text(at + 1, end))

    def alone(self, at: int, end: int) -> bool:
        """Whether numbers stand for themselves, and nothing beside them says what they count or name."""
        words, small = self.message.words, self.names.small
        leading = small.leads | small.lists | small.numbers | small.determiners | small.both
        led = at == 0 or self._parted(at) or words[at - 1].fold in leading or at - 1 in self.names.covered
        if not led or end >= len(words) or self._parted(end):
            return led
        if words[end].fold in small.others:
            return False
        counting = end in self.names.covered and len(words[end - 1].fold) == 1
        return (self.message.weights[end] < 1 or end in self.names.covered) and not counting

    def _parted(self, at: int) -> bool:
        """Whether more than blanks stands before a word."""
        words = self.message.words
        return any(sign in ",;:/!?\n()" for sign in self.message.text[words[at - 1].end : words[at].start])
