"""The doors that a process opens: for its tools, its agents and its front assistants."""

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp

from loket.doors import pages
from loket.doors.agui.door import AguiDoor
from loket.doors.auth import LOOPBACK
from loket.doors.later import Later
from loket.doors.tool_streams import ToolStreams
from loket.engine.host import Host
from loket.house.bundle import AgentPart, Bundle
from loket.house.requests import owner_of
from loket.tools.agents.names import plain_names
from loket.wiring.a2a import PackageAgents, agent_below, front_agents
from loket.wiring.agents import agent_site
from loket.wiring.elsewhere import left_by_tools
from loket.wiring.late import official_tools
from loket.wiring.packages import Chosen
from loket.wiring.parts import Parts


def package_doors(parts: Parts, served: Chosen) -> list[BaseRoute]:
    """What packages answer at addresses of their own. The doors know the house before anything that was under way goes
    on: a tool that was called when the process died may need it at once."""
    parts.agents = PackageAgents(parts)
    routes: list[BaseRoute] = []
    for package in served.packages if served.agent is None and served.tools is None else ():
        routes += [route for door in package.doors for route in door.routes(parts.house)]
        routes += left_by_tools(parts, package)
    return routes


async def front_routes(parts: Parts, served: Chosen, host: Host, doors: Sequence[BaseRoute]) -> list[BaseRoute]:
    """Everything for people; with nothing chosen alone, the tools and agents of every package too.

    The first package has the addresses of the mission at the root; tools of each are under `/tools/NAME` as well."""
    sites = [site for package in served.packages for site in package.sites]
    brought = {package.name: package.web for package in served.packages if package.web is not None}
    routes = [*pages.routes(sites=sites, brought=brought), *AguiDoor().routes(parts.house), *doors]
    if served.front:
        return [*health(), *routes]
    for package in served.packages:
        for part in package.agents:
            routes += _agent_below(parts, part)
    routes += await front_agents(parts, served.packages, host)
    for package in served.packages:
        if package.publish and package is not served.at_root and not parts.tools_at(package):
            routes.append(Mount(f"/tools/{package.name}", routes=await tool_routes(parts, package)))
    if parts.tools_at(served.at_root):
        return [*health(), *routes]  # they are published where they live
    return [*await tool_routes(parts, served.at_root), *routes]


async def tool_routes(parts: Parts, package: Bundle) -> list[BaseRoute]:
    """The published tools of one package, on all wires, relative to where it lives."""
    catalog, claims = parts.published(package), (await parts.host).runs.claims

    async def made() -> AbstractAsyncContextManager[ASGIApp]:
        return await asyncio.to_thread(official_tools, catalog, parts.config, claims)

    official = Later(made)
    await parts.stack.enter_async_context(official.running())
    paths = ("/mcp", "/mcp/{rest:path}")
    streams = ToolStreams(catalog, principal=owner_of, claims=claims)
    return [*health(), *streams.routes, *(Route(p, official) for p in paths)]


def offers(parts: Parts, served: Chosen) -> tuple[str, ...]:
    """A line for each package whose tools other programs may call here: where, which, and which of them wait. Of a
    front that is served alone, where it asks for the rest."""
    if served.front:
        agents = (parts.config.parts.get(part.name) for part in served.package.agents)
        places = [at for at in (parts.tools_at(served.package), *agents) if at]
        return (f"It asks {', '.join(places)}.",) if places else ()
    if served.agent is not None:
        return ()
    lines: list[str] = []
    for package in served.packages:
        if package.publish and (served.tools is package or not parts.tools_at(package)):
            at = f"{parts.config.local}{'' if package is served.at_root else f'/tools/{package.name}'}/mcp"
            tools = package.published()
            plain = plain_names(tool.spec.name for tool in tools)  # as `tools/list` has them
            waits = " (waits for approval)"
            names = [f"{name}{waits * package.held(t.spec)}" for name, t in zip(plain, tools, strict=True)]
            lines.append(f"Tools for other programs at {at}: {', '.join(names)}")
    return tuple(lines)


async def tools_alone(parts: Parts, package: Bundle) -> list[BaseRoute]:
    """The tool server at the root, what its tools leave to be fetched, and, when any waits for a person's approval, the
    pages on which that is given."""
    people = pages.routes() if package.approvals() else ()
    return [*await tool_routes(parts, package), *left_by_tools(parts, package), *people]


async def agent_alone(parts: Parts, agent: AgentPart, host: Host) -> list[BaseRoute]:
    """One agent at the root, on the wire of its mission, and as an A2A agent of any version below it."""
    below = await agent_below(parts, agent, host)
    config = parts.config
    at = f"http://localhost:{config.port}" if config.host in LOOPBACK and not config.public_url else config.address
    return [*(health() if agent.door else ()), *below, *agent_site(parts, agent, at)]


def health() -> list[BaseRoute]:
    """The mission's question whether a process is there."""

    async def answer(request: Request) -> JSONResponse:
        return JSONResponse({"ok": True})

    return [Route("/health", answer)]


def _agent_below(parts: Parts, part: AgentPart) -> list[BaseRoute]:
    """An agent under its name, with and without the slash."""
    at = f"/agents/{part.name}"
    agent = agent_site(parts, part, f"{parts.config.address}{at}")
    posts = [one for one in agent if isinstance(one, Route) and one.path == "/" and "POST" in (one.methods or ())]
    return [*(Route(at, post.endpoint, methods=["POST"]) for post in posts), Mount(at, routes=agent)]
