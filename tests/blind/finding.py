"""Questions about organisations of an invented town: which agent is asked what, read from the log of each talk."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from loket.core.actions import Ask, Call
from loket.core.data import JsonObject
from loket.core.events import Answered, Decided
from tests.blind import scoring
from tests.blind.forms import Case, as_written
from tests.blind.rated import Rated, rows
from tests.blind.talking import MONDAY
from tests.blind.town import Town, TownSearch, town
from tests.urmston.street import AGENTS, Street, street

Forms = Callable[[Case], Sequence[Case]]


async def measured(folder: str = "finding", today: datetime = MONDAY, forms: Forms = as_written) -> list[Rated]:
    """Every question of a folder of the sets, each in a talk of its own; it went as the best of its forms has it."""
    async with town(folder) as here:
        return [await _rated(case, forms(case), today, here) for case in rows(f"{folder}/set.jsonl")]


async def _rated(case: Mapping[str, Any], forms: Sequence[Case], today: datetime, here: Town) -> Rated:
    agents = replace(AGENTS, allow_private=here.hosts)
    async with street(search=TownSearch((), entries=here.entries), agents=agents, guard=here.guard) as there:
        there.host.clock = lambda: today
        if before := case.get("before"):
            await _answer(there, before["text"])
        elif known := case.get("known"):
            await _answer(there, str(known[0]))
        seen = len(await there.decisions())
        told = await _answer(there, case["text"])
        got = _outcome((await there.decisions())[seen:], forms, here)
    harm, expected = _harm(forms, got, here), case["expect"]["act"]
    said_no = got["act"] == "say_none"
    verdict = "right" if harm == 0 else "wrong" if harm == 5 else "refused" if said_no else "asked"
    return Rated(case["id"], verdict, expected, f"{got} {told}", acted=got["act"] in ("ask_agent", "own_tool"))


async def _answer(there: Street, text: str) -> str:
    """What is said in the end. Who is asked whether words may go to the search says yes: that is no act of anybody."""
    told = await there.say(text)
    for _ in range(3):
        if (await there.steps())[-1] != "search" or not await there.held():
            break
        told = await there.tell(Answered(to=await there.question(), approve=True))
    return told


def _harm(forms: Sequence[Case], got: Mapping[str, Any], here: Town) -> int:
    return min(scoring.finding(form, got, here.cards) for form in forms)


def _outcome(decisions: Sequence[Decided], forms: Sequence[Case], here: Town) -> dict[str, Any]:
    """What was done, as the set names it; a call that waits for a yes counts as made."""
    before = forms[0].get("before", {}).get("slots")
    calls = [one for one in reversed(decisions) if isinstance(one.action, Call)]
    for one in calls:
        if one.step == "invoke" and isinstance(one.action, Call):
            acts = [_asked(call.args, here) for call in one.action.calls]
            together = [act["agent"] for act in acts]
            every = [{**act, "agents": together} for act in acts if act["slots"] != before] or acts
            return max(every, key=lambda act: _harm(forms, act, here))
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
