"""What a language model says to the questions of the demo: as a script, and over the wire of a provider."""

from dataclasses import dataclass

from loket.core.model import DELEGATE, ModelRequest, Part, TextPart, ToolCallPart
from loket.models.scripted import Line
from tests.loopback import Asked
from tests.models.wires import CHAT

WORK = "Quais documentos preciso para visto de trabalho em Portugal?"
STUDY = "Quanto tempo demora o visto de estudo?"
BOTH = "Que documentos preciso apostilar para o D7, e com que antecedência peço o visto?"
HELLO = "oi"
QUESTIONS = (WORK, STUDY, BOTH, HELLO)

AGENTS = {WORK: ("visa_agent",), STUDY: ("timeline_agent",), BOTH: ("document_agent", "timeline_agent")}
VISA = {WORK: "work", STUDY: "study", BOTH: "D7"}
TASK = "Para quem vai do Brasil para Portugal, sobre a pergunta: {}"
TOOLS = {
    "visa_agent": "search_visa_requirements",
    "document_agent": "list_required_documents",
    "timeline_agent": "check_processing_times",
}


@dataclass(frozen=True)
class Seen:
    """What a model is given, as far as it matters here: the tools, and roles with words, the newest last."""

    offered: frozenset[str]
    said: tuple[tuple[str, str], ...]

    @property
    def question(self) -> str:
        """The one of the questions that the newest words of a person are about."""
        asked = next(text for role, text in reversed(self.said) if role == "user")
        return next((one for one in QUESTIONS[:-1] if one in asked), HELLO)


def parts_of(seen: Seen) -> list[Part]:
    """The answer: calls first, then what came of them in few words."""
    if DELEGATE in seen.offered:
        return _orchestrator(seen)
    agent = next(name for name, tool in TOOLS.items() if tool in seen.offered)
    if seen.said[-1][0] == "tool":
        return [TextPart(text=f"Segundo {TOOLS[agent]}: veja os dados, com a fonte e a data.")]
    visa = VISA[seen.question]
    args = {
        "visa_agent": {"origin": "Brasil", "destination": "Portugal", "visa_type": visa},
        "document_agent": {"destination_country": "Portugal", "pathway": visa, "origin_country": "Brasil"},
        "timeline_agent": {"destination": "Portugal", "visa_type": visa},
    }[agent]
    return [ToolCallPart(id="call_1", name=TOOLS[agent], args=args)]


def _orchestrator(seen: Seen) -> list[Part]:
    if seen.question == HELLO:
        return [TextPart(text="Olá! O que você quer saber sobre a sua mudança?")]
    if seen.said[-1][0] == "tool":
        return [TextPart(text="Em resumo: os especialistas responderam, e cada valor traz a fonte e a data.")]
    task = TASK.format(seen.question)
    return [
        ToolCallPart(id=f"call_{at}", name=DELEGATE, args={"agent_name": agent, "task": task})
        for at, agent in enumerate(AGENTS[seen.question], start=1)
    ]


def script(request: ModelRequest) -> Line:
    """The same for a scripted model."""
    said = [(one.role, "".join(getattr(part, "text", "") for part in one.parts)) for one in request.messages]
    return parts_of(Seen(frozenset(tool.name for tool in request.tools), tuple(said)))


def wire(asked: Asked) -> bytes:
    """The same as a provider that speaks OpenAI's wire answers it."""
    said = tuple((one["role"], _text(one.get("content"))) for one in asked.json["messages"])
    offered = frozenset(tool["function"]["name"] for tool in asked.json.get("tools", []))
    parts = parts_of(Seen(offered, said))
    calls = any(isinstance(part, ToolCallPart) for part in parts)
    return CHAT.answer(asked, *parts, finish="tool_calls" if calls else "stop")


def _text(content: object) -> str:
    if isinstance(content, list):
        return "".join(str(one.get("text", "")) for one in content)
    return str(content or "")
