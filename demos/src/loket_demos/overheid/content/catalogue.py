"""The tools and capabilities of this assistant as one table: names, words, schemas and functions, ready to be bound.

Whoever binds them calls `call(arguments)`: it takes any JSON object and gives a JSON object, or raises ContentError."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

from loket_demos.overheid.content.arguments import RulesInput
from loket_demos.overheid.content.bd_search import SearchInput, SearchOutput, bd_search
from loket_demos.overheid.content.cases import CASE_TYPES, case_book
from loket_demos.overheid.content.classify_case import Classification, ClassifyInput, classify_case
from loket_demos.overheid.content.doc_checklist import DocumentsInput, DocumentsOutput, doc_checklist
from loket_demos.overheid.content.errors import ContentError
from loket_demos.overheid.content.explain_toeslagen import ExplainInput, ExplainOutput, explain_toeslagen
from loket_demos.overheid.content.extract_entities import Entities, EntitiesInput, extract_entities
from loket_demos.overheid.content.model_draft import DraftModel, DraftSettings
from loket_demos.overheid.content.policy_snippets import SnippetsInput, SnippetsOutput, policy_snippets
from loket_demos.overheid.content.regelingen import regelingen
from loket_demos.overheid.content.risk_notes import RisksInput, RisksOutput, risk_notes
from loket_demos.overheid.content.rules_lookup import RulesOutput, rules_lookup
from loket_demos.overheid.content.structure_bezwaar import BezwaarInput, BezwaarOutput, structure_bezwaar
from loket_demos.overheid.content.validate_form import FormInput, FormOutput, validate_form

JsonObject = dict[str, object]

Asked = TypeVar("Asked", bound=BaseModel)

PLAIN_ASKS = {
    "jaar": "Vul het jaar in met vier cijfers, bijvoorbeeld 2025.",
    "regeling": "Kies een toeslag, bijvoorbeeld Zorgtoeslag.",
    "text": "Plak de tekst van uw brief.",
    "raw_text": "Plak de tekst van uw brief.",
}


@dataclass(frozen=True)
class _Described(Generic[Asked]):
    """What a tool or a capability is called, and what it takes and gives."""

    name: str
    title: str
    description: str
    asks: type[Asked]
    tells: type[BaseModel]

    @property
    def input_schema(self) -> JsonObject:
        """JSON Schema of the arguments (2020-12), with synonyms of values under `x-aliases`."""
        return input_schema(self.asks)

    @property
    def output_schema(self) -> JsonObject:
        """JSON Schema of the answer."""
        return output_schema(self.tells)


@dataclass(frozen=True)
class ContentTool(_Described[Asked]):
    """A tool that only reads: the same arguments always give the same answer."""

    run: Callable[[Asked], BaseModel]
    read_only: bool = True

    def call(self, arguments: Mapping[str, object]) -> JsonObject:
        """The answer as a JSON object; raises ContentError and nothing else."""
        return answer_json(self.run(asked(self.asks, arguments)))


@dataclass(frozen=True)
class ContentCapability(_Described[Asked]):
    """What a remote agent can do; `run` may use a model, so it is awaited."""

    run: Callable[[Asked, DraftModel | None, DraftSettings | None], Awaitable[BaseModel]]
    read_only: bool = True

    async def call(
        self, data: Mapping[str, object], draft: DraftModel | None = None, settings: DraftSettings | None = None
    ) -> JsonObject:
        """The answer as a JSON object; raises ContentError and nothing else."""
        return answer_json(await self.run(asked(self.asks, data), draft, settings))


def asked(shape: type[Asked], arguments: Mapping[str, object]) -> Asked:
    """The arguments in their shape; raises ContentError `invalid_NAME` for the first argument that does not fit."""
    try:
        return shape.model_validate(dict(arguments))
    except ValidationError as error:
        where = error.errors(include_url=False, include_context=False, include_input=False)[0]["loc"]
        name = next((str(part) for part in where if isinstance(part, str)), "arguments")
        text = PLAIN_ASKS.get(name, f"Het veld {name} klopt niet of ontbreekt.")
        raise ContentError(f"invalid_{name}", text) from error
    except RecursionError as error:
        raise ContentError("invalid_arguments", "Deze gegevens kunnen wij niet lezen.") from error


def answer_json(answer: BaseModel) -> JsonObject:
    """The answer as JSON; `berekening` of rules_lookup is left out when there is none."""
    shown: JsonObject = answer.model_dump(mode="json", by_alias=True)
    if isinstance(answer, RulesOutput) and answer.berekening is None:
        del shown["berekening"]
    return shown


@cache
def output_schema(shape: type[BaseModel]) -> JsonObject:
    """The schema of answers; to work one out takes longer than to give the answer."""
    return shape.model_json_schema(mode="serialization")


@cache
def input_schema(shape: type[BaseModel]) -> JsonObject:
    """The schema of `shape`, with known values and their synonyms where a person chooses from a list."""
    schema: JsonObject = shape.model_json_schema(mode="validation")
    properties = schema.get("properties")
    if isinstance(properties, dict):
        for name, choices in _choices().items():
            if name in properties and (name != "type" or shape is SnippetsInput):
                free = {"type": ["string", "null"] if "anyOf" in properties[name] else "string"}
                properties[name] = {**properties[name], "anyOf": [choices, free]}
    return schema


def _choices() -> dict[str, JsonObject]:
    """The arguments with known values: the values, and other words that people use for them."""
    schemes = {one.naam: (one.code, *(alias.strip("*") for alias in one.aliases)) for one in regelingen()}
    routes = case_book().routes
    types = {name: tuple(one.onderwerp for one in routes if one.type == name) for name in CASE_TYPES}
    situations = {"Alleenstaand": ("alleen", "single"), "Samenwonend": ("met partner", "getrouwd", "samen")}
    return {"regeling": _enumerated(schemes), "type": _enumerated(types), "situatie": _enumerated(situations)}


def _enumerated(values: Mapping[str, tuple[str, ...]]) -> JsonObject:
    return {"enum": list(values), "x-aliases": {value: list(words) for value, words in values.items()}}


async def _explain(given: ExplainInput, draft: DraftModel | None, settings: DraftSettings | None) -> ExplainOutput:
    return explain_toeslagen(given)


TOOLS = (
    ContentTool(
        name="rules_lookup",
        title="Regels opzoeken",
        description="Geeft de voorwaarden en grenzen van een toeslag in een jaar, met het inkomen ook een indicatie.",
        asks=RulesInput,
        tells=RulesOutput,
        run=rules_lookup,
    ),
    ContentTool(
        name="doc_checklist",
        title="Lijst van papieren",
        description="Geeft de papieren en gegevens die iemand nodig heeft om een toeslag aan te vragen.",
        asks=DocumentsInput,
        tells=DocumentsOutput,
        run=doc_checklist,
    ),
    ContentTool(
        name="risk_notes",
        title="Aandachtspunten",
        description="Geeft punten om op te letten bij een toeslag, door inkomen, vermogen of een verandering.",
        asks=RisksInput,
        tells=RisksOutput,
        run=risk_notes,
    ),
    ContentTool(
        name="extract_entities",
        title="Gegevens uit een brief",
        description="Leest de datum van het besluit, het bedrag en het onderwerp uit een brief.",
        asks=EntitiesInput,
        tells=Entities,
        run=extract_entities,
    ),
    ContentTool(
        name="classify_case",
        title="Soort zaak",
        description="Zegt wat voor zaak een brief is, waarom iemand schrijft en of het bezwaar, beroep of verzet is.",
        asks=ClassifyInput,
        tells=Classification,
        run=classify_case,
    ),
    ContentTool(
        name="policy_snippets",
        title="Regels bij een soort zaak",
        description="Geeft twee korte regels die passen bij een soort zaak.",
        asks=SnippetsInput,
        tells=SnippetsOutput,
        run=policy_snippets,
    ),
    ContentTool(
        name="bd_search",
        title="Pagina's zoeken",
        description="Zoekt pagina's van de overheid over toeslagen, bezwaar en beroep in een eigen lijst.",
        asks=SearchInput,
        tells=SearchOutput,
        run=bd_search,
    ),
    ContentTool(
        name="validate_form",
        title="Formulier nakijken",
        description="Kijkt de waarden van een formulier na en zegt per veld wat er niet klopt.",
        asks=FormInput,
        tells=FormOutput,
        run=validate_form,
    ),
)

CAPABILITIES = (
    ContentCapability(
        name="explain_toeslagen",
        title="Uitleg bij papieren en punten",
        description="Geeft bij elk papier en elk punt hoe belangrijk het is en een uitleg in gewone taal.",
        asks=ExplainInput,
        tells=ExplainOutput,
        run=_explain,
    ),
    ContentCapability(
        name="structure_bezwaar",
        title="Overzicht van een brief",
        description="Maakt van een brief een overzicht met punten, acties, een eigen brief en een conceptantwoord.",
        asks=BezwaarInput,
        tells=BezwaarOutput,
        run=structure_bezwaar,
    ),
)
