"""What of a long prompt is left out: the oldest results first, then whole messages. Always much at a time, because a
provider reads all of it anew whenever its beginning changes."""

from collections.abc import Iterable, Sequence

from loket.core.model import ModelMessage, Part, TextPart, ToolResultPart

KEPT = 400
"""Characters of a shortened result."""
LEFT_OUT = "[Earlier messages are left out here.]"
MARK, END = "<data ", "\n</data>"


def fitted(turns: Sequence[Sequence[ModelMessage]], room: int) -> tuple[ModelMessage, ...]:
    """The messages of all turns within about `room` characters. A turn is what one decision took and then what it was:
    what was left out for one stays left out for all that follow, so that they begin alike."""
    kept: list[list[ModelMessage]] = []
    size = 0
    for turn in turns:
        asked = [message for message in turn if message.role != "assistant"]
        kept.append(asked)
        size += _size(asked)
        if size > room:
            kept = _lighter(kept, room)
            size = sum(map(_size, kept))
        answered = [message for message in turn if message.role == "assistant"]
        kept[-1] += answered
        size += _size(answered)
    return tuple([message for turn in kept for message in turn])


def _lighter(turns: list[list[ModelMessage]], room: int) -> list[list[ModelMessage]]:
    """With so much left out that three quarters of the room are taken, if that can be."""
    wanted = room * 3 // 4
    over = sum(map(_size, turns)) - wanted
    for at, turn in enumerate(turns):
        if over <= 0:
            return turns
        newest = wanted // (2 * max(1, sum(len(message.parts) for message in turn)))
        keep = KEPT if at < len(turns) - 1 else max(KEPT, newest)
        turns[at] = [_shortened(message, keep) for message in turn]
        over -= _size(turn) - _size(turns[at])
    gone, most = 0, len(turns) - (2 if _answers(turns[-1]) else 1)
    while over > 0 and gone < most:
        over -= _size(turns[gone])
        gone += 1
    if not gone:
        return turns
    note = ModelMessage(role="user", parts=(TextPart(text=LEFT_OUT),))
    first = turns[gone][1:] if _answers(turns[gone]) else turns[gone]  # what it answers is gone
    return [[note], first, *turns[gone + 1 :]]


def _answers(turn: Sequence[ModelMessage]) -> bool:
    """Whether a turn begins with results of the calls of the one before."""
    return bool(turn) and turn[0].role == "tool"


def _shortened(message: ModelMessage, keep: int) -> ModelMessage:
    return message.model_copy(update={"parts": tuple([_short(part, keep) for part in message.parts])})


def _short(part: Part, keep: int) -> Part:
    if not isinstance(part, ToolResultPart | TextPart) or len(part.text) <= keep + 100 or MARK not in part.text:
        return part
    text = f"{part.text[:keep]}… [{len(part.text) - keep} characters left out]{END}"
    return part.model_copy(update={"text": text})


def _size(messages: Iterable[ModelMessage]) -> int:
    return sum(
        len(str(getattr(part, "args", ""))) + len(getattr(part, "text", "")) for m in messages for part in m.parts
    )
