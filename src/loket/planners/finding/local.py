"""An agent on this machine or network: where a person's word opens its address, they are asked for it."""

from loket.core.actions import Decision, ToolCall
from loket.core.data import JsonObject
from loket.core.planner import Situation
from loket.core.shapes import object_at, text_at
from loket.planners.dialogue.deciding import answer, carry_out
from loket.planners.dialogue.trail import Taken
from loket.planners.finding.agents import ALLOW, INVOKE
from loket.planners.finding.answer import site_name
from loket.planners.finding.looking import looking_at
from loket.planners.finding.trail import Trail
from loket.planners.finding.words import FindingWords

LEADS = {"discover": "target_url", "invoke": "task_base_url"}
"""The steps that call an address, and the argument that it is in."""


def opened_here(trail: Trail, situation: Situation, said: FindingWords) -> Decision | None:
    """The next decision where an address is not called that a person may open, or was just opened; None otherwise."""
    last = trail.last
    if last is None or ALLOW not in situation.tools:
        return None
    if last.step == "allow":
        return _gone_on(trail, last, said)
    asked = {text_at(args, "url") for one in trail.taken("allow") for args, _ in one.made()}
    sites = [site for args in _shut(last) if (site := text_at(args, LEADS[last.step])) not in asked]
    calls = [ToolCall(id=f"allow{n}", tool=ALLOW, args={"url": url}) for n, url in enumerate(sites, 1)]
    reason = said.because("local", site=said.joined.join(map(site_name, sites)))
    return carry_out("allow", reason, *calls) if calls else None


def _gone_on(trail: Trail, last: Taken, said: FindingWords) -> Decision:
    """What an address was opened for: its card is read, or what was agreed to is asked there."""
    sites = [text_at(args, "url") for args, back in last.made() if back is not None and back.ok]
    if not sites:
        return answer(said.declined, said.because("not_agreed"))
    before = [one for one in trail.steps if one.step in LEADS][-1]
    if before.step == "discover":
        return looking_at(sites, said.because("opened"))
    shut = [args for args in _shut(before) if text_at(args, "task_base_url") in sites]
    calls = [ToolCall(id=f"again{n}", tool=INVOKE, args=args) for n, args in enumerate(shut, 1)]
    return carry_out("invoke", said.because("opened"), *calls)


def _shut(step: Taken) -> list[JsonObject]:
    """The arguments of the calls of a step that were not made and that a person may open the address of."""
    back = [(args, returned.value) for args, returned in step.made() if returned is not None and step.step in LEADS]
    told = [(args, value, object_at(object_at(value, "error"), "details")) for args, value in back]
    return [args for args, value, why in told if ALLOW in (text_at(value, "allowed_by"), text_at(why, "allowed_by"))]
