"""The recipes as docs/frameworks.md has them."""

import re
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "frameworks.md"
OURS, THEIRS = "Loket as their remote agent", "Their agents in Loket"
BLOCK = re.compile(r"^```(\w+)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Recipe:
    """A block for a library, with our side of it and the settings."""

    code: str
    ours: str
    settings: str = ""


def recipes(chapter: str) -> dict[str, Recipe]:
    """Those of a chapter by the name of the library."""
    text = PAGE.read_text("utf-8").partition(f"\n## {chapter}\n")[2].partition("\n## ")[0]
    head, *sections = re.split(r"^### ", text, flags=re.MULTILINE)
    first = dict(BLOCK.findall(head))
    found: dict[str, Recipe] = {}
    for section in sections:
        title, _, body = section.partition("\n")
        for _, code in BLOCK.findall(body):
            found[title.removesuffix(" serves")] = Recipe(code, first["python"], first.get("toml", ""))
    return found
