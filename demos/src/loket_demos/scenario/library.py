"""The scenarios that an owner can choose from: those that come with the package, and their own, kept in the Book.

What is published is locked: it is changed only with the edit token of the operator. What is deleted is hidden, and can
be restored. Both are tags of the scenario itself (`published`, `deleted`), so that they travel with it."""

import hmac
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from loket.core.data import Frozen, Json, JsonObject
from loket.core.errors import Conflict, Invalid, LoketError, NotFound, OutOfRoom, TooLarge
from loket.core.ports import Book
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket_demos.scenario.shapes import config_of

NOTES = "scenario/library/"
PUBLISHED, DELETED = "published", "deleted"
SCENARIOS, SCENARIO_BYTES = 100, 256 * 1024
"""Of one owner, and of one of them as JSON."""
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


class Locked(LoketError):
    """It is published, and may not be changed."""

    status = 423


class WrongScenario(Invalid):
    """It is no scenario; `wrong` are the places where, each with a sentence."""

    status = 400

    def __init__(self, wrong: Sequence[tuple[str, str]]) -> None:
        where, what = wrong[0]
        super().__init__("invalid_scenario", f"{where}: {what}")
        self.wrong = wrong


class LibraryItem(Frozen):
    """A scenario as it stands in the library. `shipped`: it comes with the package; `version` is 0 until its owner
    changed it."""

    id: str
    config: JsonObject
    locked: bool
    deleted: bool
    shipped: bool
    version: int = 0

    @property
    def line(self) -> JsonObject:
        """What a list says of it."""
        about = object_at(self.config, "metadata")
        agents = [text_at(agent, "agentId") for agent in list_at(self.config, "agents")]
        told = self.model_dump(exclude={"config"})
        return told | {
            "title": text_at(about, "title"),
            "description": text_at(about, "description"),
            "tags": list_at(about, "tags"),
            "agents": agents,
        }


Check = Callable[[JsonObject], Sequence[tuple[str, str]]]
"""What is wrong with a scenario: paths and sentences, none when nothing is."""


def config_in(given: Json) -> JsonObject:
    """The scenario of a body: bare, or in an envelope `{"config": …}`. WrongScenario when it is no object."""
    config = config_of(given)
    if not is_object(config):
        raise WrongScenario([("body", "It must be a scenario, or an object with one as its config.")])
    return config


@dataclass(frozen=True)
class Library:
    """`shipped` go by their id; `token` lets its holder change what is locked, and nobody can without one."""

    shipped: Mapping[str, JsonObject]
    token: str = field(default="", repr=False)
    check: Check = lambda config: ()

    def checked(self, config: JsonObject) -> str:
        """The id of a scenario that may be kept. WrongScenario, TooLarge."""
        id = text_at(object_at(config, "metadata"), "id")
        wrong = list(self.check(config))
        if not ID.fullmatch(id):
            text = "It has 1 to 100 letters, digits, dots, dashes and underscores, and begins with a letter or digit."
            wrong.insert(0, ("metadata.id", text))
        if wrong:
            raise WrongScenario(wrong)
        if len(json.dumps(config)) > SCENARIO_BYTES:
            raise TooLarge("too_large", f"A scenario has at most {SCENARIO_BYTES} bytes.")
        return id

    def check_unlocked(self, item: LibraryItem, token: str) -> None:
        """Refuses to change what is locked, but for who has the token."""
        may = bool(self.token) and hmac.compare_digest(self.token.encode(), token.encode(errors="replace"))
        if item.locked and not may:
            text = f"{item.id} is published, so it is locked. Save a copy under another id, or send its X-Edit-Token."
            raise Locked("locked", text)

    def item(self, id: str, config: JsonObject, version: int = 0) -> LibraryItem:
        """What is in the library in this version."""
        tags, shipped = list_at(object_at(config, "metadata"), "tags"), id in self.shipped
        locked, deleted = PUBLISHED in tags or (shipped and version == 0), DELETED in tags
        return LibraryItem(id=id, config=config, locked=locked, deleted=deleted, shipped=shipped, version=version)


@dataclass(frozen=True)
class OwnedLibrary:
    """The library as one owner has it."""

    library: Library
    book: Book
    owner: str

    async def every(self, deleted: bool = False) -> list[LibraryItem]:
        """All there are, the owner's own first; deleted ones only when they are wanted."""
        ids = {one.name.removeprefix(NOTES): one for one in await self.book.names(self.owner, NOTES, limit=SCENARIOS)}
        own = [self.library.item(id, one.value, one.version) for id, one in ids.items()]
        shipped = [self.library.item(id, one) for id, one in self.library.shipped.items() if id not in ids]
        return [item for item in (*own, *shipped) if deleted or not item.deleted]

    async def get(self, id: str, deleted: bool = False) -> LibraryItem:
        """One of them. NotFound when there is none of that name, or it is deleted."""
        item = await self._find(id)
        if item is None or (item.deleted and not deleted):
            raise NotFound("no_scenario", f"There is no scenario {id[:100]}; it may have been deleted.")
        return item

    async def create(self, config: JsonObject) -> LibraryItem:
        """Adds one. Conflict when there is one of that name already, also a deleted one."""
        id = self.library.checked(config)
        if (there := await self._find(id)) is not None:
            what = "is deleted: restore it" if there.deleted else "exists: change it"
            raise Conflict("exists", f"A scenario {id} {what}, or choose another id.")
        if len(await self.book.names(self.owner, NOTES, limit=SCENARIOS)) >= SCENARIOS:
            raise OutOfRoom("too_many_scenarios", f"You have {SCENARIOS} scenarios. Delete some first.")
        return await self._note(id, config, 0)

    async def put(self, id: str, config: JsonObject, token: str, version: int | None) -> LibraryItem:
        """Changes one, when it still has this version if one is named. WrongScenario when the scenario has another id
        than its address."""
        if text_at(object_at(config, "metadata"), "id") not in ("", id):
            raise WrongScenario([("metadata.id", f"It must be {id}, as in the address.")])
        before = await self.get(id)
        self.library.check_unlocked(before, token)
        self.library.checked(config)
        return await self._note(id, config, before.version if version is None else version)

    async def tag(self, id: str, token: str, *, deleted: bool) -> LibraryItem:
        """Hides one, or brings it back; what is so already stays."""
        before = await self.get(id, deleted=True)
        if before.deleted == deleted:
            return before
        self.library.check_unlocked(before, token)
        about = object_at(before.config, "metadata")
        tags = [tag for tag in list_at(about, "tags") if tag != DELETED] + ([DELETED] if deleted else [])
        config = {**before.config, "metadata": {**about, "tags": tags}}
        return await self._note(id, config, before.version)

    async def _find(self, id: str) -> LibraryItem | None:
        """One, deleted or not; None when there is none."""
        noted = await self.book.look(self.owner, NOTES + id) if ID.fullmatch(id) else None
        if noted is not None:
            return self.library.item(id, noted.value, noted.version)
        return self.library.item(id, self.library.shipped[id]) if id in self.library.shipped else None

    async def _note(self, id: str, config: JsonObject, expect: int) -> LibraryItem:
        version = await self.book.note(self.owner, NOTES + id, config, expect=expect)
        return self.library.item(id, config, version)


@cache
def shipped() -> Mapping[str, JsonObject]:
    """The scenarios that come with the package, by their ids in order."""
    found = [config_in(json.loads(file.read_text("utf-8"))) for file in _files()]
    return {text_at(object_at(one, "metadata"), "id"): one for one in found}


def _files() -> Iterator[Traversable]:
    folder = files("loket_demos.scenario") / "data" / "scenarios"
    if folder.is_dir():
        yield from sorted((it for it in folder.iterdir() if it.name.endswith(".json")), key=lambda it: it.name)
