"""What the words of a message mean in our field, and what the message names."""

from dataclasses import dataclass
from functools import cached_property

from loket.language.lexicon import alien
from loket.language.message import Message
from loket_demos.sogis.planner_names import Names
from loket_demos.sogis.planner_subjects import Subject, subjects
from loket_demos.sogis.planner_words import book, elsewhere, small
from loket_demos.sogis.search.query import LAYER_ID

THINGS = ("oereb_extract", "cadastral_plan", "geothermal_probe_assessment", "which_parcel")
"""Concepts that are requests by themselves."""
REGISTER = "register_extract"
"""The concept of what only the land register office makes."""
VERBS = ("wipe", "remove", "hide", "load", "go", "see")
"""The concepts of verbs, the strongest first."""


@dataclass(frozen=True)
class Reading:
    """A message with the concepts of our field and what it names."""

    message: Message

    @cached_property
    def ids(self) -> tuple[range, ...]:
        """The words of each id of a map. They mean nothing of their own."""
        return tuple(self.message.over(*one.span()) for one in LAYER_ID.finditer(self.message.text))

    @cached_property
    def id_words(self) -> frozenset[int]:
        """All words of such ids."""
        return frozenset(at for one in self.ids for at in one)

    @cached_property
    def concepts(self) -> dict[int, set[str]]:
        """The concepts that each word says; of the parts of a compound only that it is a map."""
        found: dict[int, set[str]] = {}
        for one in self.message.meant(book(self.message.tongue.code)):
            if one.part and one.concept != "map":
                continue
            for at in range(one.start, one.end):
                found.setdefault(at, set()).add(f"{one.concept}?" if one.part else one.concept)
        for at in self.id_words:
            found.pop(at, None)
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
        covered |= self.id_words
        parcels = {at for at, said in self.concepts.items() if "parcel" in said}
        asks = bool(parcels) or any(set(THINGS) & said for said in self.concepts.values())
        forms = frozenset(at for at, said in self.concepts.items() if "form" in said)
        return subjects(self.message, Names(self.message, frozenset(covered), forms), frozenset(parcels), asks)


def reading(message: Message) -> Reading:
    """What a message says in our field, worked out once."""
    return message.named.setdefault(Reading, Reading(message))
