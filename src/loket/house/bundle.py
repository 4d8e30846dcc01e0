"""What an assistant's package hands over to be served: declarations with their planners, screens, tools and agents."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

from loket.core.assistant import AssistantSpec
from loket.core.consent import consent
from loket.core.encoder import Encoder
from loket.core.errors import ConfigError
from loket.core.model import Model, Models
from loket.core.planner import Planner
from loket.core.screen import Screen, SurfaceTree
from loket.core.source import Source
from loket.core.tool import Tool, ToolSpec
from loket.core.web import Fetch
from loket.house.door import AgentWire, Door
from loket.tools.search import Site

AGENT_TOOLS = (
    "web_search_tool",
    "discover_a2a_agent_capabilities",
    "invoke_a2a_agent_skill",
    "trust_a2a_agent",
    "agents.*",
)
"""Tools of the server itself for assistants that find other people's agents, and all skills of those they find."""
TRYING_AGENTS = ("post_to_a2a_agent", "allow_local_agent", "check_a2a_agent")
"""Further ones for packages in which a person tries agents by hand."""


@dataclass(frozen=True)
class Services:
    """What a package may use of the server: the usual language model, when there is one, the environment for
    settings of its own, the folder where data of its own may lie (it may not be there yet), a way to fetch from the
    web, all language models by their names, and the encoder, when one is installed."""

    model: Model | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    data: Path = Path(".loket")
    fetch: Fetch | None = None
    models: Models | None = None
    encoder: Encoder | None = None


@dataclass(frozen=True)
class AgentPart:
    """A specialist that can be served as an A2A agent, in this process or one of its own (`--only FRONT.NAME`).

    `name` is the last part of its address, `assistant` the declaration that answers. A capability is a tool
    of the front assistant; each call of it is a conversation of its own that begins with `AgentSaid`, whose data has
    the names `capability` and `input`.

    `examples` are what it can be asked in words, by capability.

    `door` is the wire it speaks where it lives; without one it is asked by a JSON-RPC call that names a capability, and
    those are tools of the front assistant. `origin` is the public site of an agent that lives on one, such as
    `https://club.example`: when it is served in this process, calls of this process to that site come to it."""

    name: str
    assistant: str
    title: str
    description: str
    capabilities: tuple[ToolSpec, ...]
    door: AgentWire | None = None
    origin: str = ""
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Bundle:
    """Everything a server needs to know of a package. `name` is the front assistant, the one people meet.

    `planners` and `screens` go by the name of their assistant, `trees` by surface. `publish` names those of `tools`
    that other programs may call, at `/mcp` and in the first dialect: each call of one is a conversation of its sender,
    and a destructive one waits for a person's approval there. `inner` tools can't be published. `finds_agents`: its
    assistants may name `AGENT_TOOLS`, which the server brings. `doors` are wires of its own; `leaves` those at which
    what its tools keep is fetched, opened where the tools are served alone, too. `filing`: how paths begin at which a
    message may bring files. `sites` are the origins of its
    pictures, `findable` the sites that a search without the internet gives beside those of the server. `paced`: at demo
    pace its tools take as long as the world does. `web` is a folder as a build left it: the shell loads the
    `page-DIGEST.js` in it, which brings parts, results and icons of its own for the pages. `ports`: where its parts
    (`tools`, agents by name) are when each is a process of its own. `lifetime` is entered before anything is served and
    left when all is over, as pools want it. `sources` tell tools that nobody can know before they are asked: a server
    or an agent of the package's own, or functions that come and go.

    ConfigError `bad_bundle` when its parts do not fit: an assistant without a planner, a tool nobody brings."""

    name: str
    assistants: tuple[AssistantSpec, ...]
    planners: Mapping[str, Planner]
    tools: tuple[Tool, ...] = ()
    inner: tuple[Tool, ...] = ()
    publish: tuple[str, ...] = ()
    agents: tuple[AgentPart, ...] = ()
    screens: Mapping[str, tuple[Screen, ...]] = field(default_factory=dict)
    trees: Mapping[str, SurfaceTree] = field(default_factory=dict)
    finds_agents: bool = False
    doors: tuple[Door, ...] = ()
    leaves: tuple[Door, ...] = ()
    filing: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    findable: tuple[Site, ...] = ()
    paced: bool = True
    ports: Mapping[str, int] = field(default_factory=dict)
    lifetime: Callable[[], AbstractAsyncContextManager[object]] = nullcontext
    web: Path | None = None
    sources: tuple[Source, ...] = ()

    @property
    def outside(self) -> str:
        """The name of the assistant that makes the calls of other programs."""
        return f"{self.name}.outside"

    def published(self) -> tuple[Tool, ...]:
        """The tools that other programs may call."""
        return tuple(tool for tool in self.tools if tool.spec.name in self.publish)

    def approvals(self) -> bool:
        """Whether calls of other programs may wait for a person."""
        return any(self.held(tool.spec) for tool in self.published())

    def held(self, spec: ToolSpec) -> bool:
        """Whether a call of another program waits for a person, as the front assistant declares."""
        front = next(one for one in self.assistants if one.name == self.name)
        return consent(front, spec, front.settings) is not None

    def __post_init__(self) -> None:
        if (misfit := next(_misfits(self), None)) is not None:
            raise ConfigError("bad_bundle", f"The assistants of {self.name} can't be served: {misfit}.")


@runtime_checkable
class Packaged(Protocol):
    """An object that stands for a package of assistants: an `Assistant` of the face. `name` is the front assistant."""

    @property
    def name(self) -> str: ...

    def bundle(self, services: Services) -> Bundle: ...


def _misfits(bundle: Bundle) -> Iterator[str]:
    """What does not fit together: which name is wrong, and which there are."""
    assistants = [assistant.name for assistant in bundle.assistants]
    tools = [tool.spec.name for tool in (*bundle.tools, *bundle.inner)]
    tools += [spec.name for agent in bundle.agents for spec in agent.capabilities if agent.door is None]
    tools += (*AGENT_TOOLS, *TRYING_AGENTS) if bundle.finds_agents else ()
    surfaces = [screen.surface for screens in bundle.screens.values() for screen in screens]
    named: list[tuple[str, Iterable[str], list[str]]] = [
        ("the front assistant", [bundle.name], assistants),
        ("among what is published", bundle.publish, [tool.spec.name for tool in bundle.tools]),
        ("among the planners", bundle.planners, assistants),
        ("among the screens", bundle.screens, assistants),
        ("among the trees", bundle.trees, surfaces),
        ("what an agent serves", [agent.assistant for agent in bundle.agents], assistants),
    ]
    if bundle.outside in assistants:
        yield f"the name {bundle.outside} is kept for the calls of other programs"
    for one in bundle.assistants:
        fixed = [name for name in one.tools if not name.endswith(".*")]
        named.append((f"among the tools of {one.name}", fixed, tools))
        named.append((f"among the specialists of {one.name}", one.specialists, assistants))
        if one.name not in bundle.planners:
            yield f"{one.name} has no planner"
    for where, names, known in named:
        for name in names:
            if name not in known and not (where.startswith("among the tools") and ("." in name or "*" in name)):
                yield f"{name} is {where}, but there is only {', '.join(known) or 'nothing of that kind'}"
    for what, names in (("assistants", assistants), ("tools", tools), ("screens of one surface", surfaces)):
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield f"two {what} are called {name}"
