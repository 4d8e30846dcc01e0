"""Finds the name of a place or a street from a word of a message on, or back from it, by capitals and small words."""

import re
from dataclasses import dataclass
from functools import cached_property

from loket.language.message import Message
from loket_demos.sogis.planner_words import SmallWords, small, street_like
from loket_demos.sogis.source.known import charts_first, communes_first, communes_last, like_commune, postcode

MOST_WORDS = 4
"""Words of the name of a place or a street."""
POSTCODE = re.compile(r"[1-9]\d{3}")


@dataclass(frozen=True)
class Names:
    """The names in one message. `covered` are words that mean something of their own: they are no names; `forms` those
    of forms: no number after one is that of a parcel."""

    message: Message
    covered: frozenset[int]
    forms: frozenset[int] = frozenset()

    @property
    def small(self) -> SmallWords:
        """The small words of its language."""
        return small(self.message.tongue.code)

    def street(self, at: int) -> bool:
        """Whether a word is called as streets are."""
        word = self.message.words[at]
        long = len(word.fold) > 4 and at not in self.covered and self.message.weights[at] == 1
        return long and street_like(word.text, self.message.tongue.code)

    def place(self, at: int, taken: set[int], street: bool = False) -> tuple[int, str]:
        """The name of a place from word `at` on, and where it ends; nothing when none is there. After a street any
        number like one is a postcode, after a parcel only that of the place: else it is the next parcel."""
        words, start = self.message.words, at
        comma = start < len(words) and not self.joined(start - 1, start, "")
        led = False
        while start < len(words) and self.joined(start - 1, start, ",(") and words[start].fold in self.small.places:
            start, led = start + 1, True
        post = ""
        if start < len(words) and POSTCODE.fullmatch(words[start].fold) and start not in taken:
            post, start, led = words[start].text, start + 1, True
        end = self._cut(start, self._on(start, taken))
        if end == start or not self.joined(at - 1, end - 1, ",("):
            return (start, post) if post else (at, "")
        name = self.text(start, end)
        if post and not street and like_commune(name) and not postcode(post, name):
            return at, ""
        sure = led or like_commune(name)
        if not sure and (not words[start].text[:1].isupper() or (comma and not self._last(end))):
            return at, ""
        return end, f"{post} {name}".strip()

    def town(self, start: int) -> int:
        """Where the name of a place ends that begins at a word; there when none does."""
        return self._cut(start, self._on(start, set()))

    def _cut(self, start: int, end: int) -> int:
        """Where the name of a place ends, of words that may be one: the longest that is known, else all but what is
        known to be a map."""
        said = [word.text for word in self.message.words[start:end]]
        if known := communes_first(said):
            return start + known
        if start and self.message.words[start - 1].fold in self.small.towns:
            return end
        sizes = range(len(said))
        return start + next(
            (at for at in sizes if charts_first(said[at:], self.small.topics) == len(said) - at), len(said)
        )

    @cached_property
    def _capitals(self) -> bool:
        """Whether somebody writes with capitals: then a word without one is no name."""
        return any(word.text[:1].isupper() for word in self.message.words[1:])

    def _on(self, start: int, taken: set[int]) -> int:
        """Where a name ends that begins at `start`: more words belong to it by capitals or small words of names."""
        words, at = self.message.words, start
        while at < len(words) and at - start < MOST_WORDS:
            if at > start and not self.joined(at - 1, at, "."):
                break
            if self._nameable(at, taken) and (at == start or words[at].text[:1].isupper()):
                at += 1
            elif (
                at > start
                and words[at].fold in self.small.inner
                and at + 1 < len(words)
                and self._nameable(at + 1, taken)
                and not self.street(at + 1)
            ):
                at += 2
            else:
                break
        return at

    def back(self, end: int, taken: set[int]) -> int:
        """Where a name begins that ends before `end`."""
        words, at = self.message.words, end
        while (
            at
            and end - at < MOST_WORDS
            and self._nameable(at - 1, taken)
            and self.joined(at - 1, at, "." if at < end else ".,:")
        ):
            more = at < end and not words[at - 1].text[:1].isupper()
            if more:
                break
            at -= 1
            if (
                at > 1
                and words[at - 1].fold in self.small.inner
                and self._nameable(at - 2, taken)
                and self.joined(at - 2, at, ".")
            ):
                at -= 1
        return self._begin(at, end)

    def _begin(self, start: int, end: int) -> int:
        """Where the name of a place or a street begins, of words that may be one: the longest place that is known, else
        all of them, when they can be a name at all."""
        words = self.message.words
        said = [word.text for word in words[start:end]]
        if not said:
            return end
        if known := communes_last(said):
            return end - known
        street = street_like(said[-1], self.message.tongue.code)
        small = not said[0][:1].isupper() and not street
        apart = end < len(words) and not self.joined(end - 1, end, ".") and not street
        if charts_first(said, self.small.topics) == len(said) or apart or (small and self._capitals):
            return end
        return start

    def _nameable(self, at: int, taken: set[int]) -> bool:
        word = self.message.words[at]
        if at in taken or at in self.covered or not word.text[0].isalpha() or len(word.fold) < 2:
            return False
        return (
            self.message.weights[at] == 1 and word.fold not in self.small.places and word.fold not in self.small.numbers
        )

    def _last(self, end: int) -> bool:
        """Whether a clause ends before word `end`."""
        words = self.message.words
        if end >= len(words) or not self.joined(end - 1, end, ""):
            return True
        return self.message.weights[end] < 1

    def joined(self, first: int, last: int, signs: str) -> bool:
        """Whether nothing but blanks and these signs stands between two words, and between all in between."""
        words = self.message.words
        for at in range(max(first, 0), last):
            gap = self.message.text[words[at].end : words[at + 1].start]
            if gap.strip(f" {signs}-"):
                return False
            if "\n" in gap:
                return False
        return True

    def text(self, start: int, end: int) -> str:
        words = self.message.words
        return " ".join(self.message.text[words[start].start : words[end - 1].end].split())
