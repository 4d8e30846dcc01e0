"""An agent on this machine or network: where a person's word opens its address, they are asked for it."""

from loket.core.actions import Decision, ToolCall
from loket.core.planner import Situation
from loket.core.shapes import text_at
from loket.planners.dialogue.deciding import answer, carry_out
from loket.planners.finding.agents import ALLOW
from loket.planners.finding.answer import site_name
from loket.planners.finding.looking import looking_at
from loket.planners.finding.trail import Trail
from loket.planners.finding.words import FindingWords


def opened_here(trail: Trail, situation: Situation, said: FindingWords) -> Decision | None:
    """The next decision where an address is not called that a person may open, or was just opened; None otherwise."""
    last = trail.last
    if last is None or ALLOW not in situation.tools:
        return None
    if last.step == "allow":
        sites = [text_at(args, "url") for args, back in last.made() if back is not None and back.ok]
        if not sites:
            return answer(said.declined, said.because("not_agreed"))
        return looking_at(sites, said.because("opened"))
    if last.step != "discover" or trail.taken("allow"):
        return None
    back = [(text_at(args, "target_url"), returned) for args, returned in last.made() if returned is not None]
    sites = [url for url, returned in back if text_at(returned.value, "allowed_by") == ALLOW]
    asked = [ToolCall(id=f"allow{n}", tool=ALLOW, args={"url": url}) for n, url in enumerate(sites, 1)]
    reason = said.because("local", site=said.joined.join(map(site_name, sites)))
    return carry_out("allow", reason, *asked) if asked else None
