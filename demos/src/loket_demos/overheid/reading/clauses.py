"""The clauses of a message: where one thing ends and the next begins, and who is spoken of in each."""

import re
from dataclasses import dataclass
from typing import Literal

from loket.language.message import Message
from loket_demos.overheid.content.household import household, sums
from loket_demos.overheid.reading.field_words import Words, field_words, places

Whose = Literal["own", "partner", "joint", ""]

_ends = re.compile(r"[;:!?()\n]|[.,](?=\s|$)|\b(?:en|maar|plus|terwijl)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Clauses:
    """Where the clauses of a message begin, as numbers of words."""

    message: Message
    begins: tuple[int, ...]
    shared: bool
    """Whether others are said to live there, who are no partner."""
    former: bool
    """Whether what a former partner has may count: they live there, or are one only for a part of the year."""

    @classmethod
    def of(cls, message: Message) -> "Clauses":
        """Parted at punctuation and at the words that join two things."""
        cuts = sorted({message.at(match.end()) for match in _ends.finditer(message.text)} | {0})
        home = household(message.text)
        begins = tuple(cut for cut in cuts if cut < len(message.words))
        return cls(message, begins, home.housemates > 0, home.former or home.changing)

    def number(self, at: int) -> int:
        """Which clause a word is in."""
        return sum(1 for begin in self.begins if begin <= at)

    def words(self, number: int) -> range:
        """The words of a clause."""
        start = self.begins[number - 1] if number else 0
        end = self.begins[number] if number < len(self.begins) else len(self.message.words)
        return range(start, end)

    def text(self, number: int) -> str:
        """A clause as it was written."""
        words = self.words(number)
        if not words:
            return ""
        return self.message.text[self.message.words[words[0]].start : self.message.words[words[-1]].end]

    def spoken(self, at: int) -> Whose:
        """Who this one word speaks of."""
        known = field_words()
        if at in self._others(known.partner):
            return "partner"
        return "own" if at in places(self.message, known.ik) else ""

    def whose(self, at: int) -> Whose:
        """Who is spoken of beside this word: both together, or else a partner, who wins from the speaker."""
        here = set(self.words(self.number(at)))
        known = field_words()
        added = {self.message.at(start) for start in sums(self.message.text)}
        if here & set(places(self.message, known.samen)) - added:
            return "joint"
        if here & set(self._others(known.partner)):
            return "partner"
        return "own" if here & set(places(self.message, known.ik)) else ""

    def _others(self, partner: Words) -> list[int]:
        """Where a partner is spoken of, or somebody who is or comes to live there and of whom no *I* tells."""
        message = self.message
        folds, speaker = message.folds, {self.number(at) for at in places(message, ("ik",))}
        home = places(message, field_words().ander_mens) if self.shared else []
        others = [at for at in home if self.number(at) not in speaker]
        others += [at for at in places(message, ("iemand",)) if folds[at - 1 : at] == ("met",)]
        return [*places(message, partner), *others]
