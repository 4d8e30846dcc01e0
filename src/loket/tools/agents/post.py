"""The tool `post_to_a2a_agent`: one request exactly as it is given, for people who try an agent by hand."""

from dataclasses import dataclass, field

import httpx
import msgspec

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, text_at
from loket.core.tool import CallContext, ToolFailed, ToolSpec
from loket.net.client import ReplyTooLarge, fetched, origin
from loket.net.guard import REFUSED, AddressRefused
from loket.tools.agents.credentials import Keyring
from loket.tools.agents.directory import AgentDirectory
from loket.tools.agents.fetch import missed, refused
from loket.tools.agents.raw import NO_NOTES, noting
from loket.tools.json_rpc import check_depth, unanswered

NAME = "post_to_a2a_agent"
SHOWN = 20_000
"""Characters of an answer that is no JSON."""
SPARE = 5.0
_INPUT: JsonObject = {
    "type": "object",
    "properties": {
        "url": {"type": "string", "minLength": 1, "maxLength": 2000},
        "request": {"type": "object", "description": "the whole body, a request of JSON-RPC"},
        "dialect": {"type": "string", "maxLength": 40},
    },
    "required": ["url", "request"],
}


@dataclass(frozen=True, slots=True)
class PostTool:
    """Sends it once, with the login that the operator has for the address; whatever comes back is the answer."""

    directory: AgentDirectory
    keyring: Keyring
    spec: ToolSpec = field(
        init=False,
        default=ToolSpec(
            name=NAME,
            title="Send a request to an agent",
            description="Sends a request to an agent exactly as it is given, and gives what comes back.",
            input=_INPUT,
            destructive=True,
            deadline=90.0,
            kind="a2a",
        ),
    )

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        url, settings = text_at(args, "url"), self.directory.settings
        try:
            request = self._request(url, args)
        except (httpx.InvalidURL, ValueError) as error:
            raise ToolFailed("invalid_url", f"{url[:200]} is no address.") from error
        if (why := settings.refusal(url)) is not None:
            raise missed(refused(why))
        credential = settings.credential(url)
        about = (text_at(args["request"], "method"), text_at(args, "dialect"), context.call)
        hide = lambda said: self.keyring.without(said, credential)  # noqa: E731
        notes = noting(context.exchanges, request, about, hide) if context.exchanges is not None else NO_NOTES
        await self.keyring.unlock(request, credential)
        await notes.begin()
        why_not = "There was no whole answer."
        try:
            reply = await fetched(self.directory.client, request, max(1.0, context.deadline - SPARE))
            why_not = ""
            notes.answered(reply.status, reply.headers, reply.body)
        except AddressRefused as error:
            raise ToolFailed(REFUSED, error.refusal.text, {"host": error.refusal.host}) from error
        except ReplyTooLarge as error:
            raise ToolFailed("too_large", f"{origin(url)} answered with more than we read.") from error
        except (httpx.TransportError, httpx.DecodingError) as error:
            raise unanswered(error, url, context.deadline, repeatable=False) from error
        finally:
            await notes.end(why_not)
        return {"status": reply.status, "body": _body(hide(reply.body), origin(url))}

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        """Nobody knows what became of it."""
        raise ToolFailed("unknown_outcome", f"{origin(text_at(args, 'url'))} was sent a request; nobody knows more.")

    def _request(self, url: str, args: JsonObject) -> httpx.Request:
        headers = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
        if text_at(args, "dialect").startswith("1.0"):
            headers["a2a-version"] = "1.0"
        body = msgspec.json.encode(args["request"])
        return self.directory.client.build_request("POST", url, content=body, headers=headers)


def _body(said: bytes, where: str) -> Json:
    """What was answered, as JSON where it is an object. ToolFailed for one that no record could hold."""
    try:
        found: Json = msgspec.json.decode(said)
    except (ValueError, RecursionError):
        found = None
    check_depth(found, where)
    return found if is_object(found) else said.decode("utf-8", "replace")[:SHOWN]
