"""Every field of the contract's scenario is read, in its envelope and under the names of earlier versions as well."""

from typing import Any

import pytest

from loket.core.errors import Invalid
from loket_demos.scenario.shapes import scenario_of

TOOL = {
    "toolName": "pay",
    "description": "Pays.",
    "inputSchema": {"type": "object", "properties": {"sum": {"type": "number"}}, "required": ["sum"]},
    "synthesisGuidance": "To the cent.",
    "endsConversation": True,
    "conversationEndStatus": "success",
}
AGENT = {
    "agentId": "shop",
    "principal": {"type": "organization", "name": "Spoke", "description": "Repairs."},
    "situation": "Quiet.",
    "systemPrompt": "Be fair.",
    "goals": ["Agree"],
    "tools": [TOOL],
    "knowledgeBase": {"a": 1},
    "messageToUseWhenInitiatingConversation": "Hello.",
}
ABOUT = {"id": "s", "title": "S", "description": "D", "background": "B", "challenges": ["C"], "tags": ["T"]}
SHARED = {
    "facts": ["F"],
    "documents": [{"id": "d", "title": "Doc", "type": "form"}],
    "references": [{"title": "R", "url": "https://r.example"}],
}
WHOLE = {"metadata": ABOUT, "agents": [AGENT], "knowledge": SHARED}


@pytest.mark.parametrize("raw", [WHOLE, {"config": WHOLE}, {**WHOLE, "more": 1}], ids=["bare", "config", "unknown"])
def test_every_field_is_read(raw: Any) -> None:
    assert scenario_of(raw).model_dump(mode="json", by_alias=True, exclude_defaults=True) == {
        **WHOLE,
        "agents": [{**AGENT, "principal": {"name": "Spoke", "description": "Repairs."}}],
    }


def test_names_of_earlier_versions_mean_the_same() -> None:
    early = {**AGENT, "agentId": {"id": "shop"}, "initialMessage": "Hello."}
    del early["messageToUseWhenInitiatingConversation"]
    assert scenario_of({**ABOUT, "agents": [early], "knowledge": SHARED}) == scenario_of(WHOLE)


def test_what_can_not_be_read_is_said_with_its_place() -> None:
    with pytest.raises(Invalid, match=r"agents\[0\]\.principal\.type"):
        scenario_of({**WHOLE, "agents": [{**AGENT, "principal": {"type": "robot"}}]})
