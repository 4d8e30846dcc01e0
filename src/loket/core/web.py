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
    """No whole answer: nobody there, a cut line, too many bytes; `late`: not in time."""

    def __init__(self, *, late: bool = False) -> None:
        super().__init__("too late" if late else "unreachable")
        self.late = late


class Fetch(Protocol):
    """Fetches an address whole: a GET, or a POST of a form. Raises FetchFailed when there is no whole answer within
    `deadline` seconds and `most` bytes; every status is an answer. No redirect is followed, and addresses that may not
    be called are unreachable."""

    async def __call__(self, url: str, form: Mapping[str, str] | None, deadline: float, most: int) -> Fetched: ...
