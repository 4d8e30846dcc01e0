"""The tool servers and agents of others that `loket.toml` names, as sources of tools."""

from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import SecretStr

from loket.config import Config
from loket.core.assistant import AssistantSpec
from loket.core.consent import from_source
from loket.core.errors import ConfigError
from loket.core.ports import Book
from loket.core.source import Source
from loket.engine.perform import REFERENCE
from loket.house.bundle import Bundle
from loket.net.client import shared_client
from loket.stores.memory import MemoryStore
from loket.tools.agents.agui import AguiSource
from loket.tools.agents.names import FOUND
from loket.tools.agents.source import AgentSource
from loket.tools.agents.toolset import agent_tools
from loket.tools.configured import McpServer
from loket.tools.invoke import InvokeTool
from loket.tools.mcp import RemoteServer
from loket.tools.mcp_source import LIST_SECONDS, McpSource, ServerTerms
from loket.tools.patience import Patience
from loket.tools.pins import Pins
from loket.tools.wire import ToolConnection
from loket.wiring.agents import agent_settings, allowed
from loket.wiring.late import sdk_wire


async def sources_of(config: Config, book: Book, stack: AsyncExitStack, invoke: InvokeTool | None) -> dict[str, Source]:
    """Those of the configuration by name. None of them is asked for anything yet; tool servers stop with `stack`."""
    found: dict[str, Source] = {}
    for name, table in config.mcp.items():
        server = RemoteServer(name, _Late(name, table, _revealed(config, name, table)), Patience(connect=LIST_SECONDS))
        stack.push_async_callback(server.stop)
        found[name] = McpSource(server, Pins(book, name), ServerTerms(_place(table), table.deadline))
    if FOUND in (*config.mcp, *config.agents):
        raise ConfigError("bad_config", f"The name {FOUND} is kept for agents that are found; call yours otherwise.")
    for name, agent in config.agents.items():
        if name in found:
            raise ConfigError(
                "bad_config", f"[mcp.{name}] and [agents.{name}] have one name; call one of them otherwise."
            )
        if invoke is not None:
            speaks_agui = agent.dialect == "agui"
            found[name] = (
                AguiSource(name, agent, invoke) if speaks_agui else AgentSource(name, agent.url, agent.digest, invoke)
            )
    return found


def with_brought(configured: Mapping[str, Source], packages: Iterable[Bundle]) -> dict[str, Source]:
    """The sources that packages bring beside those of the configuration. ConfigError when two have one name."""
    found = dict(configured)
    for source in (source for package in packages for source in package.sources):
        if source.name in found or source.name == FOUND:
            raise ConfigError("bad_config", f"Two sources of tools are called {source.name}; call one otherwise.")
        found[source.name] = source
    return found


def agent_at(invoke: InvokeTool | None) -> Callable[[str, str], Source] | None:
    """Makes sources of agents that are found in a conversation; None where none can be asked."""
    return None if invoke is None else lambda name, site: AgentSource(name, site, "", invoke)


async def sources_alone(config: Config, stack: AsyncExitStack) -> dict[str, Source]:
    """The same without a server, for who only wants to know what they have."""
    client = await stack.enter_async_context(shared_client(allowed(config)))
    store = MemoryStore()
    tools = agent_tools(client, store, agent_settings(config))
    return await sources_of(config, store, stack, next(tool for tool in tools if isinstance(tool, InvokeTool)))


def check_names(assistants: Iterable[AssistantSpec], tools: Iterable[str], known: Mapping[str, object]) -> None:
    """ConfigError when an assistant wants tools of a server or agent that nobody configured, or is one that can't be
    talked with."""
    own, sources = frozenset(tools), (*known, FOUND)
    for assistant in assistants:
        heads = [name.partition(".")[0] for name in assistant.tools]
        if assistant.planner == "agent" and not all(
            head not in known or isinstance(known[head], AguiSource) for head in heads
        ):
            text = f'{assistant.name} has planner="agent": [agents.{heads[0]}] needs dialect = "agui" for that.'
            raise ConfigError("bad_config", text)
        for name in assistant.tools:
            if name in own or any(from_source(name, source) for source in sources):
                continue
            head = name.partition(".")[0]
            if "." in name or "*" in name:
                text = (
                    f"{assistant.name} may call {name}, but there is no [mcp.{head}] or [agents.{head}] in loket.toml."
                )
                raise ConfigError("no_source", text)


@dataclass(frozen=True, slots=True)
class _Late:
    """The official wires; their library takes half a second to read, and is read when the server is first needed."""

    name: str
    table: McpServer
    secret: Mapping[str, str]

    @asynccontextmanager
    async def opened(self) -> AsyncGenerator[ToolConnection]:
        async with sdk_wire(self.name, self.table, self.secret).opened() as line:
            yield line


def _revealed(config: Config, name: str, table: McpServer) -> dict[str, str]:
    """The values behind what the table names: of the environment of its program, or of the headers of its requests."""
    values: dict[str, SecretStr] = {**table.env, **table.headers}
    found = {key: _value(config, name, value.get_secret_value()) for key, value in values.items()}
    if table.token is not None:
        found["Authorization"] = f"Bearer {_value(config, name, table.token.get_secret_value())}"
    return found


def _value(config: Config, name: str, value: str) -> str:
    if not value.startswith(REFERENCE):
        return value
    secret = config.secrets.get(value.removeprefix(REFERENCE))
    if secret is None:
        raise ConfigError("bad_config", f"[mcp.{name}] wants {value}, which is not under [secrets].")
    return secret.get_secret_value()


def _place(table: McpServer) -> str:
    """Where it is, for people."""
    if table.url is None:
        return Path(table.command[0]).name
    parsed = urlsplit(table.url)
    return f"{parsed.scheme}://{parsed.netloc}"
