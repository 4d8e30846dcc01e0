"""What a client shows that follows a 0.3 stream and then reads the history of the task, as banterop's does:
`python history.py URL WORDS`. The wire alone, with nothing of ours and nothing of theirs."""

import json
import sys
import urllib.request
import uuid

url, words = sys.argv[1:3]


def call(method: str, params: dict) -> list[dict]:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        text = answer.read().decode()
    frames = [line[6:] for line in text.splitlines() if line.startswith("data: ")] or [text]
    return [json.loads(frame)["result"] for frame in frames]


message = {"kind": "message", "role": "user", "messageId": uuid.uuid4().hex, "parts": [{"kind": "text", "text": words}]}
frames = call("message/stream", {"message": message})
assert frames[-1]["final"], "the stream ended without saying so"
[task] = call("tasks/get", {"id": frames[0]["id"]})
status = task["status"].get("message")
said = [status] if status else [line for line in task["history"] if line["role"] == "agent"]
print("\n".join(part["text"] for part in said[-1]["parts"] if part["kind"] == "text"))
