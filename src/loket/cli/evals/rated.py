"""Cases from what people thought of answers: their talk up to there, and what should or must not come of it again."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from loket.core.actions import Ask, Call, Done, Say
from loket.core.data import JsonObject, text_of
from loket.core.events import Answered, Decided, Rated, Started, SurfaceActed, UserSaid
from loket.core.record import Record

LETTERS = 120
"""So much of an answer that was not good must not be told again."""


@dataclass
class _Talk:
    """What was said and done so far. `acts` is None once something was done that no case can do again."""

    assistant: str = ""
    settings: JsonObject = field(default_factory=dict)
    acts: list[JsonObject] | None = field(default_factory=list)
    tools: list[str] = field(default_factory=list)
    told: dict[int, JsonObject] = field(default_factory=dict)
    good: dict[int, bool] = field(default_factory=dict)


def rated_cases(conversation: str, records: Iterable[Record]) -> list[JsonObject]:
    """A case for each answer of a conversation that somebody rated, in the shape of `cases.yaml`."""
    talk = _Talk()
    for record in records:
        _take(talk, record)
    made: list[JsonObject] = []
    for seq, good in sorted(talk.good.items()):
        if (told := talk.told.get(seq)) is not None:
            name = f"{conversation} {seq}, {'good' if good else 'not good'}"
            made.append({"name": name, "assistant": talk.assistant, **_judged(talk, told, good)})
    return made


def _judged(talk: _Talk, told: JsonObject, good: bool) -> JsonObject:
    case: JsonObject = {"talk": told["acts"], **({"settings": talk.settings} if talk.settings else {})}
    words = str(told["text"]).strip()
    line = words.split("\n", 1)[0][:LETTERS]
    if not good:
        return {**case, "never": {"answer": line}}
    return {**case, "expect": {"tools": told["tools"]} if told["tools"] else {"answer": line}}


def _take(talk: _Talk, record: Record) -> None:
    match record.event:
        case Started(assistant=assistant, settings=settings):
            talk.assistant, talk.settings = assistant, dict(settings)
        case UserSaid() | Answered() | SurfaceActed() as event if record.by == "person":
            act = _act(event)
            talk.acts = None if act is None or talk.acts is None else [*talk.acts, act]
            talk.tools = []
        case Decided(action=action):
            if isinstance(action, Call):
                talk.tools += [call.tool for call in action.tools]
            text = _words(action) if record.scope == "/" else ""
            if text and talk.acts:
                talk.told[record.seq] = {"acts": list(talk.acts), "tools": list(talk.tools), "text": text}
        case Rated(to=to, good=None):
            talk.good.pop(to, None)
        case Rated(to=to, good=bool(good)):
            talk.good[to] = good
        case _:
            pass


def _words(action: object) -> str:
    match action:
        case Say(text=text) | Ask(text=text) | Call(text=text) | Done(summary=text):
            return text
        case _:
            return ""


def _act(event: UserSaid | Answered | SurfaceActed) -> JsonObject | None:
    match event:
        case UserSaid(text=text, files=()):
            return {"say": text_of(text)} if text_of(text).strip() else None
        case Answered(choice=str(choice)):
            return {"choose": choice}
        case Answered(form=dict(form)):
            return {"form": form}
        case Answered(edit=dict(edit)):
            return {"edit": edit}
        case Answered(approve=True):
            return {"approve": True}
        case Answered(refuse=True):
            return {"refuse": True}
        case Answered(text=str(text)) if text.strip():
            return {"say": text}
        case _:
            return None
