"""What is thought in the root: a message becomes a plan, results become the next steps or the last words."""

from collections.abc import Sequence
from dataclasses import dataclass

from loket.core.actions import Ask, Decision, Plan, Say, Task, Wait
from loket.core.data import JsonObject, text_of
from loket.core.events import Returned, UserSaid
from loket.core.planner import Situation
from loket.core.shapes import text_at
from loket_assistants.sogis.planner_layers import removal
from loket_assistants.sogis.planner_reading import Request, bare, corrected, requests
from loket_assistants.sogis.planner_trail import (
    REQUEST,
    SELECTION,
    SKIPPED,
    THEN,
    Step,
    selected,
    since,
    steps,
    steps_left,
)
from loket_assistants.sogis.planner_words import takes_away, told


@dataclass(frozen=True)
class RootThought:
    """One thought about a message or about what came back."""

    situation: Situation

    def decide(self) -> Decision:
        """The decision; the same for the same situation."""
        woke = [record.event for record in self.situation.woke]
        if said := [event for event in woke if isinstance(event, UserSaid)]:
            return self._heard(" ".join(text_of(one.text) for one in said))
        if any(isinstance(event, Returned) for event in woke):
            return self._back()
        return Decision(reasoning="There is nothing to do about this.", action=Wait(why="for the next message"))

    # What was said.

    def _heard(self, text: str) -> Decision:
        if takes_away(text):
            task = removal(text, self.situation.history, self.situation.assistant.name)
            return Decision(reasoning="It takes something away.", action=Plan(tasks=(task,)), step="plan")
        now = self.situation.now
        before = [one for one in steps(self.situation.history) if REQUEST in one.task.args]
        last = next((one for one in reversed(before) if one.request.places and one.request.about), None)
        if (right := corrected(text, last.request if last else None)) is not None and last is not None:
            return self._planned([right], f"It puts {last.request.intent} right.", text, last.id)
        found = list(requests(text, now))
        if (whole := self._completed(text, before, found)) is not None:
            return self._planned([whole], f"It says which place {whole.intent} is about.", text)
        if not found:
            ask = Ask(text=told(self._locale, "unknown"), lasts=False)
            return Decision(reasoning="No intent has its words in this message.", action=ask, step="clarify")
        return self._planned(found, f"It asks for {', then '.join(one.intent for one in found)}.", text)

    def _completed(self, text: str, before: Sequence[Step], found: Sequence[Request]) -> Request | None:
        """The request that lacked a place, when the message is nothing but a place."""
        waiting = before[-1] if before else None
        if waiting is None or not waiting.quiet or waiting.request.about or waiting.selection is not None:
            return None
        place = bare(text, self.situation.now)
        if place is None or not (found or place.number or place.egrid):
            return None
        if any(one.intent not in ("goto_address", "search_place") for one in found):
            return None
        return place.model_copy(update={"intent": waiting.request.intent}) if place.about else None

    def _planned(self, found: Sequence[Request], why: str, text: str, corrects: str | None = None) -> Decision:
        """A task for each request; one that leans on the place of another follows it."""
        chains: list[list[Request]] = []
        place: list[Request] | None = None
        for request in found:
            if request.places and not request.about and place is not None:
                place.append(request)
                continue
            chains.append([request])
            place = chains[-1] if request.places else place
        here = selected(self.situation.history)
        tasks = [self._task(chain[0], chain[1:], here, text) for chain in chains]
        tasks[0] = tasks[0].model_copy(update={"corrects": corrects})
        return Decision(reasoning=why, action=Plan(tasks=tuple(tasks)), step="plan")

    def _task(self, request: Request, then: Sequence[Request], selection: JsonObject | None, text: str) -> Task:
        args: JsonObject = {REQUEST: request.model_dump(exclude_defaults=True)}
        if selection:
            args[SELECTION] = selection
        if then:
            args[THEN] = [one.model_dump(exclude_defaults=True) for one in then]
        to = self.situation.assistant.name
        return Task(id=f"step{request.at + 1}", intent=request.intent, to=to, task=text[:300], args=args)

    # What came back.

    def _back(self) -> Decision:
        known = {one.id: one for one in steps(self.situation.history)}
        events = [record.event for record in self.situation.woke]
        back = [known[one.call] for one in events if isinstance(one, Returned) and one.call in known]
        if tasks := self._next([one for one in back if not one.quiet]):
            why = "What was found is where the next step happens."
            return Decision(reasoning=why, action=Plan(tasks=tuple(tasks)), step="plan")
        done = steps(since(self.situation.history))
        texts = [one.returned.text for one in done if one.returned is not None and not one.quiet]
        said = "\n\n".join(dict.fromkeys(filter(None, texts)))
        if not said or all(one.quiet for one in back):
            return Decision(reasoning="Nobody waits for this any more.", action=Wait(why="for the next message"))
        return Decision(reasoning="Every step is at its end.", action=Say(text=said), step="answer")

    def _next(self, back: Sequence[Step]) -> list[Task]:
        """The steps that waited for those that are back; without a place they are skipped, each in its own words."""
        tasks: list[Task] = []
        for one in back:
            left = steps_left(one.task)
            if one.returned is not None and one.returned.ok and one.selection and left:
                tasks.append(self._task(left[0], left[1:], one.selection, one.task.task))
            else:
                for request in left:
                    task = self._task(request, (), None, one.task.task)
                    tasks.append(task.model_copy(update={"args": {**task.args, SKIPPED: True}}))
        return tasks

    @property
    def _locale(self) -> str:
        return text_at(self.situation.settings, "locale") or self.situation.assistant.locale
