"""What the client of fasta2a (pydantic-ai) gives: `python fasta.py URL WORDS`. Imports nothing of ours."""

import asyncio
import json
import sys
import uuid

from fasta2a.client import A2AClient

url, words = sys.argv[1:3]


async def main() -> None:
    parts = [{"kind": "text", "text": words}]
    message = {"role": "user", "parts": parts, "kind": "message", "message_id": uuid.uuid4().hex}
    client = A2AClient(url, fetch_card=True)
    print(json.dumps(await client.send_message(message), ensure_ascii=False, default=str))


asyncio.run(main())
