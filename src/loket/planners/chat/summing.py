"""A talk that grows out of its prompt: the model sums up what was before, once, in the decision that needs it."""

from collections.abc import Callable, Sequence

from loket.core.actions import Call
from loket.core.events import Decided, FileAdded, Returned, UserSaid
from loket.core.model import ModelMessage, ModelRequest, words
from loket.core.planner import Situation
from loket.core.record import Record
from loket.views.prompt_room import LEFT_OUT

FEW, MANY = 4, 150
"""Records of a scope: fewer are not summed up; not many more than that can always be looked back on."""
MOST = 8000
"""Characters of a summary."""
ORDER = (
    "Sum up the conversation before this message for yourself, in at most 500 words: what the person wants, what you "
    "told them, facts, names, numbers and dates that may matter later, and what is still open. Words alone."
)


def wants_summary(situation: Situation, overflows: Callable[[], bool]) -> bool:
    """Whether it is time: a person says something new, nothing is under way, and the prompt `overflows` or there is
    more than can be looked back on."""
    if situation.summary or not all(isinstance(record.event, UserSaid | FileAdded) for record in situation.woke):
        return False
    since = _since_summary(situation.history)
    return len(since) >= FEW and not _waits(since) and (len(since) > MANY or overflows())


def leaves_out(messages: Sequence[ModelMessage]) -> bool:
    """Whether whole messages had to go from a prompt."""
    return any(getattr(part, "text", "") == LEFT_OUT for message in messages[1:2] for part in message.parts)


def characters(messages: Sequence[ModelMessage]) -> int:
    """About how long a prompt is."""
    return sum(
        len(getattr(part, "text", "")) + len(str(getattr(part, "args", ""))) for m in messages for part in m.parts
    )


def summary_request(request: ModelRequest) -> ModelRequest:
    """What the model is asked for it: all but the newest words, which the answer is about."""
    spoken = [at for at, message in enumerate(request.messages) if message.role == "assistant"]
    before = request.messages[: spoken[-1] + 1] if spoken else request.messages[:1]
    return request.model_copy(update={"messages": (*before, words("user", ORDER)), "tool_choice": "none"})


def _since_summary(history: Sequence[Record]) -> Sequence[Record]:
    at = next((at for at, record in reversed([*enumerate(history)]) if getattr(record.event, "summary", "")), -1)
    return history[at + 1 :] if at >= 0 and isinstance(history[at].event, Decided) else history


def _waits(history: Sequence[Record]) -> bool:
    """Whether calls of the last decision are still out."""
    last = next((record for record in reversed(history) if isinstance(record.event, Decided)), None)
    if last is None or not isinstance(last.event, Decided) or not isinstance(last.event.action, Call):
        return False
    back = {record.event.call for record in history if isinstance(record.event, Returned)}
    return any(f"{last.seq}.{call.id}" not in back for call in last.event.action.calls)
