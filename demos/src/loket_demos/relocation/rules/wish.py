"""What a message asks for: topics, purpose, from where and where to; what it leaves open, earlier words fill."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property, lru_cache

from loket.core.data import Frozen, JsonObject
from loket.language import read
from loket.language.languages import concepts
from loket.language.lexicon import Lexicon, Meaning, alien, lexicon_of
from loket.language.memory import turn_of
from loket.language.message import Message
from loket_demos.relocation.rules.places import MoveRoute, places
from loket_demos.relocation.rules.words import meanings
from loket_demos.relocation.system_vars import SystemVars

PURPOSES = ("job_search", "digital_nomad", "qualified_work", "own_income", "family", "study", "work")
"""The narrower before the wider, where several are named and none stands beside the visa."""
NEAR = 3
_NUMBER = re.compile(r"\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b|\b[A-Z]{2}\d{6}\b")
"""Of a Brazilian taxpayer or of a passport."""


class MoveWish(Frozen):
    """What somebody wants to know. `topics` are in the order of the message; empty texts were not said."""

    topics: tuple[str, ...] = ()
    purpose: str = ""
    destination: str = ""
    origin: str = ""
    nationality: str = ""

    def filled(self, earlier: "MoveWish") -> "MoveWish":
        """With what was said earlier where this one says nothing."""
        mine = {name: value for name, value in self.model_dump().items() if value}
        return MoveWish.model_validate({**earlier.model_dump(), **mine})


@dataclass(frozen=True)
class MoveReading:
    """A message as the rules read it."""

    message: Message

    @property
    def language(self) -> str:
        """The language to answer in."""
        return "en" if self.message.tongue.code == "en" else "pt-BR"

    @cached_property
    def small_talk(self) -> bool:
        """Whether it asks for nothing: a greeting, thanks."""
        return bool(self.message.words) and turn_of(self.message).empty

    @cached_property
    def wish(self) -> MoveWish:
        """What it says by itself."""
        topics, purpose, places = tuple(dict.fromkeys(self._names("topics"))), self._purpose(), self.places
        return MoveWish(
            topics=_plain(topics, purpose),
            purpose=purpose,
            destination=places.to,
            origin=places.since,
            nationality=places.people,
        )

    @cached_property
    def places(self) -> MoveRoute:
        """The countries it names."""
        return places(self.message, frozenset(at for one in self._meant for at in range(one.start, one.end)))

    def names(self, concept: str) -> bool:
        """Whether it says this (`anchors.move`)."""
        return any(one.concept == concept for one in self._meant)

    @property
    def anchored(self) -> bool:
        """Whether something of a move stands in it."""
        things = any(one.concept.startswith(("anchors", "purposes")) for one in self._meant)
        return things or bool({"apostille", "law", "scam"} & set(self.wish.topics))

    @property
    def private(self) -> bool:
        """Whether somebody told who they are: a number of theirs, an address of mail. Nobody asked for it."""
        return bool(self.message.mails or self.message.phones or _NUMBER.search(self.message.text))

    @cached_property
    def elsewhere(self) -> bool:
        """Whether it is about something others know, and no visa stands beside it."""
        if self.names("anchors.visa"):
            return False
        every = self.message.meant(_everyday(self.message.tongue.code))
        return self.names("elsewhere.other") or any(alien(one.concept) for one in every)

    @cached_property
    def loose(self) -> int:
        """How many of its words mean nothing here."""
        taken = {at for one in self._meant for at in range(one.start, one.end)}
        return sum(at not in taken for at in self.message.heavy)

    @cached_property
    def _meant(self) -> Sequence[Meaning]:
        return meanings(self.message)

    def _names(self, group: str) -> Iterable[str]:
        parts = (one.concept.partition(".") for one in self._meant)
        return (name for where, _, name in parts if where == group)

    def _purpose(self) -> str:
        """The purpose that stands beside the visa, or is its code; else the narrowest that is named."""
        visas = [one for one in self._meant if one.concept == "anchors.visa"]
        said = [one for one in self._meant if one.concept.startswith("purposes")]
        for one in said:
            coded = self.message.folds[one.start][:1] == "d" and self.message.folds[one.start][1:].isdigit()
            if coded or any(_beside(one, visa) for visa in visas):
                return one.concept.removeprefix("purposes.")
        named = {one.concept.removeprefix("purposes.") for one in said}
        return next((purpose for purpose in PURPOSES if purpose in named), "")


def reading(text: str, now: datetime, locale: str) -> MoveReading:
    """Reads a message, in the language of the locale unless another is clearly more likely."""
    message, english = read(text, now, locale), read(text, now, "en")
    talk = not turn_of(message).empty and turn_of(english).empty  # so few words are of no language
    return MoveReading(english if talk else message)


def purpose_of(text: str) -> str:
    """The purpose that a few words name, in either language; empty when they name none."""
    purposes = (MoveReading(read(text, date.min, code)).wish.purpose for code in ("pt", "en"))
    return next(filter(None, purposes), "")


def set_up(system_vars: SystemVars) -> MoveWish:
    """What the set-up says of a move."""
    return MoveWish(
        purpose=purpose_of(system_vars.objective),
        destination=system_vars.destination_country,
        origin=system_vars.origin_country,
        nationality=system_vars.nationality,
    )


def kept(args: JsonObject) -> MoveWish | None:
    """The wish that a task or a question keeps; None when it keeps none."""
    wish = args.get("wish")
    return MoveWish.model_validate(wish) if isinstance(wish, dict) else None


def _plain(topics: Sequence[str], purpose: str) -> tuple[str, ...]:
    """Without those that only belong to another one: papers that are apostilled, an income somebody qualifies by."""
    left = set(topics)
    if len(left) > 1:
        left.discard("how")
    if "apostille" in left:
        left.discard("papers")
    if "eligible" in left or ("options" in left and not purpose):
        left.discard("need")
    if "figures" in left:
        left.discard("cost")
    return tuple("need" if one == "how" else one for one in topics if one in left)


def _beside(one: Meaning, visa: Meaning) -> bool:
    """`visto de trabalho`, `student visa`."""
    return 0 <= one.start - visa.end < NEAR or 0 <= visa.start - one.end < 1


@lru_cache(maxsize=4)
def _everyday(code: str) -> Lexicon:
    """What anybody asks any assistant: the weather, a joke."""
    return lexicon_of({name: said for name, said in concepts().items() if alien(name)}, code)
