"""The canton as a place of its own, and other regions that somebody may name: none of them is the town of that name."""

import re

from loket_demos.sogis.search.spelling import any_of, spelling
from loket_demos.sogis.search.words import key
from loket_demos.sogis.source.shapes import Commune

CANTON = "Solothurn"
_SAID = spelling()
_REGION = re.compile(
    rf"^(?:{any_of(_SAID.articles)}\s+)?(?:(?P<canton>{any_of(_SAID.canton)})|{any_of(_SAID.district)})\b\.?\s*"
    rf"(?:{any_of(_SAID.places)}\s+)?(?P<name>.*)$",
    re.IGNORECASE,
)


def region(text: str) -> tuple[bool, bool] | None:
    """Of a text that names a region: whether that is a canton, and whether it is ours. None when it names none."""
    found = _REGION.match(" ".join(text.split()))
    if found is None:
        return None
    return bool(found["canton"]), key(found["name"]) in ("", key(CANTON), "so")


def canton(label: str) -> Commune:
    """The whole canton, as large as the map of its own geoportal begins with."""
    west, south, east, north = 2590983.0, 1212806.0, 2646267.0, 1262755.0
    middle = ((west + east) / 2, (south + north) / 2)
    return Commune(id="so", label=label, name=label, extent=(west, south, east, north), coord=middle)
