"""What is thought in the root: a message becomes a plan of all its steps; when they are back it has the last words."""

from collections.abc import Sequence
from dataclasses import dataclass

from loket.core.actions import Ask, Decision, Task
from loket.core.data import JsonObject
from loket.core.events import AgentSaid, Answered, Returned, UserSaid
from loket.core.planner import Situation
from loket.core.shapes import text_at
from loket.language import is_yes
from loket.language.memory import thanks
from loket.planners.dialogue.deciding import answer, carry_out, rest
from loket.planners.dialogue.trail import words_before, words_of
from loket_demos.sogis.planner_conditions import CHECK, subject_of
from loket_demos.sogis.planner_course import Course, spelled_out
from loket_demos.sogis.planner_layers import LAYERS, loaded
from loket_demos.sogis.planner_paper import PLAN
from loket_demos.sogis.planner_picks import counts, declines, missed, naming
from loket_demos.sogis.planner_reading import MOST, cleaned, greeted
from loket_demos.sogis.planner_request import LOADED, Request
from loket_demos.sogis.planner_trail import (
    GONE_ON,
    LANGUAGE,
    REQUEST,
    SELECTION,
    VERDICT,
    PlannedStep,
    checked,
    planned,
    selected,
    steps,
)
from loket_demos.sogis.planner_turns import Turned, moved, turned
from loket_demos.sogis.planner_undo import undo_of
from loket_demos.sogis.planner_words import heard, said_in, sentence, spoken_in
from loket_demos.sogis.selection import wide

PLACES = ("goto_address", "search_place")
QUOTED = 200
"""Characters of a message that are told when nothing of it can be done."""


@dataclass(frozen=True)
class RootThought:
    """One thought about a message or about what came back."""

    situation: Situation

    def decide(self) -> Decision:
        """The decision; the same for the same situation."""
        woke = [record.event for record in self.situation.woke]
        if said := [words_of(event) or "" for event in woke if isinstance(event, UserSaid | Answered | AgentSaid)]:
            return self._heard(" ".join(said))
        if any(isinstance(event, Returned) for event in woke):
            return self._back()
        return rest()

    # What was said.

    def _heard(self, text: str) -> Decision:
        before = steps(self.situation.history)
        read = turned(text, self.situation.now, [one.request for one in before], self.situation.locale, self._spoken)
        if read.corrects is not None:
            old = next(one for one in reversed(before) if one.request == read.corrects)
            found = [*read.requests, *self._leaning(old, before)]
            return self._planned(found, f"It puts {old.request.intent} right.", text, read.code, old.id)
        if (says := missed(text, read.code)) and (waiting := _waiting(before)):
            said = " ".join(word.text for word in heard(text[:MOST], self.situation.now, read.code).words)
            again = Request(intent="clarification", q=said[:100], says="unclear" if len(waiting) > 1 else says)
            given_up = [one.request for one in before if one.plan == before[-1].plan and one.gone]
            found = [one for one in given_up if one.intent != "clarification"]
            if again.says == "still":
                name = naming(text, read.code)
                found = [one.model_copy(update={"but": (*one.but, name)}) if one.about else one for one in found]
            found = [again, *found]
            return self._planned(found, "It speaks of a choice and picks none of it.", text, read.code)
        waiting = _waiting_for_place(before)
        if waiting is not None and (whole := _completed(read, waiting, agreed=is_yes(text) is True)) is not None:
            found = [whole, *self._leaning(waiting, before)]
            return self._planned(found, f"It says what {whole.intent} is about.", text, read.code)
        if before and not before[-1].gone and is_yes(text) is False:
            ask = Ask(text=sentence(read.code, "stopped"), lasts=False)
            return Decision(reasoning="It says no, and nothing is asked.", action=ask, step="clarify")
        if not read.requests:
            ask = Ask(text=self._nothing(text, read, before), lasts=False)
            return Decision(reasoning="Nothing in this message can be done.", action=ask, step="clarify")
        why = f"It asks for {', then '.join(one.intent for one in read.requests)}."
        return self._planned(read.requests, why, text, read.code)

    def _nothing(self, text: str, read: Turned, before: Sequence[PlannedStep]) -> str:
        """The sentence that answers a message that asks for nothing a map can do."""
        if read.foreign:
            return sentence(spoken_in(text, self.situation.now), "foreign")
        if before and before[-1].gone and declines(text, read.code):
            return sentence(read.code, "narrow")
        if counts(text, read.code):
            return sentence(read.code, "unclear")
        if "able" in said_in(heard(text[:MOST], self.situation.now, read.code, read.code)):
            return sentence(read.code, "able")
        small = greeted(heard(text[:MOST], self.situation.now, read.code, read.code))
        if small is not None and small.words:
            return sentence(small.tongue.code, "thanks" if thanks(small) else "hello")
        asked = " ".join(cleaned(text).split())[:QUOTED]
        return sentence(read.code, "beyond" if read.strange else "unknown").replace("{asked}", asked)

    def _leaning(self, old: PlannedStep, before: Sequence[PlannedStep]) -> list[Request]:
        """The steps of the last plan that needed what is put right now: they are done again for it."""
        if old.plan != before[-1].plan:
            return []
        needed, found = {old.task.id}, list[Request]()
        for one in before:
            if one.plan == old.plan and needed & set(one.task.needs):
                needed.add(one.task.id)
                found.append(one.request)
        return found

    def _planned(
        self, found: Sequence[Request], why: str, text: str, code: str, corrects: str | None = None
    ) -> Decision:
        """A task for each request, all of them at once, so that the plan is seen before it runs. One that says not what
        it is about needs the one before it that does."""
        here, there = selected(self.situation.history), loaded(self.situation.history)
        course = Course(list(there))
        tasks: list[Task] = []
        place, check = "", ""
        for at, request in enumerate(spelled_out(found, there)):
            wanted, id = course.settled(request), f"step{at + 1}"
            args: JsonObject = {REQUEST: wanted.model_dump(exclude_defaults=True), LANGUAGE: code}
            leans = place and wanted.places and not wanted.about and not wanted.elsewhere
            needs = tuple(dict.fromkeys([check] * bool(wanted.given and check) + [place] * bool(leans)))
            needs = tuple(dict.fromkeys((*needs, *course.needs(wanted))))
            course.take(id, wanted)
            if wanted.given and not check:
                args[VERDICT] = checked(self.situation.history)
            if wanted.intent == "undo" and (undo := undo_of(self.situation.history)) is not None:
                args |= undo.args()
            if wanted.intent == "clear_map":
                here, place = None, ""
            if wanted.intent in LOADED:
                args[LAYERS] = [one.model_dump() for one in there]
            elif here and not leans and not wanted.elsewhere and (wanted.searches or not wide(here)):
                args[SELECTION] = here
            to = self.situation.assistant.name
            tasks.append(Task(id=id, intent=wanted.intent, to=to, task=text[:300], args=args, needs=needs))
            place = id if wanted.places else place
            check = id if wanted.intent == CHECK else check
        tasks[0] = tasks[0].model_copy(update={"corrects": corrects})
        return carry_out("plan", why, *tasks)

    # What came back.

    def _back(self) -> Decision:
        known = planned(self.situation.history)
        woke = {record.event.call for record in self.situation.woke if isinstance(record.event, Returned)}
        back = [one for one in known if one.id in woke]
        said = "\n\n".join(dict.fromkeys(filter(None, (self._step_text(one) for one in back))))
        if not said:
            return rest("Nobody waits for this any more.")
        return answer(said, "Every step is at its end.")

    def _step_text(self, step: PlannedStep) -> str:
        """What is said of a step; nothing when the person went on."""
        if step.gone or step.returned is None:
            return ""
        code = text_at(step.task.args, LANGUAGE)
        skipped = "unready" if step.request.intent in LOADED else "skipped"
        return sentence(code, skipped) if step.returned.code == "needs_failed" else step.returned.text

    @property
    def _spoken(self) -> str:
        """The language the person spoke before now, since they last chose one; empty when they did not say much."""
        before = words_before(self.situation)
        return heard(before, self.situation.now, self.situation.locale).tongue.code if before else ""


def _waiting(before: Sequence[PlannedStep]) -> list[PlannedStep]:
    """The steps of the last plan that waited for a choice until this message."""
    last = [one for one in before if one.plan == before[-1].plan and one.request.intent != "clarification"]
    return [
        one
        for one in last
        if one.gone and one.request.about and one.returned is not None and one.returned.code in GONE_ON
    ]


def _waiting_for_place(before: Sequence[PlannedStep]) -> PlannedStep | None:
    """The step of the last plan that was asked where it is, until this message."""
    left = [one for one in before if one.plan == before[-1].plan and one.gone]
    return next((one for one in left if one.request.unplaced), left[-1] if left and left[-1] is before[-1] else None)


def _within(place: Request, commune: str) -> Request:
    """The place in the commune that was named before, where it names none itself."""
    if not (commune and place.unplaced):
        return place
    return place.model_copy(update={"municipality": commune} if place.number else {"q": f"{place.q}, {commune}"})


def _completed(read: Turned, waiting: PlannedStep, agreed: bool) -> Request | None:
    """The request that lacked what it is about, when the message is nothing but that, or agrees to the only one."""
    wanted = waiting.request
    if agreed and wanted.unplaced:
        return wanted.model_copy(update={"only": True, "at": 0})
    places = [one for one in read.requests if one.says != "scale"]
    if not read.plain or len(places) != 1:
        return None
    [place] = places
    if wanted.unplaced and place.intent == "search_place" and place.q:
        whole = moved(wanted, place.q)
    elif wanted.about or waiting.selection is not None or not place.about or place.intent not in PLACES:
        return None
    else:
        whole = wanted.model_copy(update={**subject_of(_within(place, wanted.municipality)), "elsewhere": False})
    scale = next((one.scale for one in read.requests if one.scale and whole.intent == PLAN), whole.scale)
    return whole.model_copy(update={"scale": scale, "at": 0})
