"""What a package may bring beside its assistants: wires of its own."""

from collections.abc import Sequence
from typing import Protocol

from starlette.routing import BaseRoute

from loket.core.data import JsonObject
from loket.house.house import House


class Door(Protocol):
    """A wire for people or programs, opened at the root of every server that serves its package's front assistant."""

    def routes(self, house: House) -> Sequence[BaseRoute]:
        """What is answered, and where. Called once, before the server is open."""
        ...


class AgentWire(Protocol):
    """The wire that a specialist speaks where it lives, at the root of its site: `url`, without a slash at its end.

    `public`: how the paths begin at which it answers everybody, with or without a token. `card` is its card in the form
    of that wire; {} when it has none."""

    @property
    def public(self) -> tuple[str, ...]: ...

    @property
    def card(self) -> JsonObject: ...

    def routes(self, house: House, url: str) -> Sequence[BaseRoute]:
        """What is answered, relative to where the agent lives."""
        ...
