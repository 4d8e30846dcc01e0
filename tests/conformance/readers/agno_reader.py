"""What a user of Agno's client reads: `python agno_reader.py URL WORDS [send|stream]`. Imports nothing of ours."""

import asyncio
import sys

from agno.client.a2a import A2AClient

url, words, way = sys.argv[1:4]


async def main() -> None:
    client = A2AClient(url, protocol="json-rpc")
    if way == "send":
        print((await client.send_message(words)).content)
        return
    async for event in client.stream_message(words):
        if event.content:
            print(event.content)


asyncio.run(main())
