"""What a tool gives without a model: what the scenario wrote down for it, else what its owner's own records say, and
plainly what they do not say. Nothing is made up, and the same call gives the same."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_list, is_object, object_at
from loket.house.checking import compiled
from loket.language.tokens import folds
from loket_demos.scenario.oracle.records import KnowledgeRecord, Searched, leaves, searched, telling
from loket_demos.scenario.shapes import ScenarioAgent, ScenarioTool

_PLACE = re.compile(r"\{\{\s*(args|knowledge)((?:\.[\w-]+)+)\s*\}\}")
NOT_KNOWN = "not on record"


@dataclass(frozen=True)
class Composed:
    """An output, and why it is this one."""

    reasoning: str
    output: Json


def composed(tool: ScenarioTool, agent: ScenarioAgent, args: JsonObject) -> Composed:
    """The first fixture that fits the arguments, else what the records of the agent say, and a tool that ends the
    conversation writes it down."""
    knowledge = agent.knowledge_base
    for fixture in tool.fixtures:
        if _fits(fixture.when, args):
            filled = _filled(fixture.output, {"args": args, "knowledge": knowledge})
            return Composed("The scenario has written down what this tool gives.", filled)
    found = searched(knowledge, args)
    if tool.output_schema is not None:
        return _by_schema(tool.output_schema, found)
    output = _listed(found, args)
    return Composed(_why(found), {**output, **_artefact(tool, agent, args, output)})


def _fits(when: JsonObject, args: JsonObject) -> bool:
    """Whether the arguments say what a fixture is for: its words in theirs, in any order, or the same value."""
    for name, wanted in when.items():
        actual = args.get(name)
        if isinstance(wanted, str) and isinstance(actual, str):
            text = " ".join(folds(actual))
            if not all(word in text for word in folds(wanted)):
                return False
        elif actual != wanted:
            return False
    return True


def _filled(value: Json, places: Mapping[str, JsonObject]) -> Json:
    """A fixture with what stands at `{{args.name}}` and `{{knowledge.path.to}}` in it."""
    if is_object(value):
        return {name: _filled(inner, places) for name, inner in value.items()}
    if is_list(value):
        return [_filled(inner, places) for inner in value]
    if not isinstance(value, str):
        return value
    if (whole := _PLACE.fullmatch(value)) is not None:
        return _at(whole, places)
    return _PLACE.sub(lambda match: _worded(_at(match, places)), value)


def _at(match: re.Match[str], places: Mapping[str, JsonObject]) -> Json:
    value: Json = places[match.group(1)]
    for step in match.group(2).split(".")[1:]:
        if is_object(value):
            value = value.get(step)
        elif is_list(value) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            return NOT_KNOWN
    return NOT_KNOWN if value is None else value


def _worded(value: Json) -> str:
    return ", ".join(str(leaf) for _, leaf in leaves(value)) if is_list(value) or is_object(value) else str(value)


def _why(found: Searched) -> str:
    if not found.records:
        return "Nothing in the records of its owner is about this."
    places = ", ".join(dict.fromkeys(_place(record) for record in found.records))
    return f"This is what the records of its owner say: {places}."


def _listed(found: Searched, args: JsonObject) -> JsonObject:
    """What was found, and the arguments nothing is known of."""
    output: JsonObject = {"found": [{"in": _place(one), "record": one.value} for one in found.records]}
    if found.unknown:
        output["notOnRecord"] = {name: args[name] for name in found.unknown}
    if not found.records:
        output["note"] = "There is nothing on record about this."
    return output


def _artefact(tool: ScenarioTool, agent: ScenarioAgent, args: JsonObject, output: JsonObject) -> JsonObject:
    """The document of a tool that ends the conversation: what was asked for, and what is on record of it."""
    if not tool.ends_conversation:
        return {}
    lines = [
        f"# {tool.tool_name.replace('_', ' ').capitalize()}",
        "",
        f"{agent.principal.name}: {tool.description}",
        "",
    ]
    lines += [f"- {name}: {_worded(value)}" for name, value in args.items()]
    lines += [f"- {entry['in']}: {_worded(entry['record'])}" for entry in output["found"]]
    name = f"{tool.tool_name}.md"
    document = {"docId": tool.tool_name, "name": name, "contentType": "text/markdown", "content": "\n".join(lines)}
    return {"document": {**document, "summary": f"{tool.conversation_end_status}: {tool.description}"}}


def _place(record: KnowledgeRecord) -> str:
    return ".".join(record.path)


def _by_schema(schema: JsonObject, found: Searched) -> Composed:
    """Each field of the output from the value whose names are most like its own."""
    values = [(record.path + path, value) for record in found.records for path, value in leaves(record.value)]
    output: JsonObject = {}
    missing: list[str] = []
    for name, field in object_at(schema, "properties").items():
        fitting = _nearest(name, field if is_object(field) else {}, values)
        if fitting is None:
            missing.append(name)
        else:
            output[name] = fitting
    reasoning = _why(found)
    if missing:
        output["notOnRecord"] = missing
        reasoning = f"{reasoning} They do not say: {', '.join(missing)}."
    return Composed(reasoning, output)


def _nearest(name: str, field: JsonObject, values: Iterable[tuple[tuple[str, ...], Json]]) -> Json:
    words = _words(name)
    best, most = None, 0.0
    for path, value in values:
        last = _words(path[-1]) if path else frozenset[str]()
        score = len(words & last) + len(words & frozenset[str]().union(*map(_words, path))) / 10
        if words & last and score > most and compiled(field).fits(value):
            best, most = value, score
    return best


def _words(name: str) -> frozenset[str]:
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ")
    return telling(folds(parted)) or frozenset(folds(parted))
