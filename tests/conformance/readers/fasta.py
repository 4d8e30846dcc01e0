"""What a user of the client of fasta2a (pydantic-ai) reads: `python fasta.py URL WORDS`. Imports nothing of ours."""

import asyncio
import sys
import uuid

from fasta2a.client import A2AClient
from fasta2a.schema import Message, Part

url, words = sys.argv[1:3]


async def main() -> None:
    message = Message(role="user", parts=[Part(text=words)], message_id=uuid.uuid4().hex)
    answer = await A2AClient(url, fetch_card=True).send_message(message)
    task = answer["result"]["task"]
    print("\n".join(part["text"] for one in task["artifacts"] for part in one["parts"] if "text" in part))


asyncio.run(main())
