"""Runs in an environment with the python-a2a SDK: an agent made with its server, on the port given.

Usage: python sdk_server.py PORT"""

import json
import sys

from python_a2a import A2AServer, AgentCard, AgentSkill, TaskState, TaskStatus, run_server


class Rowing(A2AServer):
    """Tells whether a boat is free; understands a data part and words."""

    def handle_task(self, task):
        message = task.message or {}
        parts = message.get("parts") or [message.get("content") or {}]
        data = next((part.get("data") for part in parts if part.get("type") == "data"), None)
        text = " ".join(part.get("text", "") for part in parts if part.get("type") == "text")
        told = "data" if data else "words"
        answer = f"The boat Heron is free on Sunday; I understood your {told}."
        task.artifacts = [{"parts": [{"type": "text", "text": answer}]}]
        task.metadata = {"seen": json.dumps([data, text])}
        task.status = TaskStatus(state=TaskState.COMPLETED)
        return task


card = AgentCard(
    name="Oar and Anchor Rowing Club",
    description="Boats and courses of a rowing club.",
    url=f"http://127.0.0.1:{sys.argv[1]}",
    version="1.0.0",
    skills=[
        AgentSkill(
            name="Boat availability",
            id="boat_free",
            description="Tells which rowing boats are free.",
            tags=["rowing", "boats"],
            examples=["Is a rowing boat free on Sunday?"],
        )
    ],
)
run_server(Rowing(agent_card=card), host="127.0.0.1", port=int(sys.argv[1]))
