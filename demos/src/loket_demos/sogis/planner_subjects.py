"""Finds what a message is about: parcels, EGRIDs, points and addresses, with the words they take. Looks up nothing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from loket.core.data import Frozen
from loket.language.addresses import addresses
from loket.language.message import Message
from loket_demos.sogis.geo.lv95 import pair_in
from loket_demos.sogis.planner_lists import NUMBER, Lists
from loket_demos.sogis.planner_names import POSTCODE, Names
from loket_demos.sogis.planner_words import street_like
from loket_demos.sogis.search.query import egrid_of
from loket_demos.sogis.source.known import like_commune

_EGRID = re.compile(r"\bCH[ .]?(?:\d[ .]?){11}\d\b", re.IGNORECASE)
_DIGITS = r"[-+]?\d{1,3}(?:['’ ]\d{3}){1,2}(?:\.\d{1,4})?|[-+]?\d{1,7}(?:\.\d{1,12})?"
_AXIS = r"(?:\b(?:lat|lon|[nexyNEXY])\b\s?[:=]?\s?)?"
_POINT = re.compile(
    rf"{_AXIS}(?<![\w.])(?P<first>{_DIGITS})\s?°?\s?[NE]?(?:\s?[,;/|]\s?|\s){_AXIS}(?P<second>{_DIGITS})(?![\d'])\s?°?(?:\s?[NE]\b)?"
)


class Subject(Frozen):
    """What a request is about, in the words from `start` to before `end`. With `loose` a number and a name that may be
    a parcel as well as a house; `joined`: it goes on the list that the subject before it begins."""

    start: int
    end: int
    q: str = ""
    number: str = ""
    municipality: str = ""
    egrid: str = ""
    loose: bool = False
    joined: bool = False


@dataclass(frozen=True)
class Finder:
    """Looks through one message, left to right, for one kind after the other; no word belongs to two. `parcels` are
    its words for a parcel; `asks`: it asks for what is made for parcels, so that a bare number is one."""

    message: Message
    names: Names
    parcels: frozenset[int]
    asks: bool

    @cached_property
    def lists(self) -> Lists:
        """Its numbers."""
        return Lists(self.names)

    def find(self) -> list[Subject]:
        """Everything the message names, in the order it stands there."""
        found = self._patterned()
        taken = {at for one in found for at in range(one.start, one.end)}
        spans = [(one.start, one.end) for one in addresses(self.message.text, self.message.tongue.code)]
        for at, word in enumerate(self.message.words):
            if at in taken or at in self.names.covered or not NUMBER.fullmatch(word.fold):
                continue
            for one in self._numbered(at, taken, spans):
                if not taken & set(range(one.start, one.end)):
                    found.append(one)
                    taken |= set(range(one.start, one.end))
        for at, word in enumerate(self.message.words):
            if at not in taken and self.names.street(at):
                end, place = self.names.place(at + 1, taken, street=True)
                q = word.text if not place else f"{word.text}, {place}"
                found.append(Subject(start=at, end=end, q=q))
                taken |= set(range(at, end))
        return sorted(found, key=lambda one: one.start)

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
        if self.lists.measures(at):
            return []
        first = at
        while first and words[first - 1].fold in self.names.small.numbers and self.names.joined(first - 1, first, "."):
            first -= 1
        if first and first - 1 in self.parcels and self.names.joined(first - 1, first, ".,:#-"):
            return self._parcel(first - 1, at, taken)
        after = at + 1
        if (
            after < len(words)
            and len(words[after].fold) == 1
            and words[after].text.isascii()
            and words[after].text.isalpha()
            and self._ends(after)
        ):
            after += 1
        number = "".join(word.text for word in words[at:after])
        street = next((span for span in spans if span[0] < words[at].end and words[at].start < span[1]), None)
        if street is not None:
            return self._houses(self._words(*street)[0], at, after, taken)
        if self.lists.post(at) or first - 1 in self.names.forms:
            return []
        announced = first < at or (first > 0 and first - 1 in self.names.covered)
        place = self.names.place(after, taken)
        if announced and place[1]:
            return self._listed(
                Subject(start=first, end=place[0], number=number.lower(), municipality=place[1]), place[0] - 1
            )
        one = self._numbered_name(first, after, number, taken)
        if one is None and place[1] and (not POSTCODE.fullmatch(number) or like_commune(place[1])):
            one = Subject(start=first, end=place[0], number=number.lower(), municipality=place[1])
        if one is None:
            return self._bare(at, taken)
        # A comma after a street leads to its postcode, after a commune to the next parcel.
        streets = street_like(one.municipality, self.message.tongue.code)
        return [one] if streets or not one.municipality else self._listed(one, one.end - 1)

    def _listed(self, one: Subject, at: int) -> list[Subject]:
        """A parcel, and those whose numbers follow."""
        found = [one]
        for each in self.lists.more(at, placed=True):
            number, start = self.message.words[each].fold, found[-1].end
            found.append(Subject(start=start, end=each + 1, number=number, municipality=one.municipality, joined=True))
        return found

    def _bare(self, at: int, taken: set[int]) -> list[Subject]:
        """Parcels that are nothing but numbers, `512, 513 Langendorf`: where parcels are spoken of, or a place stands
        after the last."""
        numbers = [at, *self.lists.more(at)]
        end, place = self.names.place(numbers[-1] + 1, taken)
        if not (place and len(numbers) > 1) and not (self.asks and self.lists.alone(at, numbers[-1] + 1)):
            return []
        return self._each(numbers, at, end, place)

    def _house(self, start: int, after: int, taken: set[int]) -> Subject:
        """A street with its number; its place stands after it, or right before it."""
        words = self.message.words
        name = self.message.text[words[start].start : words[after - 1].end]
        end, place = self.names.place(after, taken, street=True)
        if not place and (back := self.names.back(start, taken)) < start:
            back -= int(back > 0 and bool(POSTCODE.fullmatch(words[back - 1].fold)))
            start, place = back, self.names.text(back, start)
        return Subject(start=start, end=end, q=f"{name}, {place}" if place else name)

    def _houses(self, start: int, at: int, after: int, taken: set[int]) -> list[Subject]:
        """A house, and those of its street whose numbers follow: `2, 4 und 6`, `2-6`. Of a range between two even or
        two odd numbers those of the same side are meant."""
        numbers = [one for one in self.lists.more(after - 1) if self._housed(one)]
        if not numbers:
            return [self._house(start, after, taken)]
        words = self.message.words
        street = self.message.text[words[start].start : words[at - 1].end]
        end, place = self.names.place(numbers[-1] + 1, taken, street=True)
        found, last = [Subject(start=start, end=after, q=f"{street} {words[at].text}")], after - 1
        for one in numbers:
            between = self.lists.between(last, one)
            step = 2 if len(between) % 2 else 1
            for number in [*between[step - 1 :: step], words[one].text]:
                found.append(Subject(start=found[-1].end, end=one + 1, q=f"{street} {number}", joined=True))
            last = one
        found[-1] = found[-1].model_copy(update={"end": end})
        return [one.model_copy(update={"q": f"{one.q}, {place}"}) if place else one for one in found]

    def _housed(self, at: int) -> bool:
        """Whether a number can be that of a house, and counts nothing: `3 Pläne`."""
        words = self.message.words
        counts = at + 1 < len(words) and at + 1 in self.names.covered and words[at + 1].text[:1].isupper()
        return not counts and (len(words[at].fold) < 3 or not self.lists.owned(at))

    def _ends(self, at: int) -> bool:
        """Whether a single letter is that of a house: nothing but an end or a place comes after it."""
        words = self.message.words
        if at + 1 >= len(words):
            return True
        return (
            words[at + 1].fold in self.names.small.places
            or not self.names.joined(at, at + 1, "")
            or words[at + 1].text[:1].isupper()
        )

    def _parcel(self, noun: int, at: int, taken: set[int]) -> list[Subject]:
        """A parcel by its number, or several; their place stands after them, or before the word for them."""
        numbers = [at, *self.lists.more(at)]
        end, place = self.names.place(numbers[-1] + 1, taken)
        start = noun
        if not place:
            start, place = self._before(noun, taken)
        return self._each(numbers, start, end, place)

    def _each(self, numbers: Sequence[int], start: int, end: int, place: str) -> list[Subject]:
        """Parcels of one place, with all that lie between the first and the last of a range."""
        found: list[Subject] = []
        for one, after in zip(numbers, [*(each + 1 for each in numbers[:-1]), end], strict=True):
            for number in self.lists.between(found[-1].end - 1, one) if found else ():
                # It stands nowhere in the message: the words are those of the first and the last.
                found.append(
                    Subject(start=found[-1].end, end=found[-1].end, number=str(number), municipality=place, joined=True)
                )
            begin, number = found[-1].end if found else start, self.message.words[one].fold
            found.append(Subject(start=begin, end=after, number=number, municipality=place, joined=bool(found)))
        return found

    def _before(self, noun: int, taken: set[int]) -> tuple[int, str]:
        """The name of a place right before a word for a parcel: `Messen, Grundstück 168`, `in Messen die Parzelle`."""
        last = noun
        while last and self.message.words[last - 1].fold in self.names.small.determiners:
            last -= 1
        start = self.names.back(last, taken)
        if start == last or not self.names.joined(start, noun, ",:"):
            return noun, ""
        name = self.names.text(start, last)
        while start and (start - 1 in self.parcels or self.message.words[start - 1].fold in self.names.small.places):
            start -= 1
        return start, name

    def _numbered_name(self, first: int, after: int, number: str, taken: set[int]) -> Subject | None:
        """A number after a name: a house of a street when a place follows, else most likely a parcel of a place."""
        words = self.message.words
        start = self.names.back(first, taken)
        if start == first:
            return None
        name = self.names.text(start, first)
        noun = start - 1
        while noun > 0 and words[noun].fold in self.names.small.places and noun not in self.parcels:
            noun -= 1
        if noun >= 0 and noun in self.parcels:
            return Subject(start=noun, end=after, number=number.lower(), municipality=name)
        if start and words[start - 1].fold in self.names.small.lying and not words[start - 1].text.islower():
            start -= 1
            name = self.names.text(start, first)
        end, place = self.names.place(after, taken)
        if place:
            return Subject(start=start, end=end, q=f"{name} {number}, {place}")
        known = like_commune(name) or street_like(name, self.message.tongue.code)
        if name.islower() and words[0].text[:1].isupper() and not known:
            return None
        return Subject(
            start=start, end=after, q=f"{name} {number}", number=number.lower(), municipality=name, loose=True
        )


def subjects(message: Message, names: Names, parcels: frozenset[int], asks: bool) -> list[Subject]:
    """What a message names; the rest is that of the finder."""
    return Finder(message, names, parcels, asks).find()
