"""Runs in an environment with the python-a2a SDK: its client asks the agent at the address given, and says what came.

Usage: python sdk_client.py URL"""

import json
import sys

from python_a2a import A2AClient, FunctionCallContent, FunctionParameter, Message, MessageRole, TextContent


def main(url: str) -> None:
    client = A2AClient(url)
    card = client.agent_card
    words = client.send_message(
        Message(content=TextContent(text="Is there space for a 10 year old?"), role=MessageRole.USER)
    )
    call = FunctionCallContent(name="check_team_availability_v1", parameters=[FunctionParameter(name="age", value=10)])
    answer = A2AClient(url).send_message(Message(content=call, role=MessageRole.USER))
    told = {
        "card": [card.name, [skill.id for skill in card.skills]],
        "words": getattr(words.content, "text", ""),
        "call": getattr(answer.content, "text", ""),
        "endpoint": client.endpoint_url,
    }
    print(json.dumps(told))


main(sys.argv[1])
