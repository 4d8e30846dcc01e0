"""What the own API says of an assistant, and of all that work under it."""

from collections.abc import Iterable

from loket.core.assistant import AssistantSpec
from loket.doors.api_shapes import AssistantTold
from loket.engine.kit import Kit
from loket.house.bundle import AGENT_TOOLS

FIND_AGENTS = AGENT_TOOLS[1]


def _specialists(assistant: AssistantSpec, kit: Kit) -> dict[str, AssistantSpec]:
    """All that work under it, by their names, and not itself."""
    below: dict[str, AssistantSpec] = {}
    waiting = list(assistant.specialists)
    while waiting:
        name = waiting.pop()
        if name not in below and name != assistant.name and (one := kit.assistants.get(name)) is not None:
            below[name] = one
            waiting += one.specialists
    return below


def _titles(assistant: AssistantSpec, kit: Kit) -> dict[str, str]:
    """The titles of the tools it may use."""
    return {name: spec.title for name, spec in kit.specs(assistant).items() if spec.title}


def _titles_by_language(assistants: Iterable[AssistantSpec]) -> dict[str, dict[str, str]]:
    """What these are called in other languages than their own."""
    titles: dict[str, dict[str, str]] = {}
    for one in assistants:
        for language, words in one.languages.items():
            titles.setdefault(language, {})[one.name] = words.title
    return titles


def described(assistant: AssistantSpec, kit: Kit) -> AssistantTold:
    """As the own API lists it."""
    below = _specialists(assistant, kit).values()
    titles: dict[str, str] = {}
    for one in below:
        titles |= _titles(one, kit) | {one.name: one.title}
    return AssistantTold(
        name=assistant.name,
        title=assistant.title,
        summary=assistant.summary,
        locale=assistant.locale,
        version=assistant.version,
        surfaces=assistant.surfaces,
        talk=assistant.talk or not assistant.surfaces,
        starters=assistant.starters,
        languages=assistant.languages,
        finds_agents=FIND_AGENTS in assistant.tools,
        tools=titles | _titles(assistant, kit),
        specialists=_titles_by_language(below),
        beside=assistant.beside,
        letters=assistant.letters,
        files=assistant.files,
        setup=assistant.setup,
    )
