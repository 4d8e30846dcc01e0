"""The oracle that asks a language model: once, and once more when the answer can't be used, saying what is wrong."""

from collections.abc import Callable
from dataclasses import dataclass

from loket.core.data import Json, JsonObject
from loket.core.model import Model, ModelMessage, ModelRequest, ModelSettings
from loket.core.shapes import text_at
from loket.core.tool import ToolFailed
from loket.house.checking import problems
from loket_demos.scenario.complete_request import LoggingMetadata
from loket_demos.scenario.oracle.disclosure import disclosed
from loket_demos.scenario.oracle.documents import gathered
from loket_demos.scenario.oracle.prompt import ToolRun, again, oracle_prompt
from loket_demos.scenario.oracle.rescue import rescued

DEADLINE = 55.0
"""Seconds of one answer: two of them fit into the call."""
MOST_REASONING = 500


@dataclass(frozen=True)
class Imagined:
    """An output of the model, and its reason."""

    reasoning: str
    output: Json


async def imagined(model: Model, run: ToolRun, schema: JsonObject | None, about: LoggingMetadata) -> Imagined:
    """What the tool gives. ToolFailed `bad_output` when two answers could not be used; ModelFailed when there was none.
    `schema`: what the output must fit, where the scenario says so. `about`: whose call it is."""
    prompt = oracle_prompt(run)
    first = await model.complete(_request(prompt, about))
    wrong, made = read(first.text, run, schema)
    if wrong:
        second = await model.complete(_request(again(prompt, first.text, wrong), about))
        wrong, made = read(second.text, run, schema)
    if wrong:
        raise ToolFailed("bad_output", f"The oracle gave nothing that can be used, twice. {_tellable(wrong)}")
    reasoning = text_at(made, "reasoning")[:MOST_REASONING]
    return Imagined(reasoning or "The oracle gave no reason.", made.get("output"))


def read(text: str, run: ToolRun, schema: JsonObject | None) -> tuple[str, JsonObject]:
    """An answer as an object with `reasoning` and `output`; or what is wrong with it, for the model to read."""
    block = rescued(text, "output")
    if block is None:
        return "That was no whole JSON block.", {}
    made: JsonObject = block if "output" in block else {"reasoning": "", "output": block}
    checks: tuple[Callable[[], str], ...] = (
        lambda: _misfit(made["output"], schema),
        lambda: " ".join(gathered(made["output"]).problems),
        lambda: _leaked(made["output"], run),
    )
    return next((wrong for check in checks if (wrong := check())), ""), made


LEAKED = "The output gives away what only the other parties know: "


def _leaked(output: Json, run: ToolRun) -> str:
    pieces = disclosed(output, run.others.values(), run.public)
    return f"{LEAKED}{'; '.join(pieces[:5])}. This tool can't know that: leave it out." if pieces else ""


def _tellable(wrong: str) -> str:
    """What is wrong, for the log: without what must not be known there."""
    return f"{LEAKED.rstrip(': ')}." if wrong.startswith(LEAKED) else wrong


def _misfit(output: Json, schema: JsonObject | None) -> str:
    if schema is None:
        return ""
    listed = "; ".join(str(problem) for problem in problems(schema, output)[:5])
    return f"The output does not fit the schema of this tool: {listed}." if listed else ""


def _request(messages: tuple[ModelMessage, ...], about: LoggingMetadata) -> ModelRequest:
    settings = ModelSettings(deadline=DEADLINE)
    return ModelRequest(messages=messages, conversation=about.conversation_id, settings=settings, about=about.labels)
