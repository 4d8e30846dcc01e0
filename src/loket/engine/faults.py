"""Something of ours broke: the log of the conversation gets a code and the kind of error, the server's log the rest."""

from loket.core.events import Faulted
from loket.core.record import Record
from loket.engine.writer import Writer
from loket.logs import logger

FAILED = "planner_failed"

log = logger("loket.engine")


def fault(writer: Writer, path: str, error: Exception, took: tuple[int, ...], cause: int | None) -> Record:
    """Writes that the planner of this scope broke; without records that it was given, it ends nothing. The words of an
    error may hold what people said, so no record and no page has them: whoever runs the server reads them there."""
    kind = type(error).__name__[:100]
    record = writer.append(path, "engine", Faulted(code=FAILED, error=kind, took=took), cause=cause)
    scope = writer.turn.scopes.get(path)
    who = writer.entry.assistant if scope is None else scope.assistant
    about = {"conversation": writer.id, "seq": record.seq, "code": FAILED}
    log.error("the planner of %s broke", who, exc_info=error, extra=about)
    return record


def tried_again(writer: Writer, error: Exception, seq: int) -> None:
    """A planner broke once, and is asked once more."""
    about = {"conversation": writer.id, "seq": seq}
    log.info("a planner broke and is asked once more", exc_info=error, extra=about)


def broken_tool(error: Exception, tool: str, conversation: str, call: str) -> str:
    """The sentence for a tool that raised what it should not have; the traceback goes to the server's log."""
    about = {"conversation": conversation, "call": call, "code": "tool_broke"}
    log.error("the tool %s broke", tool, exc_info=error, extra=about)
    return f"{tool} broke on its side ({type(error).__name__[:100]})."
