"""Questions about organisations of an invented town: which agent is asked what, read from the log of each talk."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from loket.core.actions import Ask, Call
from loket.core.data import JsonObject
from loket.core.events import Answered, Decided
from tests.blind import scoring
from tests.blind.rated import Rated, rows
from tests.blind.town import Town, TownSearch, town
from tests.urmston.street import AGENTS, Street, street

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)


async def measured(folder: str = "finding") -> list[Rated]:
    """Every question of a folder of the sets, each in a talk of its own."""
    async with town(folder) as here:
        return [await _rated(case, here) for case in rows(f"{folder}/set.jsonl")]


async def _rated(case: Mapping[str, Any], here: Town) -> Rated:
    agents = replace(AGENTS, allow_private=here.hosts)
    async with street(search=TownSearch((), entries=here.entries), agents=agents, guard=here.guard) as there:
        there.host.clock = lambda: NOW
        if before := case.get("before"):
            await _said(there, before["text"])
        elif known := case.get("known"):
            await _said(there, str(known[0]))
        seen = len(await there.decisions())
        told = await _said(there, case["text"])
        got = _outcome((await there.decisions())[seen:], case, here)
    harm, expected = scoring.finding(case, got, here.cards), case["expect"]["act"]
    said_no = got["act"] == "say_none"
    verdict = "right" if harm == 0 else "wrong" if harm == 5 else "refused" if said_no else "asked"
    return Rated(case["id"], verdict, expected, f"{got} {told}", acted=got["act"] in ("ask_agent", "own_tool"))


async def _said(there: Street, text: str) -> str:
    """What is said in the end. Who is asked whether words may go to the search says yes: that is no act of anybody."""
    told = await there.say(text)
    for _ in range(3):
        if (await there.steps())[-1] != "search" or not await there.held():
            break
        told = await there.tell(Answered(to=await there.question(), approve=True))
    return told


def _outcome(decisions: Sequence[Decided], case: Mapping[str, Any], here: Town) -> dict[str, Any]:
    """What was done, as the set names it; a call that waits for a yes counts as made."""
    calls = [one for one in reversed(decisions) if isinstance(one.action, Call)]
    for one in calls:
        if one.step == "invoke" and isinstance(one.action, Call):
            acts = [_asked(call.args, here) for call in one.action.calls]
            new = [act for act in acts if act["slots"] != case.get("before", {}).get("slots")]
            return max(new or acts, key=lambda act: scoring.finding(case, act, here.cards))
    if any(one.step == "own" for one in calls):
        return {"act": "own_tool"}
    match decisions[-1].action:
        case Ask(choices=choices) if choices:
            every = [here.card_at(part) for choice in choices for part in choice.id.split()]
            named = here.cards_in("\n".join(choice.label for choice in choices))
            return {"act": "choice", "candidates": [one for one in every if one] or named}
        case Ask():
            return {"act": "ask_person"}
        case _:
            return {"act": "say_none", "agent": None}


def _asked(args: JsonObject, here: Town) -> dict[str, Any]:
    agent = here.card_at(str(args.get("site") or args["task_base_url"]))
    return {"act": "ask_agent", "agent": agent, "skill": args.get("skill_id"), "slots": args.get("parameters") or {}}
