"""Parts a message into pieces that may each ask for something, and tells what is in each: acts, things, names."""

from dataclasses import dataclass
from functools import cached_property

from loket.planners.skills.lexicon import alien
from loket.planners.skills.memory import turn_of
from loket.planners.skills.message import Message
from loket.planners.skills.tokens import fold
from loket_assistants.sogis.planner_subjects import Subject, subjects
from loket_assistants.sogis.planner_words import SmallWords, book, elsewhere, phrases, small

THINGS = ("oereb_extract", "cadastral_plan", "geothermal_probe_assessment", "which_parcel")
"""Concepts that are requests by themselves."""
REGISTER = "register_extract"
"""The concept of what only the land register office makes."""
HARD, SOFT = "hard", "soft"
"""How a piece is parted from the one before it: by the end of a sentence or a line, or by a comma or a word."""


@dataclass(frozen=True)
class Reading:
    """A message with the concepts of our field and what it names."""

    message: Message

    @cached_property
    def concepts(self) -> dict[int, set[str]]:
        """The concepts that each word says; of the parts of a compound only that it is a map."""
        found: dict[int, set[str]] = {}
        for one in self.message.meant(book(self.message.tongue.code)):
            if one.part and one.concept != "map":
                continue
            for at in range(one.start, one.end):
                found.setdefault(at, set()).add(f"{one.concept}?" if one.part else one.concept)
        for at, said in found.items():
            if REGISTER in said:
                said.intersection_update({REGISTER})
            if "chart" in said:
                said.discard("map")
            # Folded, plans would look like what somebody is planning.
            if self.message.words[at].text.lower() in small(self.message.tongue.code).apart:
                said.difference_update(THINGS)
                said.add("make")
        return found

    @cached_property
    def elsewhere(self) -> set[int]:
        """The words about what anybody asks any assistant."""
        found = self.message.meant(elsewhere(self.message.tongue.code))
        return {at for one in found if alien(one.concept) for at in range(one.start, one.end)}

    @cached_property
    def subjects(self) -> list[Subject]:
        """What it names."""
        covered = {at for at, said in self.concepts.items() if any(not one.endswith("?") for one in said)}
        parcels = {at for at in covered if "parcel" in self.concepts[at]}
        return subjects(self.message, frozenset(covered), frozenset(parcels))

    @cached_property
    def pieces(self) -> list["Piece"]:
        """The pieces in order."""
        found: list[Piece] = []
        start, joint, at = 0, HARD, 0
        inside = {word for one in self.subjects for word in range(one.start + 1, one.end)}
        count = len(self.message.words)
        while at < count:
            cut = 0 if at in inside else self._phrase(at, "joins")
            broken = at > start and at not in inside and self._break(at)
            if broken or cut:
                if at > start:
                    found.append(Piece(self, start, at, joint))
                joint = (broken or SOFT) if at > start or not cut or not found else joint
                start = at + cut
            at += max(cut, 1)
        return [*found, Piece(self, start, count, joint)] if start < count else found

    def _phrase(self, at: int, name: str) -> int:
        """How many words of a list of phrases begin here."""
        words = self.message.words
        for phrase in phrases(self.message.tongue.code, name):
            if tuple(word.fold for word in words[at : at + len(phrase)]) == phrase:
                return len(phrase)
        return 0

    def _break(self, at: int) -> str:
        """How a word is parted from the one before it; empty when it is not."""
        words, little = self.message.words, small(self.message.tongue.code)
        gap = self.message.text[words[at - 1].end : words[at].start]
        if any(sign in gap for sign in "\n;!?"):
            return HARD
        if "." in gap and gap.strip() == "." and " " in gap:
            return "" if words[at - 1].fold in little.short or words[at - 1].fold.endswith(("str", "nr")) else HARD
        if "," in gap or " - " in gap or "–" in gap or "+" in gap or "&" in gap:
            return "" if words[at].fold in little.clauses else SOFT
        return ""


@dataclass(frozen=True)
class Piece:
    """The words from `start` to before `end`."""

    reading: Reading
    start: int
    end: int
    joint: str

    @cached_property
    def said(self) -> set[str]:
        """The concepts in it, outside of what it names."""
        return {one for at in self._free for one in self.reading.concepts.get(at, ())}

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
    def name(self) -> str:
        """What is left when all known words are taken away: the name of a map or a place."""
        if not self.content:
            return ""
        words, first, last = self.reading.message.words, self.content[0], self.content[-1]
        known = {at for at in range(first, last + 1) if at not in self.content and at in self.reading.concepts}
        kept = [at for at in range(first, last + 1) if at not in known and at in self._free]
        return " ".join(words[at].text for at in kept)

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
        if any(word.text[:1].isupper() for word in words):
            return True
        if not self._small.capitals:
            return bool(words)
        shouting = [word for word in self.reading.message.words[1:] if word.text[:1].isupper()]
        return bool(words) and not shouting

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
        return "outside" in self.said or any(self.start <= at < self.end for at in self.reading.elsewhere)

    @property
    def commands(self) -> bool:
        """Whether it begins with a verb that we don't know: something with an article or a person comes right after."""
        little, after = self._small, self.start + 1
        known = little.determiners | little.objects
        first = self.start in self.content and after < self.end
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
        articles = little.determiners | {"meinem", "meiner", "unserem", "unserer"}
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
        return bool({"map", "map?", "list"} & self.said)

    @property
    def text(self) -> str:
        """What was written."""
        words = self.reading.message.words
        return self.reading.message.text[words[self.start].start : words[self.end - 1].end]

    def word_of(self, concept: str) -> str:
        """The word that says a concept."""
        at = next((at for at in self._free if concept in self.reading.concepts.get(at, ())), self.start)
        return self.reading.message.words[at].text

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
        passing = {
            fold(one) for name in ("particles", "ordinals") for one in message.tongue.data[name]
        } | self._small.last
        found: list[int] = []
        for at in self._free:
            known = self.reading.concepts.get(at, set[str]()) - {"map?"}
            word = message.words[at]
            if not known and message.weights[at] == 1 and word.fold not in passing and not word.fold.isdigit():
                found.append(at)
        return found
