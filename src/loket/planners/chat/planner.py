"""The planner that has a language model decide: its words stream to the person, its calls are made side by side."""

from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from loket.core.actions import Action, Ask, Decision, Done, Say, Usage, Wait
from loket.core.data import JsonObject
from loket.core.errors import ConfigError
from loket.core.events import Changed, Decided
from loket.core.model import (
    DELEGATE,
    RESULT,
    Model,
    ModelFailed,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    Models,
    model_name,
)
from loket.core.outside import CLIENT
from loket.core.planner import Draft, Situation
from loket.core.record import OUTSIDE
from loket.core.thinking import thought_of
from loket.planners.chat.asking import Asking
from loket.planners.chat.client_side import client_call, client_tools
from loket.planners.chat.delegating import addressed, delegate_tool, delegated
from loket.planners.chat.reading import ASK, action_of, shortened
from loket.planners.chat.result import misfit, result_of, result_tool
from loket.planners.chat.sentences import sentence
from loket.planners.chat.summing import MOST, characters, leaves_out, summary_request, wants_summary
from loket.views.prompt import CHARACTERS, definitions, prompt, wire_name

WANTS = {ASK.name: "to ask the person", RESULT: "to give its answer", DELEGATE: "to delegate"}
"""What a model wants when it calls a tool that is never performed."""
CONTEXT = 100_000
"""Tokens of a prompt, when nothing else is said."""


@dataclass(frozen=True)
class ChatPlanner:
    """One response of a model is one decision: words, tool calls with the words before them, or a question.

    `model` is a name in `[models.NAME]`, the usual one without; a conversation's setting `model` comes before it.
    `context` is how many tokens a prompt has at most. `delegates` are assistants that it knows not as a tool each but
    behind one, `delegate_to_agent`. Without `asks` it has no tool for questions to the person, and asks in words. Its
    last turn in a scope, by the budget of its assistant, is without tools: it ends with what there is and says so. When
    the model fails the person is told so; `AutoPlanner` goes on without it instead."""

    models: Models | None = None
    model: str = ""
    context: int = CONTEXT
    delegates: frozenset[str] = frozenset()
    asks: bool = True
    thrifty: ClassVar[bool] = True

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """One decision of the model, or a sentence that says why there is none."""
        try:
            return await self.answer(situation, draft)
        except ModelFailed as failed:
            return failure(failed, situation)

    def chosen(self, situation: Situation) -> Model | None:
        """The model that is asked in this situation; None when there is none. ModelFailed for a name nobody knows."""
        if self.models is None:
            return None
        try:
            return self.models.model(model_name(situation.settings) or self.model)
        except ConfigError as unknown:
            raise ModelFailed("rejected", unknown.text) from unknown

    def uses_client(self, settings: JsonObject) -> bool:
        """See ClientAware."""
        try:
            return self.models is not None and self.models.model(model_name(settings) or self.model) is not None
        except ConfigError:
            return False

    def asked(self, situation: Situation) -> Model:
        """The same, for who needs one now. ModelFailed when there is none, or no budget left for it."""
        model = self.chosen(situation)
        if model is None:
            raise ModelFailed("rejected", "There is no language model here.")
        if situation.spent:
            raise ModelFailed("spent", situation.spent)
        return model

    async def answer(self, situation: Situation, draft: Draft) -> Decision:
        """One decision of the model; its words are written to the draft as they come. ModelFailed when it gives none:
        what it had begun to say is then asked for once more, whole."""
        if all(isinstance(record.event, Changed) for record in situation.woke):
            return Decision(reasoning="Only settings were changed.", action=Wait(why="for the next message"))
        model = self.asked(situation)
        request = self.request(situation)
        situation, spent = await self.summed_up(model, request, situation)
        if situation.summary:
            request = self.request(situation)
        asking = Asking(model, request, draft, partial(wrong, situation))
        response = await asking.response()
        if spent is not None:
            response = response.model_copy(update={"usage": response.usage.after(spent)})
        decision = self.decision(situation, response, draft).model_copy(update={"summary": situation.summary})
        if not asking.again:
            return decision
        return decision.model_copy(update={"reasoning": f"Its first answer broke off. {decision.reasoning}"})

    async def summed_up(
        self, model: Model, request: ModelRequest, situation: Situation
    ) -> tuple[Situation, Usage | None]:
        """With a summary of what was before, when there is too much of that; and what it took. One that can't be made
        is done without: the oldest messages are left out then."""
        if not wants_summary(situation, partial(self._overflows, request, situation)):
            return situation, None
        try:
            response = await model.complete(summary_request(request))
        except ModelFailed:
            return situation, None
        text = response.text.strip()[:MOST]
        return (replace(situation, summary=text), response.usage)

    def _overflows(self, request: ModelRequest, situation: Situation) -> bool:
        """Whether messages would go with a quarter less room: none has gone yet then of what is to be summed up."""
        room = self.context * 3 // 4
        return characters(request.messages) > room * CHARACTERS and leaves_out(self._prompt(situation, room))

    def _prompt(self, situation: Situation, tokens: int) -> tuple[ModelMessage, ...]:
        history = (*situation.needed, *situation.history)
        woke = [record.seq for record in situation.woke]
        instructions = f"{situation.assistant.instructions.strip()}\n\n{sentence('language', situation)}"
        in_order = sorted(history, key=lambda record: record.seq)
        return prompt(instructions, in_order, woke, tokens, situation.summary)

    def decision(self, situation: Situation, response: ModelResponse, draft: Draft) -> Decision:
        """What a response comes to that can be used."""
        response = shortened(response, sentence("cut", situation))
        action: Action | None = result_of(response) if situation.assistant.result is not None else None
        if action is None and is_last(situation):
            limit = sentence("limit", situation)
            draft.write(f"\n\n{limit}" if response.text else limit)
            action = Say(text="\n\n".join(filter(None, (response.text, limit))))
        names = {wire_name(name): name for name in situation.tools}
        asked, rest = client_call(response, situation)
        if action is None and asked is not None:
            text = response.text or sentence("client", situation).format(tool=asked.tool.removeprefix(CLIENT))
            action = Ask(text=text, call=asked, lasts=False)
        return Decision(
            reasoning=_reasoning(response, situation),
            action=action or action_of(rest, names, self.delegates),
            usage=response.usage,
            thought=thought_of(response.parts),
        )

    def request(self, situation: Situation) -> ModelRequest:
        """What the model is asked in this situation."""
        messages = self._prompt(situation, self.context)
        specialists = [spec for name, spec in situation.tools.items() if name in self.delegates]
        tools = definitions(spec for name, spec in situation.tools.items() if name not in self.delegates)
        if specialists:
            messages, tools = delegated(messages, self.delegates), (*tools, delegate_tool(specialists))
        tools = (
            tools if situation.task is not None else (*tools, *client_tools(situation), *((ASK,) if self.asks else ()))
        )
        choice = "none" if is_last(situation) else "auto"
        if (result := situation.assistant.result) is not None:
            tools, choice = (*tools, result_tool(result)), RESULT if is_last(situation) else "required"
        return ModelRequest(messages=messages, tools=tools, tool_choice=choice, conversation=situation.conversation)


def is_last(situation: Situation) -> bool:
    """Whether the scope ends with this decision, for its assistant may take no more."""
    made = 0
    for record in reversed(situation.history):
        if record.by in OUTSIDE:
            break
        made += isinstance(record.event, Decided)
    return made + 1 >= situation.assistant.budget.decisions


def wrong(situation: Situation, response: ModelResponse) -> str:
    """What of a response is not as the assistant declares its answers; empty when it declares nothing."""
    schema, calls = situation.assistant.result, response.tool_calls
    if schema is None or response.refusal or (calls and not is_last(situation) and calls[0].name != RESULT):
        return ""
    given = next((call for call in calls if call.name == RESULT), None)
    if given is None:
        return f"Give your answer by calling {RESULT}, with arguments that fit its schema."
    problems = misfit(schema, given.args)
    return f"The arguments of {RESULT} do not fit its schema: {problems}." if problems else ""


def failure(failed: ModelFailed, situation: Situation) -> Decision:
    """What is said when a model gave no answer and nothing stands in for it."""
    text = sentence("failed", situation).format(why=failed.text)
    action = Say(text=text) if situation.task is None else Done(outcome="failure", summary=text)
    return Decision(reasoning=f"The language model gave no answer: {failed.text}", action=action)


def _reasoning(response: ModelResponse, situation: Situation) -> str:
    """Why, for who reads the log: which model, what it wants by its title, and who was asked before it."""
    model = response.usage.model or "The language model"
    titles = WANTS | {wire_name(name): spec.title for name, spec in situation.tools.items() if spec.title}
    both = [(call.name, addressed(call, situation.tools).name) for call in response.tool_calls]
    wanted = [titles.get(to) or titles.get(name, name) for name, to in both]
    lines = [f"{model} wants {', '.join(wanted)}." if wanted else f"{model} answers."]
    if response.finish == "length":
        lines.append("Its answer was cut off at the most tokens it may have.")
    lines += [f"{attempt.model} was asked before: {attempt.text}" for attempt in response.attempts]
    return " ".join(lines)
