"""What a user of Google's ADK reads: `python adk.py URL WORDS [alone|tool|sub]`. Imports nothing of ours.

Alone, as the tool of an agent whose model plays a script, or as the sub-agent that this one hands the talk to."""

import asyncio
import logging
import sys
import warnings

from google.adk.agents import LlmAgent
from google.adk.agents.remote_a2a_agent import RemoteA2aAgent
from google.adk.models import BaseLlm, LlmResponse
from google.adk.runners import InMemoryRunner
from google.adk.tools.agent_tool import AgentTool
from google.genai import types

warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)
url, words, way = sys.argv[1:4]


class Scripted(BaseLlm):
    """Calls its one tool once, then repeats what it gave."""

    tool: str
    args: dict

    async def generate_content_async(self, llm_request, stream=False):
        back = [
            part.function_response
            for content in llm_request.contents
            for part in content.parts
            if part.function_response and part.function_response.name == self.tool
        ]
        if back:
            part = types.Part(text=str(back[-1].response.get("result", back[-1].response)))
        else:
            part = types.Part(function_call=types.FunctionCall(name=self.tool, args=self.args))
        yield LlmResponse(content=types.Content(role="model", parts=[part]))


async def main() -> None:
    remote = RemoteA2aAgent(name="remote", description="asks", agent_card=f"{url}/.well-known/agent-card.json")
    agent = remote
    if way == "tool":
        model = Scripted(model="scripted", tool="remote", args={"request": words})
        agent = LlmAgent(name="front", model=model, tools=[AgentTool(remote)])
    elif way == "sub":
        model = Scripted(model="scripted", tool="transfer_to_agent", args={"agent_name": "remote"})
        agent = LlmAgent(name="front", model=model, sub_agents=[remote])
    runner = InMemoryRunner(agent, app_name="kit")
    session = await runner.session_service.create_session(app_name="kit", user_id="ann")
    said = types.Content(role="user", parts=[types.Part(text=words)])
    told = []
    async for event in runner.run_async(user_id="ann", session_id=session.id, new_message=said):
        if event.error_message:
            told.append(f"ERROR {event.error_message}")
        if event.content and event.author != "user" and not event.partial:
            told += [part.text for part in event.content.parts if part.text and not part.thought]
    print("\n".join(told))


asyncio.run(main())
