"""What a model may do now: its reply as a decision, or as a planner error that it is shown and may correct."""

from loket.core.actions import Action, Ask, Call, Cancel, Decision, Done, Say, ToolCall, Wait
from loket.core.data import JsonObject
from loket.core.planner import Situation
from loket.core.shapes import is_object, list_at, text_at
from loket_demos.scenario.events import ERROR
from loket_demos.scenario.planner.own_words import own_words
from loket_demos.scenario.planner.reply import PlannerReply
from loket_demos.scenario.planner.standing import Standing, closing_message, ending, message, open_question, question
from loket_demos.scenario.run import SEND, SOURCE, tools_off
from loket_demos.scenario.vault.read import READ

AGAIN = 3
"""Planner errors in a row after which the planner sleeps."""


class Misstep(Exception):
    """What a model wants can't be done; `code` is one of the contract."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code, self.text = code, text


def decision_of(reply: PlannerReply, situation: Situation, stands: Standing) -> Decision:
    """The step that a model takes."""
    try:
        action = _action(reply, situation, stands)
    except Misstep as wrong:
        return misstep(wrong.code, f"{reply.tool}: {wrong.text}", stands)
    return Decision(reasoning=reply.reasoning or own_words("model.no_reason", tool=reply.tool), action=action)


def misstep(code: str, text: str, stands: Standing) -> Decision:
    """A planner error, after which the model is asked again; it sleeps after the third in a row."""
    last = stands.errors + 1 >= AGAIN
    action = Wait(why=own_words("over.errors")) if last else Cancel()
    return Decision(reasoning=text, action=action, step=f"{ERROR}{code}")


def _action(reply: PlannerReply, situation: Situation, stands: Standing) -> Action:
    if stands.ended_by and not stands.wrapped_up and reply.tool not in (SEND, "sleep", "askUser"):
        raise Misstep("POST_TERMINAL_PLANNING", f"{stands.ended_by} ended the conversation; send one closing message.")
    match reply.tool:
        case "sendMessage":
            return Call(calls=(_send(reply.args, stands),))
        case "askUser":
            return _ask(reply.args, situation, stands)
        case "sleep":
            return Wait(why=text_at(reply.args, "why"))
        case "done":
            return Done(outcome=ending(stands), summary=text_at(reply.args, "summary"))
        case name:
            return Call(calls=(_tool(name, reply.args, situation, stands),))


def _send(args: JsonObject, stands: Standing) -> ToolCall:
    text, finality = text_at(args, "text").strip(), args.get("finality", "turn")
    if stands.over:
        raise Misstep("POST_TERMINAL_PLANNING", "The task is over, nothing can be sent any more.")
    if not stands.may_send:
        raise Misstep("DISALLOWED_ACTION", "It is not your turn: the other agent works, or has said nothing new.")
    if not text:
        raise Misstep("INVALID_ARGS", "A message has a text.")
    if finality not in ("turn", "conversation", "none"):
        raise Misstep("INVALID_ARGS", "finality is turn or conversation.")
    wanted = [{"name": one} if isinstance(one, str) else one for one in list_at(args, "attachments")]
    if not all(is_object(one) and (text_at(one, "docId") or text_at(one, "name")) for one in wanted):
        raise Misstep("INVALID_ARGS", "An attachment has a docId or a name.")
    named: JsonObject = {"text": text, "finality": finality} | ({"attachments": wanted} if wanted else {})
    return closing_message(stands, named) if stands.ended_by else message(stands, named)


def _ask(args: JsonObject, situation: Situation, stands: Standing) -> Ask | Say:
    if not (text := text_at(args, "text").strip() or text_at(args, "question").strip()):
        raise Misstep("INVALID_ARGS", "A question has a text.")
    if open_question(situation):
        raise Misstep("DISALLOWED_ACTION", "Your principal was asked and has not answered yet.")
    if stands.asked_at_end and stands.over:
        raise Misstep("POST_TERMINAL_PLANNING", "Your principal was told that it is over; be done.")
    return question(stands.run, text)


def _tool(name: str, args: JsonObject, situation: Situation, stands: Standing) -> ToolCall:
    if name == READ and READ in situation.tools:
        return ToolCall(id="read", tool=READ, args=args)
    if stands.run.me.tool(name) is None:
        there = ", ".join(tool.tool_name for tool in stands.run.me.tools) or "none"
        raise Misstep("TOOL_UNKNOWN", f"There is no such tool; those of the scenario are: {there}.")
    if name in tools_off(situation.settings) or f"{SOURCE}.{name}" not in situation.tools:
        raise Misstep("TOOL_DISABLED", "This tool is switched off.")
    if stands.over:
        raise Misstep("POST_TERMINAL_PLANNING", "The task is over.")
    return ToolCall(id="play", tool=f"{SOURCE}.{name}", args=args)
