"""The pieces of the bench with a language model: model, browser, counting, ours as a contender, the page."""

import ast
import json
import sys
from pathlib import Path

import pytest
import uvloop

from bench.browser import BadAnswer, Browser, Seen
from bench.model_report import COLUMNS, OURS, medians, table, targets
from bench.model_turns import CONTENDERS, ROOT, measured
from bench.prompt_bytes import alike, counted
from bench.report import part
from bench.script import ARGUMENTS, ROOT_PLAN
from bench.scripted_model import SPECIALIST_WORDS, WORDS, Ledger, Response, model_served, response_to

PEERS = [contender for contender in CONTENDERS if contender.module]


def asked(tools: tuple[str, ...], results: int) -> dict[str, object]:
    schema = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
    functions = [{"type": "function", "function": {"name": name, "parameters": schema}} for name in tools]
    answers = [{"role": "tool", "tool_call_id": "x", "content": "{}"}] * results
    return {"messages": [{"role": "user", "content": "turn=t1"}, *answers], "tools": functions, "stream": True}


def name_of(response: Response) -> str:
    return json.loads(response.whole())["choices"][0]["message"]["tool_calls"][0]["function"]["name"]


def test_the_model_follows_the_script_by_the_request_alone() -> None:
    root = [response_to(asked(ROOT_PLAN, done)) for done in range(4)]
    assert [name_of(response) for response in root[:3]] == list(ROOT_PLAN)
    assert json.loads(root[3].whole())["choices"][0]["message"]["content"] == "".join(WORDS) and root[3].is_answer
    called, spoken = (response_to(asked(("tool_c",), done)) for done in range(2))
    assert name_of(called) == "tool_c" and len(spoken.deltas) == len(SPECIALIST_WORDS) and not spoken.is_answer
    arguments = json.loads(called.whole())["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"]
    assert json.loads(arguments) == json.loads(ARGUMENTS)


async def test_a_browser_reads_the_words_as_they_come_and_misses_none() -> None:
    async with model_served(pace=0.0) as (url, ledger):
        ledger.keep()
        browser, seen = Browser(int(url.split(":")[2].removesuffix("/v1"))), Seen(WORDS[0].encode())
        async for piece in browser.stream("POST", "/v1/chat/completions", json.dumps(asked(ROOT_PLAN, 3)).encode()):
            seen.add(piece)
            if b"[DONE]" in piece:
                break
        whole = await browser.post("/v1/chat/completions", asked(("tool_c",), 1) | {"stream": False})
        browser.close()
    seen.verify(WORDS)
    assert ledger.firsts["t1"] <= seen.first <= ledger.lasts["t1"] or seen.first >= ledger.firsts["t1"]
    assert json.loads(whole)["choices"][0]["finish_reason"] == "stop" and len(ledger.requests) == 2
    with pytest.raises(BadAnswer):
        Seen(b"x", bytearray(b"tok0 tok2 ")).verify(WORDS)


def test_bytes_that_repeat_are_those_at_the_beginning() -> None:
    assert [alike(b"abc", b"abcd"), alike(b"abc", b"axc"), alike(b"", b"a")] == [3, 1, 0]
    bodies = [json.dumps(asked(ROOT_PLAN, done)).encode() for done in (0, 1, 2)]
    specialist = json.dumps(asked(("tool_c",), 0)).encode()
    total, kept = counted([bodies[0], specialist, *bodies[1:]])
    assert total > kept > total * 0.8
    assert counted(bodies)[1] == kept, "a specialist's prompt is of another scope"


def test_ours_is_measured_and_stands_in_the_table() -> None:
    numbers = uvloop.run(measured(CONTENDERS[0], sys.executable, 0.02, pace=0.005))
    assert numbers.keys() == COLUMNS.keys() and all(value >= 0 for value in numbers.values())
    kept = {OURS: medians([numbers]), "other": {name: value + 1 for name, value in numbers.items()}}
    lines = targets(kept, {OURS: (100, 97), "other": (100, 96)})
    assert sum(line.met is True for line in lines.values()) >= 6
    shown = {name: {"value": line.value, "unit": line.unit, "target": line.target, "met": line.met}
             for name, line in lines.items()}  # fmt: skip
    page = part("Turns", {"table": table(kept), "lines": shown, "note": "n"})
    assert "| loket | " in page and "times better than the best of the others (other)" in page


@pytest.mark.parametrize("contender", PEERS, ids=[contender.name for contender in PEERS])
def test_a_peer_is_a_program_with_pins_of_its_own(contender: object) -> None:
    peer = next(one for one in PEERS if one is contender)
    path = ROOT / "bench" / "peers" / f"{peer.module}.py"
    names = {node.id for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Name)}
    assert {"served", "made", "RESULT"} <= names
    pins = (Path(ROOT) / "bench" / "peers" / f"{peer.environment}.txt").read_text("utf-8").lower().splitlines()
    assert all(line.count("==") == 1 for line in pins)
    assert {"uvicorn", "uvloop", "httptools", "fastapi"} <= {line.partition("==")[0] for line in pins}


def test_nothing_is_kept_of_requests_unless_it_is_wanted() -> None:
    assert not Ledger().kept
