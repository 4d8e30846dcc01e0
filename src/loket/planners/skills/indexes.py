"""Keeps the indexes of the tool sets it was asked for, because making one takes longer than asking it."""

from collections.abc import Mapping

from loket.core.actions import Task, ToolCall
from loket.core.data import Json, JsonObject
from loket.core.encoder import Encoder
from loket.core.shapes import texts_at
from loket.core.tool import ToolSpec
from loket.language import Skill, SkillIndex
from loket.language.lexicon import FieldWords
from loket.language.skill import PendingRequest, Thresholds

KEPT = 64

THEN = "then"
"""The name in the arguments of a task of ours for what is to be done next."""

_Key = tuple[str, tuple[int, ...]]


def skill_of(spec: ToolSpec) -> Skill:
    """A tool as a skill; its schema may carry `x-tags`."""
    return Skill(
        spec.name,
        spec.title or spec.name,
        spec.description,
        texts_at(spec.input, "x-tags"),
        spec.examples,
        spec.input,
        writes=not spec.read_only,
    )


class Indexes:
    """A cache and nothing more: the same tools give the same index."""

    def __init__(
        self, thresholds: Thresholds, skills: Mapping[str, Skill], own: FieldWords, encoder: Encoder | None = None
    ) -> None:
        self._thresholds = thresholds
        self._own = own
        self._encoder = encoder
        self._skills = skills
        # The specs are kept with their index, so that no other object gets one of their ids meanwhile.
        self._by_tools: dict[_Key, tuple[tuple[ToolSpec, ...], SkillIndex]] = {}
        self._by_text: dict[str, SkillIndex] = {}

    def of(self, tools: Mapping[str, ToolSpec], locale: str) -> SkillIndex:
        """The index of these tools for people of this locale."""
        specs = tuple(tools.values())
        key = (locale, tuple(map(id, specs)))
        kept = self._by_tools.get(key)
        if kept is not None:
            return kept[1]
        text = "\n".join((locale, *(spec.model_dump_json() for spec in specs)))
        index = self._by_text.get(text)
        if index is None:
            skills = [self._skills.get(spec.name, skill_of(spec)) for spec in specs]
            index = SkillIndex(skills, locale, self._thresholds, self._own, self._encoder)
        if len(self._by_tools) >= KEPT:
            self._by_tools.clear()
            self._by_text.clear()
        self._by_tools[key] = (specs, index)
        self._by_text[text] = index
        return index


def fitted(schema: JsonObject, slots: JsonObject) -> JsonObject:
    """The slots as the tool's schema takes them: nothing it forbids."""
    properties = schema.get("properties")
    if schema.get("additionalProperties") is not False or not isinstance(properties, Mapping):
        return slots
    return {name: value for name, value in slots.items() if name in properties}


def carried_out(call: ToolCall | Task) -> PendingRequest | None:
    """The skill that was carried out; None when it was no skill."""
    if isinstance(call, ToolCall):
        return PendingRequest(call.tool, call.args)
    skill, slots = call.args.get("skill"), call.args.get("slots")
    return PendingRequest(skill, dict(slots)) if isinstance(skill, str) and isinstance(slots, Mapping) else None


def steps_left(args: Mapping[str, Json]) -> list[JsonObject]:
    """The steps that wait for this task, as its arguments keep them."""
    left = args.get(THEN)
    return [dict(step) for step in left if isinstance(step, Mapping)] if isinstance(left, list) else []
