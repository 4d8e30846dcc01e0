"""The state of a thread: its conversation, what is asked of the person, what is on its pages; and how that changes."""

from collections.abc import Iterable, Mapping

from loket.core.actions import Ask, ToolCall
from loket.core.data import Json, JsonObject
from loket.core.events import Held
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket.views.turn import Turn
from loket.views.turn_state import Question

SHORT = 200


def interrupts(turn: Turn, held: Mapping[str, Held]) -> list[JsonObject]:
    """What waits for a person, as the interrupts of the protocol. `held` are the records by which calls are held."""
    return [one for question in turn.questions.values() if (one := _interrupt(question, turn, held)) is not None]


def blocking(turn: Turn, asked: list[JsonObject]) -> list[JsonObject]:
    """Those of the interrupts that end a run: a question in words that is alone is answered by the next message, also
    in a front end that knows no interrupts."""
    ask = next(iter(turn.questions.values())).ask if len(asked) == 1 == len(turn.questions) else None
    return asked if ask is None or ask.form is not None or ask.choices or not ask.lasts else []


def in_words(asked: JsonObject) -> str:
    """An interrupt for who can only read and write words: what it asks, and between what."""
    schema = object_at(asked, "responseSchema")
    choices = [*list_at(schema, "oneOf"), *list_at(schema, "anyOf")]
    lines = [f"- {label}" for choice in choices if (label := text_at(choice, "title"))]
    return "\n".join([text_at(asked, "message"), *lines])


def tag_of(scope: str) -> str | None:
    """The specialist whose line of thought this is; None for the assistant itself."""
    return scope.rstrip("/").rpartition("/")[2] or None


def _interrupt(question: Question, turn: Turn, held: Mapping[str, Held]) -> JsonObject | None:
    tag = tag_of(question.scope)
    told: JsonObject = {"id": question.id} | ({} if tag is None else {"subagentRunId": tag})
    if question.ask is not None and question.ask.call is not None:
        return None  # the client is asked, by a call
    if question.ask is not None:
        return told | {
            "reason": "input_required",
            "message": question.ask.text,
            "responseSchema": _answer(question.ask),
        }
    call, record = turn.calls.get(question.held or ""), held.get(question.id)
    if call is None or record is None or not isinstance(call.work, ToolCall):
        return None
    title, args = record.title or call.work.tool, call.work.args
    lines = [f"{title}?", record.description, *(f"{name}: {_shown(value)}" for name, value in args.items())]
    about = {"tool": call.work.tool, "why": record.why, "source": record.source, "place": record.place}
    return told | {
        "reason": "tool_call",
        "message": "\n".join(line for line in lines if line),
        "toolCallId": call.id,
        "responseSchema": _approval(record.input),
        "metadata": {"loket": {**about, "args": args, "reversible": record.reversible}},
    }


def _shown(value: Json) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"


def _approval(input: JsonObject | None) -> JsonObject:
    """As the protocol recommends it; arguments that may be edited are told by their schema."""
    edited = {} if input is None else {"editedArgs": input}
    properties: JsonObject = {"approved": {"type": "boolean"}, **edited}
    return {"type": "object", "properties": properties, "required": ["approved"]}


def _answer(ask: Ask) -> JsonObject:
    """What answers a question: its form, the id of a choice, or words."""
    if ask.form is not None:
        return ask.form
    if not ask.choices:
        return {"type": "string"}
    known = [{"const": choice.id, "title": choice.label} for choice in ask.choices]
    return {"type": "string", "oneOf": known} if ask.wants is None else {"type": "string", "anyOf": [*known, {}]}


def changes(before: Json, after: Json, path: str = "") -> Iterable[JsonObject]:
    """The JSON Patch (RFC 6902) that makes one state of the other: fields one by one, lists as a whole."""
    if before == after:
        return
    if not is_object(before) or not is_object(after):
        yield {"op": "replace", "path": path, "value": after}
        return
    for name in before.keys() | after.keys():
        place = f"{path}/{name.replace('~', '~0').replace('/', '~1')}"
        if name not in after:
            yield {"op": "remove", "path": place}
        elif name not in before:
            yield {"op": "add", "path": place, "value": after[name]}
        else:
            yield from changes(before[name], after[name], place)
