"""The tool `web_search_tool`: candidate sites for a question, from whatever search stands behind the port."""

from dataclasses import dataclass, field
from typing import Protocol

from loket.core.data import Frozen, Json, JsonObject
from loket.core.tool import CallContext, Repeatable, ToolFailed, ToolSpec

NAME = "web_search_tool"
QUERY, RESULTS = 400, 10

_INPUT: JsonObject = {
    "type": "object",
    "examples": ["Search the web for a football club near me."],
    "properties": {
        "query": {"type": "string", "minLength": 1, "maxLength": QUERY},
        "limit": {"type": "integer", "minimum": 1, "maximum": RESULTS},
    },
    "required": ["query"],
}
_OUTPUT: JsonObject = {
    "type": "object",
    "properties": {
        "results": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {name: {"type": "string"} for name in ("title", "url", "snippet")},
                "required": ["title", "url", "snippet"],
            },
        }
    },
    "required": ["results"],
}


class Hit(Frozen):
    """A site that may have what was looked for; title and snippet are somebody else's words."""

    title: str
    url: str
    snippet: str = ""


class Site(Frozen):
    """A site that is found without the internet; `keywords` are what people would look for."""

    title: str
    url: str
    snippet: str = ""
    keywords: tuple[str, ...] = ()
    lang: str = "en"


class Search(Protocol):
    """Looks for sites. Called once a query; the best come first, at most `limit`. `locale` is the language of the
    person. Raises ToolFailed (`unreachable`, `timeout`, `not_json`, `failed`) when it can't look, and gives an empty
    list when there is nothing."""

    async def find(self, query: str, limit: int, locale: str = "en") -> list[Hit]: ...


@dataclass(frozen=True, slots=True)
class SearchTool(Repeatable):
    """Asks the search; reads only, so it may be repeated."""

    search: Search
    spec: ToolSpec = field(
        init=False,
        default=ToolSpec(
            name=NAME,
            title="Search the web",
            description="Finds websites for a few words; gives title, address and a short text of each.",
            input=_INPUT,
            output=_OUTPUT,
            read_only=True,
            idempotent=True,
            kind="search",
        ),
    )

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        query = " ".join(str(args["query"]).split())[:QUERY]
        if not query:
            raise ToolFailed("invalid", "Say what to look for.")
        hits = await self.search.find(query, int(args.get("limit", 5)), context.locale)
        return {"results": [hit.model_dump() for hit in hits]}
