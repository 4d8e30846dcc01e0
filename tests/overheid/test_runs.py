"""Runs that meet something: another run, a stop, a dead tool server, a dead agent. Nothing loads for ever."""

import asyncio
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from loket_demos.overheid.content.catalogue import CAPABILITIES
from tests.loopback import Answer, Asked, Loopback, answering, never, reply
from tests.overheid.foreign import Stream, listening
from tests.servers import free_port
from tests.serving import Loket, serving_child, serving_here

AT_ONCE = 15.0
"""Sooner than the agent's deadline, on a busy machine, too."""
LETTER = "Besluit van 12 januari 2026. Ik maak bezwaar tegen de naheffing van € 74,80. Ik had al betaald."
ASKED = re.compile(r"A2UI: Deze stap is niet gelukt[.] .* Wilt u het opnieuw proberen[?]")


@asynccontextmanager
async def set_up(folder: Path, tools_port: int, agent_port: int) -> AsyncGenerator[Stream]:
    """An orchestrator that finds its tools and its agents at these ports, and a page on it."""
    agents = dict.fromkeys(("toeslagen", "bezwaar"), f"http://localhost:{agent_port}/")
    tools = f"http://127.0.0.1:{tools_port}/sse"
    front = serving_here(folder / "front", only="overheid", tools_url=tools, parts=agents)
    async with front as here, listening(here.url) as stream:
        yield await stream.greeted()


@asynccontextmanager
async def with_agent(folder: Path, name: str, answer: Answer) -> AsyncGenerator[tuple[Stream, Loopback]]:
    """A page on a server whose agent of this name answers so."""
    async with answering(answer) as agent:
        server = serving_here(folder, parts={name: f"{agent.url}/"})
        async with server as here, listening(here.url) as stream:
            yield await stream.greeted(), agent


async def part(stack: AsyncExitStack, folder: Path, name: str, port: int) -> Loket:
    child = serving_child(folder / name, "--only", name, "--port", str(port))
    return await stack.enter_async_context(child)


async def failed(stream: Stream, surface: str) -> Any:
    """The model after the failure: a plain question with two answers, and idle buttons."""
    await stream.until("error")
    model = stream.models[surface]
    assert model["status"]["loading"] is False
    assert ASKED.fullmatch(model["status"]["message"]), model["status"]["message"]
    assert [choice["id"] for choice in model["question"]["choices"]] == ["again", "stop"]
    assert [choice["label"] for choice in model["question"]["choices"]] == ["Opnieuw proberen", "Stoppen"]
    return model


async def test_a_dead_tool_server_is_said_and_the_flow_goes_on_when_it_is_back(tmp_path: Path) -> None:
    tools_port, agent_port = free_port(), free_port()
    async with AsyncExitStack() as stack, set_up(tmp_path, tools_port, agent_port) as stream:
        await part(stack, tmp_path, "overheid.toeslagen", agent_port)
        await stream.send("toeslagen/check", "toeslagen", regeling="Zorgtoeslag")
        model = await failed(stream, "toeslagen")
        assert "De dienst die dit doet, is nu niet bereikbaar." in model["status"]["message"]
        tools = await part(stack, tmp_path, "overheid.tools", tools_port)
        await stream.send("question/answer", "toeslagen", to=model["question"]["id"], choice="again")
        await stream.until("done", seconds=40)
        assert stream.models["toeslagen"]["question"] is None
        assert len(stream.models["toeslagen"]["results"]) == 3
        await tools.kill()
        await stream.send("toeslagen/check", "toeslagen", regeling="Zorgtoeslag")
        await failed(stream, "toeslagen")


async def test_a_dead_agent_keeps_what_was_found_and_a_repeat_asks_only_the_agent(tmp_path: Path) -> None:
    tools_port, agent_port = free_port(), free_port()
    async with AsyncExitStack() as stack, set_up(tmp_path, tools_port, agent_port) as stream:
        await part(stack, tmp_path, "overheid.tools", tools_port)
        await stream.send("toeslagen/check", "toeslagen", regeling="Zorgtoeslag")
        model = await failed(stream, "toeslagen")
        assert [section["kind"] for section in model["results"]] == ["documenten", "aandachtspunten"]
        agent = await part(stack, tmp_path, "overheid.toeslagen", agent_port)
        await stream.send("question/answer", "toeslagen", to=model["question"]["id"], choice="again")
        steps = await stream.until("done", seconds=40)
        named = {p["value"] for frame in steps for p in frame["patches"] if p["path"] == "/status/step"}
        assert named == {"explain_toeslagen", "done"}
        assert [section["kind"] for section in stream.models["toeslagen"]["results"]][2] == "verrijking"
        await agent.kill()
        await stream.send("bezwaar/analyse", "bezwaar", text=LETTER)
        model = await failed(stream, "bezwaar")
        await stream.send("question/answer", "bezwaar", to=model["question"]["id"], choice="stop")
        await stream.until("idle")
        model = stream.models["bezwaar"]
        assert (model["status"]["loading"], model["question"]) == (False, None)
        assert model["status"]["message"] == "A2UI: Gestopt. Wat al gevonden is, blijft staan."
        assert model["found"]["extract_entities"]["datum"] == "12 januari 2026"


async def test_the_same_question_can_fail_again_and_a_stop_event_answers_it_too(tmp_path: Path) -> None:
    async with set_up(tmp_path, free_port(), free_port()) as stream:
        await stream.send("toeslagen/check", "toeslagen")
        for _ in range(3):
            model = await failed(stream, "toeslagen")
            await stream.send("question/answer", "toeslagen", to=model["question"]["id"], choice="again")
        await failed(stream, "toeslagen")
        await stream.send("flow/stop", "toeslagen")
        await stream.until("idle")
        assert stream.models["toeslagen"]["question"] is None


def card(status: int = 200, **body: Any) -> Callable[[Asked], bytes]:
    return lambda asked: reply({"jsonrpc": "2.0", "id": asked.json["id"], **body}, status)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (card(500), "meldt een fout"),
        (card(error={"code": -32000, "message": "boom"}), "meldt een fout"),
        (card(result={"status": "ok", "data": {"items": "none"}}), "."),
        (card(result={"status": "error", "message": "kapot"}), "meldt een fout"),
        (lambda asked: reply(b"<html>"), "."),
        (lambda asked: None, "niet bereikbaar"),
    ],
)
async def test_an_agent_that_answers_nonsense_ends_in_a_plain_error(tmp_path: Path, answer: Answer, words: str) -> None:
    async with with_agent(tmp_path, "toeslagen", answer) as (stream, _):
        await stream.send("toeslagen/check", "toeslagen")
        await stream.until("error")
        status = stream.models["toeslagen"]["status"]
        assert status["loading"] is False and words in status["message"]
        assert not re.search(r"[{}<>\[\]]|boom|kapot|items", status["message"]), status["message"]
        assert len(stream.models["toeslagen"]["results"]) == 2


async def test_a_second_run_ends_the_first_and_nothing_of_it_arrives(tmp_path: Path) -> None:
    async with with_agent(tmp_path, "toeslagen", never) as (stream, agent):
        await stream.send("toeslagen/check", "toeslagen", regeling="Huurtoeslag", jaar=2024)
        await stream.until("explain_toeslagen")
        await stream.send("toeslagen/check", "toeslagen", regeling="Zorgtoeslag", jaar=2025)
        opened = await stream.opened("toeslagen")
        assert opened["dataModel"]["form"]["regeling"] == "Zorgtoeslag"
        frames = await stream.until("explain_toeslagen")
        assert all(frame["kind"] == "dataModelUpdate" for frame in frames) and len(frames) == 9
        assert stream.models["toeslagen"]["found"]["rules_lookup"]["regeling"] == "Zorgtoeslag"
        await stream.send("flow/stop", "toeslagen")
        await stream.until("idle")
        assert len(agent.asked) == 2


async def test_a_stop_and_a_reset_end_a_run_at_once(tmp_path: Path) -> None:
    async with with_agent(tmp_path, "bezwaar", never) as (stream, _):
        await stream.send("bezwaar/analyse", "bezwaar", text=LETTER)
        await stream.until("structure_bezwaar")
        await stream.send("flow/stop", surfaceId="bezwaar")
        await stream.until("idle", seconds=AT_ONCE)
        model = stream.models["bezwaar"]
        assert model["status"]["message"].startswith("A2UI: Gestopt") and not model["status"]["loading"]
        assert model["form"]["text"] == LETTER and model["found"]["classify_case"]
        await stream.send("bezwaar/analyse", "bezwaar", text=LETTER)
        await stream.until("structure_bezwaar")
        await stream.send("bezwaar/reset", "bezwaar")
        async with asyncio.timeout(AT_ONCE):
            opened = await stream.opened("bezwaar")
        assert opened["dataModel"]["found"] == {} and opened["dataModel"]["form"]["text"] == ""
        await stream.send("flow/stop", "bezwaar")
        await stream.send("flow/stop", "nowhere")
        await stream.send("nav/open", surfaceId="bezwaar")
        await stream.opened("bezwaar")
        assert stream.models["bezwaar"]["status"]["message"] == ""


async def test_both_flows_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here, listening(here.url) as stream:
        await stream.greeted()
        await asyncio.gather(
            stream.send("toeslagen/check", "toeslagen"), stream.send("bezwaar/analyse", "bezwaar", text=LETTER)
        )
        done: set[str] = set()
        while len(done) < 2:
            frame = await stream.next()
            if any(patch["value"] == "done" for patch in frame.get("patches", ())):
                done.add(frame["surfaceId"])
        assert len(stream.models["toeslagen"]["history"]) == len(stream.models["bezwaar"]["history"]) == 9


async def test_a_dead_bezwaar_agent_leaves_what_was_read_on_the_page(tmp_path: Path) -> None:
    """The reason as quoted, the office, the rules and their sources stand there, and the answer follows on a repeat."""
    dead = True

    async def agent(asked: Asked) -> bytes | None:
        structure = next(capability for capability in CAPABILITIES if capability.name == "structure_bezwaar")
        data = asked.json["params"]["message"]["parts"][0]["data"]
        answer = {"status": "ok", "data": await structure.call(data)}
        return None if dead else reply({"jsonrpc": "2.0", "id": asked.json["id"], "result": answer})

    async with with_agent(tmp_path, "bezwaar", agent) as (stream, _):
        await stream.send("bezwaar/analyse", "bezwaar", text=LETTER)
        await stream.until("error")
        (result,) = stream.models["bezwaar"]["results"]
        assert result["overview"]["gronden"] and result["overview"]["datum"] and result["overview"]["snippets"]
        assert result["bron"] and "draft_response" not in result
        dead = False
        question = stream.models["bezwaar"]["question"]
        await stream.send("question/answer", "bezwaar", to=question["id"], choice=question["choices"][0]["id"])
        await stream.until("done")
        assert stream.models["bezwaar"]["results"][0]["draft_response"]


@pytest.mark.parametrize(
    ("text", "words"), [("Hallo", "geen brief"), ("Dear Sir, I received a fine and I do not agree", "Nederlands")]
)
async def test_a_text_that_is_no_letter_gets_no_overview(tmp_path: Path, text: str, words: str) -> None:
    async with serving_here(tmp_path) as here, listening(here.url) as stream:
        await stream.greeted()
        await stream.send("bezwaar/analyse", "bezwaar", text=text)
        await stream.until("error")
        model = stream.models["bezwaar"]
        assert words in model["status"]["message"] and not model["status"]["loading"]
        assert model["results"] == [] and "structure_bezwaar" not in model["found"]
