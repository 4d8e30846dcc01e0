"""An assistant with a model that plays its part over AG-UI: it asks the page to do something, and says what it read."""

from dataclasses import replace

from loket import Assistant, tool
from loket.core.model import Model, ModelRequest, OnlyModel, TextPart, ToolCallPart, ToolResultPart
from loket.house.bundle import Bundle, Services
from loket.models.scripted import Line, ScriptedModel

PAINTER = "tests.doors.agui_modelled:painter"
ALONE = "tests.doors.agui_modelled:alone"


@tool(read_only=True)
def mix(colour: str) -> str:
    """Mix a colour."""
    return f"{colour} paint"


def line(request: ModelRequest) -> Line:
    """Calls a tool of the page for `paint`, that and one of ours for `both`; else says what it was shown last."""
    last = request.messages[-1]
    pages = [one.name for one in request.tools if one.name.startswith("client_")]
    for part in last.parts:
        if isinstance(part, ToolResultPart) and part.name == "mix" and pages:
            return ["Now it is done. ", ToolCallPart(id="p2", name=pages[0], args={"colour": "mixed"})]
        if isinstance(part, ToolResultPart):
            return f"The page says: {part.text}"
    words = "".join(part.text for part in last.parts if isinstance(part, TextPart))
    if "both" in words:
        return [ToolCallPart(id="m", name="mix", args={"colour": "red"}), ToolCallPart(id="p", name=pages[0], args={})]
    if "paint" in words and pages:
        return [ToolCallPart(id="p1", name=pages[0], args={"colour": "red"})]
    return f"{sorted(pages)} {words}"


MODEL: Model = ScriptedModel(line, "painter-1")
shop = Assistant("painter", title="Painter", tools=[mix])
alone = Assistant("painter", title="Painter", tools=[mix])


def painter(services: Services) -> Bundle:
    """The assistant on a server whose model this is."""
    return shop.bundle(replace(services, models=OnlyModel(MODEL)))
