"""Who lives in a world: a play's planners and tools, and what a person says next."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from loket.core.assistant import AssistantSpec
from loket.core.events import Answered, Event, Stopped
from loket.core.planner import Planner
from loket.core.tool import CallContext, Tool, ToolSpec
from loket.engine.kit import Kit
from loket.views.turn import Turn
from tests.engine.citizens import Elsewhere, GatedPlanner, GatedTool, Gates, Pick, RemoteTool
from tests.engine.scripts import SPECIALISTS, Play


@dataclass(frozen=True)
class Gated:
    """What all who live in a world wait at, choose by and act on."""

    gates: Gates
    pick: Pick
    effect: Callable[[ToolSpec, CallContext], None]
    elsewhere: Elsewhere


def kit_of_play(play: Play, specs: Mapping[str, ToolSpec], gated: Gated) -> Kit:
    """The assistants of a play, each of whose thoughts and calls waits at a gate."""
    tools: dict[str, Tool] = {
        name: GatedTool(spec, gated.gates, gated.pick, gated.effect) for name, spec in specs.items()
    }
    tools["far"] = RemoteTool(specs["far"], gated.gates, gated.effect, gated.elsewhere)
    intake = "one_by_one" if play.one_by_one else "together"
    follow = "news" if play.follow else "end"
    calls = {"tools": tuple(tools), "specialists": (*SPECIALISTS,)}
    assistants = {"root": AssistantSpec(name="root", title="Root", **calls, intake=intake, follow=follow)}
    scripts = {"root": play.root, **SPECIALISTS}
    for name in SPECIALISTS:
        assistants[name] = AssistantSpec(name=name, title=name, **calls, intake="one_by_one", hidden=True)
    planners: dict[str, Planner] = {n: GatedPlanner(script, gated.gates, gated.pick) for n, script in scripts.items()}
    return Kit(assistants, planners, tools)


def chosen(what: str, turn: Turn, closed: Sequence[str], pick: Pick) -> Event | None:
    """A stop, an answer or a late answer, as the choices will; None when there is nothing to answer."""
    if what == "stop":
        alive = [path for path in turn.scopes if turn.alive(path)] or ["/"]
        return Stopped(scope=alive[pick(len(alive))])
    ids = sorted(turn.questions) if what == "answer" else sorted(closed)
    if not ids:
        return None
    id = ids[pick(len(ids))]
    question = turn.questions.get(id)
    if question is None:
        return Answered(to=id, choice="1")
    if question.held is not None:
        return Answered(to=id, approve=True) if pick(10) < 7 else Answered(to=id, refuse=True)
    if question.ask is not None and question.ask.choices:
        return Answered(to=id, choice="1")
    return Answered(to=id, text="that one")
