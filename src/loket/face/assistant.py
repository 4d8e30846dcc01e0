"""`Assistant(...)`: everything an assistant is made of, in one declaration; a server is handed its bundle."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, Protocol, get_args

from pydantic import PydanticUserError, TypeAdapter
from starlette.types import Receive, Scope, Send

from loket.core.assistant import AssistantSpec, Budget, InLanguage, SetUp
from loket.core.consent import Approval
from loket.core.data import Json, JsonObject
from loket.core.encoder import Encoder
from loket.core.errors import ConfigError
from loket.core.model import Models
from loket.core.planner import Planner
from loket.core.source import Source
from loket.core.tool import Tool, ToolSpec
from loket.doors.owners import OwnerOf, Owners
from loket.face.dialogue import Dialogue
from loket.face.flow import TypedFlow
from loket.face.hints import schema_of
from loket.face.pages import Page, home_of, page_of
from loket.house.bundle import Bundle, Services
from loket.house.door import Door
from loket.planners.agent import AgentPlanner
from loket.planners.chat.auto import AutoPlanner
from loket.planners.chat.planner import ChatPlanner
from loket.planners.chat.reasoner import ReasonerPlanner
from loket.planners.flow import FlowPlanner
from loket.planners.flow_ends import FlowWords
from loket.planners.routing import TASK, RoutingPlanner, TaskRoute
from loket.planners.skills.indexes import skill_of
from loket.planners.skills.planner import SkillsPlanner

PlannerName = Literal["auto", "chat", "reasoner", "skills", "agent"]
ANY = {"type": "object", "properties": {}, "additionalProperties": False}


class Mounted(Protocol):
    """An ASGI application that opens at its first request; `running()` opens and closes it at a place of your own."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None: ...

    def running(self) -> AbstractAsyncContextManager[None]: ...


@dataclass(frozen=True)
class Assistant:
    """An assistant, ready to be served, opened in code, mounted in an application or tested.

    `tools` are functions with `@tool`, `flows` generators with `@flow`, whose own tools need not be listed; a flow
    that names a `page` has one with its form, and `pages` are those you draw. People talk with it in words, too, in
    the same conversation; `talk=False` leaves them the pages alone. `files`: they may add files to what they say.
    `specialists` are other assistants that it may give work to, each a tool of the model, or with `delegate` all behind
    one, `delegate_to_agent(agent_name, task)`; `mcp` and `agents` are names of servers and agents
    in loket.toml whose tools it may use; `sources` bring tools that may change while a conversation goes on.
    `planner` thinks about all that begins no flow; `auto` asks the language model of the server (`model` is a
    name in `[models.NAME]`, the usual one without), and reads words without one where there is none or it fails; `chat`
    asks the model alone, `reasoner` one that can't call tools, `skills` none; with `agent` it is an agent of
    others, the one in `agents`, which speaks AG-UI. `result` is a type with fields: each answer of the model is checked
    against it, and `Answer.value` is one of it. `words` is
    what flows say when a step fails. `publish` names tools that other programs may call. The rest is as in
    AssistantSpec and Bundle. ConfigError says what does not fit."""

    name: str
    _: KW_ONLY
    title: str = ""
    summary: str = ""
    instructions: str = ""
    locale: str = "en"
    tools: Sequence[Tool] = ()
    specialists: Sequence["Assistant"] = ()
    delegate: bool = False
    flows: Sequence[TypedFlow] = ()
    pages: Sequence[Page] = ()
    mcp: Sequence[str] = ()
    agents: Sequence[str] = ()
    words: FlowWords = field(default_factory=FlowWords)
    planner: Planner | PlannerName = "auto"
    model: str = ""
    publish: Sequence[str] = ()
    starters: Sequence[str] = ()
    languages: Mapping[str, InLanguage] = field(default_factory=dict)
    settings: Mapping[str, Json] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)
    approval: Approval = "destructive"
    approvals: Mapping[str, Approval] = field(default_factory=dict)
    hidden: bool = False
    talk: bool = True
    files: bool = False
    setup: SetUp | None = None
    doors: Sequence[Door] = ()
    web: Path | None = None
    sources: Sequence[Source] = ()
    result: type[Any] | None = None

    def __post_init__(self) -> None:
        for tool in self.tools:
            if not isinstance(getattr(tool, "spec", None), ToolSpec):
                what = getattr(tool, "__name__", repr(tool))
                raise ConfigError("bad_assistant", f"{what} is among the tools of {self.name}: put @tool above it.")
        if isinstance(self.planner, str) and self.planner not in (names := get_args(PlannerName)):
            text = f'{self.name} has planner="{self.planner}": it is one of {", ".join(names)}, or has a method decide.'
            raise ConfigError("bad_assistant", text)
        if self.planner == "agent" and (len(self.agents) != 1 or self.tools or self.flows or self.specialists):
            text = f'{self.name} has planner="agent": it needs agents=["NAME"], one alone, and no tools of its own.'
            raise ConfigError("bad_assistant", text)
        self.bundle(Services())

    def bundle(self, services: Services) -> Bundle:
        """What a server needs to know of it, its specialists and theirs."""
        every = list(self._every())
        return Bundle(
            name=self.name,
            assistants=tuple(one.spec(hidden=one is not self) for one in every),
            planners={one.name: one.mind(services.models, services.encoder) for one in every},
            tools=tuple({id(tool): tool for one in every for tool in one.every_tool()}.values()),
            publish=tuple(self.publish),
            screens={one.name: tuple(page.screen for page in one.shown) for one in every if one.shown},
            trees={page.id: page.tree for one in every for page in one.shown},
            doors=tuple(door for one in every for door in one.doors),
            web=self.web,
            sources=tuple({id(source): source for one in every for source in one.sources}.values()),
        )

    @cached_property
    def typed(self) -> TypeAdapter[Any] | None:
        """What makes values of its `result`."""
        return None if self.result is None else TypeAdapter(self.result)

    @cached_property
    def _form(self) -> JsonObject | None:
        if self.typed is None:
            return None
        try:
            schema = schema_of(self.typed, "validation")
        except PydanticUserError as error:
            raise ConfigError("bad_assistant", f"The result of {self.name} has no JSON form: {error}") from error
        if schema.get("type") != "object":
            raise ConfigError("bad_assistant", f"The result of {self.name} must be a type with fields.")
        return schema

    @cached_property
    def shown(self) -> tuple[Page, ...]:
        """Its pages: those that were drawn, those that its flows have for nothing, and where the menu begins."""
        drawn = {page.id for page in self.pages}
        made = [page_of(one) for one in self.flows if one.page and one.page not in drawn]
        every = (*self.pages, *made)
        if not every or "home" in drawn:
            return every
        return home_of(self.title or self.name, self.summary, every), *every

    def spec(self, *, hidden: bool = False) -> AssistantSpec:
        """Its declaration as data."""
        from_elsewhere = (*self.mcp, *self.agents, *(source.name for source in self.sources))
        return AssistantSpec(
            name=self.name,
            title=self.title or self.name,
            summary=self.summary,
            instructions=self.instructions,
            locale=self.locale,
            planner=self.planner if isinstance(self.planner, str) else type(self.planner).__name__,
            tools=(*(tool.spec.name for tool in self.every_tool()), *(f"{one}.*" for one in from_elsewhere)),
            approval=self.approval,
            approvals=dict(self.approvals),
            surfaces=tuple(page.info for page in self.shown if page.id != "home"),
            talk=self.talk,
            files=self.files,
            result=self._form,
            setup=self.setup,
            specialists=tuple(one.name for one in self.specialists),
            starters=tuple(self.starters),
            languages=dict(self.languages),
            settings=dict(self.settings),
            budget=self.budget,
            intake="one_by_one",
            hidden=self.hidden or hidden,
        )

    def mind(self, models: Models | None = None, encoder: Encoder | None = None) -> Planner:
        """What thinks for it, with the models and the encoder of a server."""
        behind_one = frozenset(one.name for one in self.specialists if self.delegate)
        chat = ChatPlanner(models, self.model, delegates=behind_one)
        words = self._planner(chat, encoder)
        if not self.flows and (not isinstance(self.planner, str) or not self.specialists):
            return words
        routes = (*(TaskRoute(one.spec) for one in self.flows), *(_route(one) for one in self.specialists))
        return RoutingPlanner(
            words, routes, frozenset(self._inner()), FlowPlanner(tuple(one.script for one in self.flows), self.words)
        )

    def _planner(self, chat: ChatPlanner, encoder: Encoder | None) -> Planner:
        match self.planner:
            case "auto":
                return AutoPlanner(chat, SkillsPlanner(encoder=encoder))
            case "chat":
                return chat
            case "reasoner":
                return ReasonerPlanner(chat)
            case "skills":
                return SkillsPlanner(encoder=encoder)
            case "agent":
                return AgentPlanner(self.agents[0])
            case planner:
                return planner

    def open(self, data: Path | str | None = None) -> AbstractAsyncContextManager[Dialogue]:
        """Runs it in this process and gives a talk with it; conversations are kept in the folder `data`, or in memory
        until it is closed."""
        return import_module("loket.face.opening").talking_with(self, data)

    @cached_property
    def app(self) -> Mounted:
        """Everything a server answers, as an ASGI application to be mounted in another one, below any path; who is not
        known is a visitor with a cookie."""
        return self.mounted()

    def mounted(
        self, owner: OwnerOf | None = None, *, visitors: bool = True, data: Path | str | None = None, url: str = ""
    ) -> Mounted:
        """The same with a say in it. `owner` tells from a request who is signed in, None when nobody is; `visitors`:
        others may come, too. `data` is the folder of the conversations, `url` where the public reaches it."""
        return import_module("loket.face.embedded").EmbeddedApp(self, Owners(owner, visitors), data, url)

    def every_tool(self) -> Iterator[Tool]:
        """Those that words may call, and those that its flows name."""
        return iter({id(tool): tool for tool in (*self.tools, *(t for one in self.flows for t in one.tools))}.values())

    def _inner(self) -> Iterator[str]:
        """Tools that words do not call: those of flows that are not listed, and what changes something is reached
        through the flow that does it, unless it has examples of words for itself."""
        open_to_words = {one.spec.name for one in self.tools if one.spec.read_only or "x-examples" in one.spec.input}
        return (tool.spec.name for one in self.flows for tool in one.tools if tool.spec.name not in open_to_words)

    def _every(self) -> Iterator["Assistant"]:
        """It and all below it, each once."""
        seen: dict[int, Assistant] = {}
        queue: list[Assistant] = [self]
        while queue:
            one = queue.pop(0)
            if id(one) not in seen:
                seen[id(one)] = one
                queue += one.specialists
        return iter(seen.values())


def _route(specialist: Assistant) -> TaskRoute:
    """A specialist as words find it: by its title, its sentences, what its tools are called and their examples."""
    examples = [*specialist.starters, *(one for tool in specialist.tools for one in skill_of(tool.spec).examples)]
    tags = [name for tool in specialist.tools for name in (tool.spec.title, tool.spec.description) if name]
    wanted = {TASK: {"type": "string", "description": "what it is to do, in whole sentences"}}
    schema = {**ANY, "properties": wanted, "x-examples": examples, "x-tags": tags}
    about = specialist.summary or specialist.instructions
    spec = ToolSpec(name=specialist.name, title=specialist.title, description=about, input=schema, read_only=True)
    return TaskRoute(spec, specialist.name)
