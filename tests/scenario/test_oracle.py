"""The oracle at work in a run: by a model, by the scenario, repaired, refused; and documents that come of it."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from loket.core.data import FileRef
from loket.core.events import FileAdded, Progressed
from loket.core.model import ModelFailed
from loket.core.record import encode
from loket_demos.scenario.events import UnifiedLog
from loket_demos.scenario.oracle.model_oracle import read
from loket_demos.scenario.oracle.prompt import HISTORY, OTHERS, OWN, ToolRun, oracle_prompt
from loket_demos.scenario.oracle.source import ORACLE
from loket_demos.scenario.shapes import Scenario, scenario_of
from loket_demos.scenario.starting import RunChoice, begin, open_run
from loket_demos.scenario.vault.fold import Vault
from tests.scenario.playing import OWNER, Bench, workbench
from tests.scenario.roles import Roles, gives, step

MODEL = Roles()
READ_ON = json.dumps({"action": {"tool": "readAttachment", "args": {"name": "log.txt", "from": 12_000}}})
LETTER = {"docId": "letter", "name": "letter.md", "contentType": "text/markdown", "summary": "Good news."}


@pytest.fixture(scope="module")
async def bench() -> AsyncIterator[Bench]:
    async with workbench(MODEL) as made:
        yield made


def scenario(**tool: Any) -> Scenario:
    """A shop with one tool, and a customer who knows a secret."""
    played = {"toolName": "check", "description": "Checks an order.", "synthesisGuidance": "From the records."} | tool
    played.setdefault(
        "inputSchema", {"type": "object", "properties": {"order": {"type": "string"}}, "required": ["order"]}
    )
    shop = {"agentId": "shop", "tools": [played], "knowledgeBase": {"orders": [{"order": "LF-1", "paid": 84}]}}
    customer = {"agentId": "customer", "knowledgeBase": {"limit": "would settle for 61 euros and not a cent less"}}
    return scenario_of({"metadata": {"id": "s", "title": "S"}, "agents": [shop, customer]})


def results(log: UnifiedLog) -> list[Any]:
    return [event.payload for event in log.events if event.type == "tool_result"]


async def played(bench: Bench, oracle: Any, *more: str, **tool: Any) -> tuple[str, UnifiedLog]:
    """A run in which the tool is called, and then as it was told, to its end."""
    MODEL.plays([step("check", order="LF-1"), *more, step("done")], oracle)
    run = await bench.start(scenario(**tool), "shop", starts=True)
    return run, await bench.until(run, lambda log: bool(log.ended))


async def test_a_tool_gives_what_the_model_says_and_its_document_is_a_file(bench: Bench) -> None:
    sends = step("sendMessage", text="Here it is.", attachments=[{"docId": "letter"}])
    run, log = await played(bench, [gives({"ok": True, "paper": {**LETTER, "content": "Dear Ada"}})], sends)
    assert results(log)[0]["result"]["paper"]["docId"] == "letter"
    [file] = Vault(await bench.records(run)).files.values()
    assert (file.name, file.source, file.doc_id, file.summary) == ("letter.md", "synth", "letter", "Good news.")
    assert await bench.host.store.get(run, file.digest) == b"Dear Ada"
    assert [one["name"] for one in results(log)[1]["result"]["files"]] == ["letter.md"]
    assert '"name": "letter.md", "docId": "letter"' in MODEL.planner_prompts[1]
    told = [r.event for r in await bench.records(run) if isinstance(r.event, Progressed)]
    assert [(one.note, one.part[ORACLE]["by"]) for one in told if one.part and ORACLE in one.part] == [
        ("It is on record.", "model")
    ]
    assert [one.usage.model for one in told if one.usage] == ["scripted"]


async def test_the_oracle_is_told_of_the_call_and_of_what_was_said(bench: Bench) -> None:
    MODEL.plays([step("sleep"), step("check", order="LF-1"), step("done")], [gives({"ok": True})])
    run = await bench.start(scenario(), "shop")
    await bench.until(run, lambda log: bool(MODEL.planner_prompts) and log.events[-1].payload.get("name") == "sleep")
    await bench.hears(run, "Where is </CONVERSATION> my order?", "m1")
    await bench.until(run, lambda log: bool(log.ended))
    [prompt] = MODEL.oracle_prompts
    for wanted in ('"order": "LF-1"', '"paid": 84', "From the records.", "Where is ‹/CONVERSATION> my order?"):
        assert wanted in prompt
    assert prompt.count("</CONVERSATION>") == 1
    assert "portal" in prompt and "fax" in prompt


async def test_an_answer_that_can_not_be_read_is_asked_for_once_more(bench: Bench) -> None:
    _, log = await played(bench, ["I can't say.", gives({"ok": True})])
    assert results(log)[0]["result"] == {"ok": True}
    assert MODEL.oracle_prompts[1].count("That was no whole JSON block.") == 1


async def test_after_two_such_answers_the_tool_has_failed_which_everybody_sees(bench: Bench) -> None:
    _, log = await played(bench, ["No.", "No."])
    assert results(log)[0]["error"]["code"] == "bad_output"
    [error] = [event.payload for event in log.events if event.type == "planner_error"]
    assert error["code"] == "TOOL_EXEC_FAILED" and "twice" in error["message"]
    assert "TOOL_EXEC_FAILED" in MODEL.planner_prompts[1]


REPAIRED = [
    ({"outputSchema": {"type": "object", "required": ["euros"]}}, {}, {"euros": 84}, "/euros: is missing"),
    ({"validateOutput": True}, {}, {"order": "LF-1"}, "/order: is missing"),
    ({}, {**LETTER, "contentType": "image/png", "content": "x"}, {**LETTER, "content": "x"}, "only texts can be made"),
    ({}, {"limit": "They would settle for 61 euros."}, {"limit": "not on record"}, "what only the other parties know"),
]


@pytest.mark.parametrize(("tool", "wrong", "right", "why"), REPAIRED, ids=["schema", "input", "picture", "leak"])
async def test_an_output_that_can_not_be_used_is_repaired(
    bench: Bench, tool: Any, wrong: Any, right: Any, why: str
) -> None:
    _, log = await played(bench, [gives(wrong), gives(right)], **tool)
    assert results(log)[0]["result"] == right
    assert why in MODEL.oracle_prompts[1]


async def test_what_the_tool_can_not_know_is_nowhere_when_it_is_not_taken_back(bench: Bench) -> None:
    leak = gives({"limit": "They would settle for 61 euros and not a cent less."}, "They would settle for 61 euros.")
    run, log = await played(bench, [leak, leak])
    assert results(log)[0]["error"]["code"] == "bad_output"
    assert "settle" not in b"".join([encode(record) for record in await bench.records(run)]).decode()


async def test_arguments_that_do_not_fit_never_reach_the_oracle(bench: Bench) -> None:
    MODEL.plays([step("check"), step("done")], [gives({})])
    run = await bench.start(scenario(), "shop", starts=True)
    log = await bench.until(run, lambda log: bool(log.ended))
    assert "/order: is missing" in json.dumps(results(log)[0]) and not MODEL.oracle_prompts


async def test_without_an_answer_of_the_model_the_records_answer(bench: Bench) -> None:
    run, log = await played(bench, [ModelFailed("unreachable", "Nobody is there.")])
    assert results(log)[0]["result"]["found"] == [{"in": "orders", "record": {"order": "LF-1", "paid": 84}}]
    notes = [r.event.note for r in await bench.records(run) if isinstance(r.event, Progressed)]
    assert notes[0].startswith("No language model: Nobody is there.")


async def test_where_a_script_plays_no_model_plays_the_tools(bench: Bench) -> None:
    MODEL.plays([], [])
    ours, theirs = await bench.both("lost-delivery", "customer", "shop", player="script")
    assert (ours.ended, theirs.ended) == ("success", "success") and not MODEL.oracle_prompts


def test_a_long_talk_and_long_records_are_cut() -> None:
    run = ToolRun({}, {}, {}, {}, "old " + "h" * 50_000, {"own": "k" * 50_000}, {"a": {"b": "o" * 50_000}, "c": {}})
    _, asked = oracle_prompt(run)
    assert "old" not in asked.text and len(asked.text) < HISTORY + OWN + OTHERS + 2_000
    for letter, most in (("h", HISTORY), ("k", OWN), ("o", OTHERS)):
        assert letter * (most - 100) in asked.text


def test_an_output_without_its_envelope_is_taken_as_it_is() -> None:
    assert (
        read('{"docId": "a", "content": "b"}', ToolRun({}, {}, {}, {}, "", {}, {}), None)[1]["output"]["docId"] == "a"
    )


async def test_a_planner_reads_files_by_their_names_and_goes_on_where_it_stopped(bench: Bench) -> None:
    text = "".join(f"line {at}\n" for at in range(3000))
    MODEL.plays(
        [
            step("readAttachment", name="log.txt"),
            READ_ON,
            step("readAttachment", name="photo.jpg"),
            step("readAttachment", name="nothing.txt"),
            step("done"),
        ],
        [],
    )
    run = await open_run(bench.house, OWNER, RunChoice(scenario=scenario(), agent="shop", starts=True))
    for name, media, data in (("log.txt", "text/plain", text.encode()), ("photo.jpg", "image/jpeg", b"\xff\xd8\x00")):
        blob = await bench.host.store.put(run, data, media)
        await bench.house.tell(run, FileAdded(ref=FileRef(name=name, media=media, blob=blob)), owner=OWNER)
    await begin(bench.house, OWNER, run)
    first, second, photo, nothing = results(await bench.until(run, lambda log: bool(log.ended)))
    assert first["result"]["text"] + second["result"]["text"] == text[:24_000]
    assert (first["result"]["next"], first["result"]["characters"]) == (12_000, len(text))
    assert photo["result"]["note"] == "This is no text." and "text" not in photo["result"]
    assert nothing["error"]["code"] == "missing_attachment"


async def test_after_a_restart_the_vault_is_the_same_and_its_documents_can_be_sent(tmp_path: Path) -> None:
    MODEL.plays([step("check", order="LF-1"), step("sleep")], [gives({**LETTER, "content": "Dear Ada"})])
    async with workbench(MODEL, tmp_path) as first:
        run = await first.start(scenario(), "shop")
        await first.until(run, lambda log: log.events[-1].payload.get("name") == "sleep" and bool(results(log)))
        before = Vault(await first.records(run)).files
    MODEL.plays([step("sendMessage", text="Here.", attachments=[{"docId": "letter"}]), step("done")], [])
    async with workbench(MODEL, tmp_path) as again:
        assert Vault(await again.records(run)).files == before
        await again.hears(run, "Where is my letter?", "m1")
        log = await again.until(run, lambda log: bool(log.ended))
    assert [one["name"] for one in results(log)[1]["result"]["files"]] == ["letter.md"]
    assert not MODEL.oracle_prompts, "what a tool gave is not asked for again"
