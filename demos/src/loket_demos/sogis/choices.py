"""Several items as a choice: one option each, with a name of its own and what the map would show."""

from collections.abc import Sequence

from loket.core.data import JsonObject
from loket.core.shapes import object_at, text_at
from loket_demos.sogis.actions import Intent, actions

PREFIX: dict[Intent, str] = {
    "goto_address": "addr",
    "load_layer": "layer",
    "search_place": "place",
    "oereb_extract": "oereb",
    "geothermal_probe_assessment": "geothermal",
    "cadastral_plan": "plan",
}


def choices(intent: Intent, items: Sequence[JsonObject]) -> list[JsonObject]:
    """The options in the order of the items: `oereb-1`, `oereb-2` and so on, the same for the same items.

    Labels that are alike are told apart by their id. What is found alike is equally likely."""
    labels = [text_at(object_at(item, "payload"), "label") for item in items]
    made: list[JsonObject] = []
    for at, item in enumerate(items):
        payload = object_at(item, "payload")
        label = labels[at] if labels.count(labels[at]) == 1 and labels[at] else f"{labels[at]} ({payload.get('id')})"
        made.append(
            {
                "id": f"{PREFIX[intent]}-{at + 1}",
                "label": label.strip(),
                "confidence": round(1 / len(items), 3),
                "mapActions": actions(intent, item),
                "data": {"type": item.get("type"), "id": payload.get("id")},
            }
        )
    return made
