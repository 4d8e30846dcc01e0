"""A greeter made with python-a2a behind its own server: `python python_a2a_side.py PORT`. Imports nothing of ours."""

import sys

from python_a2a import A2AServer, agent, run_server, skill
from python_a2a.models import TaskState, TaskStatus


@agent(name="Greeter", description="Greets people.", version="1.0.0")
class Greeter(A2AServer):
    """Says what it was asked."""

    @skill(name="Greet", description="Greets somebody.", tags=["greeting"])
    def greet(self, name: str) -> str:
        """Greets somebody."""
        return f"Welcome, {name}!"

    def handle_task(self, task):
        asked = ((task.message or {}).get("content") or {}).get("text", str(task.message))
        task.artifacts = [{"parts": [{"type": "text", "text": f"Welcome! I was asked: {asked}"}]}]
        task.status = TaskStatus(state=TaskState.COMPLETED)
        return task


if __name__ == "__main__":
    port = int(sys.argv[1])
    run_server(Greeter(url=f"http://127.0.0.1:{port}"), host="127.0.0.1", port=port, debug=False)
