"""Puts the assistant together for whoever serves it: tools and specialists bound to the content, screens and flows."""

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from loket.core.data import JsonObject
from loket.core.errors import ConfigError
from loket.core.model import FailureCode, Model, ModelFailed, ModelRequest, ModelSettings, words
from loket.core.screen import SurfaceTree
from loket.core.tool import Tool, ToolSpec
from loket.house.bundle import AgentPart, Bundle, Services
from loket.tools.function import FunctionTool
from loket_demos.overheid.content.catalogue import CAPABILITIES, TOOLS, ContentCapability, ContentTool
from loket_demos.overheid.content.draft_prompt import DraftPrompt
from loket_demos.overheid.content.model_draft import DraftAnswer, DraftFailed, DraftModel, DraftSettings
from loket_demos.overheid.declaration import (
    BEZWAAR,
    EXPLAIN,
    GENUI,
    INNER_EXPLAIN,
    INNER_GENUI,
    INNER_STRUCTURE,
    OVERHEID,
    STRUCTURE,
    TOESLAGEN,
)
from loket_demos.overheid.doors.events import PageEvents
from loket_demos.overheid.doors.letters import LetterWire
from loket_demos.overheid.flows import COMPOSER, FRONT, KNOWN_EVENTS
from loket_demos.overheid.genui.capabilities import COMPOSING
from loket_demos.overheid.genui.screens import BLOCK_SCREENS
from loket_demos.overheid.reading.warming import make_ready
from loket_demos.overheid.screens import SCREENS
from loket_demos.overheid.specialists import EXPLAINER, STRUCTURER

PORTS = {"tools": 8000, "toeslagen": 8010, "bezwaar": 8020, "genui": 8030}
"""Where the mission has them."""
EXAMPLES = {
    EXPLAIN: ("Huurcontract", "Waarom moet ik mijn vermogen opgeven?"),
    STRUCTURE: (
        "Ik ben het niet eens met het besluit van 3 maart 2026 over mijn zorgtoeslag, want mijn inkomen klopt niet.",
    ),
    "rules_lookup": ("Kan ik in 2025 zorgtoeslag krijgen?",),
    "doc_checklist": ("Welke papieren heb ik nodig voor huurtoeslag?",),
    "risk_notes": ("Waar moet ik op letten als mijn inkomen verandert?",),
    "extract_entities": ("Welke datum en welk bedrag staan in deze brief?",),
    "classify_case": ("Is deze brief een bezwaar?",),
    "policy_snippets": ("Welke regels horen bij een bezwaar?",),
    "bd_search": ("Zoek een pagina over kinderopvangtoeslag.",),
    "validate_form": ("Kijk mijn formulier na.",),
    "compose_ui": ("Laat zien wat ik bij toeslagen kan doen.",),
    "next_node": ("Wat is de volgende vraag?",),
    "compose_form": ("Maak een formulier voor bezwaar.",),
    "explain_form": ("Wat moet ik in dit veld invullen?",),
    "extend_form": ("Welke velden zijn nog nodig?",),
}
"""What can be asked in words, by tool."""
TOOL_SECONDS = 10.0
AGENT_SECONDS = 20.0
LEAST_WORDS = "MIN_GEMINI_WORDS"
REASONS: dict[FailureCode, str] = {
    "timeout": "timeout",
    "unreachable": "connect_error",
    "empty": "no_text",
    "refused": "no_text",
}
INNER = {EXPLAIN: INNER_EXPLAIN, STRUCTURE: INNER_STRUCTURE, **INNER_GENUI}


def bundle(services: Services) -> Bundle:
    """Everything this package brings."""
    make_ready()
    capabilities = {capability.name: capability for capability in (*CAPABILITIES, *COMPOSING)}
    screens = (*SCREENS, *BLOCK_SCREENS)
    trees = {screen.surface: _tree(screen.surface) for screen in screens}
    draft = None if services.model is None else draft_of(services.model)
    settings = draft_settings(services.env)
    inner = tuple(_inner(capabilities[name], own, draft, settings) for name, own in INNER.items())
    return Bundle(
        name=OVERHEID.name,
        assistants=(OVERHEID, TOESLAGEN, BEZWAAR, GENUI),
        planners={
            OVERHEID.name: FRONT,
            TOESLAGEN.name: EXPLAINER,
            BEZWAAR.name: STRUCTURER,
            GENUI.name: COMPOSER,
        },
        tools=tuple(_tool(tool) for tool in TOOLS),
        publish=tuple(tool.name for tool in TOOLS),
        inner=inner,
        agents=(
            _agent("toeslagen", TOESLAGEN.name, capabilities[EXPLAIN]),
            _agent("bezwaar", BEZWAAR.name, capabilities[STRUCTURE]),
            AgentPart("genui", GENUI.name, GENUI.title, GENUI.summary, tuple(_spec(one) for one in COMPOSING)),
        ),
        screens={OVERHEID.name: screens},
        trees=trees,
        doors=(PageEvents(OVERHEID.name, KNOWN_EVENTS, trees), LetterWire()),
        ports=PORTS,
        web=Path(__file__).parent.parent / "static",
    )


def draft_of(model: Model) -> DraftModel:
    """The model as the content wants it: a prompt in, words and the reason for stopping out."""

    async def draft(prompt: DraftPrompt) -> DraftAnswer:
        messages = (words("system", prompt.system), words("user", prompt.text))
        try:
            answer = await model.complete(ModelRequest(messages=messages, settings=ModelSettings(retries=0)))
        except ModelFailed as error:
            raise DraftFailed(_reason(error)) from error
        return DraftAnswer(text=answer.text, finish=answer.finish)

    return draft


def _reason(error: ModelFailed) -> str:
    """Why there is no draft, in the codes of the contract."""
    return f"http_{error.status}" if error.status is not None else REASONS.get(error.code, "exception")


def _tool(tool: ContentTool[Any]) -> Tool:
    spec = ToolSpec(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input={**tool.input_schema, "x-examples": list(EXAMPLES[tool.name])},
        output=tool.output_schema,
        read_only=tool.read_only,
        idempotent=True,
        deadline=TOOL_SECONDS,
    )

    async def run(args: JsonObject) -> JsonObject:  # no thread: to look something up takes less time than one
        return tool.call(args)

    return FunctionTool(spec, run)


def draft_settings(env: Mapping[str, str]) -> DraftSettings:
    """How drafts of a model are judged. ConfigError names the variable that can't be used."""
    least = env.get(LEAST_WORDS, "").strip()
    if not least:
        return DraftSettings()
    try:
        return DraftSettings(min_words=int(least))
    except ValueError:
        raise ConfigError("bad_config", f"{LEAST_WORDS} can't be used: it must be a whole number from 1.") from None


def _inner(capability: ContentCapability[Any], name: str, draft: DraftModel | None, settings: DraftSettings) -> Tool:
    async def run(args: JsonObject) -> JsonObject:
        return await capability.call(args, draft, settings)

    return FunctionTool(_spec(capability).model_copy(update={"name": name}), run)


def _agent(name: str, assistant: str, capability: ContentCapability[Any]) -> AgentPart:
    return AgentPart(name, assistant, capability.title, capability.description, (_spec(capability),))


def _spec(capability: ContentCapability[Any]) -> ToolSpec:
    return ToolSpec(
        name=capability.name,
        title=capability.title,
        description=capability.description,
        input={**capability.input_schema, "x-examples": list(EXAMPLES[capability.name])},
        output=capability.output_schema,
        read_only=capability.read_only,
        idempotent=True,
        deadline=AGENT_SECONDS,
    )


def _tree(surface: str) -> SurfaceTree:
    raw = json.loads((files("loket_demos.overheid") / "surfaces" / f"{surface}.json").read_text("utf-8"))
    return SurfaceTree(raw["catalogId"], tuple(raw["components"]))
