"""What a side of a scenario says, turn by turn, for agents that are not ours: its script, fixtures filled in."""

import json
import re
from typing import Any

from loket.core.data import JsonObject
from loket_demos.scenario.shapes import Scenario, ScenarioAgent

NAMED = re.compile(r"\{\{\s*([\w.\- ]+?)\s*\}\}")


def turns_of(scenario: Scenario, agent_id: str) -> list[JsonObject]:
    """Each message of this side: its text, its files as text, and whether it is the last."""
    agent = scenario.agent(agent_id)
    assert agent is not None
    outputs = {tool.tool_name: tool.fixtures[0].output for tool in agent.tools if tool.fixtures}
    return [
        {"text": filled(step.say, outputs), "files": [_file(agent, name) for name in step.attach], "end": step.end}
        for step in agent.script
        if step.say
    ]


def filled(text: str, outputs: dict[str, Any]) -> str:
    def put(named: re.Match[str]) -> str:
        value: Any = outputs
        for name in named[1].split("."):
            value = value.get(name, "") if isinstance(value, dict) else ""
        return value if isinstance(value, str) else json.dumps(value)

    return NAMED.sub(put, text)


def _file(agent: ScenarioAgent, wanted: str) -> JsonObject:
    """A document of the fixtures, by its docId or its name."""
    waiting: list[Any] = [fixture.output for tool in agent.tools for fixture in tool.fixtures]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if wanted in (value.get("docId"), value.get("name")) and "content" in value:
                content = value["content"]
                text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False, indent=2)
                return {"name": value["name"], "media": value.get("contentType", "text/markdown"), "text": text}
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    raise AssertionError(f"{agent.agent_id} has no document {wanted}")
