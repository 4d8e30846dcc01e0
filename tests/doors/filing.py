"""An agent that files what it is sent: it keeps a receipt and a private note, and gives them back with what came."""

from loket.core.actions import Call, Decision, Say, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.data import FileRef, Json, JsonObject
from loket.core.events import FileKept, Returned, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.tool import CallContext, ToolSpec
from loket.house.bundle import Bundle, Services
from loket.tools.function import FunctionTool

PDF, RECEIPT, NOTE, LONG = b"%PDF-1.7 a plan", b"a receipt", b"a private note", b"a long list" * 100_000
FILES = AssistantSpec(name="files", title="Files", tools=("keep",))


class Clerk:
    """Everything is kept, then given back."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        match situation.woke[-1].event:
            case UserSaid(text="forget"):
                return Decision(reasoning="Nothing is to be kept.", action=Say(text="Nothing."))
            case Returned():
                return Decision(reasoning="It is kept.", action=Say(text="Filed.", files=tuple(files_of(situation))))
            case _:
                return Decision(reasoning="It came in.", action=Call(calls=(ToolCall(id="k", tool="keep"),)))


def files_of(situation: Situation) -> list[FileRef]:
    """All that came and was kept."""
    found: list[FileRef] = []
    for record in situation.history:
        match record.event:
            case UserSaid(files=files):
                found += files
            case FileKept(ref=ref):
                found.append(ref)
            case _:
                pass
    return found


async def keep(args: JsonObject, context: CallContext) -> Json:
    """A receipt, a long list and a note; the link of the list is what it gives."""
    await context.keep(RECEIPT, "receipt.txt", "text/plain")
    await context.keep(NOTE, "note.txt", "text/plain", private=True)
    return {"link": context.link(await context.keep(LONG, "list.csv", "text/csv"))}


def bundle(services: Services) -> Bundle:
    """The clerk and the tool."""
    tool = FunctionTool(ToolSpec(name="keep", idempotent=True), keep)
    return Bundle(name=FILES.name, assistants=(FILES,), planners={FILES.name: Clerk()}, inner=(tool,))
