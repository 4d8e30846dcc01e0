"""What people say about a move, in the languages that are read: data, made into a lexicon once."""

import tomllib
from datetime import date
from functools import lru_cache

from pydantic import TypeAdapter

from loket.language import read
from loket.language.lexicon import Lexicon, Meaning, lexicon_of
from loket.language.message import Message
from loket_demos.relocation.content import DATA, Text

_SHAPE = TypeAdapter(dict[str, dict[str, Text]])


@lru_cache(maxsize=4)
def book(code: str) -> Lexicon:
    """The concepts of the field, each as `group.name`."""
    read = _SHAPE.validate_python(tomllib.loads((DATA / "words.toml").read_text("utf-8")))
    said = {
        f"{group}.{name}": {"pt": text.pt, "en": text.en} for group, one in read.items() for name, text in one.items()
    }
    return lexicon_of(said, code)


@lru_cache(maxsize=1)
def warm() -> bool:
    """Reads both languages; the first time takes a third of a second, which is no work for the loop."""
    return all(book(code).phrases and read("oi", date.min, code).words for code in ("pt", "en"))


def meanings(message: Message) -> list[Meaning]:
    """What its words mean, in their order; what lies inside a longer expression says nothing by itself. A message in
    whose own language nothing is meant may name a thing as its country does."""
    found = message.meant(book(message.tongue.code)) or message.meant(book("pt"))
    whole = [
        one
        for one in found
        if not any(
            other.start <= one.start and one.end <= other.end and other.end - other.start > one.end - one.start
            for other in found
        )
    ]
    return sorted(whole, key=lambda one: (one.start, one.end))
