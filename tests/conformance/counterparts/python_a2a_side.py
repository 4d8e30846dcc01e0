"""A side of a scenario made with python-a2a: `python python_a2a_side.py TURNS VERSION LOG PORT`. Imports none of ours.

It speaks its own dialect, whatever VERSION says. It hands no files over: its messages have one content each."""

import json
import sys
from pathlib import Path

from python_a2a import A2AServer, AgentCard, AgentSkill, TaskState, TaskStatus, run_server


class Scripted(A2AServer):
    """Says its turns in order, in each task anew."""

    def __init__(self, turns: list[dict], log: Path, card: AgentCard) -> None:
        super().__init__(agent_card=card)
        self.turns, self.log, self.said = turns, log, {}

    def handle_task(self, task):
        with self.log.open("a") as log:
            log.write(json.dumps({"id": (task.message or {}).get("messageId"), "task": task.id}) + "\n")
        at = self.said.get(task.id, 0)
        self.said[task.id] = at + 1
        turn = self.turns[at] if at < len(self.turns) else {"text": "That is all.", "end": True}
        task.artifacts = [{"parts": [{"type": "text", "text": turn["text"]}]}]
        state = TaskState.COMPLETED if turn["end"] else TaskState.INPUT_REQUIRED
        told = {"role": "agent", "content": {"type": "text", "text": turn["text"]}}
        task.status = TaskStatus(state=state, message=None if turn["end"] else told)
        return task


if __name__ == "__main__":
    said, _, log, port = sys.argv[1:]
    url = f"http://127.0.0.1:{port}"
    skill = AgentSkill(name="Talk", description="Talks.", tags=["talk"])
    about = "Plays one side of a scenario."
    card = AgentCard(name="Scripted side", description=about, url=url, version="1.0.0", skills=[skill])
    run_server(Scripted(json.loads(Path(said).read_text()), Path(log), card), host="127.0.0.1", port=int(port))
