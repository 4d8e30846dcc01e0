"""When a step is taken and when none is; and what the model is asked for it."""

import base64
import json
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from loket.core.data import FileRef
from loket.core.events import AgentSaid, Decided, FileAdded, Rated, UserSaid
from loket.core.model import ModelRequest
from loket.engine.prompting import request_of
from loket_demos.scenario.planner.runaway import EVENTS_SPENT
from loket_demos.scenario.shipped import scenario_named
from loket_demos.scenario.starting import RunChange, RunChoice, begin, change, halt, open_run
from tests.scenario.counterpart import OtherAgent, Turn
from tests.scenario.playing import OWNER, Bench, workbench
from tests.scenario.roles import Roles, gives, step
from tests.servers import serving

MODEL = Roles()


@pytest.fixture(scope="module")
async def bench() -> AsyncIterator[Bench]:
    async with workbench(MODEL) as made:
        yield made


async def opened(bench: Bench, **choice: object) -> str:
    shop = RunChoice.model_validate({"scenario": scenario_named("lost-delivery"), "agent": "shop", **choice})
    return await open_run(bench.house, OWNER, shop)


async def user(bench: Bench, run: str) -> int:
    return await bench.house.tell(run, UserSaid(text="How does it go?"), owner=OWNER)


async def agent(bench: Bench, run: str) -> int:
    return await bench.hears(run, "Where is my lamp?", "m1")


async def status(bench: Bench, run: str) -> int:
    return await bench.house.tell(run, AgentSaid(agent="other", state="working"), owner=OWNER, by="agent")


async def file(bench: Bench, run: str) -> int:
    blob = await bench.host.store.put(run, b"84 euros", "text/plain")
    ref = FileRef(name="receipt.txt", media="text/plain", blob=blob)
    return await bench.house.tell(run, FileAdded(ref=ref), owner=OWNER)


async def chosen(bench: Bench, run: str) -> int:
    return await change(bench.house, OWNER, run, RunChange(instructions="Be kind."))


Trigger = Callable[[Bench, str], Awaitable[int]]


@pytest.mark.parametrize(("happens", "steps"), [(user, 1), (agent, 1), (status, 1), (file, 1), (chosen, 0)])
async def test_each_trigger_is_one_step_and_none_before_it_is_begun(bench: Bench, happens: Trigger, steps: int) -> None:
    MODEL.plays([step("sleep")] * 5, ())
    run = await opened(bench)
    await bench.host.settled(run, await user(bench, run))
    assert not MODEL.planned and not await bench.events(run, "tool_call"), "it is not begun"
    await bench.host.settled(run, await begin(bench.house, OWNER, run))
    assert len(MODEL.planned) == 1, "the first step"
    await bench.host.settled(run, await happens(bench, run))
    assert len(MODEL.planned) == 1 + steps
    assert len(await bench.events(run, "tool_call")) == 1 + steps, "one action a step"


async def test_after_a_stop_news_are_in_the_log_and_nothing_is_thought_until_it_is_begun_again(bench: Bench) -> None:
    MODEL.plays([step("sleep")] * 5, ())
    run = await opened(bench)
    await bench.host.settled(run, await begin(bench.house, OWNER, run))
    await bench.host.settled(run, await halt(bench.house, OWNER, run))
    await bench.host.settled(run, await agent(bench, run))
    assert len(MODEL.planned) == 1
    assert [event.payload["text"] for event in await bench.events(run, "agent_message")] == ["Where is my lamp?"]
    await bench.host.settled(run, await begin(bench.house, OWNER, run))
    assert len(MODEL.planned) == 2 and "Where is my lamp?" in MODEL.planner_prompts[1]


async def test_the_prompt_says_who_we_are_what_there_is_to_use_and_no_more(bench: Bench) -> None:
    MODEL.plays([step("sleep")], ())
    run = await opened(bench, toolsOff=["refuse_claim"])
    await bench.host.settled(run, await file(bench, run))
    await bench.host.settled(run, await begin(bench.house, OWNER, run))
    (asked,) = MODEL.planned
    prompt, scenario = MODEL.planner_prompts[0], scenario_named("lost-delivery")
    me, other = scenario.agent("shop"), scenario.agent("customer")
    assert me is not None and other is not None
    wanted = [scenario.metadata.title, me.agent_id, me.principal.name, me.principal.description, me.system_prompt]
    wanted += [me.situation, *me.goals, me.message_to_use_when_initiating_conversation]
    wanted += [other.agent_id, other.principal.name, "MUST match AVAILABLE_FILES exactly", "receipt.txt"]
    assert [text for text in wanted if text.replace("&", "&amp;") not in prompt] == []
    assert "look_up_order" in prompt and "refuse_claim" not in prompt
    assert asked.settings.max_tokens is None, "no limit is set to a step"


async def test_every_request_to_a_model_says_whose_step_it_is_for(bench: Bench) -> None:
    MODEL.plays([step("look_up_order", order="LF-4410"), step("sleep")], [gives({"ok": True})])
    run = await opened(bench)
    seq = await begin(bench.house, OWNER, run)
    await bench.host.settled(run, seq)
    first, about = MODEL.planned[0].about, {"conversationId": run, "agentName": "shop", "scenarioId": "lost-delivery"}
    assert first == {**about, "turnNumber": 1, "stepDescriptor": "planner", "requestId": f"{run}.{seq}"}
    [call] = [e.payload["callId"] for e in await bench.events(run, "tool_call") if e.payload["name"] != "sleep"]
    assert MODEL.played[0].about == {
        **about,
        "stepDescriptor": "oracle look_up_order",
        "requestId": f"{run}.{call}",
    }


@pytest.mark.parametrize(("finality", "over"), [("turn", False), ("conversation", True)])
async def test_only_a_last_message_closes_the_task(bench: Bench, finality: str, over: bool) -> None:
    MODEL.plays([step("sendMessage", text="Good day.", finality=finality), step("sleep"), step("sleep")], ())
    other = OtherAgent((Turn(("Anything else?",)),), streams=False)
    async with serving(other.app) as url:
        other.url = f"{url}/"
        run = await opened(bench, endpoint=other.url)
        await bench.host.settled(run, await begin(bench.house, OWNER, run))
    assert (other.state == "canceled") == over
    assert "STATE>\nThe other agent: " in MODEL.planner_prompts[-1]
    assert ("Nothing can be sent any more" in MODEL.planner_prompts[-1]) == over


async def test_who_is_asked_may_write_on_after_a_message_that_is_not_the_end_of_its_turn(bench: Bench) -> None:
    MODEL.plays(
        [
            step("sleep"),
            step("sendMessage", text="One moment.", finality="none"),
            step("sendMessage", text="Here."),
            step("sleep"),
        ],
        (),
    )
    run = await opened(bench)
    await bench.host.settled(run, await begin(bench.house, OWNER, run))
    await bench.host.settled(run, await agent(bench, run))
    sent = [e.payload["text"] for e in await bench.events(run, "agent_message") if e.author == "planner"]
    assert sent == ["One moment.", "Here."] and not await bench.events(run, "planner_error")


async def test_the_tools_may_be_played_by_another_model_than_the_planner(bench: Bench) -> None:
    MODEL.plays([step("look_up_order", order="LF-4410"), step("sleep")], [gives({"ok": True})])
    run = await opened(bench, attachModel="scripted")
    await bench.host.settled(run, await begin(bench.house, OWNER, run))
    assert (await bench.house.settings(run, OWNER))["model.oracle"] == "scripted" and len(MODEL.played) == 1
    MODEL.plays([step("look_up_order", order="LF-4410"), step("sleep")], ())
    run = await opened(bench, attachModel="nobody")
    await bench.host.settled(run, await begin(bench.house, OWNER, run))
    [error] = [event.payload for event in await bench.events(run, "planner_error")]
    assert error["code"] == "TOOL_EXEC_FAILED" and "nobody" in error["message"] and len(MODEL.planned) == 2


async def test_two_hundred_events_of_its_own_without_news_from_outside_end_a_run(bench: Bench) -> None:
    papers = [
        {"docId": f"d{n}", "name": f"paper {n}.txt", "contentType": "text/plain", "content": f"{n}"} for n in range(18)
    ]
    made = [gives({"papers": [{**paper, "content": f"{n} {paper}"} for paper in papers]}) for n in range(40)]
    MODEL.plays([step("look_up_order", order=f"LF-{n}") for n in range(40)], made)
    run = await opened(bench)
    await bench.host.settled(run, await begin(bench.house, OWNER, run))
    events = await bench.events(run)
    own = [event for event in events if event.author in ("planner", "system")]
    assert 200 <= len(own) < 230, "a step makes twenty of them, and the one after the limit is not taken"
    assert events[-1].payload == {"code": "RUNAWAY", "message": EVENTS_SPENT} and len(MODEL.planned) < 20
    asked = len(MODEL.planned)
    await bench.host.settled(run, await user(bench, run))
    assert len(MODEL.planned) > asked, "a word from outside lets it go on"


async def test_while_the_agent_works_it_is_not_written_to_and_the_person_is_answered(bench: Bench) -> None:
    wait = step("askUser", text="It is at work. Shall I wait?")
    MODEL.plays([step("sendMessage", text="Good day."), step("sendMessage", text="Hurry!"), wait, step("done")], ())
    other = OtherAgent((Turn(("It is done.",), "completed"),), streams=False, holds=(1, False))
    async with serving(other.app) as url:
        other.url = f"{url}/"
        run = await opened(bench, endpoint=other.url)
        await begin(bench.house, OWNER, run)
        await other.held.wait()
        await user(bench, run)
        log = await bench.until(run, lambda log: any(e.type == "planner_ask_user" for e in log.events))
        other.go.set()
        await bench.until(run, lambda log: log.state == "completed")
    assert [e.payload["code"] for e in log.events if e.type == "planner_error"] == ["DISALLOWED_ACTION"]
    assert [one["parts"][0]["text"] for one in other.got] == ["Good day."]


async def test_files_are_named_and_found_however_long_ago_they_came(bench: Bench) -> None:
    send = step("sendMessage", text="Here.", attachments=[{"name": "note.txt"}, {"name": "note (2).txt"}])
    MODEL.plays([send, step("done")], ())
    other = OtherAgent((Turn(("Thank you.",), "completed"),), streams=False)
    async with serving(other.app) as url:
        other.url = f"{url}/"
        run = await opened(bench, endpoint=other.url)
        await added(bench, run, b"first")
        for _ in range(410):
            await bench.house.tell(run, Rated(to=1), owner=OWNER)
        await bench.host.settled(run, await added(bench, run, b"second"))
        assert (await bench.records(run))[-1].seq > 400
        await begin(bench.house, OWNER, run)
        await bench.until(run, lambda log: log.state == "completed")
    sent = [base64.b64decode(one["file"]["bytes"]) for one in other.got[0]["parts"][1:]]
    assert sent == [b"first", b"second"]
    [first, *_] = MODEL.planned
    files = [json.loads(line)["name"] for line in section_of(first, "AVAILABLE_FILES")]
    assert files == ["note (2).txt", "note.txt"]
    decided = next(
        r.seq for r in await bench.records(run) if isinstance(r.event, Decided) and r.event.usage is not None
    )
    again = await request_of(bench.host.kit, bench.host.store, run, decided)
    assert again.messages == first.messages, "what was asked is read from the log alone"


async def added(bench: Bench, run: str, data: bytes) -> int:
    blob = await bench.host.store.put(run, data, "text/plain")
    event = FileAdded(ref=FileRef(name="note.txt", media="text/plain", blob=blob))
    return await bench.house.tell(run, event, owner=OWNER)


def section_of(request: ModelRequest, name: str) -> list[str]:
    inner = request.messages[-1].text.partition(f"<{name}>")[2].partition(f"</{name}>")[0]
    return inner.strip().splitlines()


async def test_a_document_of_a_tool_leaves_as_a_file_with_its_name_its_type_and_its_bytes(bench: Bench) -> None:
    form = {"docId": "form", "name": "form.json", "contentType": "application/json", "contentJson": {"sum": "84 €"}}
    send = step("sendMessage", text="Here.", attachments=[{"docId": "form"}, {"name": "receipt.txt"}])
    MODEL.plays([step("look_up_order", order="LF-4410"), send, step("done")], [gives({"papers": [form]})])
    other = OtherAgent((Turn(("Thank you.",), "completed"),), streams=False)
    async with serving(other.app) as url:
        other.url = f"{url}/"
        run = await opened(bench, endpoint=other.url)
        await bench.host.settled(run, await file(bench, run))
        await begin(bench.house, OWNER, run)
        await bench.until(run, lambda log: bool(log.ended))
    text, *files = other.got[0]["parts"]
    assert (text["kind"], text["text"]) == ("text", "Here.")
    assert [(one["kind"], one["file"]["name"], one["file"]["mimeType"]) for one in files] == [
        ("file", "form.json", "application/json"),
        ("file", "receipt.txt", "text/plain"),
    ]
    first, second = (base64.b64decode(one["file"]["bytes"]).decode() for one in files)
    assert json.loads(first) == {"sum": "84 €"} and second == "84 euros"
    assert all("uri" not in one["file"] for one in files)
