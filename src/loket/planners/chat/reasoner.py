"""The planner for models without tool calling: one JSON object a step, with its reasoning and what it does."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from pydantic import Field, ValidationError

from loket.core.actions import Decision, Thought, Usage
from loket.core.data import Frozen, JsonObject
from loket.core.events import Changed
from loket.core.model import (
    Model,
    ModelFailed,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    Part,
    RefusalPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolDefinition,
    ToolResultPart,
    words,
)
from loket.core.planner import Draft, Situation
from loket.planners.chat.planner import ChatPlanner, failure, wrong
from loket.planners.chat.reading import identified
from loket.views.prompt import marked

HOW = """Answer with one JSON object and nothing else:
{"reasoning": "why you do this", "say": "words for the person, if any", "calls": [{"tool": "NAME", "args": {}}]}
Without calls, what you say is your whole answer. With calls you get their results in the next message."""
OURS = Thought(provider="loket", model="reasoner")
"""Whose thinking the reasoning of a step is; other models are not given it."""
_FENCE = re.compile(r"^\s*```(?:json)?\s*\n(.*?)\n?```\s*$", re.DOTALL)


class Wanted(Frozen):
    """A call that a model writes."""

    tool: str = Field(min_length=1)
    args: JsonObject = {}


class Reply(Frozen):
    """One step of a model."""

    reasoning: str = ""
    say: str = ""
    calls: tuple[Wanted, ...] = ()


@dataclass(frozen=True)
class ReasonerPlanner:
    """Asks what `chat` would, with the tools described in words. A reply that can't be read or used is shown to the
    model once; after that the person is told that there is no answer."""

    chat: ChatPlanner
    thrifty: ClassVar[bool] = True

    def uses_client(self, settings: JsonObject) -> bool:
        """See ClientAware."""
        return self.chat.uses_client(settings)

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """One decision of the model, or a sentence that says why there is none."""
        try:
            return await self.answer(situation, draft)
        except ModelFailed as failed:
            return failure(failed, situation)

    def chosen(self, situation: Situation) -> Model | None:
        """The model that is asked in this situation; None when there is none."""
        return self.chat.chosen(situation)

    async def answer(self, situation: Situation, draft: Draft) -> Decision:
        """One decision of the model. ModelFailed when it gives none."""
        if all(isinstance(record.event, Changed) for record in situation.woke):
            return await self.chat.answer(situation, draft)
        model = self.chat.asked(situation)
        situation, spent = await self._summed_up(model, situation)
        request = self.request(situation)
        response = await model.complete(request)
        step = _step(response, situation)
        if isinstance(step, str):
            shown = words("assistant", response.text), words("user", f"{step} {HOW}")
            again = await model.complete(request.model_copy(update={"messages": (*request.messages, *shown)}))
            response = again.model_copy(update={"usage": again.usage.after(response.usage)})
            step = _step(response, situation)
        if isinstance(step, str):
            raise ModelFailed("bad_response", f"The model's reply can't be used, twice: {step}")
        if spent is not None:
            step = step.model_copy(update={"usage": step.usage.after(spent)})
        decision = self.chat.decision(situation, step, draft)
        reasons = [part.text for part in step.parts if isinstance(part, ThinkingPart)]
        reasoning = " ".join(filter(None, (*reasons, decision.reasoning)))
        return decision.model_copy(update={"reasoning": reasoning, "summary": situation.summary})

    async def _summed_up(self, model: Model, situation: Situation) -> tuple[Situation, Usage | None]:
        """As `chat` does it; a model that sums up in the form of a step is taken at its words."""
        summed, spent = await self.chat.summed_up(model, self.request(situation), situation)
        reply = _reply(summed.summary) if spent is not None else None
        return (replace(summed, summary=reply.say) if reply is not None and reply.say else summed), spent

    def request(self, situation: Situation) -> ModelRequest:
        """What the model is asked in this situation: no tools, and all in words."""
        request = self.chat.request(situation)
        described = "\n".join([HOW, "The tools:", *map(_described, request.tools)])
        if request.tool_choice == "none":
            described += "\nMake no more calls now: answer with what there is."
        messages = [_in_words(message) for message in request.messages[1:]]
        system = words("system", f"{request.messages[0].text}\n\n{described}")
        return request.model_copy(update={"messages": (system, *messages), "tools": (), "tool_choice": "auto"})


def _described(tool: ToolDefinition) -> str:
    return f"- {tool.name}: {tool.description}\n  args: {json.dumps(tool.input, ensure_ascii=False)}"


def _in_words(message: ModelMessage) -> ModelMessage:
    """A step of the model as the JSON that it wrote, and results as words."""
    if message.role == "assistant":
        return words("assistant", json.dumps(_written(message.parts), ensure_ascii=False))
    parts = [_result_in_words(part) if isinstance(part, ToolResultPart) else part for part in message.parts]
    return ModelMessage(role="user", parts=tuple(parts))


def _written(parts: Iterable[Part]) -> JsonObject:
    parts = tuple(parts)
    reasoning = [part.text for part in parts if isinstance(part, ThinkingPart) and part.thought == OURS]
    said = [part.text for part in parts if isinstance(part, TextPart | RefusalPart)]
    calls = [{"tool": part.name, "args": part.args} for part in parts if isinstance(part, ToolCallPart)]
    step: dict[str, Any] = {"reasoning": " ".join(reasoning), "say": "".join(said), "calls": calls}
    return {name: value for name, value in step.items() if value or name == "reasoning"}


def _result_in_words(result: ToolResultPart) -> TextPart:
    text = result.text if result.text.startswith("<data ") else marked(result.name, result.text)
    return TextPart(text=f"The result of {result.name}:\n{text}\n")


def _reply(text: str) -> Reply | None:
    """The step in a text; None when it holds none."""
    fenced = _FENCE.match(text)
    text = fenced.group(1) if fenced is not None else text
    try:
        return Reply.model_validate_json(text[text.find("{") : text.rfind("}") + 1])
    except (ValidationError, RecursionError):
        return None


def _step(response: ModelResponse, situation: Situation) -> ModelResponse | str:
    """The reply as a response with tool calls; or what is wrong with it."""
    if response.refusal:
        return response
    reply = _reply(response.text)
    if reply is None:
        return "That was no JSON object of this form."
    if not (reply.say.strip() or reply.calls):
        return "That said nothing and called nothing."
    calls = [ToolCallPart(id=f"c{at}", name=one.tool, args=one.args) for at, one in enumerate(reply.calls, start=1)]
    said = [TextPart(text=reply.say)] if reply.say else []
    thinking = [ThinkingPart(text=reply.reasoning, thought=OURS)] if reply.reasoning else []
    made = response.model_copy(update={"parts": identified([*thinking, *said, *calls])})
    return wrong(situation, made) or made
