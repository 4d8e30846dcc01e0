"""The A2UI dialect: valid messages, and the same models as the mission's frames, whatever the patches are."""

import asyncio
import copy
import json
from pathlib import Path
from typing import Any

import pytest
from a2ui.core.schema.v0_9.server_to_client import A2uiMessageListWrapper
from a2ui.core.state.data_model import DataModel
from hypothesis import given
from hypothesis import strategies as st

from loket.core.screen import SurfaceTree
from loket.core.surfaces import apply_patches
from loket.house.a2ui import A2uiStream
from tests.overheid.foreign import Stream, asked, listening
from tests.serving import serving_here

TREES = {"s": SurfaceTree("urn:test:1", ({"id": "root", "component": "Text", "text": "x"},))}
NAMES = ["a", "b", "é", "a/b", "m~n", "0", "1", "", "__proto__", "constructor", "-"]
plain = st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3)
values = st.recursive(
    plain, lambda v: st.lists(v, max_size=3) | st.dictionaries(st.sampled_from(NAMES), v, max_size=3), max_leaves=8
)
models = st.dictionaries(st.sampled_from(NAMES), values, max_size=5)
parts = st.sampled_from([name.replace("~", "~0").replace("/", "~1") for name in NAMES])
paths = st.lists(parts, max_size=4).map(lambda ps: "".join(f"/{part}" for part in ps)) | st.sampled_from(["x", "a/b"])
patches = st.fixed_dictionaries(
    {"op": st.sampled_from(["add", "replace", "remove", "add", "replace", "move"]), "path": paths, "value": values}
)


class Client:
    """What a client of the reference library has."""

    def __init__(self) -> None:
        self.models: dict[str, DataModel] = {}
        self.trees: dict[str, Any] = {}

    def take(self, message: Any) -> None:
        A2uiMessageListWrapper.model_validate({"messages": [message]})
        match json.loads(json.dumps(message)):
            case {"version": "v0.9", "createSurface": {"surfaceId": surface, "catalogId": str()}}:
                assert surface not in self.models
                self.models[surface] = DataModel({})
            case {"version": "v0.9", "updateComponents": {"surfaceId": surface, "components": components}}:
                self.trees[surface] = components
            case {"version": "v0.9", "updateDataModel": {"surfaceId": surface, "path": path, **rest}}:
                self.models[surface].set(path, rest.get("value"))
            case {"version": "v0.9", "deleteSurface": {"surfaceId": surface}}:
                del self.models[surface], self.trees[surface]
            case other:
                raise AssertionError(other)

    def model(self, surface: str) -> Any:
        return self.models[surface].get("/")


def seen(value: Any) -> Any:
    """A value as a page sees it: what is null is not there."""
    if isinstance(value, dict):
        return {name: seen(one) for name, one in value.items() if one is not None}
    return [seen(one) for one in value] if isinstance(value, list) else value


def untitled(model: Any) -> Any:
    return {name: value for name, value in model.items() if name != "title"} if isinstance(model, dict) else model


def opening(model: Any) -> Any:
    return {"kind": "surface/open", "surfaceId": "s", "title": "T", "dataModel": model}


@given(models, st.lists(st.lists(patches, max_size=6), max_size=4))
def test_both_dialects_end_in_the_same_model(start: Any, updates: list[list[Any]]) -> None:
    stream, client = A2uiStream(TREES), Client()
    model: Any = copy.deepcopy(start)
    for message in stream.messages(opening(start)):
        client.take(message)
    for update in updates:
        model, _ = apply_patches(model, update)
        for message in stream.messages({"kind": "dataModelUpdate", "surfaceId": "s", "patches": update}):
            client.take(message)
        assert seen(untitled(client.model("s"))) == (seen(model) or {} if model is None else seen(model))
        assert stream.models["s"] == model


def test_a_bad_patch_is_left_out_and_the_rest_applies() -> None:
    stream, client = A2uiStream(TREES), Client()
    for message in stream.messages(opening({"list": [1], "deep": {"a": 1}})):
        client.take(message)
    bad = [
        {"op": "jump", "path": "/x", "value": 1},
        {"op": "replace", "path": "x", "value": 1},
        {"op": "replace", "path": "/list/7", "value": 1},
        {"op": "add", "path": "/list/-", "value": 2},
        {"op": "remove", "path": "/nowhere"},
        {"op": "replace", "path": "/new/way", "value": 3},
        "nonsense",
        {"op": "remove", "path": "/deep/a"},
    ]
    for message in stream.messages({"kind": "dataModelUpdate", "surfaceId": "s", "patches": bad}):
        client.take(message)
    assert client.model("s") == {"title": "T", "list": [1, 2], "deep": {}, "new": {"way": 3}}


def test_other_kinds_pass_and_unknown_surfaces_are_left_out() -> None:
    stream = A2uiStream(TREES)
    created = {"kind": "session/created", "sessionId": "x"}
    assert stream.messages(created) == [created]
    assert stream.messages(opening({}) | {"surfaceId": "other"}) == []
    assert stream.messages({"kind": "dataModelUpdate", "surfaceId": "s", "patches": []}) == []


def test_what_a_message_holds_is_not_changed_by_later_ones() -> None:
    stream = A2uiStream(TREES)
    first = stream.messages(opening({"list": []}))[-1]
    stream.messages(
        {"kind": "dataModelUpdate", "surfaceId": "s", "patches": [{"op": "add", "path": "/list/-", "value": 1}]}
    )
    assert first["updateDataModel"]["value"] == {"title": "T", "list": []}


async def test_both_dialects_of_one_session_show_the_same(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here, listening(here.url) as seed:
        await seed.greeted()
        async with listening(here.url, f"?sessionId={seed.session}&dialect=a2ui") as a2ui:
            client = Client()
            assert (await a2ui.next())["kind"] == "session/created"
            await seed.send("toeslagen/check", "toeslagen", regeling="Zorgtoeslag", jaar=2025)
            await asyncio.gather(seed.until("done"), _until_done(a2ui, client))
            title = {"title": "Toeslagen Check"}
            assert seen(client.model("toeslagen")) == seen(seed.models["toeslagen"]) | title
            assert {one["id"] for one in client.trees["toeslagen"]} >= {"root"}


async def _until_done(stream: Stream, client: Client) -> None:
    """Until the last word is there, and the questions that follow it."""
    while (model := client.models.get("toeslagen")) is None or not model.get("/next_questions"):
        client.take(await stream.next())
    assert '"done"' in json.dumps(model.get("/history"))


@pytest.mark.parametrize("dialect", ["a2ui", "", "nonsense"])
async def test_an_action_of_a2ui_starts_a_flow(tmp_path: Path, dialect: str) -> None:
    async with serving_here(tmp_path) as here, listening(here.url, f"?dialect={dialect}") as stream:
        session = (await stream.next())["sessionId"]
        action = {
            "name": "toeslagen/check",
            "surfaceId": "toeslagen",
            "sourceComponentId": "check",
            "timestamp": "2026-01-01T00:00:00Z",
            "context": {"regeling": "Zorgtoeslag", "jaar": 2025},
        }
        body = {"sessionId": session, "version": "v0.9", "action": action}
        assert (await asked("POST", f"{here.url}/api/client-event", body)).json == {"ok": True}
        while "Zorgtoeslag" not in json.dumps(await stream.next()):
            pass
