"""Which packages of assistants a process serves, and which part of them when it serves one alone."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from pydantic import ValidationError

from loket.config import Config, bundles
from loket.core.assistant import AssistantSpec, Budget, InLanguage
from loket.core.consent import APPROVAL, APPROVALS
from loket.core.errors import ConfigError
from loket.core.model import Models
from loket.core.screen import SurfaceTree
from loket.core.source import Source
from loket.core.tool import Tool
from loket.doors import pages
from loket.engine.kit import Kit
from loket.house.bundle import AgentPart, Bundle, Packaged, Services
from loket.planners.outside import OutsidePlanner
from loket.wiring.loading import loaded
from loket.wiring.sources import check_names

CALLS = {
    "nl": "vragen van andere programma's",
    "en": "calls of other programs",
    "de": "Aufrufe anderer Programme",
    "pt-BR": "chamadas de outros programas",
}
SHELL = "shell"
TOOLS = "tools"


@dataclass(frozen=True)
class Chosen:
    """What this process serves: `packages` whole, or of the one package its front, its tools or one agent alone.

    `front` says that only the front assistant is served, and its agents live elsewhere."""

    packages: tuple[Bundle, ...]
    front: bool = False
    tools: Bundle | None = None
    agent: AgentPart | None = None

    @property
    def package(self) -> Bundle:
        """The one package that a part is of, else the first."""
        return self.packages[0]

    @property
    def at_root(self) -> Bundle:
        """The package whose tools have the addresses of the mission: the first that publishes any."""
        return next((package for package in self.packages if package.publish), self.package)


def installed(config: Config, services: Services, brought: Sequence[Packaged] = ()) -> tuple[Bundle, ...]:
    """What was `brought`, else the configured packages, in order. ConfigError when there is none, one can't be loaded,
    or two do not go together."""
    names = () if brought else bundles(config)
    if not names and not brought:
        raise ConfigError("no_assistants", "No assistant is installed; name one under `assistants` in loket.toml.")
    packages = (*(one.bundle(services) for one in brought), *(loaded(name, services) for name in names))
    for what, found in _names_by_kind(packages).items():
        twice = [name for name, count in Counter(found).items() if count > 1]
        if twice:
            raise ConfigError("bad_config", f"Two packages bring {what} with the name {twice[0]}; serve them apart.")
    return tuple(_limited(config, packages))


def _limited(config: Config, packages: Sequence[Bundle]) -> Iterator[Bundle]:
    """The packages with the limits that the operator sets. ConfigError for what is none, or for no assistant there."""
    known = {one.name for package in packages for one in package.assistants}
    if strange := sorted(set(config.budgets) - known):
        raise ConfigError("bad_config", f"[budgets.{strange[0]}]: there is no assistant {strange[0]} here.")
    for package in packages:
        specs = [_with_budget(one, config.budgets.get(one.name, {})) for one in package.assistants]
        yield replace(package, assistants=tuple(specs))


def _with_budget(spec: AssistantSpec, limits: Mapping[str, float]) -> AssistantSpec:
    if not limits:
        return spec
    try:
        budget = Budget.model_validate({**spec.budget.model_dump(), **limits})
    except ValidationError as error:
        wrong = error.errors(include_input=False)[0]
        name = ".".join(map(str, ("budgets", spec.name, *wrong["loc"])))
        raise ConfigError("bad_config", f"{name} can't be used: {wrong['msg']}.") from None
    return spec.model_copy(update={"budget": budget})


def chosen(config: Config, packages: tuple[Bundle, ...]) -> Chosen:
    """What `only` asks for. ConfigError says which were probably meant when it is none of them."""
    if config.only is None:
        return Chosen(packages)
    known: list[str] = []
    for package in packages:
        one = (package,)
        parts = {package.name: Chosen(one, front=True), f"{package.name}.{TOOLS}": Chosen(one, tools=package)}
        parts |= {f"{package.name}.{agent.name}": Chosen(one, agent=agent) for agent in package.agents}
        if config.only in parts:
            return parts[config.only]
        known += parts
    same = [part for part in known if part.partition(".")[0] == config.only.partition(".")[0]]
    near = get_close_matches(config.only, (*known, SHELL), 1, 0.8) or same or get_close_matches(config.only, known)
    names = ", ".join(package.name for package in packages)
    meant = f"Did you mean {' or '.join(near)}? " if near else ""
    told = f"{meant}A part is NAME, NAME.{TOOLS}, NAME.AGENT or {SHELL}, where NAME is one of {names}."
    raise ConfigError("bad_config", f"There is no part {config.only}. {told}")


def placed(config: Config) -> Config:
    """The configuration of a front that is served alone, with each part that it says nothing of where the package has
    it; any other as it is. What has a dot in its name is such a part."""
    if config.only is None or config.only == SHELL or "." in config.only:
        return config
    packages = installed(config, Services(env=os.environ, data=config.data))
    front = next((package for package in packages if package.name == config.only and package.ports), None)
    return config if front is None else with_ports(config, front)


def with_ports(config: Config, package: Bundle) -> Config:
    """The configuration with the parts of a package where it has them, but for those that are said to be elsewhere."""
    agents = {part: f"http://localhost:{port}/" for part, port in package.ports.items() if part != TOOLS}
    tools = config.tools_url or config.parts.get(f"{package.name}.{TOOLS}")
    tools = tools or f"http://127.0.0.1:{package.ports[TOOLS]}/sse"
    return config.model_copy(update={"tools_url": tools, "parts": agents | config.parts})


def kit_of(
    config: Config, served: Chosen, tools: Sequence[Tool], models: Models | None, sources: Mapping[str, Source]
) -> Kit:
    """What the engine knows: everything in one process; a part alone knows only its own assistants."""
    every = [assistant for package in served.packages for assistant in package.assistants]
    if served.agent is not None:
        every = [assistant for assistant in every if assistant.name == served.agent.assistant]
    elif served.front:
        agents = {agent.assistant for agent in served.package.agents}
        every = [assistant for assistant in every if assistant.name not in agents]
    planners = {name: one for package in served.packages for name, one in package.planners.items()}
    if served.tools is not None:
        every = []
    if served.agent is None and not served.front:
        callers = [caller_of(package) for package in served.packages if package.publish]
        every += callers
        planners |= {caller.name: OutsidePlanner() for caller in callers}
    check_names(every, [tool.spec.name for tool in tools], sources)
    secrets = {name: secret.get_secret_value() for name, secret in config.secrets.items()}
    return Kit(
        assistants={assistant.name: assistant for assistant in every},
        planners=planners,
        tools={tool.spec.name: tool for tool in tools},
        secrets=secrets.get,
        models=models,
        screens={name: one for package in served.packages for name, one in package.screens.items()},
        trees={name: _trees(package, name) for package in served.packages for name in package.screens},
        modules={name: at for package in served.packages if (at := module_of(package)) for name in drawn_by(package)},
        sources=sources,
    )


def module_of(package: Bundle) -> str:
    """Where browsers find the script for its pages; "" when it has none, or none was built."""
    entries = sorted(package.web.glob("page-*.js")) if package.web is not None else []
    return f"{pages.BROUGHT}/{package.name}/{entries[0].name}" if entries else ""


def drawn_by(package: Bundle) -> set[str]:
    """The assistants whose pages, or whose talk, the script of the package helps to draw."""
    return {*package.screens, *(one.name for one in package.assistants if one.beside == "module")}


def _trees(package: Bundle, assistant: str) -> Mapping[str, SurfaceTree]:
    """How the surfaces of one of its assistants are drawn."""
    surfaces = [screen.surface for screen in package.screens[assistant]]
    return {surface: package.trees[surface] for surface in surfaces if surface in package.trees}


def caller_of(package: Bundle) -> AssistantSpec:
    """The assistant that makes the calls of other programs: nobody talks with it, and it may call what is published."""
    front = next(one for one in package.assistants if one.name == package.name)
    titles = {code: InLanguage(title=f"{front.title}: {words}") for code, words in CALLS.items()}
    return AssistantSpec(
        name=package.outside,
        title=titles.get(front.locale, titles["en"]).title,
        languages=titles,
        locale=front.locale,
        planner="outside",
        tools=package.publish,
        approval=front.approval,
        approvals=front.approvals,
        settings={name: front.settings[name] for name in (APPROVAL, APPROVALS) if name in front.settings},
        intake="one_by_one",
        hidden=True,
    )


def _names_by_kind(packages: Sequence[Bundle]) -> Mapping[str, list[str]]:
    shared = {id(tool): tool.spec.name for package in packages for tool in (*package.tools, *package.inner)}
    return {
        "a package": [package.name for package in packages],
        "an assistant": [assistant.name for package in packages for assistant in package.assistants],
        "an agent": [agent.name for package in packages for agent in package.agents],
        "a tool": [
            *shared.values(),  # one function that several assistants list is one tool
            *(
                spec.name
                for package in packages
                for agent in package.agents
                if agent.door is None
                for spec in agent.capabilities
            ),
        ],
    }
