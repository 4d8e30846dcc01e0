"""A greeter made with LangGraph, in its own server, whose cards stand behind a query: `python langgraph_side.py PORT`.

Imports nothing of ours."""

import json
import os
import sys
import tempfile
from pathlib import Path

from langchain_core.messages import AIMessage
from langgraph.graph import START, MessagesState, StateGraph


def greet(state: MessagesState) -> MessagesState:
    """Says what it was asked."""
    asked = state["messages"][-1].content
    text = asked if isinstance(asked, str) else " | ".join(part.get("text", str(part)) for part in asked)
    return {"messages": [AIMessage(f"Welcome! I was asked: {text}")]}


graph = StateGraph(MessagesState).add_node("greet", greet).add_edge(START, "greet").compile(name="greeter")

if __name__ == "__main__":
    home = Path(tempfile.mkdtemp(prefix="greeter-"))
    (home / "langgraph.json").write_text(
        json.dumps({"dependencies": ["."], "graphs": {"greeter": f"{__file__}:graph"}})
    )
    os.chdir(home)
    os.environ |= {"LANGSMITH_TRACING": "false", "LANGGRAPH_CLI_NO_ANALYTICS": "1"}
    cli = Path(sys.executable).with_name("langgraph")
    told = ("dev", "--no-browser", "--no-reload", "--host", "127.0.0.1", "--port", sys.argv[1])
    os.execv(cli, (str(cli), *told))
