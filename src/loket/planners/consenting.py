"""Whether words agree to what is held for a person, say no to it, or change one of its values: one judge for all."""

from collections.abc import Mapping
from datetime import datetime

from loket.core.data import JsonObject
from loket.core.shapes import object_at
from loket.core.tool_spec import ToolSpec
from loket.language.consent import MOST, agrees
from loket.language.lexicon import EVERYDAY
from loket.language.skill import PendingRequest, Thresholds
from loket.language.tokens import words
from loket.planners.skills.indexes import Indexes, fitted
from loket.planners.skills.proposals import amended


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
        every = object_at(spec.input, "properties")
        kept = frozenset(name for name in every if object_at(every, name).get("readOnly"))
        told = PendingRequest(spec.name, amended(index, PendingRequest(spec.name, args), text, now, kept))
        changed = {**args, **fitted(spec.input, index.typed(told))}
        return None if changed == args else changed
