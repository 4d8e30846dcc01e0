"""What an agent says about itself, compared with what it said before: the words a person is asked to agree to."""

from collections.abc import Iterator

import msgspec

from loket.core.data import Frozen, Json, JsonObject
from loket.core.shapes import is_object
from loket.tools.agents.card import AgentCard
from loket.tools.agents.signature import Signature
from loket.tools.agents.text import line

MOST = 50
SHOWN = 300


class Difference(Frozen):
    """One thing that changed; `was` is empty for something new and `now` for something that is gone."""

    what: str
    was: str = ""
    now: str = ""


def told_by(card: AgentCard, signature: Signature) -> JsonObject:
    """What a card says as far as it matters to us, in a form that can be kept and compared."""
    return {
        "name": card.name,
        "description": card.description,
        "version": card.version,
        "address": card.url,
        "ways": [f"{way} {way.url}" for way in card.interfaces],
        "login": [f"{scheme['name']} {scheme['type']}" for scheme in card.schemes],
        "signed": signature.key or signature.state,
        "skills": {
            skill.id: {"name": skill.name, "description": skill.description, "parameters": skill.parameters}
            for skill in card.skills
        },
    }


def differences(was: JsonObject, now: JsonObject) -> list[Difference]:
    """At most fifty, never none: a card that differs in something we do not use differs all the same."""
    return list(_between(was, now))[:MOST] or [Difference(what="other details")]


def _between(was: Json, now: Json, path: str = "", depth: int = 0) -> Iterator[Difference]:
    if was == now:
        return
    # Deeper than the parameters of a skill, the whole schema says it better than its smallest part.
    if is_object(was) and is_object(now) and depth < 3:
        for name in dict.fromkeys((*was, *now)):
            yield from _between(was.get(name), now.get(name), f"{path}/{name}" if path else name, depth + 1)
        return
    yield Difference(what=path, was=_shown(was), now=_shown(now))


def _shown(value: Json) -> str:
    if value is None:
        return ""
    return line(value if isinstance(value, str) else msgspec.json.encode(value).decode(), SHOWN)
