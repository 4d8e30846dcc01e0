"""What a user of Microsoft's Agent Framework reads: `python maf.py URL WORDS`. Imports nothing of ours."""

import asyncio
import sys

import httpx
from a2a.client.card_resolver import A2ACardResolver
from agent_framework_a2a import A2AAgent

url, words = sys.argv[1:3]


async def main() -> None:
    async with httpx.AsyncClient(timeout=60) as http:
        card = await A2ACardResolver(http, url).get_agent_card()
        async with A2AAgent(name="remote", agent_card=card, url=url) as agent:
            print((await agent.run(words)).text)


asyncio.run(main())
