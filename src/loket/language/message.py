"""A message as it is read once: its words and their weights, what they mean, and the typed things found in it."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import Any

from loket.language.amounts import FoundNumber, ages, grades, numbers
from loket.language.dates import FoundDate, dates
from loket.language.detection import detect
from loket.language.languages import Language, code_of, language
from loket.language.lexicon import EVERYDAY, FieldWords, Lexicon, Meaning, asking, lexicon
from loket.language.pieces import CODE, MAIL, PHONE, URL, FoundText, matches, quotations
from loket.language.quantities import Quantity, quantities
from loket.language.separable import separated
from loket.language.times import FoundTime, times
from loket.language.tokens import MOST_CHARACTERS, Word, stem, words

LEAST_PART, LEAST_REST = 4, 3
"""How long a word in a compound must be to be taken for it, and what it is put together with."""

LEAST_SLIP = 5
"""A shorter word is another word, and no slip of the pen."""

LIGHT = 0.25
"""What a word counts that says little: want, find, new."""

LARGE = 3000
"""A number this large is an amount, a reference or a coordinate: a skill without a use for it is hardly meant."""


@dataclass(frozen=True)
class Message:
    """One message in one language at one moment. Everything in it is worked out once, when it is first asked for."""

    text: str
    tongue: Language
    today: date
    american: bool = False
    whole: str = ""
    """All that was written, of which only the beginning is read."""

    own: FieldWords = EVERYDAY
    """The words of the field it is about."""

    named: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What was looked for in it and found: the listed values of properties, which many skills share."""

    @cached_property
    def words(self) -> tuple[Word, ...]:
        return words(self.text)

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """The stem of each word, in the language of the message."""
        return tuple(stem(word.fold, self.tongue.code) for word in self.words)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Where each word first stands."""
        return {word.fold: at for at, word in reversed(list(enumerate(self.words)))}

    @cached_property
    def rooted(self) -> Mapping[str, int]:
        """Where each stem first stands."""
        return {root: at for at, root in reversed(list(enumerate(self.stems)))}

    @cached_property
    def weights(self) -> tuple[float, ...]:
        """What each word counts: nothing for function words and figures, little for light ones."""
        return tuple(self._weight(word.fold) for word in self.words)

    @cached_property
    def heavy(self) -> tuple[int, ...]:
        """The words that carry a meaning of their own."""
        return tuple(at for at, weight in enumerate(self.weights) if weight == 1)

    @cached_property
    def folds(self) -> tuple[str, ...]:
        """Its words, folded."""
        return tuple(word.fold for word in self.words)

    @cached_property
    def pairs(self) -> Mapping[str, int]:
        """Where two words first stand that are one when written together."""
        both = list(enumerate(zip(self.folds, self.folds[1:], strict=False)))
        return {a + b: at for at, (a, b) in reversed(both) if len(a) > 2}

    @cached_property
    def long(self) -> Sequence[tuple[int, str]]:
        """The words long enough to be made of two."""
        return [(at, folded) for at, folded in enumerate(self.folds) if len(folded) >= LEAST_PART + LEAST_REST]

    @cached_property
    def doubtful(self) -> Mapping[str, Sequence[tuple[int, str]]]:
        """The words long enough for a slip of the pen, by their first letter."""
        found: dict[str, list[tuple[int, str]]] = {}
        for at in self.heavy:
            if len(folded := self.folds[at]) >= LEAST_SLIP:
                found.setdefault(folded[0], []).append((at, folded))
        return found

    @cached_property
    def explained(self) -> frozenset[int]:
        """The words that the lexicon knows and that are no names. A verb does not begin with a capital in the middle
        of a sentence, nor does a thing but in German: Messen is a place, `messen` is none, and so is Natal."""
        meant = {at for one in self.meanings for at in range(one.start, one.end) if not one.part}
        acts = asking()
        things = {at for one in self.meanings for at in range(one.start, one.end) if one.concept not in acts}
        kept = things if self.tongue.code == "de" else frozenset[int]()
        return frozenset(at for at in meant if at in kept or at == 0 or not self.words[at].text[:1].isupper())

    @cached_property
    def doing(self) -> frozenset[int]:
        """The words that say what is done or asked, and no thing."""
        acts, wide = asking(), [one for one in self.meanings if one.end - one.start > 1]
        phrases = {at for one in wide if one.concept not in acts for at in range(one.start, one.end)}
        said = [one for one in self.meanings if one.concept in acts]
        return frozenset(at for one in said for at in range(one.start, one.end) if at not in phrases)

    @cached_property
    def parted(self) -> frozenset[int]:
        """The compounds of which a part is known, unless that is no more than the end: Oensingen has no `singen`."""
        book = lexicon(self.tongue.code, self.own)
        found = {at for one in self.meanings for at in range(one.start, one.end) if one.part}
        return frozenset(at for at in found if not book.ends(self.words[at].fold))

    @cached_property
    def meanings(self) -> tuple[Meaning, ...]:
        """The concepts of its words and phrases."""
        return self.meant(lexicon(self.tongue.code, self.own))

    @cached_property
    def dates(self) -> Sequence[FoundDate]:
        return dates(self.text, self.today, self.tongue.code, self.american)

    @cached_property
    def times(self) -> Sequence[FoundTime]:
        return times(self.text, self.tongue.code)

    @cached_property
    def numbers(self) -> Sequence[FoundNumber]:
        return numbers(self.text, self.words, self.tongue.code)

    @cached_property
    def quantities(self) -> Sequence[Quantity]:
        """What is told with a unit."""
        return quantities(self.text, self.tongue.code)

    @cached_property
    def ages(self) -> Sequence[FoundNumber]:
        taken = [(one.start, one.end) for one in (*self.dates, *self.grades)]
        found = ages(self.text, self.tongue.code)
        return [one for one in found if not any(start < one.end and one.start < end for start, end in taken)]

    @cached_property
    def grades(self) -> Sequence[FoundNumber]:
        return grades(self.text, self.tongue.code)

    @cached_property
    def mails(self) -> Sequence[FoundText]:
        return matches(MAIL, self.text)

    @cached_property
    def urls(self) -> Sequence[FoundText]:
        return matches(URL, self.text)

    @cached_property
    def phones(self) -> Sequence[FoundText]:
        return matches(PHONE, self.text)

    @cached_property
    def codes(self) -> Sequence[FoundText]:
        """Words with a figure in them: references, numbers, plates."""
        return matches(CODE, self.text)

    @cached_property
    def figures(self) -> frozenset[int]:
        """The words that only write a typed thing: a date, a time, an address of mail, a reference. They are found by
        what they are, and are no words anybody should know."""
        return self._within((*self.mails, *self.urls, *self.codes, *self.dates, *self.times))

    @cached_property
    def unnamed(self) -> frozenset[int]:
        """The words that are no part of a name: they write a moment, an address of mail, a reference in parts."""
        parted = [code for code in self.codes if "-" in code.value or "/" in code.value]
        return self._within((*self.mails, *self.urls, *self.dates, *self.times, *self.quantities, *parted))

    @cached_property
    def nameable(self) -> frozenset[int]:
        """The words that may be part of a name: no number, nor announcing one; a light one as a place (`in Nice`)."""
        within = {phrase[-1] for phrase in self.tongue.phrases("aside") if self.tongue.code != "de"}
        capitals = [at for at, word in enumerate(self.words) if self.weights[at] and word.text.istitle()]
        said = {*self.heavy, *(at for at in capitals if at and self.folds[at - 1] in within)} - self.unnamed
        other = {*self.tongue.numbers, *self.tongue.announcing}
        return frozenset(at for at in said if len(self.folds[at]) > 1 and self.folds[at] not in other)

    @cached_property
    def quoted(self) -> Sequence[FoundText]:
        return quotations(self.text)

    @cached_property
    def demanding(self) -> frozenset[int]:
        """Where typed things stand that want a slot: a date, a time, an age, a reference, a large number."""
        typed = (*self.dates, *self.times, *self.mails, *self.ages)
        spans = [(one.start, one.end) for one in (*typed, *self.urls)]
        others = [code.start for code in self.codes if len(code.value) >= 4]
        others += [number.start for number in self.numbers if number.value >= LARGE]
        loose = [place for place in others if not any(start <= place < end for start, end in spans)]
        return frozenset(map(self.at, (*(one.start for one in typed), *loose)))

    @cached_property
    def exact(self) -> frozenset[int]:
        """The words that nobody writes for nothing: those with a figure, and addresses of mail (of the web: where)."""
        figures = {at for at, word in enumerate(self.words) if any(c.isdigit() for c in word.text)}
        return frozenset(figures | {self.at(one.start) for one in self.mails}) - self._within(self.urls)

    def meant(self, book: Lexicon) -> tuple[Meaning, ...]:
        """The concepts of a lexicon that its words and phrases say; parts of compounds only where the whole word says
        nothing."""
        # `14 Uhr` is no watch.
        moments, every = self._within((*self.dates, *self.times)), book.meanings(self.folds, self.stems)
        found = [one for one in every if not moments.issuperset(range(one.start, one.end))]
        whole = {at for one in found for at in range(one.start, one.end)}
        for at in self.heavy:
            if at not in whole:
                found += [Meaning(concept, at, at + 1, part=True) for concept in book.compound(self.folds[at])]
        return tuple(found + separated(self.text, self.words, self.weights, self.tongue, book))

    def at(self, place: int) -> int:
        """The number of the word that stands at this place of the text, or of the next one after it."""
        return bisect_right(self._ends, place)

    def over(self, start: int, end: int) -> range:
        """The numbers of the words that stand between these places of the text, marks after them left aside."""
        first = self.at(start)
        return range(first, max(first + 1, bisect_left(self._starts, end)))

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return tuple(word.start for word in self.words)

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        return tuple(word.end for word in self.words)

    def joined(self, first: int, last: int) -> bool:
        """Whether no mark stands between one word and another."""
        return not any(c in self.text[self.words[first].end : self.words[last].start] for c in ",;.:!?()\n")

    def _within(self, typed: Sequence[FoundText | FoundDate | FoundTime | Quantity]) -> frozenset[int]:
        return frozenset(at for one in typed for at in range(self.at(one.start), bisect_left(self._starts, one.end)))

    def _weight(self, folded: str) -> float:
        if self.tongue.little(folded) or not any(c.isalpha() for c in folded):
            return 0.0
        return LIGHT if folded in self.tongue.light or len(folded) < 2 else 1.0


def read(text: str, now: datetime | date, locale: str, spoken: str = "", own: FieldWords = EVERYDAY) -> Message:
    """Reads a message, in the language `spoken` before or else of the locale, unless another is clearly more likely;
    `own` are the words of its field."""
    whole, text = text, text[:MOST_CHARACTERS]
    today = now.date() if isinstance(now, datetime) else now
    plain = URL.sub(" ", MAIL.sub(" ", text)) if "@" in text or "://" in text else text
    code = detect(plain, words(plain), spoken or code_of(locale))
    american = code == "en" and locale.lower().replace("_", "-") == "en-us"
    return Message(text, language(code), today, american, whole, own)
