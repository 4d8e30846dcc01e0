"""Who said what, so that the talk a client keeps can be compared with that of a conversation."""

from collections.abc import Iterable, Iterator

from loket.core.data import Json, JsonObject
from loket.core.shapes import list_at, text_at


def joined(said: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Roles and words in turns: messages in a row of one side are one, those without words are none, and spacing does
    not count."""
    turns: list[tuple[str, str]] = []
    for role, text in said:
        words = " ".join(text.split())
        if words and turns and turns[-1][0] == role:
            turns[-1] = role, f"{turns[-1][1]} {words}"
        elif words:
            turns.append((role, words))
    return turns


def turns_of(transcript: JsonObject) -> list[tuple[str, str]]:
    """The same of a conversation, by the state of its view; of a long one, the end that the view keeps."""
    return joined(
        pair for item in list_at(transcript, "items") if text_at(item, "scope") == "/" for pair in _turns_in(item)
    )


def _turns_in(item: Json) -> Iterator[tuple[str, str]]:
    match text_at(item, "kind"):
        case "said" | "answered" if text_at(item, "by") == "person":
            yield "user", text_at(item, "text")
        case "said" | "asked" | "done" if text_at(item, "by") == "assistant":
            yield "assistant", asked(text_at(item, "text"), [text_at(one, "label") for one in list_at(item, "choices")])
        case _:
            pass


def asked(text: str, choices: Iterable[str]) -> str:
    """A question with what can be chosen, as words."""
    return "\n".join((text, *(f"- {choice}" for choice in choices)))
