"""An answer in the form that an assistant declares: the tool by which a model gives it, and what it comes to."""

import json

from loket.core.actions import Done
from loket.core.data import JsonObject
from loket.core.model import RESULT, ModelResponse, ToolDefinition
from loket.schemas import compiled


def result_tool(schema: JsonObject) -> ToolDefinition:
    """The tool that is never performed: its arguments are the answer."""
    return ToolDefinition(name=RESULT, description="Gives your answer, and ends your work on it.", input=schema)


def misfit(schema: JsonObject, value: JsonObject) -> str:
    """What does not fit in an answer; empty when all does."""
    problems = compiled(schema).problems(value)
    return "; ".join(f"{problem.path or '/'}: {problem.message}" for problem in problems[:5])


def result_of(response: ModelResponse) -> Done | None:
    """The end of the work with its value, in words too; None when the response wants something else first."""
    calls = response.tool_calls
    if not calls or any(call.name != RESULT for call in calls):
        return None
    value = calls[0].args
    return Done(summary=response.text.strip() or _in_words(value), value=value)


def _in_words(value: JsonObject) -> str:
    """A line for each field."""
    plain = {name: one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for name, one in value.items()}
    return "\n".join(f"{name}: {words}" for name, words in plain.items())
