"""A side of a scenario made with google-adk, behind its own A2A server: `python adk_side.py TURNS VERSION LOG PORT`.

Its model plays the turns in order, by how many messages there were in the session. Imports nothing of ours."""

import json
import logging
import sys
from collections.abc import AsyncGenerator
from pathlib import Path

import uvicorn
from google.adk.a2a.utils.agent_to_a2a import to_a2a
from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmRequest, LlmResponse
from google.genai import types


class Scripted(BaseLlm):
    """A model that says what stands in a file; no key, no network."""

    turns: list
    log: str

    def note(self, messages: int) -> None:
        with Path(self.log).open("a") as log:
            log.write(json.dumps({"messages": messages}) + "\n")

    async def generate_content_async(self, llm_request: LlmRequest, stream: bool = False) -> AsyncGenerator:
        asked = [one for one in llm_request.contents if one.role == "user"]
        self.note(len(asked))
        turn = self.turns[min(len(asked), len(self.turns)) - 1]
        parts = [types.Part(text=turn["text"])]
        parts += [types.Part.from_bytes(data=f["text"].encode(), mime_type="text/plain") for f in turn["files"]]
        yield LlmResponse(content=types.Content(role="model", parts=parts), finish_reason=types.FinishReason.STOP)


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    said, _, log, port = sys.argv[1:]
    model = Scripted(model="scripted", turns=json.loads(Path(said).read_text()), log=log)
    agent = LlmAgent(name="side", description="Plays one side of a scenario.", instruction="Talk.", model=model)
    uvicorn.run(to_a2a(agent, host="127.0.0.1", port=int(port)), host="127.0.0.1", port=int(port), log_level="error")
