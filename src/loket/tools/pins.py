"""What the tools of a source said of themselves when an owner last used them, so that a change is noticed."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from loket.core.ports import Book
from loket.core.tool_spec import ToolSpec

OWNERS = 1000
"""So many owners are remembered between two looks into the Book."""


@dataclass(slots=True)
class Pins:
    """The digests of one source's tools, by owner. A tool that is new to an owner is pinned as it is; one that changed
    stays pinned as it was until a call of it is made, and no call is made before a person approved it."""

    book: Book
    source: str
    _seen: dict[str, dict[str, str]] = field(default_factory=dict)

    async def changed(self, owner: str, specs: Iterable[ToolSpec]) -> tuple[str, ...]:
        """Which of these tools this owner knows otherwise."""
        pinned = await self._of(owner)
        fresh = {spec.name: spec.digest for spec in specs if spec.name not in pinned}
        if fresh:
            await self._keep(owner, {**pinned, **fresh})
        return tuple(spec.name for spec in specs if pinned.get(spec.name, spec.digest) != spec.digest)

    async def use(self, owner: str, spec: ToolSpec) -> None:
        """A call is made of a tool that says this of itself."""
        pinned = await self._of(owner)
        if pinned.get(spec.name) != spec.digest:
            await self._keep(owner, {**pinned, spec.name: spec.digest})

    async def _of(self, owner: str) -> dict[str, str]:
        if owner not in self._seen:
            noted = await self.book.look(owner, self._name)
            if len(self._seen) >= OWNERS:
                self._seen.clear()
            self._seen[owner] = {} if noted is None else dict(noted.value)
        return self._seen[owner]

    async def _keep(self, owner: str, pinned: dict[str, str]) -> None:
        await self.book.note(owner, self._name, pinned)
        self._seen[owner] = pinned

    @property
    def _name(self) -> str:
        return f"tools/{self.source}"
