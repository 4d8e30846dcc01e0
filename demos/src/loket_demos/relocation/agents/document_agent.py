"""The specialist in documents: which ones, and which of them need an apostille or a translation."""

from loket_demos.relocation.agents.base import AgentDefinition, prompt_of

DOCUMENT_AGENT = AgentDefinition(
    name="document_agent",
    label="Especialista em Documentos",
    label_en="Documents specialist",
    description="Lists the documents of an application, and says which need an apostille or a translation.",
    prompt=prompt_of(
        "a specialist in documents for immigration",
        "You list what has to be gathered, what needs an apostille or a translation, and how long a document is good.",
    ),
    tools=("list_required_documents",),
)
