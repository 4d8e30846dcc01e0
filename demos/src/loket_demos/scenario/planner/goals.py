"""The player of a side that has no script, or whose script does not fit what it hears, without a model: its goals are
the states it goes through, its tools are used as they are asked for or else in order, and it always comes to an end."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from loket.core.actions import Action, Call, Decision, ToolCall
from loket.core.data import Json, JsonObject
from loket.core.planner import Situation
from loket.core.shapes import is_list, is_object, object_at, text_at
from loket.language import SkillIndex
from loket.language.lexicon import FieldWords
from loket.language.skill import Thresholds
from loket.planners.skills.indexes import Indexes, fitted
from loket_demos.scenario.oracle.documents import gathered
from loket_demos.scenario.planner.own_words import own_words
from loket_demos.scenario.planner.sentences import sentence
from loket_demos.scenario.planner.standing import Standing, closing_message, message
from loket_demos.scenario.run import SOURCE
from loket_demos.scenario.shapes import ScenarioTool

GOAL = "goal "
"""How the step of a decision begins by which a goal was said; its number follows, from 1."""
GOALS = "goals"
"""The step of its other decisions."""
MOST = 12
"""Messages after which such a side ends the conversation."""
LINES, LETTERS = 12, 200
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_WHOLE = ("content", "contentString", "contentJson")


@dataclass(frozen=True)
class GoalsPlayer:
    """Reads what the other agent says as requests for its tools."""

    indexes: Indexes = field(default_factory=lambda: Indexes(Thresholds(), {}, FieldWords({})))

    def step(self, situation: Situation, stands: Standing) -> Decision:
        """The next step of a side whose turn it is."""
        action, why, step = self._next(situation, stands)
        return Decision(reasoning=why, action=action, step=step or GOALS)

    def _next(self, situation: Situation, stands: Standing) -> tuple[Action, str, str]:
        me, language = stands.run.me, stands.run.metadata.language
        tools = [tool for tool in me.tools if f"{SOURCE}.{tool.tool_name}" in situation.tools]
        if stands.ended_by:
            text = _listed(stands.results.get(stands.ended_by), language)
            return (
                Call(calls=(closing_message(stands, {"text": text}),)),
                own_words("goals.ended", tool=stands.ended_by),
                "",
            )
        if stands.sent == 0 and not stands.said:
            hello = me.message_to_use_when_initiating_conversation or sentence("hello", language, me.principal.name)
            return _says(stands, hello), own_words("goals.first"), ""
        if stands.fresh:
            return _says(stands, _worded(stands, language), _documents(stands)), own_words("goals.tells"), ""
        ordinary = [t for t in tools if not t.ends_conversation and t.tool_name not in stands.tried]
        index = self.indexes.of({f"{SOURCE}.{t.tool_name}": situation.tools[f"{SOURCE}.{t.tool_name}"] for t in tools},
                                language) if tools else None  # fmt: skip
        wanted = _asked_for(index, ordinary, stands, situation) if index is not None else None
        if wanted is None and me.principal.type == "organization":
            wanted = next(iter(ordinary), None)
        if wanted is not None and index is not None:
            return _call(wanted, index, stands, situation), own_words("goals.asks", tool=wanted.tool_name), ""
        return self._speaks(situation, stands, tools, index)

    def _speaks(
        self, situation: Situation, stands: Standing, tools: Sequence[ScenarioTool], index: SkillIndex | None
    ) -> tuple[Action, str, str]:
        me, language = stands.run.me, stands.run.metadata.language
        answer = next((a for words, a in me.answers.items() if words.casefold() in stands.said.casefold()), "")
        if answer and answer not in stands.last:
            return _says(stands, sentence("principal", language, answer)), own_words("goals.known"), ""
        said = max((int(s.removeprefix(GOAL)) for s in stands.steps.values() if s.startswith(GOAL)), default=0)
        if said < len(me.goals) and stands.sent < MOST:
            text = sentence("goal", language, me.goals[said])
            return _says(stands, text), own_words("goals.goal", n=said + 1), f"{GOAL}{said + 1}"
        status = "failure" if any(map(_is_no, stands.results.values())) else "success"
        ends = [tool for tool in tools if tool.ends_conversation]
        last = next((tool for tool in ends if tool.conversation_end_status == status), next(iter(ends), None))
        if last is not None and index is not None and last.tool_name not in stands.tried:
            return _call(last, index, stands, situation), own_words(f"goals.{status}"), ""
        closing = message(stands, {"text": sentence("closing", language), "finality": "conversation"})
        return Call(calls=(closing,)), own_words("goals.over"), ""


def _says(stands: Standing, text: str, attachments: Sequence[JsonObject] = ()) -> Call:
    args: JsonObject = {"text": text} | ({"attachments": list(attachments)} if attachments else {})
    return Call(calls=(message(stands, args),))


def _call(tool: ScenarioTool, index: SkillIndex, stands: Standing, situation: Situation) -> Call:
    """With the arguments that the other agent's words and the results so far have, and its words where none have."""
    name = f"{SOURCE}.{tool.tool_name}"
    args = dict(index.chosen(name, stands.said, situation.now).slots[0]) if stands.said else {}
    for outcome in stands.results.values():
        args = {**index.taken(name, outcome), **args}
    fields = object_at(tool.input_schema, "properties")
    required = tool.input_schema.get("required")
    for wanted in required if is_list(required) else ():
        if isinstance(wanted, str) and wanted not in args:
            args[wanted] = _plain(fields.get(wanted), stands)
    return Call(calls=(ToolCall(id="play", tool=name, args=fitted(tool.input_schema, args)),))


def _plain(schema: Json, stands: Standing) -> Json:
    """Something that fits a field nothing is known of: for a text what the other agent said last."""
    options = schema.get("enum") if is_object(schema) else None
    if is_list(options) and options:
        return options[0]
    match text_at(schema, "type"):
        case "number" | "integer":
            found = _NUMBER.search(stands.said)
            value = float(found[0].replace(",", ".")) if found is not None else 0.0
            return int(value) if text_at(schema, "type") == "integer" or value.is_integer() else value
        case "boolean":
            return True
        case "array":
            return []
        case "object":
            return {}
        case _:
            return stands.said[:LETTERS] or stands.run.metadata.title


def _asked_for(
    index: SkillIndex, tools: Sequence[ScenarioTool], stands: Standing, situation: Situation
) -> ScenarioTool | None:
    """The tool that the other agent's words ask for, when any do."""
    if not stands.said:
        return None
    heard = index.understand(stands.said, situation.now)
    names = [*heard.skills, *(choice.id for choice in heard.choices)]
    by_name = {f"{SOURCE}.{tool.tool_name}": tool for tool in tools}
    return next((by_name[name] for name in names if name in by_name), None)


def _worded(stands: Standing, language: str) -> str:
    parts = [_listed(stands.results[name], language) for name in stands.fresh if name in stands.results]
    return "\n\n".join(parts) or sentence("closing", language)


def _documents(stands: Standing) -> list[JsonObject]:
    made = [one for name in stands.fresh for one in gathered(stands.results.get(name)).documents]
    return [{"docId": document.doc_id} for document in made]


def _listed(result: Json, language: str) -> str:
    """A result in lines that a person can read; documents by what they are about."""
    lines = list(_lines("", result))[:LINES]
    return "\n".join([sentence("result", language), *lines]) if lines else sentence("closing", language)


def _lines(name: str, value: Json) -> Sequence[str]:
    if is_object(value):
        shown = {k: v for k, v in value.items() if k not in (*_WHOLE, "docId", "contentType")}
        return [line for k, v in shown.items() for line in _lines(k, v)]
    if is_list(value):
        return [line for inner in value for line in _lines(name, inner)]
    text = str(value).strip() if value is not None else ""
    return [f"- {name}: {text[:LETTERS]}" if name else f"- {text[:LETTERS]}"] if text else []


def _is_no(result: Json) -> bool:
    """Whether a result says that something is not so."""
    return is_object(result) and any(
        value is False or (is_object(value) and _is_no(value)) for value in result.values()
    )
