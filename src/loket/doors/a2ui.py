"""The A2UI v0.9 dialect of a surface stream: the envelope lives here and nowhere else."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field

from loket.core.data import Json, JsonObject
from loket.core.surfaces import apply_patches, parts_of

VERSION = "v0.9"


@dataclass(frozen=True)
class Tree:
    """The components of one surface, flat, with one id `root`, against a catalog."""

    catalog: str
    components: tuple[JsonObject, ...]


@dataclass
class A2uiStream:
    """Turns the contract's messages into A2UI messages for one client. `models` are the client's models."""

    trees: Mapping[str, Tree]
    models: dict[str, JsonObject] = field(default_factory=dict[str, JsonObject])

    def messages(self, message: JsonObject) -> list[JsonObject]:
        """The A2UI messages that say the same; other kinds pass unchanged."""
        match message.get("kind"):
            case "surface/open":
                return self._open(message)
            case "dataModelUpdate":
                return self._update(message)
            case _:
                return [message]

    def _open(self, message: JsonObject) -> list[JsonObject]:
        surface = str(message["surfaceId"])
        tree = self.trees.get(surface)
        if tree is None:
            return []
        model: JsonObject = {**message["dataModel"], "title": message["title"]}
        told: list[JsonObject] = []
        if surface in self.models:
            told.append({"version": VERSION, "deleteSurface": {"surfaceId": surface}})
        self.models[surface] = model
        create = {"surfaceId": surface, "catalogId": tree.catalog}
        components = {"surfaceId": surface, "components": list(tree.components)}
        return [
            *told,
            {"version": VERSION, "createSurface": create},
            {"version": VERSION, "updateComponents": components},
            _value(surface, "/", model),
        ]

    def _update(self, message: JsonObject) -> list[JsonObject]:
        surface = str(message["surfaceId"])
        if surface not in self.models:
            return []
        touched: dict[str, None] = {}
        before = self.models[surface]
        model: Json = before
        for patch in message["patches"]:
            changed, skipped = apply_patches(model, [patch])
            if not skipped:
                touched[_place(before, changed, str(patch["path"]))] = None
                model = changed
        self.models[surface] = model
        return [_at(surface, model, path) for path in touched]


def _place(before: Json, after: Json, path: str) -> str:
    """The path to send: the first list on the way, since clients can't change lists in place."""
    node: Json = after
    way = ""
    old: Json = before
    for part in parts_of(path):
        if isinstance(node, list) or isinstance(old, list):
            return way or "/"
        node = node.get(part) if isinstance(node, dict) else None
        old = old.get(part) if isinstance(old, dict) else None
        way += "/" + part.replace("~", "~0").replace("/", "~1")
    return way or "/"


def _at(surface: str, model: Json, path: str) -> JsonObject:
    node = model
    if path != "/":
        for part in parts_of(path):
            if not isinstance(node, dict) or part not in node:
                return {"version": VERSION, "updateDataModel": {"surfaceId": surface, "path": path}}
            node = node[part]
    return _value(surface, path, node)


def _value(surface: str, path: str, value: Json) -> JsonObject:
    told = {"surfaceId": surface, "path": path, "value": copy.deepcopy(value)}
    return {"version": VERSION, "updateDataModel": told}
