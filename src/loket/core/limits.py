"""What one owner may use of a server, so that nobody's use makes another's request fail."""

from pydantic import Field

from loket.core.data import Frozen


class Limits(Frozen, extra="forbid"):
    """Of each owner; 0 is no limit. `requests` are those of a second, over ten of them; `open` those that are not
    answered to their end yet, streams among them; `megabytes` are records and files."""

    requests: float = Field(default=100.0, ge=0)
    open: int = Field(default=250, ge=0)
    conversations: int = Field(default=20_000, ge=0)
    megabytes: float = Field(default=2_000.0, ge=0)


UNLIMITED = Limits(requests=0, open=0, conversations=0, megabytes=0)
"""For a server of one person."""
