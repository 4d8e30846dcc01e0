"""What a model's response comes to: words, a question to the person, or tool calls as the engine knows them."""

import json
import re
from collections.abc import Collection, Iterable, Mapping

from loket.core.actions import Action, Ask, Call, Choice, Say, ToolCall
from loket.core.data import JsonObject
from loket.core.model import ASK_PERSON, ModelFailed, ModelResponse, Part, TextPart, ToolCallPart, ToolDefinition
from loket.core.shapes import is_list, text_at
from loket.planners.chat.delegating import addressed

ASK = ToolDefinition(
    name=ASK_PERSON,
    description="Ask the person what you need to know and no tool can tell. Give choices when there are only a few.",
    input={
        "type": "object",
        "properties": {
            "question": {"type": "string"},
            "choices": {"type": "array", "items": {"type": "string"}, "maxItems": 12},
        },
        "required": ["question"],
        "additionalProperties": False,
    },
)
"""The tool by which a model asks the person; it is never performed."""

MOST_CALLS = 32
ROOM = 48_000
"""Bytes of words in a decision, whose record holds other things besides."""


def identified(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts with ids of tool calls that a decision takes: short, plain, each once."""
    made: list[Part] = []
    taken: set[str] = set()
    for part in parts:
        if isinstance(part, ToolCallPart):
            plain = re.sub(r"[^A-Za-z0-9_-]", "_", part.id)[:60] or "call"
            id = plain if plain not in taken else f"{plain[:56]}_{len(taken)}"
            taken.add(id)
            part = part.model_copy(update={"id": id})
        made.append(part)
    return tuple(made)


def shortened(response: ModelResponse, note: str) -> ModelResponse:
    """The response with no more words than a record holds, and then with the note that this is their beginning."""
    text = response.text
    while (size := len(json.dumps(text, ensure_ascii=False).encode("utf-8", "replace"))) > ROOM:
        text = text[: len(text) * ROOM // size]
    if text == response.text:
        return response
    others = [part for part in response.parts if not isinstance(part, TextPart)]
    return response.model_copy(update={"parts": (TextPart(text=f"{text}…\n\n{note}"), *others)})


def action_of(response: ModelResponse, tools: Mapping[str, str], delegates: Collection[str] = frozenset()) -> Action:
    """What the response wants done; `tools` are the names of the tools by those the model was given, `delegates` the
    assistants behind the one tool for them.

    A question to the person waits while other calls are made: the model asks it again when it has their results. A tool
    that there is not comes back to the model as such."""
    made = [addressed(part, delegates) for part in response.tool_calls]
    wanted = [part for part in made if part.name != ASK.name][:MOST_CALLS]
    if wanted:
        calls = tuple(ToolCall(id=part.id, tool=tools.get(part.name, part.name), args=part.args) for part in wanted)
        return Call(calls=calls, text=response.text)
    asked = next((part.args for part in response.tool_calls), None)
    if asked is not None:
        return _question(response.text, asked)
    return Say(text=response.text or response.refusal)


def _question(before: str, args: JsonObject) -> Ask:
    given = args.get("choices")
    labels = [label for label in given if isinstance(label, str) and label.strip()] if is_list(given) else []
    choices = tuple(Choice(id=str(at), label=label.strip()[:200]) for at, label in enumerate(labels[:12], start=1))
    text = "\n\n".join(filter(None, (before.strip(), text_at(args, "question").strip())))
    if not text:
        raise ModelFailed("empty", "The model asked the person nothing.")
    return Ask(text=text, choices=choices)
