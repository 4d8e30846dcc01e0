"""What a package may fetch from the web: one function that the server gives, and no library."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Fetched:
    """A whole answer."""

    status: int
    body: bytes


class FetchFailed(Exception):
    """No whole answer: nobody there, a cut line; `late`: not in time, `large`: too many bytes. `refused`: why its
    address may not be called, and how it may."""

    def __init__(self, *, late: bool = False, large: bool = False, refused: str = "") -> None:
        super().__init__(refused or ("too late" if late else "too large" if large else "unreachable"))
        self.late = late
        self.large = large
        self.refused = refused


class Fetch(Protocol):
    """Fetches an address whole: a GET, or a POST of a form. Raises FetchFailed when there is no whole answer within
    `deadline` seconds and `most` bytes; every status is an answer. No redirect is followed, and addresses that may not
    be called are unreachable."""

    async def __call__(self, url: str, form: Mapping[str, str] | None, deadline: float, most: int) -> Fetched: ...
