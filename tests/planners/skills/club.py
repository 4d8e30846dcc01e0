"""Small invented assistants whose skills are functions, behind the real engine."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from loket.core.assistant import AssistantSpec
from loket.core.data import Json, JsonObject
from loket.core.tool import ToolSpec
from loket.core.tool_spec import Approval
from loket.house.bundle import Bundle
from loket.language.skill import Thresholds
from loket.planners.skills import SkillsPlanner
from loket.tools.function import FunctionTool
from tests.examples.counter import Talk, talking


@dataclass
class Desk:
    """Tools that remember what they were called with."""

    specs: tuple[ToolSpec, ...]
    answers: dict[str, Callable[[JsonObject], Json]] = field(default_factory=dict)
    called: list[tuple[str, JsonObject]] = field(default_factory=list)
    thresholds: Thresholds | None = None

    def bundle(self, locale: str, approval: Approval = "destructive") -> Bundle:
        """The assistant `desk` in this language."""

        def made(spec: ToolSpec) -> FunctionTool:
            def run(args: JsonObject) -> Json:
                self.called.append((spec.name, args))
                answer = self.answers.get(spec.name)
                return answer(args) if answer else {"text": f"{spec.name} done"}

            return FunctionTool(spec, run)

        names = tuple(spec.name for spec in self.specs)
        said = {"name": "desk", "title": "Desk", "locale": locale, "tools": names, "approval": approval}
        assistant = AssistantSpec.model_validate({**said, "intake": "one_by_one"})
        return Bundle(
            "desk", (assistant,), {"desk": SkillsPlanner(self.thresholds)}, inner=tuple(made(s) for s in self.specs)
        )


@asynccontextmanager
async def at(desk: Desk, locale: str = "en", approval: Approval = "destructive") -> AsyncGenerator[Talk]:
    """A conversation at a desk."""
    async with talking(desk.bundle(locale, approval)) as talk:
        yield talk


def schema(required: tuple[str, ...], **properties: JsonObject) -> JsonObject:
    """An object schema."""
    return {"type": "object", "properties": properties, "required": list(required)}


AGE: JsonObject = {"type": "integer", "description": "Age of the child in years"}
SPACES = ToolSpec(
    name="check_spaces",
    title="Team vacancies",
    description="Checks for available spaces in a junior team based on age.",
    input=schema(("age",), age=AGE),
    read_only=True,
)
TRAINING = ToolSpec(
    name="training_times",
    title="Training times",
    description="Gives training days and the venue for an age group.",
    input=schema(("age_group",), age_group={"type": "string", "description": "Age group such as U8"}),
    read_only=True,
)
WAITING = ToolSpec(
    name="join_waiting_list",
    title="Join the waiting list",
    description="Adds a child to the waiting list of an age group.",
    input=schema(
        ("age", "email"), age=AGE, email={"type": "string", "format": "email", "description": "Contact email"}
    ),
)
WITHDRAW = ToolSpec(
    name="withdraw",
    title="Withdraw a registration",
    description="Cancels the registration of a child for good.",
    input=schema(("code",), code={"type": "string", "description": "Registration code"}),
    destructive=True,
)


def club() -> Desk:
    """The desk of a junior football club."""
    return Desk((SPACES, TRAINING, WAITING, WITHDRAW))


ADDRESS: JsonObject = {"type": "string", "description": "Strasse, Hausnummer und Ort"}
PARCEL: JsonObject = {"type": "string", "description": "Parzellennummer", "x-kind": "plot"}
PLACE: JsonObject = {"type": "string", "description": "Gemeinde"}
LAYER: JsonObject = {"type": "string", "enum": ["Luftbild", "Wald", "Bauzonen"], "description": "Name des Layers"}


def map_desk() -> Desk:
    """A map that shows addresses, parcels and layers, in German."""
    texts = (
        (
            "goto_address",
            "Adresse anzeigen",
            "Zentriert die Karte auf eine Adresse.",
            schema(("address",), address=ADDRESS),
        ),
        (
            "goto_parcel",
            "Parzelle anzeigen",
            "Zeigt ein Grundstück mit seiner Nummer.",
            schema(("parcel_number",), parcel_number=PARCEL, municipality=PLACE),
        ),
        ("load_layer", "Layer laden", "Lädt einen Layer in die Karte.", schema(("layer",), layer=LAYER)),
        ("remove_layer", "Layer entfernen", "Blendet einen Layer aus.", schema(("layer",), layer=LAYER)),
    )
    return Desk(tuple(ToolSpec(name=n, title=t, description=d, input=s, read_only=True) for n, t, d, s in texts))
