"""What an assistant's package hands over to be served: declarations with their planners, screens, tools and agents."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from loket.core.assistant import Assistant
from loket.core.data import JsonObject
from loket.core.model import Model
from loket.core.planner import Planner
from loket.core.screen import Screen
from loket.core.tool import Tool, ToolSpec


@dataclass(frozen=True)
class Services:
    """What a package may use of the server: the language model, when there is a key for one."""

    model: Model | None = None


@dataclass(frozen=True)
class AgentPart:
    """A specialist that can be served as an agent: its assistant, its path, and a spec for each capability."""

    name: str
    assistant: str
    title: str
    description: str
    capabilities: tuple[ToolSpec, ...]


@dataclass(frozen=True)
class SurfaceTree:
    """The A2UI components of a surface: a flat list with one id `root`, against a catalog."""

    catalog: str
    components: tuple[JsonObject, ...]


@dataclass(frozen=True)
class Bundle:
    """`name` is the front assistant. `tools` live on the tool server, `inner` ones are used by specialists alone;
    `events` are the names of client events the front assistant knows."""

    name: str
    assistants: tuple[Assistant, ...]
    planners: Mapping[str, Planner]
    tools: tuple[Tool, ...] = ()
    inner: tuple[Tool, ...] = ()
    agents: tuple[AgentPart, ...] = ()
    screens: Mapping[str, tuple[Screen, ...]] = field(default_factory=dict[str, tuple[Screen, ...]])
    trees: Mapping[str, SurfaceTree] = field(default_factory=dict[str, SurfaceTree])
    events: frozenset[str] = frozenset()
