"""A greeter made with google-adk behind `to_a2a`: `python adk_side.py PORT`. Imports nothing of ours."""

import logging
import sys
from collections.abc import AsyncGenerator

import uvicorn
from google.adk.a2a.utils.agent_to_a2a import to_a2a
from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmRequest, LlmResponse
from google.genai import types


class Scripted(BaseLlm):
    """Says what it was asked; no key, no network."""

    async def generate_content_async(self, llm_request: LlmRequest, stream: bool = False) -> AsyncGenerator:
        asked = [part for one in llm_request.contents[-1:] for part in one.parts]
        text = " | ".join(part.text or str(part.inline_data) for part in asked)
        parts = [types.Part(text=f"Welcome! I was asked: {text}")]
        yield LlmResponse(content=types.Content(role="model", parts=parts), finish_reason=types.FinishReason.STOP)


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    port = int(sys.argv[1])
    agent = LlmAgent(name="greeter", description="Greets people.", model=Scripted(model="scripted"))
    uvicorn.run(to_a2a(agent, host="127.0.0.1", port=port), host="127.0.0.1", port=port, log_level="error")
