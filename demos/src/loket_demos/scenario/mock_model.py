"""The provider `mock`: a model that needs no key and always answers the same prompt with the same words."""

import hashlib
import json

from loket.core.model import ModelRequest
from loket.models.scripted import ScriptedModel

NAME = "mock"
SHOWN = 200
"""Characters of the last message that an answer repeats."""


def mock_model() -> ScriptedModel:
    """A fresh one; it keeps nothing that the next one would need."""
    return ScriptedModel(_answer, NAME)


def _answer(request: ModelRequest) -> str:
    """A planner's prompt is answered with one step that does nothing, any other with the words it ends with."""
    prompt = "\n".join(message.text for message in request.messages)
    mark = hashlib.sha256(prompt.encode("utf-8", "replace")).hexdigest()[:8]
    if "<TOOLS>" in prompt:
        return json.dumps(
            {"reasoning": f"This is the mock provider ({mark}).", "action": {"tool": "sleep", "args": {}}}
        )
    asked = next((message.text for message in reversed(request.messages) if message.role == "user"), "")
    return f"Mock answer {mark}: {' '.join(asked.split())[:SHOWN] or 'nothing was asked.'}"
