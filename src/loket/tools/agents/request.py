"""What is asked of the tool that calls agents: its request, its result, and whether the parameters fit the skill."""

from pydantic import Field

from loket.core.data import Frozen, JsonObject
from loket.core.errors import Invalid
from loket.core.shapes import deeper_than, is_list, is_object, list_at
from loket.core.tool import ToolFailed
from loket.schemas import CLOCK, problems
from loket.tools.agents.card import AgentCard

_ADDRESS: JsonObject = {"type": "string", "minLength": 1, "maxLength": 2000}
_ID: JsonObject = {"type": "string", "maxLength": 200}

DEEPEST = 60
"""A schema that is nested deeper is checked as it is written."""

REQUEST: JsonObject = {
    "type": "object",
    "examples": ["Ask example.org whether there is a place on Saturday."],
    "properties": {
        "task_base_url": {**_ADDRESS, "description": "where the agent wants to be called, as discovery told"},
        "site": {**_ADDRESS, "minLength": 0, "description": "the address at which its card was found"},
        "skill_id": {"type": ["string", "null"], "maxLength": 200},
        "parameters": {"type": ["object", "null"], "description": "as the skill's schema asks"},
        "contextual_query_text": {"type": "string", "maxLength": 20_000, "description": "the request in words"},
        "task_id": {**_ID, "description": "the task to answer, or to look after"},
        "context_id": {**_ID, "description": "the agent's own id of what was talked about before"},
        "look": {"type": "boolean", "description": "only how far the task is, nothing is said to the agent"},
        "cancel": {"type": "boolean", "description": "the task is to end, nothing is asked any more"},
        "confirmed": {**_ID, "description": "the digest of the card a person agreed to just now"},
    },
    "required": ["task_base_url"],
}

RESULT: JsonObject = {
    "type": "object",
    "properties": {
        "status": {"enum": ["success", "input_required", "error"]},
        "task_id": {"type": "string"},
        "state": {"type": "string"},
        "result_data": {"type": "object"},
        "text": {"type": "string"},
        "error": {"type": "object"},
    },
    "required": ["status", "task_id", "state", "result_data", "text"],
}


class AgentRequest(Frozen):
    """The request of the contract, with fields of ours: where the agent's card was found (a base may be named by
    several), the task it answers, the agent's context, a person's word on a card, and whether the task is only to be
    looked at, or to end. A tool that hands a call on may wish that `each` message of the agent is recorded by itself,
    and say that this is not `whole`: what was sent can't be made anew from it."""

    task_base_url: str = Field(min_length=1, max_length=2000)
    site: str = Field(default="", max_length=2000)
    skill_id: str | None = None
    parameters: JsonObject | None = None
    contextual_query_text: str = ""
    task_id: str = ""
    context_id: str = ""
    confirmed: str = ""
    look: bool = False
    cancel: bool = False
    each: bool = False
    whole: bool = True

    @property
    def only_looks(self) -> bool:
        """Whether there is nothing to say: how far is this task?"""
        silent = self.look or not (self.skill_id or self.parameters or self.contextual_query_text)
        return bool(self.task_id) and silent


def fitted(request: AgentRequest, card: AgentCard) -> tuple[str | None, list[str]]:
    """The id of the skill and what a person should know. Raises ToolFailed (`unknown_skill`, `missing_parameters`,
    `invalid_parameters`) before anything is sent; the value of the failure tells which parameters it is about."""
    if not request.skill_id:
        return None, []
    skill = card.skill(request.skill_id)
    if skill is None:
        if not (card.skills or card.capabilities):
            return request.skill_id, ["It has no card, so the parameters could not be checked."]
        if not card.skills and request.skill_id in card.capabilities:
            return request.skill_id, []
        there = ", ".join(one.id for one in card.skills[:20])
        raise ToolFailed("unknown_skill", f"{card.name} has no skill {request.skill_id[:100]}; it has {there}.")
    if not skill.parameters or request.parameters is None:
        return _unasked(request, skill.id, list_at(skill.parameters, "required"))
    schema = skill.parameters if deeper_than(skill.parameters, DEEPEST) else _as_meant(skill.parameters)
    if request.task_id:
        # An answer to a question brings what was missing, not all over again what the agent has.
        schema = {name: value for name, value in schema.items() if name != "required"}
    try:
        wrong = problems(schema, request.parameters)
    except Invalid as error:
        return skill.id, [f"The parameters could not be checked. {error.text}"]
    missing = [problem.path.lstrip("/") for problem in wrong if problem.message == "is missing"]
    if missing:
        value: JsonObject = {"missing": missing}
        raise ToolFailed("missing_parameters", f"{skill.name} needs {', '.join(missing)}.", value)
    if wrong:
        listed = "; ".join(f"{problem.path.lstrip('/') or 'parameters'} {problem.message}" for problem in wrong[:5])
        value = {"problems": [problem.model_dump() for problem in wrong]}
        raise ToolFailed("invalid_parameters", f"{skill.name} can't be asked like this: {listed}.", value)
    return skill.id, []


def _as_meant(schema: JsonObject) -> JsonObject:
    """With times of day as cards mean them: RFC 3339 wants seconds and a zone, which nearly nobody who writes
    `"format": "time"` sends or takes."""
    found: JsonObject = {}
    for name, value in schema.items():
        if is_object(value):
            found[name] = _as_meant(value)
        elif is_list(value):
            found[name] = [_as_meant(one) if is_object(one) else one for one in value]
        else:
            found[name] = CLOCK if (name, value) == ("format", "time") else value
    return found


def _unasked(request: AgentRequest, skill: str, required: list[object]) -> tuple[str | None, list[str]]:
    """Without parameters only words go out, and the agent makes of them what it can."""
    if request.parameters is None and required and not request.contextual_query_text:
        missing = [str(name) for name in required]
        raise ToolFailed("missing_parameters", f"{skill} needs {', '.join(missing)}.", {"missing": missing})
    return skill, []
