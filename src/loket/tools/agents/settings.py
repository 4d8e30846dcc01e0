"""What the operator decides about the agents of others: whom to trust, how long to wait, how to log in."""

import ipaddress
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import httpx

from loket.core.data import JsonObject
from loket.net.client import origin
from loket.net.guard import AddressGuard, AddressRefusal
from loket.tools.agents.credentials import Credential
from loket.tools.agents.skill import Changes, states_no_reading

NEW_PATH, OLD_PATH = "/.well-known/agent-card.json", "/.well-known/agent.json"


def _nothing(name: str) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """`allow`: origins that may be called although only the card of another origin named them. `allow_private`: hosts
    and networks of ours, as the guard of the client knows them; plain http is for them and for this machine alone.
    `guard` is that of the client, where a person may agree to more; `consents`: who uses this server is its operator.
    `ours` are the addresses of this very server: what is said there, our own code says.
    `credentials` go by the origin they are for, `keys` are JSON Web Keys whose signatures count, by origin of the card.
    `secrets` gives the value behind the name of a secret. Times are seconds; `paths` is where a card is looked for.
    A task that is asked after for `patience` is given a webhook, where there can be one; an agent that took a task and
    answers with nonsense when it is asked after it is asked for `trouble`. `changes` judges the skills of agents that
    are found."""

    allow: frozenset[str] = frozenset()
    allow_private: tuple[str, ...] = ()
    guard: AddressGuard | None = None
    consents: bool = False
    ours: tuple[str, ...] = ()
    credentials: Mapping[str, Credential] = field(default_factory=dict)
    keys: Mapping[str, tuple[JsonObject, ...]] = field(default_factory=dict)
    secrets: Callable[[str], str | None] = _nothing
    card_ttl: float = 60
    absent_ttl: float = 300
    card_deadline: float = 10
    answer_deadline: float = 60
    task_deadline: float = 900
    patience: float = 5
    trouble: float = 60
    paths: tuple[str, ...] = (NEW_PATH, OLD_PATH)
    changes: Changes = states_no_reading

    def refusal(self, url: httpx.URL | str) -> AddressRefusal | None:
        """Why an address may not be called at all, before anything is looked up; None when it may."""
        parsed = httpx.URL(url)
        if parsed.scheme == "https" and parsed.host:
            return None
        guard, port = self.guard or AddressGuard(self.allow_private), parsed.port or 80
        if parsed.scheme == "http" and (this_machine(parsed.host) or guard.allows_by_name(parsed.host, port)):
            return None
        if parsed.scheme == "http" and (why := guard.forbids(parsed.host, port)) is not None:
            return why
        return AddressRefusal(origin(parsed), "agents are only called over https", "not_https")

    def credential(self, url: str) -> Credential | None:
        """What to log in with at an address; a credential never goes to another origin than its own."""
        where = origin(url)
        return next((found for of, found in self.credentials.items() if origin(of) == where), None)

    def own(self, url: str) -> bool:
        """Whether an address is of this very server: a proxy may have others beside it."""
        return any(same_site(url, one) and _below(url, one) for one in self.ours)

    def allowed(self, url: str) -> bool:
        """Whether the operator vouches for the origin of an address."""
        return origin(url) in {origin(one) for one in self.allow}


def this_machine(host: str) -> bool:
    """Whether a host is the very machine we run on."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def same_site(one: str, other: str) -> bool:
    """Whether two addresses are of one origin; a leading `www.` makes no stranger of a site, nor does another name of
    this very machine."""
    first, second = httpx.URL(one), httpx.URL(other)
    return (first.scheme, _bare(first.host), _port(first)) == (second.scheme, _bare(second.host), _port(second))


def _below(url: str, base: str) -> bool:
    path, below = httpx.URL(url).path.rstrip("/"), httpx.URL(base).path.rstrip("/")
    return f"{path}/".startswith(f"{below}/") and ".." not in path


def _bare(host: str) -> str:
    return "localhost" if this_machine(host) else host.lower().rstrip(".").removeprefix("www.")


def _port(url: httpx.URL) -> int | None:
    return url.port or {"http": 80, "https": 443}.get(url.scheme)
