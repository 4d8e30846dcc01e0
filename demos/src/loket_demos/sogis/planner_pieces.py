"""Tells what is in a piece of a message that may ask for something: acts, things, names."""

from dataclasses import dataclass
from functools import cached_property

from loket.language.memory import turn_of
from loket.language.message import Message
from loket.language.tokens import Word, fold
from loket_demos.sogis.planner_concepts import THINGS, VERBS, Reading
from loket_demos.sogis.planner_subjects import Subject
from loket_demos.sogis.planner_words import SmallWords, book, phrases, small

HARD, SOFT = "hard", "soft"
"""How a piece is parted from the one before it: by the end of a sentence or a line, or by a comma or a word."""


@dataclass(frozen=True)
class WordSpan:
    """The words from `start` to before `end`."""

    reading: Reading
    start: int
    end: int
    joint: str

    @cached_property
    def own_concepts(self) -> set[str]:
        """The concepts in it, outside of what it names. A particle at its end tells which verb is meant, also that of
        the piece before: `Blende den Wald ein und den Lärm aus`."""
        found = {one for at in self._free for one in self.reading.concepts.get(at, ())}
        message = self.reading.message
        if not self.particled:
            return found
        own = Message(self.text, message.tongue, message.today).meant(book(message.tongue.code))
        acts = {one.concept for one in own if not one.part} & {*VERBS, "show", "look"}
        return (found - {*VERBS, "show"}) | acts if acts else found

    @property
    def particled(self) -> bool:
        """Whether it ends in a particle, which belongs to a verb."""
        message = self.reading.message
        particles = map(fold, message.tongue.data["particles"])
        return self.end - 1 in self._free and message.words[self.end - 1].fold in particles

    @cached_property
    def things(self) -> list[str]:
        """The requests in it that need no verb, in order."""
        found = [one for at in self._free for one in sorted(self.reading.concepts.get(at, ())) if one in THINGS]
        return list(dict.fromkeys(found))

    @cached_property
    def subjects(self) -> list[Subject]:
        """What it names."""
        return [one for one in self.reading.subjects if self.start <= one.start < self.end]

    @cached_property
    def meant(self) -> list[Subject]:
        """Those of them that are meant, and not what they stand in place of: `statt Parzelle 512 Parzelle 513`."""
        instead = [at for at in self._free if "instead" in self.reading.concepts.get(at, ())]
        gone = next((one for one in self.subjects if instead and one.start > instead[0]), None)
        if gone is None or len(self.subjects) == 1:
            return self.subjects
        same = {"municipality": gone.municipality}
        kept = [one for one in self.subjects if one is not gone]
        return [one.model_copy(update=same) if one.number and not one.municipality else one for one in kept]

    @cached_property
    def name(self) -> str:
        """What is left when all known words are taken away: the name of a map or a place."""
        return self.words(self.content[0], self.content[-1] + 1) if self.content else ""

    def words(self, start: int, end: int) -> str:
        """What is left of these words, with the small ones between them."""
        known = {at for at in range(start, end) if at not in self.content and at in self.reading.concepts}
        kept = [at for at in range(start, end) if at not in known and at in self._free]
        inside = {at for one in self.reading.ids for at in one[1:]}
        message, last = self.reading.message, {one[0]: one[-1] for one in self.reading.ids}
        return " ".join(
            message.text[message.words[at].start : message.words[last.get(at, at)].end]
            for at in kept
            if at not in inside
        )

    @property
    def determined(self) -> bool:
        """Whether the name has an article: maps have, places have not."""
        first = self.content[0] if self.content else self.start
        return first > self.start and self.reading.message.words[first - 1].fold in self._small.determiners

    @property
    def topical(self) -> bool:
        """Whether the name ends as names of maps do."""
        words = self.reading.message.words
        return any(words[at].fold.endswith(tuple(map(fold, self._small.maps))) for at in self.content)

    @property
    def proper(self) -> bool:
        """Whether what is left can be a name: where nouns have capitals it has one, unless somebody writes without."""
        words = [self.reading.message.words[at] for at in self.content]
        if any(word.text[:1].isupper() for word in words) or not self.reading.id_words.isdisjoint(self.content):
            return True
        if not self._small.capitals:
            return bool(words)
        shouting = [word for word in self.reading.message.words[1:] if word.text[:1].isupper()]
        return bool(words) and not shouting

    @property
    def sheeted(self) -> bool:
        """Whether it says what a paper is like, and what is left is no noun: `Massstab 1:5000 einstellen`."""
        words = [self.reading.message.words[at] for at in self.content]
        named = not self._small.capitals or any(word.text[:1].isupper() for word in words)
        return "sheet" in self.own_concepts and not named

    @property
    def linked(self) -> bool:
        """Whether nothing stands inside the name but small words that names have: `Balm bei Messen`."""
        words, little = self.reading.message.words, self._small
        return all(
            at in self.content or words[at].fold in little.inner for at in range(self.content[0], self.content[-1] + 1)
        )

    @property
    def greets(self) -> bool:
        """Whether it is a greeting or the like."""
        message = self.reading.message
        return turn_of(Message(self.text, message.tongue, message.today)).empty

    @property
    def strange(self) -> bool:
        """Whether it speaks of what no map can tell, the weather or what something costs."""
        return "outside" in self.own_concepts or any(self.start <= at < self.end for at in self.reading.elsewhere)

    @property
    def commands(self) -> bool:
        """Whether it begins with a verb that we don't know: something with an article or a person comes right after."""
        little, after = self._small, self.start + 1
        known = little.determiners | little.objects
        first = self.start in self.content and after < self.end - 1
        return first and self.reading.message.words[after].fold in known

    @property
    def pointing(self) -> bool:
        """Whether a word stands for a map that was spoken of before."""
        return any(self.reading.message.words[at].fold in self._small.it for at in self._free)

    @property
    def away(self) -> bool:
        """Whether one of the words for taking away is in it."""
        return any(self.reading.message.words[at].fold in self._small.away for at in self._free)

    @property
    def placed(self) -> bool:
        """Whether the name begins with a word that leads to a place: `in Bellach`."""
        first = self.content[0] if self.content else self.start
        return (
            first > self.start
            and self.reading.message.words[first - 1].fold in self._small.places - self._small.determiners
        )

    @property
    def elsewhere(self) -> bool:
        """Whether it is about something that nobody knows, and not about what was selected last: `Plan von Foobar`,
        `für das andere Grundstück`, `für die Nachbarparzelle`."""
        words, little = self.reading.message.words, self._small
        if self.subjects or any(words[at].fold in little.here for at in self._free):
            return False
        articles = little.determiners | little.mine
        for at in self._free:
            before = at - 1
            while before > self.start and words[before].fold in articles:
                before -= 1
            led = self.start <= before < at and words[before].fold in little.leads
            if led and (words[at].fold in little.others or (at in self.content and self.proper)):
                return True
        return False

    @property
    def negated(self) -> bool:
        """Whether it says what is not meant."""
        words, tongue = self.reading.message.words, self.reading.message.tongue
        return any(words[at].fold in tongue.negation for at in self._free)

    @property
    def conditional(self) -> bool:
        """Whether it begins as conditions do."""
        return self.begins in self._small.conditions

    @property
    def added(self) -> bool:
        """Whether a word before it adds it to what stands there: `und falls es Altlasten hat`."""
        return self.start > 0 and self.reading.message.words[self.start - 1].fold in self._small.lists

    @property
    def affirmed(self) -> bool:
        """Whether it hangs on what was asked before: `und wenn ja, drucke den Plan`."""
        folds = tuple(word.fold for word in self.reading.message.words[max(0, self.start - 3) : self.end])
        before = min(3, self.start)
        known = phrases(self.reading.message.tongue.code, "if_so")
        return any(folds[at : at + len(one)] == one for one in known for at in range(before + 1))

    @property
    def asks(self) -> bool:
        """Whether it begins as questions do."""
        return self.wonders or self.begins in self._small.asking

    @property
    def no_more(self) -> bool:
        """Whether it says that something has been seen long enough: `nicht mehr sehen`."""
        folds = tuple(word.fold for word in self.spoken)
        known = phrases(self.reading.message.tongue.code, "no_more")
        return any(folds[at : at + len(one)] == one for one in known for at in range(len(folds)))

    @property
    def wonders(self) -> bool:
        """Whether it asks for more than where something is: `wer`, `ab wann`."""
        led = [word.fold for word in self.spoken[:2]]
        return any(one in self._small.questions for one in led)

    @property
    def spoken(self) -> tuple[Word, ...]:
        """Its words."""
        return self.reading.message.words[self.start : self.end]

    @property
    def begins(self) -> str:
        """Its first word, folded."""
        return self.reading.message.words[self.start].fold

    @property
    def count(self) -> int:
        """The words of the name."""
        return len(self.content)

    @property
    def mapped(self) -> bool:
        """Whether it speaks of maps."""
        return bool({"map", "map?", "list"} & self.own_concepts)

    @property
    def text(self) -> str:
        """What was written."""
        words = self.reading.message.words
        return self.reading.message.text[words[self.start].start : words[self.end - 1].end]

    @property
    def plain(self) -> str:
        """Its words, without what stands between them."""
        return " ".join(word.text for word in self.spoken)

    def word_of(self, concept: str) -> str:
        """The word that says a concept."""
        return self.reading.message.words[self.first(concept)].text

    def first(self, concept: str) -> int:
        """Where it stands first."""
        return next((at for at in self._free if concept in self.reading.concepts.get(at, ())), self.start)

    @property
    def _small(self) -> SmallWords:
        return small(self.reading.message.tongue.code)

    @cached_property
    def _free(self) -> list[int]:
        """The words that are not part of what it names."""
        named = {at for one in self.subjects for at in range(one.start, one.end)}
        return [at for at in range(self.start, self.end) if at not in named]

    @cached_property
    def content(self) -> list[int]:
        """The words of the name: those that nothing else explains."""
        message = self.reading.message
        little = self._small
        passing = {fold(one) for name in ("particles", "ordinals") for one in message.tongue.data[name]}
        passing |= little.last | little.conditions | little.asking | little.questions
        found: list[int] = []
        for at in self._free:
            known = self.reading.concepts.get(at, set[str]()) - {"map?"}
            word = message.words[at]
            means = message.weights[at] == 1 and word.fold not in passing and not word.fold.isdigit()
            means = means and not (word.fold in little.units and at > 0 and message.words[at - 1].fold.isdigit())
            if at in self.reading.id_words or (not known and means):
                found.append(at)
        return found
