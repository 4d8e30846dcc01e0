"""Records as lines for a person, and words of others made fit for a terminal: they can neither steer it nor look like
lines of ours."""

import json

from loket.core.actions import Ask, Done, Say
from loket.core.data import Json, as_blob
from loket.core.events import Answered, Changed, Decided, Event, Faulted, FileAdded, FileKept, Held, Returned, Stopped
from loket.core.record import Record
from loket.tools.agents.text import visible
from loket.views.costs import CostLine, Costs

WORDS = 100
"""Characters of the reason or the words on the one line of a record."""
WORDY = ("reasoning", "text", "note", "code", "name")
SPENT = "Ended at a limit of its assistant's budget."


def flat(text: str) -> str:
    """The text on one line."""
    return " ".join(visible(text).split())


def one_line(text: str) -> str:
    """The text on one line, with its spaces as they are."""
    return visible(text).replace("\n", " ")


def json_line(line: str) -> str:
    """The same JSON with every character that is not to be seen written as an escape."""
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in line)


def line_of(record: Record) -> str:
    """A record on one line: seq, time, who, kind, depth and the reason or the words."""
    event, words = record.event, _words_of(record.event)
    what = getattr(event, "step", "") or getattr(event, "call", "")
    kind = flat(f"{event.kind} {what}")
    return f"{record.seq:>6}  {record.at:%H:%M:%S.%f}  {record.by:<7}  {_depth(record)}{kind}  {flat(words)[:WORDS]}"


def _words_of(event: Event) -> str:
    words = next((str(v) for name in WORDY if (v := getattr(event, name, None))), "")
    match event:
        case Returned(ok=True, value=value):
            blob = as_blob(value)
            return words or (_json(value) if blob is None else blob.preview)
        case Faulted(code=code, error=error, text=text):
            return " ".join(filter(None, (code, error, text)))
        case Answered(to=to):
            return f"to {to}: {_answer(event)}"
        case Changed(settings=settings):
            return _json(settings)
        case FileAdded(ref=ref) | FileKept(ref=ref):
            return ref.name
        case _:
            return words


def _answer(event: Answered) -> str:
    match event:
        case Answered(approve=True) | Answered(refuse=True):
            return f"{'yes' if event.approve else 'no'} {event.text or ''}".rstrip()
        case Answered(edit=dict(values)):
            return f"yes, with {_json(values)}"
        case Answered(amend=dict(values)):
            return f"change it to {_json(values)} {event.text or ''}".rstrip()
        case Answered(form=dict(values)):
            return _json(values)
        case _:
            return str(event.choice or event.text or "")


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def step_of(record: Record) -> str | None:
    """What a person who waits for an answer is told: steps with their reason, how calls ended, and, in full, what is
    said and asked. None for records that tell them nothing."""
    depth = _depth(record)
    match record.event:
        case Decided(action=Say(text=text)):
            return visible(text)
        case Decided(action=Done(summary=text)) if text and record.scope == "/":
            return visible(text)
        case Decided(action=Ask(text=text, choices=choices)):
            labels = (" - ".join(filter(None, (choice.label, choice.detail))) for choice in choices)
            return "\n".join([visible(text), *(f"  * {flat(label)}" for label in labels)])
        case Decided(step=step, reasoning=reasoning, action=action):
            return f"{depth}{flat(step) or action.kind:<20} {flat(reasoning)}"
        case Held(title=title, why=why):
            again = ", again: in this copy nothing has been sent yet" if why == "fork" else ""
            return f"{depth}  held until a person approves it{again}{flat(f': {title}') if title else ''}"
        case Returned(ok=True, took_ms=took) if took is not None:
            return f"{depth}  ok, {took} ms"
        case Returned(ok=False, code=code, text=text):
            return f"{depth}  {flat(': '.join(filter(None, (code, text))))}"
        case Faulted(code=code, error=error):
            kind = flat(": ".join(filter(None, (code, error))))
            return f"{depth}Something of ours broke ({kind}, record {record.seq}); the server's log tells where."
        case Stopped(code="budget_spent", text=text):
            return f"{depth}{SPENT} {flat(text)}".rstrip()
        case _:
            return None


def costs_of(costs: Costs) -> list[str]:
    """What the language models of a conversation used, a line each, and in all when there are several."""
    lines = [*costs.models, *([costs.total] if len(costs.models) > 1 else [])]
    return [f"{flat(line.model) or 'all models'}: {_cost(line)}" for line in lines]


def _cost(line: CostLine) -> str:
    tokens = f"{line.input_tokens} tokens in ({line.cached_tokens} of them cached), {line.output_tokens} out"
    price = f"${line.price:.6f}" if line.unpriced < line.thoughts else "no known price"
    rest = f" and {line.unpriced} without a known price" if 0 < line.unpriced < line.thoughts else ""
    return f"{line.thoughts} answers, {tokens}, {price}{rest}, {line.took_ms} ms"


def _depth(record: Record) -> str:
    return "  " * (record.scope.count("/") - 1)
