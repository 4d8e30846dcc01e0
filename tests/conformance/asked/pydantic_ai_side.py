"""A greeter made with pydantic-ai behind fasta2a, whose card describes no skill: `python pydantic_ai_side.py PORT`.

Imports nothing of ours."""

import sys

import uvicorn
from fasta2a.pydantic_ai import agent_to_a2a
from pydantic_ai import Agent
from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel


def answer(messages: list, info: AgentInfo) -> ModelResponse:
    """Says what it was asked; no key, no network."""
    parts = [part for one in messages if isinstance(one, ModelRequest) for part in one.parts]
    asked = [part.content for part in parts if isinstance(part, UserPromptPart)][-1]
    text = asked if isinstance(asked, str) else " | ".join(str(one) for one in asked)
    return ModelResponse(parts=[TextPart(f"Welcome! I was asked: {text}")])


if __name__ == "__main__":
    port = int(sys.argv[1])
    agent = Agent(FunctionModel(answer), name="Greeter")
    app = agent_to_a2a(agent, name="Greeter", description="Greets people.", url=f"http://127.0.0.1:{port}")
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="error")
