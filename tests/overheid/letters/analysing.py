"""What comes of a letter that a person pastes: the step that structures it, asked as any other capability is."""

from typing import Any

from loket_demos.overheid.content.catalogue import CAPABILITIES

STRUCTURE = next(one for one in CAPABILITIES if one.name == "structure_bezwaar")
TODAY = "2026-11-29"


async def analysed(text: str) -> dict[str, Any]:
    """The overview, the letters and the advice, on 29 November 2026."""
    return dict(await STRUCTURE.call({"raw_text": text, "vandaag": TODAY}))
