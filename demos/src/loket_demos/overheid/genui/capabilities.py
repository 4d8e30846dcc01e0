"""The five capabilities of the agent that composes blocks: what each is given and gives, ready to be bound."""

from datetime import date
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from loket.core.data import JsonObject
from loket_demos.overheid.content.catalogue import ContentCapability
from loket_demos.overheid.content.frozen import ToolInput, ToolOutput
from loket_demos.overheid.content.model_draft import DraftModel, DraftSettings
from loket_demos.overheid.declaration import COMPOSE_FORM, COMPOSE_UI, EXPLAIN_FORM, EXTEND_FORM, NEXT_NODE
from loket_demos.overheid.genui.blocks import Citation, InputField, citations_of, fields_of
from loket_demos.overheid.genui.composed import ComposedBlocks, worded
from loket_demos.overheid.genui.filling import filled_from
from loket_demos.overheid.genui.forms import FieldProblem, explained, extra_fields, form_blocks, form_for
from loket_demos.overheid.genui.subjects import blocks_about
from loket_demos.overheid.genui.tree import LONGEST_PATH, TreeState, blocks_at, place_of

LONGEST_QUERY, MOST_PROBLEMS = 4000, 20

Query = Annotated[str, BeforeValidator(lambda value: value[:LONGEST_QUERY] if isinstance(value, str) else "")]
Pages = Annotated[tuple[Citation, ...], BeforeValidator(citations_of)]
Values = Annotated[dict[str, object], BeforeValidator(lambda value: value if isinstance(value, dict) else {})]


class ComposeInput(ToolInput):
    """`vandaag`, an ISO date, says which year is meant by `this year`."""

    query: Query = Field(default="", description="de vraag")
    citations: Pages = Field(default=(), description="pagina's die gevonden zijn: title, url, snippet")
    vandaag: date | None = None


class NodeInput(ToolInput):
    state: TreeState = TreeState()
    choice: Annotated[str, BeforeValidator(lambda value: str(value or "")[:200])] = ""
    citations: Pages = ()


class ExtendInput(ToolInput):
    """`fields` are those of the form; those with a badge were added before and do not count."""

    query: Query = ""
    values: Values = Field(default_factory=dict[str, object])
    fields: Annotated[tuple[InputField, ...], BeforeValidator(fields_of)] = ()
    vandaag: date | None = None


class ExplainFormInput(ToolInput):
    query: Query = ""
    ok: bool = True
    errors: tuple[FieldProblem, ...] = Field(default=(), max_length=MOST_PROBLEMS)
    values: Values = Field(default_factory=dict[str, object])
    formId: str = ""  # noqa: N815
    vandaag: date | None = None


class ComposedTree(ComposedBlocks):
    tree: JsonObject


class ComposedForm(ComposedBlocks):
    """`values`: what the question says already for the fields of the form."""

    values: dict[str, str]


class ComposedFields(ToolOutput):
    """There is nothing to word, so no blocks come. `values`: what the question says already for the extra fields."""

    extra_fields: tuple[JsonObject, ...]
    values: dict[str, str] = Field(default_factory=dict[str, str])
    blocks: tuple[JsonObject, ...] = ()
    ui_source: str = "fallback"
    ui_source_reason: str = "rules"


async def _compose_ui(given: ComposeInput, draft: DraftModel | None, settings: DraftSettings | None) -> ComposedBlocks:
    return await worded(given.query, blocks_about(given.query, given.citations, given.vandaag), draft, settings)


async def _next_node(given: NodeInput, draft: DraftModel | None, settings: DraftSettings | None) -> ComposedTree:
    state = given.state.model_copy(update={"path": given.state.path[:LONGEST_PATH]})
    place = place_of(state, given.choice)
    composed = await worded(place.words, blocks_at(place, given.citations), draft, settings)
    return ComposedTree(**composed.model_dump(), tree=place.state.model_dump(mode="json"))


async def _compose_form(given: ComposeInput, draft: DraftModel | None, settings: DraftSettings | None) -> ComposedForm:
    composed = await worded(given.query, form_blocks(given.query, given.citations), None, settings)
    values = filled_from(given.query, form_for(given.query).fields, given.vandaag)
    return ComposedForm(**composed.model_dump(), values=values)


async def _extend_form(given: ExtendInput, draft: DraftModel | None, settings: DraftSettings | None) -> ComposedFields:
    extra = extra_fields(given.fields, given.values)
    fields = tuple(one.model_dump(mode="json", exclude_none=True) for one in extra)
    return ComposedFields(extra_fields=fields, values=filled_from(given.query, extra, given.vandaag))


async def _explain_form(
    given: ExplainFormInput, draft: DraftModel | None, settings: DraftSettings | None
) -> ComposedBlocks:
    problems = given.errors if not given.ok else ()
    return await worded(given.query, explained(given.query, problems, given.values, given.vandaag), draft, settings)


COMPOSING: tuple[ContentCapability[Any], ...] = (
    ContentCapability(
        name=COMPOSE_UI,
        title="Uitleg bij een vraag",
        description="Maakt van een vraag en gevonden pagina's blokken: bronnen, uitleg en vragen om verder te gaan.",
        asks=ComposeInput,
        tells=ComposedBlocks,
        run=_compose_ui,
    ),
    ContentCapability(
        name=NEXT_NODE,
        title="Volgende stap van de wegwijzer",
        description="Geeft na een keuze de volgende vraag of het advies, met de weg die er leidde.",
        asks=NodeInput,
        tells=ComposedTree,
        run=_next_node,
    ),
    ContentCapability(
        name=COMPOSE_FORM,
        title="Formulier bij een vraag",
        description="Maakt een formulier met de velden die bij een vraag horen.",
        asks=ComposeInput,
        tells=ComposedForm,
        run=_compose_form,
    ),
    ContentCapability(
        name=EXPLAIN_FORM,
        title="Uitleg bij een ingevuld formulier",
        description="Zegt wat er nog niet goed is ingevuld, of wat iemand nu kan doen.",
        asks=ExplainFormInput,
        tells=ComposedBlocks,
        run=_explain_form,
    ),
    ContentCapability(
        name=EXTEND_FORM,
        title="Extra velden van een formulier",
        description="Geeft de velden die erbij komen door wat er is ingevuld.",
        asks=ExtendInput,
        tells=ComposedFields,
        run=_extend_form,
    ),
)
