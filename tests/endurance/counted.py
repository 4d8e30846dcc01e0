"""The assistant of the crash run: every message is an errand with one effect of each kind, and each effect is counted
outside, by a process that is never killed."""

import os
import urllib.request
from dataclasses import dataclass
from urllib.parse import quote

import anyio.to_thread

from loket.core.actions import Call, Decision, Say, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.data import Json, JsonObject, text_of
from loket.core.events import Returned, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.tool import CallContext, ToolFailed, ToolSpec
from loket.house.bundle import AGENT_TOOLS, Bundle, Services

NAME = "errands"
DIALECTS = ("bare", "0.3", "1.0")
INVOKE = AGENT_TOOLS[2]
OUTSIDE, AGENTS = "COUNTED_URL", "COUNTED_AGENTS"
"""Where effects are counted, and the three agents, in the order of `DIALECTS`."""

SPECS = (
    ToolSpec(name="store", idempotent=True),
    ToolSpec(name="send"),
    ToolSpec(name="delete", destructive=True),
)


@dataclass(frozen=True)
class Counted:
    """A tool whose effect is one line in somebody else's book."""

    spec: ToolSpec
    outside: str

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        url = f"{self.outside}/effect/{self.spec.name}/{quote(str(args['errand']))}/{quote(context.key)}"
        try:
            await anyio.to_thread.run_sync(_visit, url, abandon_on_cancel=True)
        except OSError as error:
            raise ToolFailed("unreachable", "The book can't be reached.") from error
        return {"done": self.spec.name}

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        raise ToolFailed("unknown_outcome", f"Nobody knows whether {self.spec.name} was done.")


def _visit(url: str) -> None:
    with urllib.request.urlopen(url, timeout=10) as answer:
        answer.read()


@dataclass(frozen=True)
class Errands:
    """Calls everything for a message, and says so when all of it is back."""

    agents: tuple[str, ...]

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        asked = [text_of(record.event.text) for record in situation.woke if isinstance(record.event, UserSaid)]
        if not asked:
            back = [record.event for record in situation.woke if isinstance(record.event, Returned)]
            done = sum(event.ok for event in back)
            return Decision(reasoning="All is back.", action=Say(text=f"{done} of {len(back)} were done."))
        errand = asked[0]
        calls = [ToolCall(id=spec.name, tool=spec.name, args={"errand": errand}) for spec in SPECS]
        agent = self.agents[int(errand.rpartition("-")[2]) % len(self.agents)]
        request = {"task_base_url": agent, "skill_id": "errand", "parameters": {"errand": errand}}
        calls.append(ToolCall(id="agent", tool=INVOKE, args={**request, "contextual_query_text": errand}))
        return Decision(reasoning="Every kind of effect once.", action=Call(calls=tuple(calls)))


def bundle(services: Services) -> Bundle:
    """What `loket serve` serves in the crash run."""
    agents = tuple(os.environ[AGENTS].split())
    tools = tuple(Counted(spec, os.environ[OUTSIDE]) for spec in SPECS)
    names = (*(spec.name for spec in SPECS), *AGENT_TOOLS)
    assistant = AssistantSpec(name=NAME, title="Errands", tools=names, intake="one_by_one")
    return Bundle(
        name=NAME,
        assistants=(assistant,),
        planners={NAME: Errands(agents)},
        inner=tools,
        finds_agents=True,
        paced=False,
    )
