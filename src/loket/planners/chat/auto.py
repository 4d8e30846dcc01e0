"""The planner that asks a language model while one answers, and goes on without it when it does not."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from loket.core.actions import Action, Ask, Call, Candidate, Decision, Say
from loket.core.data import JsonObject
from loket.core.errors import Invalid
from loket.core.events import Decided, Opened, UserSaid
from loket.core.model import ModelFailed, ModelRequest
from loket.core.planner import Draft, Planner, Situation
from loket.core.record import Record
from loket.planners.chat.planner import ChatPlanner
from loket.planners.chat.reasoner import ReasonerPlanner
from loket.planners.chat.sentences import sentence

FAILED = "language model"
"""Names the model among what was considered, in a decision that was made without it."""


@dataclass(frozen=True)
class AutoPlanner:
    """`chat` while it answers, else `without`. A model that failed is asked again with the person's next message: what
    follows from this one goes on without it, and the person is told once."""

    chat: ChatPlanner | ReasonerPlanner
    without: Planner
    thrifty: ClassVar[bool] = True

    def uses_client(self, settings: JsonObject) -> bool:
        """See ClientAware."""
        return self.chat.uses_client(settings)

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """One decision, of the model or of the planner that needs none."""
        try:
            if self.chat.chosen(situation) is None or gave_up(situation.history):
                return await self.without.decide(situation, draft)
            return await self.chat.answer(situation, draft)
        except ModelFailed as failed:
            decision = await self.without.decide(situation, draft)
            considered = Candidate(name=FAILED, why=f"{failed.code}: {failed.text}")
            return decision.model_copy(
                update={
                    "reasoning": f"The language model gave no answer ({failed.code}). {decision.reasoning}",
                    "considered": (considered, *decision.considered),
                    "action": _announced(
                        decision.action, sentence("spent" if situation.spent else "without", situation)
                    ),
                }
            )

    def request(self, situation: Situation) -> ModelRequest:
        """What the model is asked; Invalid `no_prompt` when what follows from a failure goes on without it."""
        if situation.spent or gave_up(situation.history):
            why = situation.spent or "One had failed before."
            raise Invalid("no_prompt", f"This was decided without a model. {why}")
        return self.chat.request(situation)


def gave_up(history: Sequence[Record]) -> bool:
    """Whether a model failed since the person last wrote, or since the task began."""
    for record in reversed(history):
        match record.event:
            case UserSaid() | Opened():
                return False
            case Decided(considered=considered) if any(one.name == FAILED for one in considered):
                return True
            case _:
                pass
    return False


def _announced(action: Action, text: str) -> Action:
    """The action with the sentence before its words."""
    match action:
        case Say() | Ask():
            return action.model_copy(update={"text": f"{text}\n\n{action.text}"})
        case Call(text=words):
            return action.model_copy(update={"text": "\n\n".join(filter(None, (text, words)))})
        case _:
            return action
