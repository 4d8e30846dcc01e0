"""What a user of the Python SDK reads, 1.3 or 0.3: `python sdk.py URL WORDS BINDING`. Imports nothing of ours."""

import asyncio
import sys
import uuid
from importlib.metadata import version

import httpx
from a2a import types
from a2a.client import ClientConfig, ClientFactory
from a2a.client.card_resolver import A2ACardResolver

url, words, binding = sys.argv[1:4]
OLD = version("a2a-sdk").startswith("0.")


def text(holder) -> str:
    parts = [getattr(part, "root", part) for part in getattr(holder, "parts", ())]
    return "\n".join(part.text for part in parts if getattr(part, "text", ""))


async def main() -> None:
    async with httpx.AsyncClient(timeout=60) as http:
        card = await A2ACardResolver(http, url).get_agent_card()
        if OLD:
            config = ClientConfig(httpx_client=http, supported_transports=[binding], use_client_preference=True)
            message = types.Message(
                message_id=uuid.uuid4().hex, role="user", parts=[types.Part(root=types.TextPart(text=words))]
            )
            async for answer in ClientFactory(config).create(card).send_message(message):
                task = answer[0] if isinstance(answer, tuple) else answer
        else:
            config = ClientConfig(httpx_client=http, supported_protocol_bindings=[binding], streaming=False)
            message = types.Message(
                message_id=uuid.uuid4().hex, role=types.Role.ROLE_USER, parts=[types.Part(text=words)]
            )
            request = types.SendMessageRequest(message=message)
            async for answer in ClientFactory(config).create(card).send_message(request):
                task = answer.task if answer.HasField("task") else answer.message
    status = task.status.message if task.status.message else None
    print("\n".join(filter(None, [text(status) if status else "", *(text(one) for one in task.artifacts or ())])))


asyncio.run(main())
