"""The A2UI v0.9 dialect of a surface stream: the envelope lives here and nowhere else."""

import copy
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from loket.core.data import Json, JsonObject, as_blob
from loket.core.ports import Store
from loket.core.screen import SurfaceTree
from loket.core.surfaces import Patch, apply_patches, parts_of

VERSION = "v0.9"
ROOT = "/"
REFUSED = frozenset({"", "__proto__", "constructor", "prototype"})
"""Names that a client skips or refuses in a path; inside a value they do no harm."""


@dataclass
class A2uiStream:
    """Turns the contract's messages into A2UI messages for one client. `models` are the client's models; a client also
    finds the surface's title in them, as `/title`, because the dialect has no other place for it."""

    trees: Mapping[str, SurfaceTree]
    models: dict[str, Json] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)

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
        told: list[JsonObject] = []
        if surface in self.models:
            told.append({"version": VERSION, "deleteSurface": {"surfaceId": surface}})
        self.models[surface], self.titles[surface] = message["dataModel"], str(message["title"])
        create = {"surfaceId": surface, "catalogId": tree.catalog}
        components = {"surfaceId": surface, "components": list(tree.components)}
        return [
            *told,
            {"version": VERSION, "createSurface": create},
            {"version": VERSION, "updateComponents": components},
            self._at(surface, ROOT),
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
                path = patch.path if isinstance(patch, Patch) else str(patch["path"])
                touched[_place(before, changed, path)] = None
                model = changed
        self.models[surface] = model
        return [self._at(surface, path) for path in touched if not _below_another(path, touched)]

    def _at(self, surface: str, path: str) -> JsonObject:
        """The message that makes the client's value at a path what ours is; one without a value takes it away."""
        node = self.models[surface]
        told: JsonObject = {"surfaceId": surface, "path": path}
        if path == ROOT:
            node = {"title": self.titles[surface], **node} if isinstance(node, dict) else node
        else:
            for part in parts_of(path):
                if not isinstance(node, dict) or part not in node:
                    return {"version": VERSION, "updateDataModel": told}
                node = node[part]
        return {"version": VERSION, "updateDataModel": {**told, "value": copy.deepcopy(node)}}


def _place(before: Json, after: Json, path: str) -> str:
    """The path to send: what a client surely has, down to the first thing that is new, is a list (clients can't change
    those in place) or has a name that clients refuse."""
    way, old, new = "", before, after
    for part in parts_of(path):
        if not isinstance(old, dict) or not isinstance(new, dict) or part in REFUSED:
            break
        way += "/" + part.replace("~", "~0").replace("/", "~1")
        if part not in old or part not in new:
            break
        old, new = old[part], new[part]
    return way or ROOT


def _below_another(path: str, paths: Collection[str]) -> bool:
    return any(path != other and (other == ROOT or path.startswith(f"{other}/")) for other in paths)


async def worded(store: Store, conversation: str, message: JsonObject) -> JsonObject:
    """The message with its words: a letter that was too long for a record stands in the form as a reference."""
    form = message["dataModel"].get("form") if message["kind"] == "surface/open" else None
    if not isinstance(form, dict):
        return message
    words: JsonObject = {}
    for name, value in form.items():
        if (ref := as_blob(value)) is not None:
            data = await store.get(conversation, ref.sha256)
            words[name] = ref.preview if data is None else data.decode("utf-8", "replace")
    return {**message, "dataModel": {**message["dataModel"], "form": {**form, **words}}} if words else message
