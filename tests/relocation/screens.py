"""The assistant with a model that asks three specialists at once, each of which stops in the middle of its words."""

from dataclasses import replace

from loket.core.model import DELEGATE, Model, ModelRequest, ToolResultPart
from loket.house.bundle import Bundle, Services
from loket.models.scripted import Line
from loket_demos.relocation.components import bundle as relocation
from tests.web.mover import HERE, Paced, wants

AGENTS = ("visa_agent", "document_agent", "timeline_agent")


def played(request: ModelRequest) -> Line:
    """What the model says to this."""
    if DELEGATE not in {tool.name for tool in request.tools}:
        return f"O que encontrei {HERE} está aqui."
    if isinstance(request.messages[-1].parts[-1], ToolResultPart):
        return "Em resumo: **tudo** foi respondido."
    asked = [wants(DELEGATE, name, agent_name=name, task=f"Uma pergunta para {name}") for name in AGENTS]
    return ["Vou consultar três especialistas.", *asked]


class Playing:
    """One model, whatever it is called."""

    def model(self, name: str = "") -> Model:
        """That one."""
        return Paced(played, "paced")

    def names(self) -> dict[str, str]:
        """Its name."""
        return {"paced": "paced"}


def bundle(services: Services) -> Bundle:
    """The assistant with that model."""
    return relocation(replace(services, models=Playing()))
