"""An agent on this machine or network: where a person's word opens its address, they are asked for it."""

from loket.core.actions import Call, Decision, Say, ToolCall
from loket.core.planner import Situation
from loket.core.shapes import text_at
from loket.planners.finding.answer import site_name
from loket.planners.finding.reasons import because
from loket.planners.finding.trail import ALLOW, DISCOVER, Trail
from loket.planners.finding.words import FindingWords


def opened_here(trail: Trail, situation: Situation, said: FindingWords) -> Decision | None:
    """The next decision where an address is not called that a person may open, or was just opened; None otherwise."""
    last = trail.last
    if last is None or ALLOW not in situation.tools:
        return None
    if last.step == "allow":
        sites = [text_at(args, "url") for args, back in last.made() if back is not None and back.ok]
        if not sites:
            return Decision(reasoning=because(said, "not_agreed"), action=Say(text=said.declined), step="answer")
        calls = [ToolCall(id=f"site{n}", tool=DISCOVER, args={"target_url": url}) for n, url in enumerate(sites, 1)]
        return Decision(reasoning=because(said, "opened"), action=Call(calls=tuple(calls)), step="discover")
    if last.step != "discover" or trail.taken("allow"):
        return None
    back = [(text_at(args, "target_url"), returned) for args, returned in last.made() if returned is not None]
    sites = [url for url, returned in back if text_at(returned.value, "allowed_by") == ALLOW]
    calls = [ToolCall(id=f"allow{n}", tool=ALLOW, args={"url": url}) for n, url in enumerate(sites, 1)]
    reason = because(said, "local", site=said.joined.join(map(site_name, sites)))
    return Decision(reasoning=reason, action=Call(calls=tuple(calls)), step="allow") if calls else None
