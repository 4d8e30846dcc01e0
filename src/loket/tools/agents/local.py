"""The tool `allow_local_agent`: a person agrees that an agent on this machine or network is called, once for each
address. Only where whoever uses this server is the one who runs it; elsewhere the operator has a setting for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import httpx

from loket.core.data import Json, JsonObject
from loket.core.ports import Book
from loket.core.remote import RemoteTaskNow
from loket.core.shapes import is_object, text_at
from loket.core.tool import CallContext, Passed, Repeatable, ToolFailed, ToolSpec
from loket.net.guard import AddressGuard, AddressRefusal
from loket.tools.agents.fetch import REFUSED, missed, refused, target_of
from loket.tools.agents.settings import AgentSettings, this_machine

NAME, NOTES = "allow_local_agent", "agents/local/"
LOCAL_CAUSES = ("this_machine", "private")
_INPUT: JsonObject = {
    "type": "object",
    "examples": ["Allow the agent at localhost:9000."],
    "properties": {"url": {"type": "string", "minLength": 1, "maxLength": 2000, "title": "Address"}},
    "required": ["url"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class AllowTool(Repeatable):
    """Asks only where a yes would help; what is allowed already, or can't be, is said at once."""

    book: Book
    settings: AgentSettings
    spec: ToolSpec = field(
        init=False,
        default=ToolSpec(
            name=NAME,
            title="Allow an agent on this machine or network",
            titles={
                "nl": "Een agent op deze computer of dit netwerk toestaan",
                "de": "Einen Agenten auf diesem Rechner oder in diesem Netz zulassen",
                "pt-BR": "Permitir um agente neste computador ou nesta rede",
            },
            description="From now on this server may call this address.",
            descriptions={
                "nl": "Vanaf nu mag deze server dit adres aanroepen.",
                "de": "Von jetzt an darf dieser Server diese Adresse aufrufen.",
                "pt-BR": "A partir de agora este servidor pode chamar este endereço.",
            },
            input=_INPUT,
            idempotent=True,
            destructive=True,
            approval="always",
            kind="a2a",
        ),
    )

    def passes_to(
        self, args: JsonObject, found: Mapping[str, ToolSpec], tasks: Mapping[str, RemoteTaskNow]
    ) -> Passed | None:
        """Nobody is asked for nothing."""
        why = self._forbids(text_at(args, "url"))
        if why is not None and why.cause in LOCAL_CAUSES and self.settings.consents:
            return None
        return Passed(self.spec.model_copy(update={"destructive": False, "approval": "never", "read_only": True}))

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        place, guard = _place(text_at(args, "url")), self.settings.guard
        why = self._forbids(text_at(args, "url")) if place is not None else None
        if place is None:
            raise ToolFailed("invalid_url", f"{text_at(args, 'url')[:200]} is no address of an agent.")
        if why is not None and (why.cause not in LOCAL_CAUSES or not self.settings.consents or guard is None):
            raise missed(refused(why))
        if why is not None and guard is not None:
            host, port = place
            await self.book.note(context.owner, f"{NOTES}{host}:{port}", {"host": host, "port": port})
            guard.agree(host, port)
        return {"allowed": True, "host": place[0], "port": place[1]}

    def _forbids(self, url: str) -> AddressRefusal | None:
        place, guard = _place(url), self.settings.guard
        if place is None or guard is None:
            return None
        return guard.forbids(*place) or self.settings.refusal(url)


def opener(failed: ToolFailed, settings: AgentSettings) -> JsonObject:
    """What a failure tells, and that this tool opens the address that was not called; {} where it does not."""
    told = failed.value
    opens = failed.code == REFUSED and is_object(told) and told.get("cause") in LOCAL_CAUSES and settings.consents
    return {**told, "allowed_by": NAME} if opens and is_object(told) else {}


async def agreed_before(book: Book, owner: str, guard: AddressGuard) -> None:
    """Takes up what this owner agreed to."""
    for noted in await book.names(owner, NOTES):
        guard.agree(text_at(noted.value, "host"), int(noted.value["port"]))


def place_here(url: str) -> str | None:
    """The host and the port of an address of this machine, as the operator's setting has them; None for another."""
    target = target_of(url)
    place = _place(target.origin) if target is not None else None
    return f"[{place[0]}]:{place[1]}" if place is not None and this_machine(place[0]) else None


def _place(url: str) -> tuple[str, int] | None:
    try:
        parsed = httpx.URL(url.strip())
        host, port = parsed.host, parsed.port
    except (httpx.InvalidURL, ValueError):
        return None
    usual = {"http": 80, "https": 443}.get(parsed.scheme)
    return (host, port or usual) if host and usual is not None else None
