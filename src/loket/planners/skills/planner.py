"""The planner that matches messages to skills without a language model: every tool of the assistant is a skill."""

from collections.abc import Mapping
from functools import lru_cache

from loket.core.actions import Action, Ask, Call, Decision, Say, ToolCall
from loket.core.data import text_of
from loket.core.events import Answered, Returned, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.tool import ToolSpec
from loket.planners.skills.index import SkillIndex
from loket.planners.skills.skill import Pending, Skill, Thresholds, Understanding, pending_of


def skill_of(spec: ToolSpec) -> Skill:
    """A tool as a skill."""
    return Skill(spec.name, spec.title, spec.description, parameters=spec.input, writes=not spec.read_only)


@lru_cache(maxsize=64)
def _index(skills: str, locale: str, thresholds: Thresholds) -> SkillIndex:
    specs = [ToolSpec.model_validate_json(line) for line in skills.split("\n") if line]
    return SkillIndex([skill_of(spec) for spec in specs], locale, thresholds)


class SkillsPlanner:
    """Answers a message with the skill that fits, a question or a choice; keeps nothing between decisions."""

    def __init__(self, thresholds: Thresholds | None = None) -> None:
        self._thresholds = thresholds or Thresholds()

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """One decision; never waits."""
        for record in situation.woke:
            if isinstance(record.event, Returned):
                text = record.event.text or str(record.event.value)
                return Decision(reasoning="The skill came back.", action=Say(text=text))
        index = self._of(situation.tools, situation.assistant.locale)
        text = " ".join(_words_of(record.event) for record in situation.woke).strip()
        asked = next((q.ask for q in situation.questions if q.ask and q.ask.wants), None)
        pending: Pending | None = pending_of(asked.wants) if asked and asked.wants else None
        understood = index.understand(text, situation.now, pending)
        return Decision(reasoning=understood.reasoning, action=_action(understood), considered=understood.considered)

    def _of(self, tools: Mapping[str, ToolSpec], locale: str) -> SkillIndex:
        return _index("\n".join(spec.model_dump_json() for spec in tools.values()), locale, self._thresholds)


def _words_of(event: object) -> str:
    match event:
        case UserSaid(text=text):
            return text_of(text)
        case Answered(text=str(text)):
            return text
        case _:
            return ""


def _action(understood: Understanding) -> Action:
    match understood.decision:
        case "run":
            call = ToolCall(id="a", tool=understood.skills[0], args=understood.slots[0])
            return Call(calls=(call,))
        case "clarify":
            wants = Pending(understood.skills[0], understood.slots[0], understood.missing).wants()
            return Ask(text=f"{', '.join(understood.missing)}?", wants=wants)
        case "choice":
            return Ask(text="?", choices=understood.choices)
        case "none":
            return Say(text="?")
