"""The player without a model: takes the steps of a scenario's script, each once and in order."""

import json
import re

from loket.core.actions import Action, Ask, Call, Decision, Done, ToolCall
from loket.core.data import Json, JsonObject
from loket.core.events import Answered, UserSaid
from loket.core.planner import Situation
from loket.core.shapes import is_list, is_object
from loket_demos.scenario.planner.goals import GoalsPlayer
from loket_demos.scenario.planner.own_words import own_words
from loket_demos.scenario.planner.sentences import sentence
from loket_demos.scenario.planner.standing import (
    Standing,
    closing_message,
    ending,
    idle,
    message,
    open_question,
    question,
    sleep,
)
from loket_demos.scenario.run import ASK, SEND, SOURCE
from loket_demos.scenario.shapes import ScriptStep

SCRIPTED = "script "
"""How the step of a decision begins that a script made; its number follows, from 1."""
_NAMED = re.compile(r"\{\{([\w.\-\s]+)\}\}")
"""One way to read each text, so that none takes long."""


def play(situation: Situation, stands: Standing, goals: GoalsPlayer) -> Decision:
    """The next step of the script, if it can be taken now. Where it does not fit what the other agent says, and where
    there is none, the side is played by its goals."""
    script = stands.run.me.script
    taken = max((int(s.removeprefix(SCRIPTED)) for s in stands.steps.values() if s.startswith(SCRIPTED)), default=0)
    if stands.out:
        spoken = any(isinstance(record.event, UserSaid | Answered) for record in situation.woke)
        return sleep(_waits_for(stands)) if spoken else idle(own_words("waits.begun"))
    if open_question(situation):
        return sleep(own_words("waits.question"))
    if stands.trouble and not any(isinstance(record.event, UserSaid | Answered) for record in situation.woke):
        return _in_trouble(stands)
    if taken >= len(script):
        return _at_the_end(stands) if script or not stands.may_send else goals.step(situation, stands)
    step = script[taken]
    if step.after and not any(words.casefold() in stands.latest.casefold() for words in step.after):
        if stands.over:
            return _at_the_end(stands)
        waits = own_words("script.waits", words=", ".join(step.after))
        return goals.step(situation, stands) if stands.may_send else sleep(waits)
    if step.say and not stands.may_send:
        return _at_the_end(stands) if stands.over else sleep(own_words("waits.turn"))
    why = step.why or own_words("script.step", n=taken + 1, agent=stands.run.me.agent_id)
    return Decision(reasoning=why, action=_action(step, stands), step=f"{SCRIPTED}{taken + 1}")


def _waits_for(stands: Standing) -> str:
    """What somebody who writes meanwhile is told."""
    tools = [call.tool.removeprefix(f"{SOURCE}.") for call in stands.out.values()]
    if any(tool in (SEND, ASK) for tool in tools):
        return own_words("waits.answer")
    return own_words("waits.tools", tools=", ".join(tools))


def _action(step: ScriptStep, stands: Standing) -> Action:
    if step.tool:
        args = {name: _filled(value, stands) for name, value in step.args.items()}
        return Call(calls=(ToolCall(id="play", tool=f"{SOURCE}.{step.tool}", args=args),))
    if step.ask:
        return question(stands.run, _text(step.ask, stands))
    finality = "conversation" if step.end else "turn"
    args: JsonObject = {"text": _text(step.say, stands), "finality": finality}
    attached = [{"docId": one} if _is_id(one, stands) else {"name": one} for one in step.attach]
    args |= {"attachments": attached} if attached else {}
    return Call(calls=(closing_message(stands, args) if stands.ended_by else message(stands, args),))


def _in_trouble(stands: Standing) -> Decision:
    """The last message did not arrive, or nobody knows. Whoever sits before it may say when to try again, while there
    is a task to go on with."""
    if stands.run.alone or stands.over:
        return Decision(reasoning=own_words("sent.failed"), action=Done(outcome="failure", summary=stands.trouble))
    return Decision(reasoning=own_words("sent.failed"), action=Ask(text=stands.trouble))


def _at_the_end(stands: Standing) -> Decision:
    if not stands.over:
        if not stands.may_send:
            return sleep(own_words("waits.turn"))
        args = {"text": sentence("closing", stands.run.metadata.language), "finality": "conversation"}
        return Decision(reasoning=own_words("script.end"), action=Call(calls=(message(stands, args),)), step="closing")
    return Decision(reasoning=own_words("script.done"), action=Done(outcome=ending(stands), summary=stands.said[:500]))


def _is_id(name: str, stands: Standing) -> bool:
    return any(f'"docId": {json.dumps(name)}' in json.dumps(value) for value in stands.outcomes)


def _filled(value: Json, stands: Standing) -> Json:
    if isinstance(value, str):
        whole = _NAMED.fullmatch(value)
        return _at(whole[1].strip(), stands) if whole is not None else _text(value, stands)
    if is_object(value):
        return {name: _filled(inner, stands) for name, inner in value.items()}
    return [_filled(inner, stands) for inner in value] if is_list(value) else value


def _text(text: str, stands: Standing) -> str:
    def put(found: re.Match[str]) -> str:
        value = _at(found[1].strip(), stands)
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    return _NAMED.sub(put, text)


def _at(path: str, stands: Standing) -> Json:
    """What a name in double braces stands for; empty when there is nothing."""
    if path in ("said", "answer"):
        return stands.said if path == "said" else stands.answer
    name, *rest = path.split(".")
    value: Json = stands.results.get(name, "")
    for part in rest:
        if is_object(value):
            value = value.get(part, "")
        elif is_list(value) and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            return ""
    return value
