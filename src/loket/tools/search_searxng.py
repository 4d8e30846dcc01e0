"""A search through a SearXNG server, by its JSON: the operator's own window on the search engines of the world."""

import httpx
import msgspec

from loket.core.data import Json
from loket.core.shapes import is_object, list_at, text_at
from loket.core.tool import ToolFailed
from loket.net.client import ReplyTooLarge, fetched, origin
from loket.tools.agents.text import line
from loket.tools.search import Hit

DEADLINE = 15.0


class SearxngSearch:
    """Asks `GET URL/search?format=json`; the address is the operator's. Its format has to be switched on there."""

    def __init__(self, client: httpx.AsyncClient, url: str, deadline: float = DEADLINE) -> None:
        self._client, self._url, self._deadline = client, url.rstrip("/"), deadline

    async def find(self, query: str, limit: int, locale: str = "en") -> list[Hit]:
        asked = {"q": query, "format": "json", "language": locale or "all", "safesearch": "1"}
        request = self._client.build_request(
            "GET", f"{self._url}/search", params=asked, headers={"accept": "application/json"}
        )
        where = origin(self._url)
        try:
            reply = await fetched(self._client, request, self._deadline)
            answer: Json = msgspec.json.decode(reply.body) if reply.status == 200 else None
        except ReplyTooLarge as error:
            raise ToolFailed("too_large", f"{where} answered with too much.") from error
        except httpx.TimeoutException as error:
            raise ToolFailed("timeout", f"{where} did not answer within {self._deadline:g} seconds.") from error
        except (httpx.TransportError, httpx.DecodingError) as error:
            raise ToolFailed("unreachable", f"{where} can't be reached.") from error
        except (ValueError, RecursionError) as error:
            raise ToolFailed("not_json", f"{where} answered with something that is not JSON.") from error
        if reply.status == 403:
            raise ToolFailed("failed", f"{where} gives no JSON; its settings must list json under search.formats.")
        if not is_object(answer):
            raise ToolFailed("failed", f"{where} answered with HTTP {reply.status}.")
        hits: dict[str, Hit] = {}
        for found in list_at(answer, "results"):
            url = text_at(found, "url").strip()
            if url.startswith(("https://", "http://")) and len(url) <= 2000:
                snippet = line(text_at(found, "content"), 500)
                hits.setdefault(url, Hit(title=line(text_at(found, "title"), 200), url=url, snippet=snippet))
        return list(hits.values())[:limit]
