"""What a user of the BeeAI framework reads: `python bee.py URL WORDS`. Imports nothing of ours."""

import asyncio
import sys

from beeai_framework.adapters.a2a.agents import A2AAgent
from beeai_framework.memory import UnconstrainedMemory

url, words = sys.argv[1:3]


async def main() -> None:
    agent = A2AAgent(url=url, memory=UnconstrainedMemory())
    print((await agent.run(words)).last_message.text)


asyncio.run(main())
