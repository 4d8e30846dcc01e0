"""How assistants of this server reach the agents of others, and which of those agents live on this server."""

from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import urlsplit

from pydantic import TypeAdapter, ValidationError
from starlette.applications import Starlette
from starlette.routing import BaseRoute

from loket.config import Config
from loket.core.errors import ConfigError
from loket.core.ports import Store
from loket.core.tool import Tool
from loket.doors.auth import LOCAL, LOOPBACK
from loket.doors.capabilities import agent_routes
from loket.house.bundle import AgentPart, Bundle
from loket.net.client import Sites, moved, shared_client, site_of
from loket.net.guard import AddressGuard
from loket.net.public import origin_of
from loket.planners.finding.deeds import changes_something
from loket.tools.agents.card import AgentSkill
from loket.tools.agents.certificates import contexts
from loket.tools.agents.credentials import Credential
from loket.tools.agents.local import agreed_before
from loket.tools.agents.settings import NEW_PATH, OLD_PATH, AgentSettings
from loket.tools.agents.toolset import agent_tools
from loket.tools.agents.webhooks import Webhooks
from loket.tools.search import Search
from loket.tools.search_index import ExampleSearch, example_sites
from loket.tools.search_searxng import SearxngSearch
from loket.wiring.keys import server_key
from loket.wiring.parts import Parts

ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - who listens everywhere listens here
_CREDENTIAL: TypeAdapter[Credential] = TypeAdapter(Credential)


async def reaching(parts: Parts, packages: Iterable[Bundle], store: Store) -> tuple[Tool, ...]:
    """The tools for finding and asking agents, and the webhooks by which those call us; none when no package wants
    them.

    Agents of this server that live on a site of their own are reached there without the network."""
    packages = tuple(packages)
    if not (parts.config.agents or any(package.finds_agents for package in packages)):
        return ()
    config = parts.config
    guard = AddressGuard(allowed(config))
    settings = replace(agent_settings(config), guard=guard, consents=served_alone(config))
    if served_alone(config):
        await agreed_before(store, LOCAL, guard)
    client = shared_client(guard=guard, sites=_sites(parts, packages), contexts=contexts(settings))
    http = await parts.stack.enter_async_context(client)
    search: Search
    if config.search is None:
        search = ExampleSearch((*example_sites(), *(site for package in packages for site in package.findable)))
    else:
        search = SearxngSearch(parts.http, config.search)
    parts.webhooks = Webhooks(server_key(config), config.public_url, _local(config))
    return agent_tools(http, store, settings, search, parts.webhooks)


def changes(skill: AgentSkill) -> bool:
    """Whether a person is asked before a skill of an agent that was found is asked for something, as its words say."""
    return changes_something({**skill.model_dump(mode="json"), "read_only": skill.read_only})


def served_alone(config: Config) -> bool:
    """Whether only who runs this server reaches it."""
    return config.host in LOOPBACK and not config.tokens and config.public_url is None


def _local(config: Config) -> str | None:
    """Where agents on this machine reach this process; None when it only listens to another address."""
    host = ANY.get(config.host, config.host)
    if host not in LOOPBACK:
        return None
    return f"http://{f'[{host}]' if ':' in host else host}:{config.port}"


def agent_settings(config: Config) -> AgentSettings:
    """What the operator decided. ConfigError names the credential that can't be used."""
    secrets = {name: secret.get_secret_value() for name, secret in config.secrets.items()}
    found: dict[str, Credential] = {}
    tokened = [agent for agent in config.agents.values() if agent.token]
    for agent in tokened:
        if agent.token.removeprefix("secret://") not in secrets:
            raise ConfigError(
                "bad_config", f"The agent at {agent.url} wants {agent.token}, which is not under [secrets]."
            )
    tokens = {origin_of(a.url): {"kind": "bearer", "secret": a.token.removeprefix("secret://")} for a in tokened}
    for origin, raw in {**tokens, **config.credentials}.items():
        try:
            found[origin] = _CREDENTIAL.validate_python(raw)
        except ValidationError:
            expected = "it must have a kind (api_key, bearer, oauth2 or mtls) and name its secret or files"
            raise ConfigError("bad_config", f"credentials.{origin} can't be used: {expected}.") from None
    theirs = [agent.url for agent in config.agents.values()]
    ours = tuple(f"{url.scheme}://{url.netloc}" for url in map(urlsplit, (*config.parts.values(), *theirs)))
    return AgentSettings(
        allow=frozenset((*config.trusted, *ours)),
        allow_private=tuple(allowed(config)),
        ours=(config.address,),
        credentials=found,
        secrets=secrets.get,
        paths=(OLD_PATH, NEW_PATH),  # the older first: a site may have either
        changes=changes,
    )


def allowed(config: Config) -> list[str]:
    """Addresses named in the configuration may be called even when they are private, at their port: they are ours."""
    theirs = [agent.url for agent in config.agents.values()]
    named = (config.tools_url, config.search, *config.parts.values(), *theirs)
    urls = [urlsplit(url) for url in named if url]
    ports = {"http": 80, "https": 443}
    return [*config.allow_private, *(f"[{url.hostname}]:{url.port or ports.get(url.scheme, 80)}" for url in urls)]


def agent_site(parts: Parts, part: AgentPart, url: str) -> list[BaseRoute]:
    """What an agent answers where it lives, on its own wire or as its capabilities. `url` has no slash at the end."""
    if part.door is not None:
        return list(part.door.routes(parts.house, url))
    return list(agent_routes(*parts.agent(part, f"{url}/")))


def _sites(parts: Parts, packages: Iterable[Bundle]) -> Sites:
    """What answers for the sites of our agents: this process, or wherever the configuration says that they are."""
    config = parts.config
    living = [part for package in packages for part in package.agents if part.origin]
    return {
        part.origin: moved(url, allowed(config))
        if (url := config.parts.get(part.name))
        else site_of(Starlette(routes=agent_site(parts, part, part.origin)))
        for part in living
    }
