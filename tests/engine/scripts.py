"""Planners that decide by what they see, in the shapes of the five systems and of the ways a planner can misbehave."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from loket.core.actions import Action, Ask, Call, Cancel, Choice, Done, Say, Task, ToolCall, Wait
from loket.core.events import AgentSaid, Answered, Decided, Event, Returned, SurfaceActed, UserSaid
from loket.core.planner import Situation
from loket.core.tool import ToolSpec

Script = Callable[[Situation], Action]

SLOW = 10_000.0
TOOLS: Mapping[str, ToolSpec] = {
    spec.name: spec
    for spec in (
        ToolSpec(name="read", read_only=True, deadline=SLOW),
        ToolSpec(name="idem", idempotent=True, deadline=SLOW),
        ToolSpec(name="once", deadline=SLOW),
        ToolSpec(name="bad", deadline=SLOW),
        ToolSpec(name="danger", destructive=True, deadline=SLOW),
        ToolSpec(name="end", idempotent=True, ends=True, deadline=SLOW),
        ToolSpec(name="far", kind="a2a", deadline=SLOW),
    )
}


def kinds(situation: Situation) -> list[str]:
    return [record.event.kind for record in situation.woke]


def returns(situation: Situation) -> list[Returned]:
    return [r.event for r in situation.history if isinstance(r.event, Returned)]


def call(*tools: str) -> Call:
    return Call(calls=tuple(ToolCall(id=chr(97 + i), tool=tool) for i, tool in enumerate(tools)))


def task(id: str, to: str, *needs: str) -> Task:
    return Task(id=id, intent=to, to=to, needs=needs)


def both(text: str, *calls: ToolCall | Task) -> Call:
    return Call(text=text, calls=calls)


def tool(id: str, tool: str) -> ToolCall:
    return ToolCall(id=id, tool=tool)


def steps(*tools: str) -> Script:
    """One tool after the other; success when all came back well."""

    def decide(situation: Situation) -> Action:
        back = returns(situation)
        if len(back) < len(tools):
            return call(tools[len(back)])
        return Done(outcome="success" if all(r.ok for r in back) else "failure", summary="done")

    return decide


def asking(lasts: bool, *choices: str) -> Script:
    """Reads, asks, acts on the answer."""

    def decide(situation: Situation) -> Action:
        back = returns(situation)
        if not back:
            return call("read")
        asks = {
            str(r.seq) for r in situation.history if isinstance(r.event, Decided) and isinstance(r.event.action, Ask)
        }
        if not any(isinstance(r.event, Answered) and r.event.to in asks for r in situation.history):
            return Ask(text="Which?", choices=tuple(Choice(id=c, label=c) for c in choices), lasts=lasts)
        return call("idem") if len(back) == 1 else Done(summary="chose")

    return decide


def overheid(situation: Situation) -> Action:
    event = situation.woke[0].event
    if isinstance(event, SurfaceActed):
        return Call(calls=(task(event.surface, f"flow_{event.surface}"),))
    return Say(text=f"ok {event.kind}")


def sogis(situation: Situation) -> Action:
    event = situation.woke[0].event
    if isinstance(event, UserSaid) and event.text == "three":
        flow = "flow_one"
        return Call(calls=(task("a", flow), task("b", "sogis_ask"), task("c", flow, "a"), task("d", flow, "b")))
    if isinstance(event, UserSaid) and event.text == "korrektur":
        return Call(calls=(Task(id="a", intent="flow_one", to="flow_one", corrects="a"),))
    return Say(text=f"ok {event.kind}")


def relocation(situation: Situation) -> Action:
    said = [r.event.text for r in situation.woke if isinstance(r.event, UserSaid)]
    if "go" in said:
        return Call(calls=(task("docs", "docs"), task("visa", "visa")))
    if "forget" in said:
        plans = [r for r in situation.history if isinstance(r.event, Decided) and isinstance(r.event.action, Call)]
        return Cancel(scopes=tuple(f"/{r.seq}.visa/" for r in plans))
    return Say(text="forgotten" if "decided" in kinds(situation) else f"ok {kinds(situation)}")


def visa(situation: Situation) -> Action:
    if returns(situation):
        return Say(text="visa says")
    return Call(calls=(task("legal", "legal"), task("tax", "flow_one")))


def scenario(situation: Situation) -> Action:
    woke = kinds(situation)
    calls = [r for r in situation.history if isinstance(r.event, Decided) and isinstance(r.event.action, Call)]
    back = {r.call for r in returns(situation)}
    out = [f"{r.seq}.a" for r in calls if f"{r.seq}.a" not in back]
    if "user_said" in woke and out:
        return Cancel(calls=tuple(out))
    if any(isinstance(r.event, AgentSaid) and r.event.text == "final" for r in situation.woke):
        return call("end")
    if woke == ["returned"] and len(calls) >= 3:
        return Done(summary="bye")
    if {"user_said", "agent_said", "decided"} & set(woke):
        return call("danger", "read") if len(calls) < 6 else Say(text="enough")
    if len(calls) < 2:
        return Wait(why="agent", until=situation.now + timedelta(seconds=5))
    return Say(text="hm")


def mixed(situation: Situation) -> Action:
    """Words, tools and specialists in one decision: some held, some that need what stands beside them, some taken
    back or done anew when more is said."""
    said = [r.event.text for r in situation.woke if isinstance(r.event, UserSaid)]
    if "go" in said:
        return both(
            "I look it up and ask around.",
            tool("read", "read"),
            task("visa", "visa", "read"),
            tool("pay", "danger"),
            task("tax", "flow_one", "pay", "visa"),
        )
    decided = [r for r in situation.history if isinstance(r.event, Decided) and isinstance(r.event.action, Call)]
    last = f"{decided[-1].seq}" if decided else "0"
    if "forget" in said and decided:
        return Cancel(calls=(f"{last}.pay", f"{last}.tax"), scopes=(f"/{last}.visa/",))
    if "again" in said and decided:
        return both(
            "Once more.",
            ToolCall(id="once", tool="once", retries=f"{last}.once"),
            Task(id="visa", intent="legal", to="legal", corrects=f"{last}.visa"),
            task("x", "docs", "visa", "once"),
        )
    return Say(text=f"ok {kinds(situation)}")


def looping(situation: Situation) -> Action:
    event = situation.woke[0].event
    stop = isinstance(event, UserSaid) and event.text == "stop"
    return Say(text="stopped") if stop else call("read")


def recursive(situation: Situation) -> Action:
    return Call(calls=(task("x", "recursive"), task("y", "recursive")))


def remote(situation: Situation) -> Action:
    woke = kinds(situation)
    if "user_said" in woke:
        said = [r.event.text for r in situation.woke if isinstance(r.event, UserSaid)]
        return Call(calls=(task("a", "flow_far"),)) if "task" in said else call("far", "read")
    return Say(text=f"heard {woke}")


def broken(situation: Situation) -> Action:
    event = situation.woke[-1].event
    if isinstance(event, UserSaid) and event.text == "ok":
        return Say(text="fine")
    raise RuntimeError("planner bug")


def talker(situation: Situation) -> Action:
    return Say(text="more", final=False)


SPECIALISTS: Mapping[str, Script] = {
    "flow_toeslagen": steps("read", "read", "idem", "once"),
    "flow_bezwaar": steps("idem", "once"),
    "flow_one": steps("read"),
    "flow_far": steps("far", "far"),
    "sogis_ask": asking(False, "1", "2"),
    "docs": steps("read", "bad"),
    "visa": visa,
    "legal": asking(True),
    "recursive": recursive,
}


@dataclass(frozen=True)
class Told:
    """What somebody will do: an event, or one that depends on what stands open then."""

    by: str
    event: Event | str


def by_person(text: str) -> Told:
    return Told("person", UserSaid(text=text))


def agent(text: str) -> Told:
    return Told("agent", AgentSaid(agent="other", text=text))


def acted(surface: str) -> Told:
    return Told("person", SurfaceActed(surface=surface, name=f"{surface}/check"))


STOP, ANSWER, LATE = Told("person", "stop"), Told("person", "answer"), Told("person", "late")


@dataclass(frozen=True)
class Play:
    """A root planner, how it takes what is pending, what happens to it, and whether it follows its remote tasks."""

    root: Script
    one_by_one: bool
    todo: tuple[Told, ...]
    follow: bool = False


PLAYS: Mapping[str, Play] = {
    "overheid": Play(overheid, True, (acted("toeslagen"), acted("bezwaar"), acted("toeslagen"))),
    "sogis": Play(
        sogis,
        True,
        (by_person("three"), by_person("korrektur"), LATE, by_person("three"), ANSWER, by_person("korrektur"), LATE),
    ),
    "relocation": Play(
        relocation, False, (by_person("go"), by_person("how is it going"), ANSWER, by_person("forget"), LATE)
    ),
    "mixed": Play(
        mixed,
        False,
        (
            by_person("go"),
            ANSWER,
            by_person("again"),
            ANSWER,
            by_person("forget"),
            ANSWER,
            by_person("go"),
            by_person("forget"),
            LATE,
            ANSWER,
        ),
    ),
    "mixed one by one": Play(
        mixed, True, (by_person("go"), ANSWER, by_person("again"), ANSWER, by_person("go"), ANSWER, ANSWER)
    ),
    "scenario": Play(
        scenario,
        False,
        (
            *(by_person("start"), agent("hi"), by_person("whisper"), ANSWER, agent("more")),
            *(ANSWER, agent("final"), by_person("thanks"), ANSWER),
        ),
    ),
    "looping": Play(looping, False, (by_person("x"), agent("y"), by_person("stop"))),
    "remote": Play(remote, False, (by_person("go"), by_person("task"), agent("hi"), by_person("go")), follow=True),
    "remote in turn": Play(remote, True, (by_person("go"), by_person("task"), by_person("go")), follow=True),
    "remote at its end": Play(remote, False, (by_person("go"), by_person("task"), by_person("go"))),
    "recursive": Play(recursive, False, (by_person("x"), by_person("y"))),
    "broken": Play(broken, False, (by_person("x"), agent("y"), by_person("ok"))),
    "talker": Play(talker, False, (by_person("x"), agent("y"))),
}
