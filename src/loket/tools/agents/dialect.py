"""The dialects of A2A as data: what each calls its methods and paths, and which to try when an agent knows one not."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

Dialect = Literal["0.1", "0.3", "1.0"]
Binding = Literal["bare", "jsonrpc", "rest", "capability"]
"""`bare`: `POST BASE/tasks/send` with a message and no envelope, answered by a 0.1 task. `capability`: that of our own
agents, JSON-RPC whose `params.capability` names the skill; the id of a message is good for asking after it."""

Deed = Literal["send", "stream", "get", "list", "subscribe", "cancel", "notify"]

METHODS: Mapping[Dialect, Mapping[Deed, str]] = {
    "0.1": {
        "send": "tasks/send",
        "stream": "tasks/sendSubscribe",
        "get": "tasks/get",
        "subscribe": "tasks/resubscribe",
        "cancel": "tasks/cancel",
        "notify": "tasks/pushNotification/set",
    },
    "0.3": {
        "send": "message/send",
        "stream": "message/stream",
        "get": "tasks/get",
        "subscribe": "tasks/resubscribe",
        "cancel": "tasks/cancel",
        "notify": "tasks/pushNotificationConfig/set",
    },
    "1.0": {
        "send": "SendMessage",
        "stream": "SendStreamingMessage",
        "get": "GetTask",
        "list": "ListTasks",
        "subscribe": "SubscribeToTask",
        "cancel": "CancelTask",
        "notify": "CreateTaskPushNotificationConfig",
    },
}

REST: Mapping[Deed, tuple[str, str]] = {
    "send": ("POST", "/message:send"),
    "stream": ("POST", "/message:stream"),
    "get": ("GET", "/tasks/{id}"),
    "list": ("GET", "/tasks"),
    "subscribe": ("POST", "/tasks/{id}:subscribe"),
    "cancel": ("POST", "/tasks/{id}:cancel"),
    "notify": ("POST", "/tasks/{taskId}/pushNotificationConfigs"),
}

BARE: Mapping[Deed, tuple[str, str]] = {
    "send": ("POST", "/tasks/send"),
    "get": ("GET", "/tasks/{id}"),
    "cancel": ("POST", "/tasks/cancel"),
}

METHOD_NOT_FOUND, VERSION_NOT_SUPPORTED, UNSUPPORTED, NO_SUCH_CONTENT = -32601, -32009, -32004, -32005


@dataclass(frozen=True, slots=True)
class Interface:
    """One way to reach an agent: an address, and what is spoken there."""

    url: str
    dialect: Dialect
    binding: Binding = "jsonrpc"
    tenant: str = ""

    def __str__(self) -> str:
        return "0.1 tasks/send" if self.binding == "bare" else f"{self.dialect} {self.binding}"

    @property
    def enveloped(self) -> bool:
        """Whether it is JSON-RPC."""
        return self.binding in ("jsonrpc", "capability")

    @property
    def deeds(self) -> frozenset[Deed]:
        """What can be asked in this way."""
        match self.binding:
            case "bare":
                return frozenset(BARE)
            case "jsonrpc":
                return frozenset(METHODS[self.dialect])
            case "capability":
                return frozenset(("send", "get", "cancel"))
            case "rest":
                return frozenset(REST) if self.dialect == "1.0" else frozenset(REST) - {"list"}


def version_of(text: str) -> Dialect | None:
    """The dialect that a version of the protocol means; patch digits do not matter, 0.2 is spoken like 0.3."""
    parts = text.strip().removeprefix("v").split(".")
    match parts[:2]:
        case ["0", "1"]:
            return "0.1"
        case ["0", "2" | "3"] | ["0"]:
            return "0.3"
        case ["1", *_]:
            return "1.0"
        case _:
            return None


def others(interface: Interface, base: str) -> list[Interface]:
    """What else to try at the same agent, likeliest first, when it says that it knows no such method. Never another
    origin: `base` is where the bare form would be sent, and belongs to the same card."""
    tries: list[Interface] = []
    if interface.binding != "bare":
        order: tuple[Dialect, ...] = ("1.0", "0.3", "0.1") if interface.dialect == "0.3" else ("0.3", "1.0", "0.1")
        tries += [Interface(interface.url, dialect, tenant=interface.tenant) for dialect in order]
        tries.append(Interface(base, "0.1", "bare"))
    else:
        tries += [Interface(interface.url, dialect) for dialect in ("0.1", "0.3", "1.0")]
        tries.append(Interface(f"{interface.url.rstrip('/')}/tasks/send", "0.1"))
    return [one for one in tries if one != replace(interface, tenant=one.tenant)]
