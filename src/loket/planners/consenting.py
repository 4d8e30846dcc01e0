"""Whether words agree to what is held for a person, say no to it, or change one of its values: one judge for all."""

from collections.abc import Mapping
from datetime import datetime

from loket.core.data import JsonObject
from loket.core.shapes import object_at
from loket.core.tool_spec import ToolSpec
from loket.language import read
from loket.language.consent import MOST, agrees
from loket.language.lexicon import EVERYDAY
from loket.language.memory import turn_of
from loket.language.skill import PendingRequest, Thresholds
from loket.language.tokens import words
from loket.planners.skills.indexes import Indexes, fitted

FREE = ("text", "query", "person")
"""Kinds of values that almost any word could be: only what says that it corrects something changes them."""


class WordsOfConsent:
    """Reads the words of a person without a model; keeps nothing but indexes of tools."""

    def __init__(self) -> None:
        self._indexes = Indexes(Thresholds(), {}, EVERYDAY)

    def consents(
        self, text: str, held: tuple[ToolSpec, JsonObject], tools: Mapping[str, ToolSpec], now: datetime, locale: str
    ) -> bool | JsonObject | None:
        """See Hearing."""
        if "?" in text or not 0 < len(words(text)) <= MOST:
            return None
        agreed = agrees(text)
        if agreed:
            return True
        changed = self._changed(text, held, tools, now, locale)
        return agreed if changed is None else changed

    def _changed(
        self, text: str, held: tuple[ToolSpec, JsonObject], tools: Mapping[str, ToolSpec], now: datetime, locale: str
    ) -> JsonObject | None:
        """The arguments with what these words put in their place; None when they say nothing of them."""
        spec, args = held
        index = self._indexes.of({**tools, spec.name: spec}, locale)
        corrects = turn_of(read(text, now, locale, "")).corrects
        every = object_at(spec.input, "properties")
        fields = [one for one in index.profiles[spec.name].fields if not object_at(every, one.name).get("readOnly")]
        names = tuple(field.name for field in fields if corrects or field.kind not in FREE)
        understood = index.understand(text, now, PendingRequest(spec.name, args, names))
        if understood.skills != (spec.name,) or understood.decision not in ("run", "clarify"):
            return None
        told = PendingRequest(spec.name, {name: value for name, value in understood.slots[0].items() if name in names})
        changed = {**args, **fitted(spec.input, index.typed(told))}
        return None if changed == args else changed
