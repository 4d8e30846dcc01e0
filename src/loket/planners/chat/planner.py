"""The planner that has a language model decide: its words stream to the person, its calls are made side by side."""

from contextlib import aclosing
from dataclasses import dataclass
from typing import ClassVar

from loket.core.actions import Decision, Done, Say
from loket.core.errors import ConfigError
from loket.core.events import Decided
from loket.core.model import (
    Finished,
    Message,
    Model,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    Models,
    TextDelta,
    ToolCallPart,
    ToolResultPart,
    model_name,
)
from loket.core.planner import Draft, Situation
from loket.core.record import OUTSIDE
from loket.core.thinking import thought_of
from loket.planners.chat.delegating import delegate_tool, delegated
from loket.planners.chat.reading import ASK, action_of, identified
from loket.planners.chat.sentences import sentence
from loket.views.prompt import definitions, prompt, wire_name

CONTEXT = 100_000
"""Tokens of a prompt, when nothing else is said."""


@dataclass(frozen=True)
class ChatPlanner:
    """One response of a model is one decision: words, tool calls with the words before them, or a question.

    `model` is a name in `[models.NAME]`, the usual one without; a conversation's setting `model` comes before it.
    `context` is how many tokens a prompt has at most. `delegates` are assistants that it knows not as a tool each but
    behind one, `delegate_to_agent`. Its last turn in a scope, by the budget of its assistant, is without tools: it ends
    with what there is and says so. When the model fails the person is told so; `AutoPlanner` goes on without it
    instead."""

    models: Models | None = None
    model: str = ""
    context: int = CONTEXT
    delegates: frozenset[str] = frozenset()
    thrifty: ClassVar[bool] = True

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """One decision of the model, or a sentence that says why there is none."""
        try:
            return await self.answer(situation, draft)
        except ModelFailed as failed:
            text = sentence("failed", situation).format(why=failed.text)
            action = Say(text=text) if situation.task is None else Done(outcome="failure", summary=text)
            return Decision(reasoning=f"The language model gave no answer: {failed.text}", action=action)

    def chosen(self, situation: Situation) -> Model | None:
        """The model that is asked in this situation; None when there is none. ModelFailed for a name nobody knows."""
        if self.models is None:
            return None
        try:
            return self.models.model(model_name(situation.settings) or self.model)
        except ConfigError as unknown:
            raise ModelFailed("rejected", unknown.text) from unknown

    async def answer(self, situation: Situation, draft: Draft) -> Decision:
        """One decision of the model; its words are written to the draft as they come. ModelFailed when it gives none:
        what it had begun to say is then asked for once more, whole."""
        model = self.chosen(situation)
        if model is None:
            raise ModelFailed("rejected", "There is no language model here.")
        if situation.spent:
            raise ModelFailed("spent", situation.spent)
        request = self.request(situation)
        asking = _Asking(model, request, draft)
        response = await asking.response()
        names = {wire_name(name): name for name in situation.tools}
        if _is_last(situation):
            words = sentence("limit", situation)
            draft.write(f"\n\n{words}" if response.text else words)
            action = Say(text="\n\n".join(filter(None, (response.text, words))))
        else:
            action = action_of(response, names, self.delegates)
        return Decision(
            reasoning=f"{'Its first answer broke off. ' if asking.again else ''}{_reasoning(response)}",
            action=action,
            usage=response.usage,
            thought=thought_of(response.parts),
        )

    def request(self, situation: Situation) -> ModelRequest:
        """What the model is asked in this situation."""
        history = (*situation.needed, *situation.history)
        woke = [record.seq for record in situation.woke]
        instructions = f"{situation.assistant.instructions.strip()}\n\n{sentence('language', situation)}"
        messages = prompt(instructions, sorted(history, key=lambda record: record.seq), woke, self.context)
        specialists = [spec for name, spec in situation.tools.items() if name in self.delegates]
        tools = definitions(spec for name, spec in situation.tools.items() if name not in self.delegates)
        if specialists:
            messages, tools = delegated(messages, self.delegates), (*tools, delegate_tool(specialists))
        tools = tools if situation.task is not None else (*tools, ASK)
        choice = "none" if _is_last(situation) else "auto"
        return ModelRequest(messages=messages, tools=tools, tool_choice=choice, conversation=situation.conversation)


def _is_last(situation: Situation) -> bool:
    """Whether the scope ends with this decision, for its assistant may take no more."""
    made = 0
    for record in reversed(situation.history):
        if record.by in OUTSIDE:
            break
        made += isinstance(record.event, Decided)
    return made + 1 >= situation.assistant.budget.decisions


@dataclass
class _Asking:
    """A request until its response can be used: what breaks after the first word is asked for once more, and so are
    arguments that are no JSON."""

    model: Model
    request: ModelRequest
    draft: Draft
    again: bool = False
    _shown: bool = False

    async def response(self) -> ModelResponse:
        try:
            response = await self._whole()
        except ModelFailed as failed:
            if not self._shown or not failed.retryable:
                raise
            response = await self._whole()
            self.again = True
        response = response.model_copy(update={"parts": identified(response.parts)})
        broken = [call for call in response.tool_calls if call.broken]
        return response if not broken else await self._repaired(response)

    async def _whole(self) -> ModelResponse:
        """The response to its end; what was shown of one that broke off is taken back."""
        try:
            return await self._streamed()
        except ModelFailed:
            self.draft.drop()
            raise

    async def _streamed(self) -> ModelResponse:
        async with aclosing(self.model.stream(self.request)) as deltas:
            async for delta in deltas:
                match delta:
                    case TextDelta(text=text):
                        self._shown = True
                        self.draft.write(text)
                    case Finished(response=response):
                        return response
                    case _:
                        pass
        raise ModelFailed("bad_response", "The model's answer has no end.")

    async def _repaired(self, response: ModelResponse) -> ModelResponse:
        """The same once more, after the model was shown what could not be read."""
        results = [_complaint(call) for call in response.tool_calls]
        parts = [part.model_copy(update={"broken": ""}) if isinstance(part, ToolCallPart) else part
                 for part in response.parts]  # fmt: skip
        shown = (Message(role="assistant", parts=tuple(parts)), Message(role="tool", parts=tuple(results)))
        again = self.request.model_copy(update={"messages": (*self.request.messages, *shown)})
        repaired = await self.model.complete(again)
        usage = repaired.usage.after(response.usage)
        repaired = repaired.model_copy(update={"parts": identified(repaired.parts), "usage": usage})
        if any(call.broken for call in repaired.tool_calls):
            raise ModelFailed("bad_response", "The model called a tool with arguments that are no JSON, twice.")
        return repaired


def _complaint(call: ToolCallPart) -> ToolResultPart:
    text = f"Not called: these arguments are no JSON object: {call.broken[:500]}" if call.broken else "Not called yet."
    return ToolResultPart(id=call.id, name=call.name, text=f"{text} Call it again.", ok=False)


def _reasoning(response: ModelResponse) -> str:
    """Why, for who reads the log: which model, what it wants, and who was asked before it."""
    model = response.usage.model or "The language model"
    wanted = [call.name for call in response.tool_calls]
    lines = [f"{model} wants {', '.join(wanted)}." if wanted else f"{model} answers."]
    if response.finish == "length":
        lines.append("Its answer was cut off at the most tokens it may have.")
    lines += [f"{attempt.model} was asked before: {attempt.text}" for attempt in response.attempts]
    return " ".join(lines)
