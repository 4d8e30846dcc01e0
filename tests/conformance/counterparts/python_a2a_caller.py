"""Calls an agent of ours with python-a2a's client: `python python_a2a_caller.py URL VERSION WORDS`.

It speaks its own dialect, whatever VERSION says, and tells the states of tasks by its own names."""

import json
import sys
from pathlib import Path

from python_a2a import A2AClient, Message, MessageRole, Task, TextContent

if __name__ == "__main__":
    url, _, words = sys.argv[1:]
    client = A2AClient(url)
    assert client.get_agent_card().name not in ("", "Unknown Agent"), "it has read no card"
    heard, task = [], None
    for said in json.loads(Path(words).read_text()):
        message = Message(content=TextContent(text=said), role=MessageRole.USER).to_google_a2a()
        task = Task(message=message) if task is None else Task(id=task.id, session_id=task.session_id, message=message)
        task = client._send_task(task)  # the client has no other way to go on with a task
        told = task.status.message or {}
        parts = [part for artifact in task.artifacts for part in artifact["parts"]] + list(told.get("parts", ()))
        text = "\n".join(part["text"] for part in parts if part.get("type") == "text")
        files = [part["file"].get("name") for part in parts if part.get("type") == "file"]
        heard.append({"task": task.id, "state": task.status.state.value, "text": text, "files": files})
    print(json.dumps(heard))
