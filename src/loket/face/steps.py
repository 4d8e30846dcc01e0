"""What came of something that was said: its steps in words and values, and what is asked now."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from loket.core.data import Json, JsonObject
from loket.views.outcome_state import OutcomeStep


@dataclass(frozen=True, slots=True)
class OpenAsk:
    """Something that is asked: its id, its words, its choices (id -> label), its form, or the call that is held."""

    id: str
    text: str = ""
    choices: dict[str, str] = field(default_factory=dict)
    form: Json = None
    held: JsonObject | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of it. `text` is all that was said, `questions` are open now; `ok`: nothing went wrong and nothing is
    waited for. `value` is of the type that the assistant's `result` names; None while there is no answer of it, as when
    something is asked or no model answered."""

    text: str = ""
    steps: tuple[OutcomeStep, ...] = ()
    questions: tuple[OpenAsk, ...] = ()
    value: Any = None

    @property
    def ok(self) -> bool:
        """Whether it is done, and well."""
        return not self.questions and all(step.ok for step in self.steps)

    @classmethod
    def of(cls, steps: Sequence[OutcomeStep], items: Sequence[JsonObject]) -> "Answer":
        """From the steps and the view of questions."""
        words = [step.text for step in steps if step.kind in ("say", "ask") and step.text]
        asked = tuple(_asked(item) for item in items if item["state"] == "open")
        # A call that waits for a word is all there is to read, where nothing is said before it.
        return cls("\n".join(words or [one.text for one in asked if one.held]), tuple(steps), asked)

    def __str__(self) -> str:
        return self.text


def _asked(item: JsonObject) -> OpenAsk:
    choices = {choice["id"]: choice["label"] for choice in item["choices"]}
    return OpenAsk(item["id"], item["text"] or _of_held(item["held"]), choices, item["form"], item["held"])


def _of_held(held: JsonObject | None) -> str:
    """A call that waits for a word, as it is asked: why it waits, what it is and what would go out."""
    if held is None:
        return ""
    values = ", ".join(str(value) for value in held["args"].values() if isinstance(value, str | int | float))
    return f"{held['reason']} {held['title'] or held['tool']}{': ' if values else ''}{values}?".strip()


def for_people(steps: Iterable[OutcomeStep]) -> Iterator[OutcomeStep]:
    """What code that talks with an assistant is shown: of calls that were decided the words before them, of ends those
    of the whole; a stop is a fault unless a person did it."""
    for step in steps:
        match step.kind:
            case "call":
                if step.text:
                    yield replace(step, kind="say")
            case "done":
                if step.scope == "/" and step.text:
                    yield replace(step, kind="say")
            case "stopped":
                if not step.ok:
                    yield replace(step, kind="fault")
            case _:
                yield step
