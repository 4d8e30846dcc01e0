"""What a map assistant's package hands to the server beside its tools: the documents they made."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol


class Print(Protocol):
    """What is known of a document."""

    @property
    def name(self) -> str: ...

    @property
    def media(self) -> str: ...


FindPrint = Callable[[str, str], Awaitable[tuple[Print, bytes] | None]]
"""The document of an owner by its id; None when it is unknown, expired or somebody else's."""


@dataclass(frozen=True)
class MapPart:
    """Where they are found."""

    find_print: FindPrint
