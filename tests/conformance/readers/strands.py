"""What a user of Strands reads: `python strands.py URL WORDS`. Imports nothing of ours."""

import sys

sys.path.pop(0)  # this file is called as the library is

from strands.agent.a2a_agent import A2AAgent

url, words = sys.argv[1:3]
result = A2AAgent(endpoint=url)(words)
print("\n".join(part["text"] for part in result.message["content"] if "text" in part))
