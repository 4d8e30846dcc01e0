"""The assistant's own tools: which of them can satisfy a message without anybody's help, and with which arguments.

A property with `x-from` is filled from the conversation: `now`, `message`, `remembered`, `noted` (what of it the last
answer told), `agents` or `language`; one from `sum` or `day` makes its tool that for a message that only tells a sum,
or asks how many days it is to a day. A tool is asked for by the sentences in `x-examples`, and by the words in
`x-begins` that a message begins with; `x-corrects`: also by what puts its last note right. `x-called` is what it keeps
when that is called one's own (`my notes`): a message that names it is for this tool where it has one of its `x-verbs`,
or for the one without."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from loket.core.data import Json, JsonObject
from loket.core.planner import Situation
from loket.core.shapes import is_object, object_at, text_at, texts_at
from loket.core.tool import ToolSpec
from loket.language import read
from loket.language.clauses import clauses, questioned
from loket.language.memory import turn_of
from loket.language.message import LIGHT, Message
from loket.language.opening import behind_talk, opening
from loket.language.put_right import are_alike, note_meant, put_right
from loket.language.skill import Skill, Understanding
from loket.language.tokens import fold
from loket.planners.finding.agents import OUTSIDE
from loket.planners.finding.dropping import drops
from loket.planners.finding.names import likely_people, organisations, words_of
from loket.planners.finding.own_notes import BEGINS, CORRECTS, of_notes
from loket.planners.finding.reckoning import HOW_MANY, day_again, day_in, day_told_before
from loket.planners.finding.slots import completed, filled, index_of, lacking, profile_of
from loket.planners.finding.sums_after import sum_after, told_sum
from loket.planners.finding.trail import Trail
from loket.planners.finding.usual import is_kind
from loket.planners.finding.wholly import left_over, remembered, skill_roots
from loket.planners.finding.words import FindingWords

FROM, EXAMPLES = "x-from", "x-examples"
_LAST = re.compile(r"[,;.:!–]\s+(?=[^,;.:!–]*[.!]?$)")
"""Where the last part of a message begins."""
LEAST = 0.01
"""A word that weighs less carries no meaning."""


@dataclass(frozen=True)
class Own:
    """A tool of the assistant's own that fits, with its arguments; `outright`: it is asked for, and not only fit for
    what the message speaks of."""

    tool: str
    title: str
    args: JsonObject
    reasoning: str
    outright: bool


def own_tool(trail: Trail, situation: Situation, said: FindingWords) -> Own | None:
    """The tool that satisfies the message by itself; None when none does, or something it needs was never said."""
    specs = {name: spec for name, spec in situation.tools.items() if name not in OUTSIDE and spec.kind != "a2a"}
    if not specs:
        return None
    skills = {name: _as_skill(spec) for name, spec in specs.items()}
    described = [skill for name, skill in skills.items() if not _takes_anything(specs[name])]
    index = index_of(described, situation.assistant.locale)
    text, now = behind_talk(said.read(trail.message.last), drops), local(situation)
    trail = replace(trail, message=replace(trail.message, last=text))
    sum_ = told_sum(text, said) or sum_after(text, trail.before, said)
    turn = turn_of(said.read(text))
    goes_on = turn.follows and bool(trail.day)
    leans = (turn.follows or turn.corrects) and not goes_on
    alone = not (trail.latest or trail.unserved or trail.message.step or leans)
    day = day_in(turn.body if goes_on else text, now, said, alone) or day_told_before(text, now, said)
    day = day or day_again(text, trail.day or _day_noted(trail, now, said), said.code)
    reckoned: JsonObject = {"sum": sum_, "day": day}
    name, reason = _reckoning(specs, reckoned) or _outright(text, specs, said), said.because("outright")
    name = name or of_notes(trail, specs, said) or _gone_on(trail, specs, said)
    if not name and _of_before(said.read(text)):
        name, reason = _remembering(trail, skills, specs, said), said.because("remembered")
    name = name or _abilities(text, specs, skills, said)
    if not name:
        name, reason = _remembering(trail, skills, specs, said), said.because("remembered")
    outright = bool(name)
    leans = bool(trail.latest) and not said.read(text).heavy  # `ok which days` asks of what was answered
    if not name and not leans and not organisations(text, likely_people(text, said), said):
        name, reason = _wholly(described, index.understand(text, now), trail, now, said)
    if not name:
        return None
    spec = specs[name]
    args, _ = completed(skills[name], filled(skills[name], text, now), trail.facts[::-1], now, said)
    if lacking(skills[name].parameters, args):
        return None
    return Own(name, spec.title, {**args, **_context_args(spec, trail, situation, reckoned)}, reason, outright)


def _day_noted(trail: Trail, now: datetime, said: FindingWords) -> str:
    """The only day in what was noted right before."""
    days = [one for note in trail.noted for one in read(note, now, said.code).dates]
    return days[0].ahead.isoformat() if len(days) == 1 and not days[0].whole else ""


def takes_back(trail: Trail, situation: Situation, said: FindingWords) -> bool:
    """Whether a message right after what was to be remembered is for a tool that is given that, and stops nothing."""
    if not trail.noted or trail.message.step:
        return False
    specs = {name: spec for name, spec in situation.tools.items() if "noted" in _sources(spec)}
    return bool(_outright(trail.message.last, specs, said))


def _sources(spec: ToolSpec) -> set[str]:
    return {text_at(shape, FROM) for shape in object_at(spec.input, "properties").values()}


def _wholly(
    described: Sequence[Skill], understood: Understanding, trail: Trail, now: datetime, said: FindingWords
) -> tuple[str, str]:
    """The tool that is meant, and why: what the message speaks of is all in its own schema. When it is not clear which
    one is meant, it is the only one of that kind."""
    text = trail.message.last
    counting = {one.concept for one in said.read(text).meanings} & HOW_MANY
    described = [one for one in described if not counting or counting & profile_of(one, said.code).concepts.keys()]
    if understood.decision in ("run", "clarify") and len(understood.skills) == 1:
        if understood.skills[0] not in {one.id for one in described}:
            return "", ""  # how many of something are asked, which it does not tell
        skill = next(one for one in described if one.id == understood.skills[0])
        named = left_over(text, replace(skill, description=""), now, said, LEAST) is not None
        return (skill.id, understood.reasoning) if named and left_over(text, skill, now, said) == 0 else ("", "")
    # A light word asks for a tool that is asked for with it, not for one that it describes: `tell me more`.
    asked = [replace(one, description="") for one in described]
    every = [one for one in asked if left_over(text, one, now, said, LEAST) == 0]
    fit = [one.id for one in every if not lacking(one.parameters, filled(one, text, now))]
    return (fit[0], said.because("outright")) if len(fit) == 1 else ("", "")


def _reckoning(specs: Mapping[str, ToolSpec], reckoned: JsonObject) -> str:
    """The tool for what the message asks to be reckoned."""
    for name, spec in specs.items():
        shapes = object_at(spec.input, "properties").values()
        if any(reckoned.get(text_at(shape, FROM)) for shape in shapes):
            return name
    return ""


def _outright(text: str, specs: Mapping[str, ToolSpec], said: FindingWords) -> str:
    """The tool whose example this is word by word, or that a message asks for that begins so, or ends so behind what it
    is about (`My code is 4711, remember that please`)."""
    spoken = [word.plain for word in words_of(text) if word.text[:1].isalnum()]
    before, _, end = _LAST.sub(r"\n", text.strip()).rpartition("\n")
    last = [word.plain for word in words_of(end) if word.text[:1].isalnum()] if before else []
    whole = (name for name, spec in specs.items() if any(_holds(spoken, one, said) for one in _plain(spec, EXAMPLES)))
    message = said.read(text)
    begun = (name for name, spec in specs.items() if opening(message, texts_at(spec.input, BEGINS)))
    ended = (
        name
        for name, spec in specs.items()
        if any(last[: len(one)] == one and {*last[len(one) :]} <= said.little for one in _plain(spec, BEGINS))
    )
    return next(whole, "") or next(begun, "") or next(ended, "")


def _holds(spoken: Sequence[str], example: Sequence[str], said: FindingWords) -> bool:
    """Whether these words are the example, or one of several words among none that carry a meaning."""
    ends = range(len(example), len(spoken) + 1) if len(example) > 1 else ()
    among = (end for end in ends if spoken[end - len(example) : end] == example)
    return spoken == example or any({*spoken[: end - len(example)], *spoken[end:]} <= said.little for end in among)


def _gone_on(trail: Trail, specs: Mapping[str, ToolSpec], said: FindingWords) -> str:
    """The tool whose last note a message puts right, or goes on with by a sentence behind an `and`."""
    if not trail.noted or trail.message.wants is not None:
        return ""
    message = said.read(trail.message.last)
    every, tongue = clauses(message), message.tongue
    joined = message.folds[:1] and message.folds[0] in tongue.ands
    verb = (
        not said.does.isdisjoint(message.folds) or LIGHT in message.weights or _shares(trail.noted[-1], message, said)
    )
    tells = joined and verb and all(one.mood in ("plain", "past") and not questioned(message, one) for one in every)
    asks = "?" in message.text or any(one.mood == "wonders" for one in every)
    right = note_meant(message, trail.facts, trail.noted)
    if not tells and (asks or not put_right(said.read(right), message)):
        return ""
    return next((name for name, spec in specs.items() if spec.input.get(CORRECTS)), "")


def _of_before(message: Message) -> bool:
    """Whether a message speaks of what was (`what did I ask you to keep`), and not of what can be."""
    data = message.tongue.data["clauses"]
    return not {fold(one) for one in (*data["past"], *data["perfect"])}.isdisjoint(message.folds)


def _shares(note: str, message: Message, said: FindingWords) -> bool:
    """Whether a message speaks of something that a note does (`and size 12 for Mia`), and of no organisation."""
    return not any(map(is_kind, message.folds)) and are_alike(said.read(note), message)


def _abilities(text: str, specs: Mapping[str, ToolSpec], skills: Mapping[str, Skill], said: FindingWords) -> str:
    """The tool that tells what the assistant can do, when that is asked of it and of nothing that has a name: all words
    that carry a meaning are the tool's own."""
    message = said.read(text)
    told = any(one.mood in ("asks", "wonders") for one in clauses(message))
    if not told or {fold(one) for one in message.tongue.data["you"]}.isdisjoint(message.folds):
        return ""
    for name, spec in specs.items():
        if any(text_at(shape, FROM) == "agents" for shape in object_at(spec.input, "properties").values()):
            roots = skill_roots(skills[name], said.code) | set(message.tongue.particles)
            asked = any(root in roots for root, weight in zip(message.stems, message.weights, strict=True) if weight)
            asked = asked or any(_in_order(one, message.folds) for one in _plain(spec, EXAMPLES))
            every = all(message.stems[at] in roots for at in message.heavy)
            return name if asked and every and not message.numbers else ""
    return ""


def _in_order(wanted: Sequence[str], folds: Sequence[str]) -> bool:
    """Whether these words stand in a message in this order, whatever stands between them."""
    left = iter(folds)
    return len(wanted) > 1 and all(fold(one) in left for one in wanted)


def _plain(spec: ToolSpec, name: str) -> list[list[str]]:
    return [[word.plain for word in words_of(one)] for one in texts_at(spec.input, name)]


def _remembering(trail: Trail, skills: Mapping[str, Skill], specs: Mapping[str, ToolSpec], said: FindingWords) -> str:
    """The tool that recalls, when the message asks for what was to be remembered."""
    for name, spec in specs.items():
        if "remembered" in _sources(spec) and not spec.input.get(BEGINS):
            return name if remembered(trail.message.last, trail.facts, skills[name], said, trail.of_notes) else ""
    return ""


def _takes_anything(spec: ToolSpec) -> bool:
    """Whether a tool is given what was said or found, so that every message would do: it has to be named outright."""
    shapes = object_at(spec.input, "properties").values()
    return any(text_at(shape, FROM) in ("message", "agents", "sum", "day") for shape in shapes)


def local(situation: Situation) -> datetime:
    """This moment where the person is."""
    try:
        return situation.now.astimezone(ZoneInfo(text_at(situation.settings, "timezone") or "UTC"))
    except (ZoneInfoNotFoundError, ValueError):
        return situation.now


def _context_args(spec: ToolSpec, trail: Trail, situation: Situation, reckoned: JsonObject) -> JsonObject:
    known: Mapping[str, Json] = {
        **reckoned,
        "now": local(situation).isoformat(),
        "message": trail.message.last,
        "remembered": list(trail.facts),
        "noted": list(trail.noted),
        "language": trail.spoken(situation.locale),
        "agents": [{"name": agent.name, "site": agent.site} for agent in trail.agents],
    }
    properties = object_at(spec.input, "properties")
    sources = {name: text_at(shape, FROM) for name, shape in properties.items()}
    return {name: known[source] for name, source in sources.items() if source in known}


def _as_skill(spec: ToolSpec) -> Skill:
    """The tool as a skill, without what comes from the conversation."""
    properties = object_at(spec.input, "properties")
    asked = {name: shape for name, shape in properties.items() if is_object(shape) and FROM not in shape}
    required = [name for name in spec.input.get("required", []) if name in asked]
    schema = {"type": "object", "properties": asked, "required": required}
    examples = texts_at(spec.input, EXAMPLES)
    return Skill(spec.name, spec.title, spec.description, examples=examples, parameters=schema)
