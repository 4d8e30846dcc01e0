"""The assistant's own tools: which of them can satisfy a message without anybody's help, and with which arguments.

A property with `x-from` is filled from the conversation: `now`, `message`, `remembered`, `agents` or `language`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from loket.core.data import Json, JsonObject
from loket.core.planner import Situation
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket.core.tool import ToolSpec
from loket.planners.finding.names import likely_people, organisations, words_of
from loket.planners.finding.slots import completed, filled, lacking, skill_told
from loket.planners.finding.trail import OUTSIDE, Trail
from loket.planners.finding.words import FindingWords, spoken
from loket.planners.skills import SkillIndex
from loket.planners.skills.tokens import stem

FROM, EXAMPLES = "x-from", "x-examples"
POLITE = frozenset({"please", "can", "could", "would", "will", "you", "kindly"})
RECALLED = 0.6
"""From this part of what a message speaks of, it is about what was to be remembered."""


@dataclass(frozen=True)
class Own:
    """A tool of the assistant's own that fits, with its arguments."""

    tool: str
    title: str
    args: JsonObject
    reasoning: str


def own_tool(trail: Trail, situation: Situation, said: FindingWords) -> Own | None:
    """The tool that satisfies the message by itself; None when none does, or something it needs was never said."""
    specs = {name: spec for name, spec in situation.tools.items() if name not in OUTSIDE}
    if not specs:
        return None
    skills = {name: _told(spec) for name, spec in specs.items()}
    described = [skill for name, skill in skills.items() if not _takes_anything(specs[name])]
    index = _index(json.dumps(described), situation.assistant.locale)
    text, now = trail.message.last, local(situation)
    name, reason = _outright(text, skills), "The message names it outright."
    if not name:
        name, reason = _remembering(trail, specs, said), "It was asked to be remembered before."
    if not name and not organisations(text, likely_people(text, said), said):
        understood = index.understand(text, now)
        if understood.decision in ("run", "clarify") and len(understood.skills) == 1:
            name, reason = understood.skills[0], understood.reasoning
    if not name:
        return None
    spec = specs[name]
    args = _args(name, skills, trail, now, said)
    if lacking(skills[name]["parameters"], args):
        return None
    return Own(name, spec.title, {**args, **_given(spec, trail, situation)}, reason)


def _args(name: str, skills: Mapping[str, JsonObject], trail: Trail, now: datetime, said: FindingWords) -> JsonObject:
    skill = skill_told(skills[name])
    return completed(skill, filled(skill, trail.message.last, now), trail.facts[::-1], now, said)[0]


def _outright(text: str, skills: Mapping[str, JsonObject]) -> str:
    """The tool whose example this is word by word, or whose name is the first word that carries a meaning."""
    said = [word.plain for word in words_of(text)]
    for name, skill in skills.items():
        if any([word.plain for word in words_of(example)] == said for example in skill["examples"]):
            return name
    first = next((word for word in said if word not in POLITE), "")
    return first if first in skills else ""


def _remembering(trail: Trail, specs: Mapping[str, ToolSpec], said: FindingWords) -> str:
    """The tool that recalls, when what was to be remembered speaks of most that the message speaks of."""
    meant = {stem(word.plain, "en") for word in words_of(trail.message.last) if word.plain not in said.little}
    known = [{stem(word.plain, "en") for word in words_of(fact)} for fact in trail.facts]
    best = max((len(meant & fact) for fact in known), default=0)
    if not meant or best < 2 or best < RECALLED * len(meant):
        return ""
    recalls = [
        name
        for name, spec in specs.items()
        if any(text_at(shape, FROM) == "remembered" for shape in object_at(spec.input, "properties").values())
    ]
    return recalls[0] if recalls else ""


def _takes_anything(spec: ToolSpec) -> bool:
    """Whether a tool is given what was said or found, so that every message would do: it has to be named outright."""
    shapes = object_at(spec.input, "properties").values()
    return any(text_at(shape, FROM) in ("message", "agents") for shape in shapes)


def local(situation: Situation) -> datetime:
    """This moment where the person is."""
    try:
        return situation.now.astimezone(ZoneInfo(text_at(situation.settings, "timezone") or "UTC"))
    except (ZoneInfoNotFoundError, ValueError):
        return situation.now


def _given(spec: ToolSpec, trail: Trail, situation: Situation) -> JsonObject:
    known: Mapping[str, Json] = {
        "now": local(situation).isoformat(),
        "message": trail.message.last,
        "remembered": list(trail.facts),
        "language": spoken(
            (*reversed(trail.before), trail.message.last),
            text_at(situation.settings, "locale") or situation.assistant.locale,
        ),
        "agents": [{"name": agent.name, "site": agent.site} for agent in trail.agents],
    }
    properties = object_at(spec.input, "properties")
    sources = {name: text_at(shape, FROM) for name, shape in properties.items()}
    return {name: known[source] for name, source in sources.items() if source in known}


def _told(spec: ToolSpec) -> JsonObject:
    """The tool as a skill, without what comes from the conversation."""
    properties = object_at(spec.input, "properties")
    asked = {name: shape for name, shape in properties.items() if is_object(shape) and FROM not in shape}
    required = [name for name in spec.input.get("required", []) if name in asked]
    schema = {"type": "object", "properties": asked, "required": required}
    examples = [one for one in list_at(spec.input, EXAMPLES) if isinstance(one, str)]
    told = {"id": spec.name, "name": spec.title, "description": spec.description}
    return {**told, "parameters": schema, "examples": examples}


@lru_cache(maxsize=16)
def _index(texts: str, locale: str) -> SkillIndex:
    return SkillIndex([skill_told(one) for one in json.loads(texts)], locale)
