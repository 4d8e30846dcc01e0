"""What a person may say of their move before the talk: four steps, of which each may be skipped; its texts are data."""

from collections.abc import Sequence

from loket.core.assistant import SetUpStep
from loket.core.data import JsonObject
from loket.language.tokens import flat
from loket_demos.relocation.countries import countries
from loket_demos.relocation.system_vars import LONG
from loket_demos.relocation.texts import sentence, words


def steps(locale: str) -> tuple[SetUpStep, ...]:
    """The steps in a language: where from, where to, what for, and what else matters."""
    places = sorted((it.name.within(locale) for it in countries().values()), key=flat)
    aims = [text.within(locale) for text in words("purposes").values()]
    origin = _fields(locale, {"origin_country": _choice(places), "nationality": _choice(places)})
    destination = _fields(locale, {"destination_country": _choice(places)}, ["destination_country"])
    objective = _fields(locale, {"objective": _choice(aims)}, ["objective"])
    more = _fields(locale, {"additional_info": {"type": "string", "maxLength": LONG}})
    asked = {"origin": origin, "destination": destination, "objective": objective, "more": more}
    return tuple(
        SetUpStep(
            title=sentence("set_up", name, locale), hint=sentence("set_up", f"{name}_hint", locale), fields=fields
        )
        for name, fields in asked.items()
    )


def _fields(locale: str, fields: dict[str, JsonObject], required: Sequence[str] = ()) -> JsonObject:
    named = {name: {"title": sentence("set_up", name, locale), **field} for name, field in fields.items()}
    return {"type": "object", "properties": named, "required": list(required)}


def _choice(options: Sequence[str]) -> JsonObject:
    return {"oneOf": [{"const": option, "title": option} for option in options]}
