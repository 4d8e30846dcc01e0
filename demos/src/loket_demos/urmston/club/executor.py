"""The planner behind the club's agent: reads a message, calls the skill, and ends the task with what came of it.

It keeps nothing: which skill waits for an answer stands in its last question. The door reads the task from the log."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from loket.core.actions import Ask, Call, Decision, Done, ToolCall, Wait, Wants
from loket.core.data import Json, JsonObject, Text, text_of
from loket.core.events import AgentSaid, Answered, Decided, Returned, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.proof import proves
from loket.core.record import Record
from loket.core.shapes import is_object, object_at, text_at
from loket.language.languages import language
from loket.language.pieces import MAIL, matches
from loket.planners.finding.words import finding_words
from loket_demos.urmston.club.addressee import speaks_only
from loket_demos.urmston.club.answered import LastAnswer, last_answer
from loket_demos.urmston.club.availability import SECRETARY
from loket_demos.urmston.club.availability_words import age_label, child_label
from loket_demos.urmston.club.children import EVIDENCE, OF_ONE
from loket_demos.urmston.club.reading import DAY, ORGANISATIONS, Asked, missing
from loket_demos.urmston.club.reports import SAFEGUARDING
from loket_demos.urmston.club.safety import SAFETY, who_helps
from loket_demos.urmston.club.sayings import sayings
from loket_demos.urmston.club.season import OLDEST, YOUNGEST, group_in_year
from loket_demos.urmston.club.skills import AVAILABILITY, CODE, REPORT, SKILLS, ClubSkill
from loket_demos.urmston.club.tools import AS_TOLD, CALLER, OTHER
from loket_demos.urmston.club.unheeded import unheeded
from loket_demos.urmston.club.wishes import still_lacks, unanswered, wishes

ANSWER: JsonObject = {
    "type": "object",
    "properties": {"text": {"type": "string"}, "skill_id": {"type": "string"}, "parameters": {"type": "object"}},
}
"""What a caller answers a question with: the same as a message brings."""

CODES = {
    "invalid": "invalid_parameters",
    "invalid_parameters": "invalid_parameters",
    "data_source_unavailable": "data_source_unavailable",
    "timeout": "data_source_unavailable",
    "rate_limited": "rate_limited",
    OTHER: OTHER,
}
"""From what a tool failed with to what the task says; everything else is `internal`."""


@dataclass(frozen=True)
class ClubPlanner:
    """One message, one task. `key`: what callers of protected skills must show; empty when all are public."""

    key: str = field(default="", repr=False)

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """One decision; never waits."""
        returned = [r.event for r in situation.woke if isinstance(r.event, Returned)]
        if returned:
            failed = next((one for one in returned if not one.ok), None)
            many = failed is None and len(returned) > 1
            return _finished_all(returned, situation) if many else _finished(failed or returned[0], situation)
        message = next((r for r in reversed(situation.woke) if not isinstance(r.event, Returned)), None)
        if message is None:
            return Decision(reasoning="Nothing was said.", action=Wait(why="for a message"), step="wait")
        return _begun(message, situation, self.key)


def _begun(message: Record, situation: Situation, key: str) -> Decision:
    data, text = _message_parts(message)
    every = wishes(data, text, situation.now, _pending(situation), _answered(situation, message))
    ready = [one for one in every if _ready(one)] if len(every) > 1 else []
    asked = (ready or every)[0]
    if asked.unknown:
        names = ", ".join(skill.id for skill in SKILLS)
        return _failed("unknown_skill", f'There is no skill "{asked.unknown}". The skills are {names}.')
    if asked.skill is None:
        return _unserved(asked, situation)
    skill = asked.skill
    if asked.other:
        return _failed(OTHER, speaks_only(asked.other), skill.id)
    if lacking := missing(asked):
        wants = Wants(skill=skill.id, slots=asked.parameters, missing=lacking)
        reason = f"{skill.name} needs {', '.join(lacking)}, which the message does not give."
        text = sayings(asked.code).refusing(asked.refused) + skill.asks
        return Decision(reasoning=reason, action=Ask(text=text, form=ANSWER, wants=wants), step="ask")
    refused = _refusal(key, data, situation.conversation)
    if refused is not None and any(one.skill.protected for one in ready or [asked] if one.skill is not None):
        return _failed(refused, f"{skill.name} is only for callers with the club's key.", skill.id)
    calls = [
        ToolCall(id=f"wish{at}", tool=one.skill.tool, args=_arguments(one, one.skill, data))
        for at, one in enumerate(ready or [asked])
        if one.skill is not None
    ]
    how = "The message names the skill" if text_at(data, "skill_id") else "The words of the message fit the skill"
    return Decision(reasoning=f"{how} {skill.name}.", action=Call(calls=tuple(calls)), step=skill.id)


def _ready(asked: Asked) -> bool:
    """Whether a wish of several can be answered."""
    return asked.skill is not None and not asked.other and not missing(asked)


def _unserved(asked: Asked, situation: Situation) -> Decision:
    """What is said when no skill does what is wanted: to thanks and goodbyes, to who asks for a contact or for what
    the club can't do, and to who asks nothing yet, what it can."""
    said = sayings(asked.code)
    if asked.harmed:
        ask = Ask(text=who_helps(asked.code), form=ANSWER, wants=Wants(skill=SAFETY))
        return Decision(reasoning="A child was harmed.", action=ask, step="ask")
    if asked.dropped:
        text = finding_words(asked.code).dropped
        return Decision(reasoning="It is to be left.", action=Done(summary=text), step="answer")
    if asked.parting:
        text = language(asked.code).data["say"][asked.parting]
        return Decision(reasoning="Nothing is asked.", action=Done(summary=text), step="answer")
    if asked.groups:
        years = (YOUNGEST - group_in_year(0), OLDEST - group_in_year(0))
        text = said.groups.format(youngest=YOUNGEST, oldest=OLDEST, first=years[0], last=years[1])
        return Decision(
            reasoning="The ages of the teams are asked.", action=Done(summary=f"{text} {said.first}"), step="answer"
        )
    write = said.contact.format(address=", ".join(_contacts(situation)) or SECRETARY)
    if asked.stands:
        return Decision(reasoning="A report was made.", action=Done(summary=f"{said.stands} {write}"), step="answer")
    if asked.meant:
        text = f"{said.meant.format(part=asked.part)} {said.listed}"
        return Decision(reasoning="The last answer can't take it.", action=Ask(text=text, form=ANSWER), step="ask")
    if asked.contact:
        text = f"{write} {said.safety.format(address=SAFEGUARDING)}"
        return Decision(reasoning="Whom to write to is asked.", action=Done(summary=text), step="answer")
    if asked.unserved:
        deeds = any(one.deed for one in asked.refused)
        return _failed("not_served", f"{said.no_deed if deeds else said.no_answer} {said.listed} {write}")
    return Decision(
        reasoning="Neither the data nor the words of the message name one of the skills.",
        action=Ask(text=f"{said.listed} {said.first}", form=ANSWER, wants=Wants(skill=AVAILABILITY, missing=("age",))),
        step="ask",
    )


def _contacts(situation: Situation) -> Sequence[str]:
    """The addresses in the last answer of this conversation."""
    actions = (one.event.action for one in reversed(situation.history) if isinstance(one.event, Decided))
    last = next((one.summary for one in actions if isinstance(one, Done)), "")
    return [one.value for one in matches(MAIL, last or "")]


def _around(steps: Collection[str], situation: Situation, answer: str) -> tuple[str, str]:
    """What of the message is refused or left out, before the answer to the rest, and what its other wishes still need,
    behind it. A code and a report are taken as they are."""
    last = next((one for one in reversed(situation.history) if any(_message_parts(one))), None)
    if last is None:
        return "", ""
    data, text = _message_parts(last)
    every = wishes(data, text, situation.now)
    left = [one for one in every if not _ready(one)] if len(every) > 1 else []
    code, parts = unanswered(text, situation.now)
    out = [one for one in unheeded(text, answer) if not any(one in refused.part for refused in parts)]
    before = "" if {CODE, REPORT}.issuperset(steps) else sayings(code).refusing(parts) + sayings(code).leaving_out(out)
    told = [speaks_only(one.other) if one.other else still_lacks(one) for one in left]
    return before, "".join(f"\n{one}" for one in told if one)


def _refusal(key: str, data: JsonObject, conversation: str) -> str | None:
    """Why a caller may not, as a code; None when it may."""
    proof = text_at(object_at(data, CALLER), "proof")
    if not key or proves(proof, key, conversation):
        return None
    return "forbidden" if proof else "unauthorized"


def _finished(returned: Returned, situation: Situation) -> Decision:
    step, asked = _called(returned, situation)
    if not returned.ok:
        return _failed(CODES.get(returned.code or "", "internal"), _why(returned), step)
    answer = words_of(step, returned.value)
    before, behind = _around([step], situation, f"{answer} {returned.value}")
    label = _label(asked[0].args, ()) if asked and AS_TOLD in asked[0].args else ""
    text = f"{before}{label}{answer}{behind}"
    return Decision(reasoning="The club's books answered.", action=Done(summary=text), step="answer")


def _finished_all(returned: Sequence[Returned], situation: Situation) -> Decision:
    """The answers to several wishes in order, those for several children each under what is told of its age."""
    _, asked = _called(returned[0], situation)
    back = {one.call.rpartition(".")[2]: one.value for one in returned}
    skills = {skill.tool: skill.id for skill in SKILLS}
    every = [(skills[call.tool], call.args, back[call.id]) for call in asked if call.id in back]
    ages = [age_label(args) for skill, args, _ in every if skill == AVAILABILITY]
    lines: list[str] = []
    answers: list[JsonObject] = []
    for skill, args, value in every:
        told: JsonObject = {name: args[name] for name in EVIDENCE if name in args}
        label = _label(args, ages) if skill == AVAILABILITY else ""
        lines.append(f"{label}{words_of(skill, value)}")
        answers.append({**told, **(value if is_object(value) else {})})
    before, behind = _around({skill for skill, _, _ in every}, situation, f"{lines} {answers}")
    done = Done(summary=before + "\n".join(lines) + behind, value={"answers": answers})
    return Decision(reasoning="The club's books answered.", action=done, step="answer")


def _label(args: JsonObject, ages: Sequence[str]) -> str:
    """Which child an answer is for, where there are several or it is known from before; whether a boy or a girl, where
    several are of one age."""
    age, told = age_label(args), args.get(AS_TOLD)
    child = child_label(args) if told or ages.count(age) > 1 else age
    return f"{child}, as you told me: " if told else f"{child}: " if len(ages) > 1 else ""


def words_of(skill: str, result: Json) -> str:
    """A result in words."""
    told = text_at(result, "explanation") or text_at(result, "message")
    if skill == CODE:
        valid = text_at(result, "status") == "valid"
        told = "This registration code is valid." if valid else f"This code is not valid. {text_at(result, 'reason')}"
    return told or "Done."


def _failed(code: str, text: str, skill: str = "") -> Decision:
    value: JsonObject = {"code": code, "message": text} | ({"skill_id": skill} if skill else {})
    return Decision(reasoning=text, action=Done(outcome="failure", summary=text, value=value), step="failed")


def _why(returned: Returned) -> str:
    code = CODES.get(returned.code or "", "internal")
    if code == "internal":
        return "Something went wrong on our side. Please try again later."
    if returned.code == "timeout":
        return "The club's data did not answer in time. Please try again later."
    return returned.text if returned.code != "invalid" else f"These parameters can't be used. {returned.text}"


def _message_parts(message: Record) -> tuple[JsonObject, str]:
    """The structured part of a message and its words; who calls comes with every one."""
    match message.event:
        case AgentSaid(data={"capability": str(skill), "input": given}, text=text) if not text:
            return {"skill_id": skill, "parameters": given}, ""
        case AgentSaid(data=data, text=text):
            return data if is_object(data) else {}, _words(text)
        case Answered(form=form, text=text):
            return form or {}, text or text_at(form or {}, "text")
        case UserSaid(text=text):
            return {}, _words(text)
        case _:
            return {}, ""


def _words(text: Text) -> str:
    return text_of(text)


def _pending(situation: Situation) -> tuple[str, JsonObject] | None:
    """The skill that the last question was about."""
    for record in reversed(situation.history):
        if isinstance(record.event, Decided):
            action = record.event.action
            wants = action.wants if isinstance(action, Ask) else None
            return None if wants is None else (wants.skill, wants.slots)
    return None


def _answered(situation: Situation, message: Record) -> LastAnswer | None:
    """The last answer of this conversation, with what was said before this message."""
    said = (_message_parts(one)[1] for one in situation.history if one.seq < message.seq)
    return last_answer(situation.history, "\n".join(filter(None, said)))


def _called(returned: Returned, situation: Situation) -> tuple[str, Sequence[ToolCall]]:
    """The skill that something came back for, and with what it was asked."""
    seq = returned.call.partition(".")[0]
    decided = next((r.event for r in situation.history if str(r.seq) == seq), None)
    if not isinstance(decided, Decided) or not isinstance(decided.action, Call):
        return "", ()
    return decided.step, [call for call in decided.action.calls if isinstance(call, ToolCall)]


def _arguments(asked: Asked, skill: ClubSkill, data: JsonObject) -> JsonObject:
    """What the tool is called with: nothing the skill does not know, and for protected skills who tries."""
    known = {*skill.parameters["properties"], *EVIDENCE, *OF_ONE, ORGANISATIONS, AS_TOLD, DAY}
    args = {name: value for name, value in asked.parameters.items() if name in known}
    return args | ({CALLER: text_at(object_at(data, CALLER), "digest")} if skill.protected else {})
