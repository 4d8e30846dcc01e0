"""The sources of an answer in one numbered list at its end, where each line would say the same ones again."""

import re

from loket_demos.relocation.texts import sentence

ORIGIN = re.compile(
    r" \((?:(?P<year>\d{4}); )?(?P<source>(?:[^()\n]|\([^()\n]*\))+?; (?:consultado em|checked) [^();\n]+)"
    r"(?:; (?P<doubt>[^();\n]+))?\)"
)
"""How `Destination.origin_of` writes where a value is from: its year and a doubt are the value's own."""


def numbered(text: str, language: str) -> tuple[str, str]:
    """The text with the number of a source in the place of its name and day of check, and the list of them."""
    sources: dict[str, int] = {}

    def number(found: re.Match[str]) -> str:
        own = "; ".join(filter(None, (found["year"], found["doubt"])))
        return f"{f' ({own})' if own else ''} [{sources.setdefault(found['source'], len(sources) + 1)}]"

    text = ORIGIN.sub(number, text)
    lines = [f"{at}. {source}" for source, at in sources.items()]
    return text, "\n".join([f"**{sentence('say', 'sources', language)}**\n", *lines]) if lines else ""
