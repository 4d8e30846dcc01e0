"""Who reads the pages of a country anew when somebody asks for it: a conversation, so that it is recorded who did."""

from loket import Assistant, Context, tool
from loket.core.actions import Call, Decision, Say, ToolCall
from loket.core.events import Returned, SurfaceActed
from loket.core.planner import Draft, Situation
from loket.core.tool import ToolFailed
from loket_demos.relocation.legislation.crawl import Crawl, CrawlProgress

CRAWLER, ACT, TOOL = "relocation.crawler", "crawl", "crawl_country"
SECONDS = 600.0


class CrawlPlanner:
    """A country that is named is crawled, and that is all it does."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        match situation.woke[-1].event:
            case SurfaceActed(name="crawl", payload=wanted):
                call = ToolCall(id="crawl", tool=TOOL, args={"code": str(wanted.get("code", ""))})
                return Decision(reasoning="Somebody asked for it.", action=Call(calls=(call,)))
            case Returned(ok=True):
                return Decision(reasoning="It was read.", action=Say(text="As páginas foram lidas."))
            case Returned(text=text):
                return Decision(reasoning="It could not be read.", action=Say(text=text))
            case _:
                text = "Leio as páginas de um país quando alguém o pede na administração."
                return Decision(reasoning="No country was named.", action=Say(text=text))


def crawler(crawl: Crawl) -> Assistant:
    """The assistant that crawls so."""

    @tool(name=TOOL, idempotent=True, title="Ler as páginas de um país", deadline=SECONDS)
    async def crawl_country(code: str, context: Context) -> CrawlProgress:
        """Reads the pages of a country anew.

        Args:
            code: ISO code of the country
        """
        progress = CrawlProgress(kind="unknown", code=code[:8])
        async for progress in crawl.run(code):
            context.progress(f"{progress.kind} {progress.url}".strip(), progress.model_dump())
        if progress.kind == "unknown":
            raise ToolFailed("unknown_country", progress.text)
        return progress

    return Assistant(
        CRAWLER, title="Legislação", locale="pt-BR", tools=[crawl_country], planner=CrawlPlanner(), hidden=True
    )
