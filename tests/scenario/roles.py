"""A model that plays both roles of a run by a script: the planner's steps, and the tools."""

import json
from collections.abc import Iterable
from typing import Any

from loket.core.model import ModelRequest, ModelResponse
from loket.models.scripted import Line, ScriptedModel


class Roles(ScriptedModel):
    """`oracle` are the lines of the tools, those of the planner come before; `seen` are the prompts of each role."""

    def __init__(self) -> None:
        super().__init__(())
        self.plays((), ())

    def plays(self, planner: Iterable[Line], oracle: Iterable[Line] | None) -> None:
        """Other lines from now on. Without any for the oracle it echoes its prompt as the output of the tool."""
        self._planner, self._oracle = ScriptedModel(planner), ScriptedModel(_echo if oracle is None else oracle)

    async def complete(self, request: ModelRequest) -> ModelResponse:
        plans = "<RESPONSE_FORMAT>" in request.messages[0].text
        return await (self._planner if plans else self._oracle).complete(request)

    @property
    def planned(self) -> list[ModelRequest]:
        return self._planner.requests

    @property
    def played(self) -> list[ModelRequest]:
        return self._oracle.requests

    @property
    def planner_prompts(self) -> list[str]:
        return [_text(request) for request in self._planner.requests]

    @property
    def oracle_prompts(self) -> list[str]:
        return [_text(request) for request in self._oracle.requests]


def step(tool: str, why: str = "because", **args: Any) -> str:
    return json.dumps({"reasoning": why, "action": {"tool": tool, "args": args}})


def gives(output: Any, why: str = "It is on record.") -> str:
    return f"```json\n{json.dumps({'reasoning': why, 'output': output})}\n```"


def _echo(request: ModelRequest) -> str:
    return gives({"all": _text(request)})


def _text(request: ModelRequest) -> str:
    return "\n".join(message.text for message in request.messages)
