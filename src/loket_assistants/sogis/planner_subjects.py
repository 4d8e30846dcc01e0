"""Finds what a message is about: parcels, EGRIDs, points and addresses, with the words they take. Looks up nothing."""

import re
from dataclasses import dataclass

from loket.core.data import Frozen
from loket.planners.skills.addresses import addresses
from loket.planners.skills.message import Message
from loket_assistants.sogis.geo.lv95 import pair_in
from loket_assistants.sogis.planner_words import SmallWords, small, street_like
from loket_assistants.sogis.search.query import egrid_of

MOST_WORDS = 4
"""Words of the name of a place or a street."""
_EGRID = re.compile(r"\bCH[ .]?(?:\d[ .]?){11}\d\b", re.IGNORECASE)
_DIGITS = r"[-+]?\d{1,3}(?:['’ ]\d{3}){1,2}(?:\.\d{1,4})?|[-+]?\d{1,7}(?:\.\d{1,12})?"
_AXIS = r"(?:\b(?:lat|lon|[nexyNEXY])\b\s?[:=]?\s?)?"
_POINT = re.compile(
    rf"{_AXIS}(?<![\w.])(?P<first>{_DIGITS})\s?°?\s?[NE]?(?:\s?[,;/|]\s?|\s){_AXIS}(?P<second>{_DIGITS})(?![\d'])\s?°?(?:\s?[NE]\b)?"
)
_NUMBER = re.compile(r"\d{1,6}[a-z]?")
_POSTCODE = re.compile(r"[1-9]\d{3}")


class Subject(Frozen):
    """What a request is about, in the words from `start` to before `end`. With `loose` a number and a name that may be
    a parcel as well as a house."""

    start: int
    end: int
    q: str = ""
    number: str = ""
    municipality: str = ""
    egrid: str = ""
    loose: bool = False


@dataclass(frozen=True)
class Finder:
    """Looks through one message, left to right, for one kind after the other; no word belongs to two."""

    message: Message
    covered: frozenset[int]
    """Words that mean something of their own: they are no names."""

    parcels: frozenset[int]
    """Words for a parcel."""

    def find(self) -> list[Subject]:
        """Everything the message names, in the order it stands there."""
        found = self._patterned()
        taken = {at for one in found for at in range(one.start, one.end)}
        spans = [(one.start, one.end) for one in addresses(self.message.text, self.message.tongue.code)]
        for at, word in enumerate(self.message.words):
            if at in taken or not _NUMBER.fullmatch(word.fold):
                continue
            for one in self._numbered(at, taken, spans):
                if not taken & set(range(one.start, one.end)):
                    found.append(one)
                    taken |= set(range(one.start, one.end))
        for at, word in enumerate(self.message.words):
            if at not in taken and at not in self.covered and self._street(at):
                end, place = self.place(at + 1, taken)
                q = word.text if not place else f"{word.text}, {place}"
                found.append(Subject(start=at, end=end, q=q))
                taken |= set(range(at, end))
        return sorted(found, key=lambda one: one.start)

    @property
    def small(self) -> SmallWords:
        return small(self.message.tongue.code)

    def _street(self, at: int) -> bool:
        word = self.message.words[at]
        return len(word.fold) > 4 and street_like(word.text, self.message.tongue.code) and self.message.weights[at] == 1

    # EGRIDs and points.

    def _patterned(self) -> list[Subject]:
        text = self.message.text
        found: list[Subject] = []
        for match in _EGRID.finditer(text):
            start, end = self._words(match.start(), match.end())
            found.append(Subject(start=start, end=end, egrid=egrid_of(match.group()[2:])))
        for match in _POINT.finditer(text):
            start, end = self._words(match.start(), match.end())
            free = all(end <= one.start or start >= one.end for one in found)
            pair = f"{match['first']} / {match['second']}"
            if free and pair_in(pair) is not None:
                found.append(Subject(start=start, end=end, q=pair))
        return found

    def _words(self, start: int, end: int) -> tuple[int, int]:
        """The words in a piece of the text."""
        inside = [at for at, word in enumerate(self.message.words) if word.end > start and word.start < end]
        return inside[0], inside[-1] + 1

    # Numbers: parcels and houses.

    def _numbered(self, at: int, taken: set[int], spans: list[tuple[int, int]]) -> list[Subject]:
        words = self.message.words
        first = at
        while first and words[first - 1].fold in self.small.numbers and self._joined(first - 1, first, "."):
            first -= 1
        if first and first - 1 in self.parcels and self._joined(first - 1, first, ".,:#-"):
            return self._parcel(first - 1, at, taken)
        after = at + 1
        if after < len(words) and len(words[after].fold) == 1 and words[after].text.isalpha() and self._ends(after):
            after += 1
        number = "".join(word.text for word in words[at:after])
        street = next((span for span in spans if span[0] < words[at].end and words[at].start < span[1]), None)
        if street is not None:
            return [self._house(self._words(*street)[0], after, taken)]
        announced = first < at or (first > 0 and first - 1 in self.covered)
        if announced and (place := self.place(after, taken))[1]:
            return [Subject(start=first, end=place[0], number=number.lower(), municipality=place[1])]
        one = self._named(first, after, number, taken)
        return [] if one is None else [one]

    def _house(self, start: int, after: int, taken: set[int]) -> Subject:
        """A street with its number; its place stands after it, or right before it."""
        words = self.message.words
        name = self.message.text[words[start].start : words[after - 1].end]
        end, place = self.place(after, taken)
        if not place and (back := self._name_back(start, taken)) < start:
            back -= int(back > 0 and bool(_POSTCODE.fullmatch(words[back - 1].fold)))
            start, place = back, self._text(back, start)
        return Subject(start=start, end=end, q=f"{name}, {place}" if place else name)

    def _ends(self, at: int) -> bool:
        """Whether a single letter is that of a house: nothing but an end or a place comes after it."""
        words = self.message.words
        if at + 1 >= len(words):
            return True
        return (
            words[at + 1].fold in self.small.places
            or not self._joined(at, at + 1, "")
            or words[at + 1].text[:1].isupper()
        )

    def _parcel(self, noun: int, at: int, taken: set[int]) -> list[Subject]:
        """A parcel by its number, or several; their place stands after them, or before the word for them."""
        numbers = [at, *self._more(at)]
        end, place = self.place(numbers[-1] + 1, taken)
        start = noun
        if not place:
            start, place = self._before(noun, taken)
        starts, ends = [start, *numbers[1:]], [*(one + 1 for one in numbers[:-1]), end]
        said = [self.message.words[one].fold for one in numbers]
        return [
            Subject(start=one, end=two, number=number, municipality=place)
            for one, two, number in zip(starts, ends, said, strict=True)
        ]

    def _more(self, at: int) -> list[int]:
        """The numbers of further parcels: `168 und 170`."""
        words, found = self.message.words, list[int]()
        while at + 1 < len(words):
            step = 2 if words[at + 1].fold in self.small.lists else 1
            after = at + step
            if after >= len(words) or not _NUMBER.fullmatch(words[after].fold):
                break
            if not self._joined(at, after, ",") or (step == 1 and self._joined(at, after, "")):
                break
            found.append(after)
            at = after
        return found

    def _before(self, noun: int, taken: set[int]) -> tuple[int, str]:
        """The name of a place right before a word for a parcel: `Messen, Grundstück 168`, `in Messen die Parzelle`."""
        last = noun
        while last and self.message.words[last - 1].fold in self.small.determiners:
            last -= 1
        start = self._name_back(last, taken)
        if start == last or not self._joined(start, noun, ",:"):
            return noun, ""
        name = self._text(start, last)
        while start and (start - 1 in self.parcels or self.message.words[start - 1].fold in self.small.places):
            start -= 1
        return start, name

    def _named(self, first: int, after: int, number: str, taken: set[int]) -> Subject | None:
        """A number after a name: a house of a street when a place follows, else most likely a parcel of a place."""
        words = self.message.words
        start = self._name_back(first, taken)
        if start == first:
            return None
        name = self._text(start, first)
        noun = start - 1
        while noun > 0 and words[noun].fold in self.small.places and noun not in self.parcels:
            noun -= 1
        if noun >= 0 and noun in self.parcels:
            return Subject(start=noun, end=after, number=number.lower(), municipality=name)
        if start and words[start - 1].fold in self.small.lying and not words[start - 1].text.islower():
            start -= 1
            name = self._text(start, first)
        end, place = self.place(after, taken)
        if place:
            return Subject(start=start, end=end, q=f"{name} {number}, {place}")
        return Subject(
            start=start, end=after, q=f"{name} {number}", number=number.lower(), municipality=name, loose=True
        )

    # Names.

    def place(self, at: int, taken: set[int]) -> tuple[int, str]:
        """The name of a place from word `at` on, and where it ends; nothing when none is there."""
        words, start = self.message.words, at
        comma = start < len(words) and not self._joined(start - 1, start, "")
        led = False
        while start < len(words) and self._joined(start - 1, start, ",(") and words[start].fold in self.small.places:
            start, led = start + 1, True
        post = ""
        if start < len(words) and _POSTCODE.fullmatch(words[start].fold) and start not in taken:
            post, start, led = words[start].text, start + 1, True
        end = self._name_on(start, taken)
        if end == start or not self._joined(at - 1, end - 1, ",("):
            return (start, post) if post else (at, "")
        if not led and not words[start].text[:1].isupper() and not self._last(end):
            return at, ""
        if comma and not led and not self._last(end):
            return at, ""
        return end, f"{post} {self._text(start, end)}".strip()

    def _name_on(self, start: int, taken: set[int]) -> int:
        """Where a name ends that begins at `start`: more words belong to it by capitals or small words of names."""
        words, at = self.message.words, start
        while at < len(words) and at - start < MOST_WORDS:
            if at > start and not self._joined(at - 1, at, "."):
                break
            if self._nameable(at, taken) and (at == start or words[at].text[:1].isupper()):
                at += 1
            elif (
                at > start
                and words[at].fold in self.small.inner
                and at + 1 < len(words)
                and self._nameable(at + 1, taken)
                and not self._street(at + 1)
            ):
                at += 2
            else:
                break
        return at

    def _name_back(self, end: int, taken: set[int]) -> int:
        """Where a name begins that ends before `end`."""
        words, at = self.message.words, end
        while (
            at
            and end - at < MOST_WORDS
            and self._nameable(at - 1, taken)
            and self._joined(at - 1, at, "." if at < end else ".,:")
        ):
            more = at < end and not words[at - 1].text[:1].isupper()
            if more:
                break
            at -= 1
            if (
                at > 1
                and words[at - 1].fold in self.small.inner
                and self._nameable(at - 2, taken)
                and self._joined(at - 2, at, ".")
            ):
                at -= 1
        return at

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
        if end >= len(words) or not self._joined(end - 1, end, ""):
            return True
        return self.message.weights[end] < 1

    def _joined(self, first: int, last: int, signs: str) -> bool:
        """Whether nothing but blanks and these signs stands between two words, and between all in between."""
        words = self.message.words
        for at in range(max(first, 0), last):
            gap = self.message.text[words[at].end : words[at + 1].start]
            if gap.strip(f" {signs}-"):
                return False
            if "\n" in gap:
                return False
        return True

    def _text(self, start: int, end: int) -> str:
        words = self.message.words
        return " ".join(self.message.text[words[start].start : words[end - 1].end].split())


def subjects(message: Message, covered: frozenset[int], parcels: frozenset[int]) -> list[Subject]:
    """What a message names."""
    return Finder(message, covered, parcels).find()
