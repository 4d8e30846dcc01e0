"""What a specialist is declared as: data, from which an assistant is made."""

from loket.core.data import Frozen


class AgentDefinition(Frozen):
    """A specialist. `label` is what its card is called, `description` what the orchestrator chooses it by, `prompt`
    what a model is told, `tools` the names of those it may call."""

    name: str
    label: str
    label_en: str
    description: str
    prompt: str
    tools: tuple[str, ...]


def prompt_of(who: str, does: str) -> str:
    """The prompt of a specialist of one field."""
    return (
        f"You are {who}. {does} Use your tools for precise answers, each tool at most once, and state nothing that "
        "they do not say: no fee, term, document or visa of your own. Give the year and the source of every fee and "
        "term, and say what is suspended, uncertain or not known. You inform, you are no lawyer and give no legal "
        "advice. Never ask for personal data (names, numbers of documents, addresses, health). Answer in Brazilian "
        "Portuguese, or in English when the context says so. Be concise: your answer goes to an orchestrator."
    )
