"""The planner that matches messages to skills without a language model: every tool of the assistant is a skill.

It keeps nothing between decisions but indexes; where a request stands is read from the log."""

from collections.abc import Mapping

from anyio import to_thread

from loket.core.actions import Decision
from loket.core.encoder import Encoder
from loket.core.planner import Draft, Situation
from loket.language import Skill
from loket.language.lexicon import EVERYDAY, FieldWords
from loket.language.skill import SURE, Thresholds
from loket.planners.skills.indexes import Indexes
from loket.planners.skills.thought import SkillsThought

MANY = 60
"""With more skills than these a thought takes more than 2 ms and goes to a worker thread."""


class SkillsPlanner:
    """Answers a message with the skill that fits, a question, a choice, or what it can do instead. What is likely but
    not sure is proposed, for a yes or a no.

    `skills` describe tools better than their specs do, by the tool's name: with examples, tags and synonyms. `own` are
    the words of the field that they are about; an `encoder` is one more witness of what is meant."""

    def __init__(
        self,
        thresholds: Thresholds | None = None,
        skills: Mapping[str, Skill] | None = None,
        own: FieldWords = EVERYDAY,
        encoder: Encoder | None = None,
    ) -> None:
        self._indexes = Indexes(thresholds or Thresholds(sure=SURE), skills or {}, own, encoder)
        self._slow = encoder is not None
        self._warm = False

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """One decision; never waits for anything but itself. The first one reads the languages, beside the loop."""
        if self._warm and not self._slow and len(situation.tools) <= MANY:
            return self._decided(situation)
        decision = await to_thread.run_sync(self._decided, situation)
        self._warm = True
        return decision

    def _decided(self, situation: Situation) -> Decision:
        return SkillsThought(self._indexes.of(situation.tools, situation.locale), situation).decide()
