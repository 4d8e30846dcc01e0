"""The surface stream over time: coming back, two tabs, a killed server, and what a second run drops from the line."""

import asyncio
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from tests.overheid.foreign import Stream, listening
from tests.servers import free_port
from tests.serving import serving_child, serving_here

PACE = 0.6


async def read(stream: Stream, surfaces: set[str]) -> Any:
    """The session frame and the opened surfaces of a stream that came back."""
    assert (await stream.next())["kind"] == "session/created"
    while not surfaces <= stream.models.keys():
        assert (await stream.next())["kind"] == "surface/open"
    return stream.models


@pytest.mark.parametrize("how", ["query", "header", "query of another case"])
async def test_coming_back_restores_every_open_surface(tmp_path: Path, how: str) -> None:
    async with serving_here(tmp_path) as here:
        async with listening(here.url) as first:
            await first.greeted()
            await first.send("toeslagen/check", "toeslagen", jaar=2025)
            await first.until("done")
            await first.send("bezwaar/analyse", "bezwaar", text="Besluit van 1 februari 2026, ik maak bezwaar.")
            await first.until("waiting")
        query = {"query": f"?sessionId={first.session}", "header": ""}.get(how, f"?sessionId={first.session.upper()}")
        headers = {"Last_Event_ID": first.frames[-1].id} if how == "header" else {}
        async with listening(here.url, query, **headers) as second:
            assert await read(second, {"home", "toeslagen", "bezwaar"}) == first.models
            assert second.session == first.session
            assert second.frames[-1].data["surfaceId"] == "bezwaar"  # what was on screen comes last
            await second.send("nav/open", surfaceId="toeslagen")
            opened = await second.next()
            assert (opened["surfaceId"], opened["dataModel"]) == ("toeslagen", first.models["toeslagen"])


@pytest.mark.parametrize("asked", [str(UUID(int=7, version=4)), "nonsense", "", "%00"])
async def test_an_unknown_session_is_a_new_one(tmp_path: Path, asked: str) -> None:
    async with (
        serving_here(tmp_path) as here,
        listening(here.url, f"?sessionId={asked}", Last_Event_ID="x.y.z") as stream,
    ):
        await stream.greeted()
        assert stream.session != asked
        await stream.send("nav/open", surfaceId="toeslagen")
        assert (await stream.next())["surfaceId"] == "toeslagen"


async def test_a_page_that_was_reloaded_before_it_did_anything_keeps_its_session(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        async with listening(here.url) as first:
            await first.greeted()
        async with listening(here.url, Last_Event_ID=first.frames[-1].id) as second:
            await second.greeted()
            assert second.session == first.session


async def test_two_tabs_see_the_same(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here, listening(here.url) as one:
        await one.greeted()
        async with listening(here.url, f"?sessionId={one.session}") as two:
            await two.greeted()
            await two.send("toeslagen/check", "toeslagen", jaar=2025)
            seen = await asyncio.gather(one.until("done"), two.until("done"))
            assert seen[0] == seen[1] and one.models == two.models


async def test_a_killed_server_goes_on_with_the_flow(tmp_path: Path) -> None:
    port, letter = str(free_port()), "Besluit van 12 januari 2026. Ik maak bezwaar tegen de naheffing van € 74,80."
    async with serving_here(tmp_path / "calm") as here, listening(here.url) as calm:
        await calm.greeted()
        await calm.send("bezwaar/analyse", "bezwaar", text=letter)
        await calm.until("done")
    data, flags = tmp_path / "data", ("--pace", "demo", "--port", port)
    async with serving_child(data, *flags) as child, listening(child.url) as first:
        await first.greeted()
        await first.send("bezwaar/analyse", "bezwaar", text=letter)
        await first.until("classify_case")
        await child.kill()
        with pytest.raises(EOFError):
            await first.until("never")
    last = first.frames[-1].id
    async with serving_child(data, *flags) as child, listening(child.url, Last_Event_ID=last) as second:
        await read(second, {"home", "bezwaar"})
        assert second.session == first.session
        if second.models["bezwaar"]["status"]["step"] != "done":
            await second.until("done", seconds=30)
    calmly, killed = calm.models["bezwaar"], second.models["bezwaar"]
    assert killed["results"] == calmly["results"] and killed["found"] == calmly["found"]
    assert [line["step"] for line in killed["history"]] == [line["step"] for line in calmly["history"]]


async def test_what_was_in_line_is_dropped_when_a_second_run_begins(tmp_path: Path) -> None:
    async with serving_child(tmp_path, "--pace", "demo") as child, listening(child.url) as stream:
        await stream.greeted()
        await stream.send("toeslagen/check", "toeslagen", regeling="Huurtoeslag", jaar=2024)
        await stream.until("doc_checklist")
        await stream.send("toeslagen/check", "toeslagen", regeling="Zorgtoeslag", jaar=2025)
        await stream.opened("toeslagen")
        frames = await stream.until("done", seconds=40)
        assert len(frames) == 12 and all(frame["kind"] == "dataModelUpdate" for frame in frames)
        model = stream.models["toeslagen"]
        assert model["found"]["rules_lookup"]["regeling"] == "Zorgtoeslag" and len(model["history"]) == 9
        async with listening(child.url, f"?sessionId={stream.session}") as other:
            assert (await read(other, {"home", "toeslagen"}))["toeslagen"] == model


async def test_a_page_opens_at_once_and_as_far_as_it_was_seen(tmp_path: Path) -> None:
    async with serving_child(tmp_path, "--pace", "demo") as child, listening(child.url) as stream:
        await stream.greeted()
        await stream.send("toeslagen/check", "toeslagen")
        await stream.until("doc_checklist")
        seen = stream.models["toeslagen"]
        await stream.send("nav/open", surfaceId="home")
        await stream.opened("home")
        await stream.send("nav/open", surfaceId="toeslagen")
        opened = await stream.opened("toeslagen")
        assert opened["dataModel"]["status"]["step"] == seen["status"]["step"] == "doc_checklist"
        assert stream.frames[-1].at - stream.frames[-2].at < PACE
        steps = [frame for frame in await stream.until("done", seconds=40) if frame["kind"] == "dataModelUpdate"]
        assert len(steps) >= 8  # nothing of the flow was skipped


async def test_a_stop_ends_the_work_and_leaves_idle_buttons(tmp_path: Path) -> None:
    async with serving_child(tmp_path, "--pace", "demo") as child, listening(child.url) as stream:
        await stream.greeted()
        await stream.send("toeslagen/check", "toeslagen")
        await stream.until("rules_lookup")
        await stream.send("flow/stop", "toeslagen")
        assert len(await stream.until("idle")) == 2
        model = stream.models["toeslagen"]
        assert (model["status"]["loading"], model["question"], model["results"]) == (False, None, [])
        assert model["status"]["message"] == "A2UI: Gestopt. Wat al gevonden is, blijft staan."
        await stream.send("toeslagen/check", "toeslagen")
        await stream.until("rules_lookup")


async def test_a_stop_that_comes_too_late_shows_at_once_what_is_done(tmp_path: Path) -> None:
    async with serving_child(tmp_path, "--pace", "demo") as child, listening(child.url) as stream:
        await stream.greeted()
        await stream.send("bezwaar/analyse", "bezwaar")
        await stream.until("structure_bezwaar", seconds=40)
        await stream.send("flow/stop", "bezwaar")
        model = (await stream.opened("bezwaar"))["dataModel"]
        assert (model["status"]["step"], model["status"]["loading"]) == ("done", False) and model["results"]
