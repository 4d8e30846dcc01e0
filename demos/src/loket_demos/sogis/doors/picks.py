"""The ids of choices on the wire: unique in a session and lasting, so that an old one picks nothing new.

The first question of a kind keeps its plain ids (`oereb-1`); later ones have the question in between (`oereb-57-1`)."""

from dataclasses import dataclass

from loket.core.data import JsonObject
from loket.core.shapes import list_at, text_at


@dataclass(frozen=True)
class OfferedChoice:
    """A choice of a question, as the log knows it; `open`: it can still be picked."""

    question: str
    choice: str
    open: bool


def picks(view: JsonObject) -> dict[str, OfferedChoice]:
    """Every choice that is still known, by its id on the wire. `view` is the state of the view `questions`."""
    found: dict[str, OfferedChoice] = {}
    kinds = set[str]()
    dropped = bool(view.get("dropped"))
    for item in list_at(view, "items"):
        question, choices = text_at(item, "id"), [text_at(one, "id") for one in list_at(item, "choices")]
        if not choices:
            continue
        first = not dropped and choices[0].rpartition("-")[0] not in kinds
        kinds.add(choices[0].rpartition("-")[0])
        for one in choices:
            found[one if first else _long(question, one)] = OfferedChoice(
                question, one, text_at(item, "state") == "open"
            )
    return found


def _long(question: str, choice: str) -> str:
    kind, _, number = choice.rpartition("-")
    return f"{kind}-{question}-{number}"
