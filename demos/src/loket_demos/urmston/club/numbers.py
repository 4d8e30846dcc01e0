"""Numbers that a caller gave in a structured way, as whole ones where they are meant so."""

from loket.core.data import Json, JsonObject


def whole_numbers(parameters: JsonObject) -> JsonObject:
    """Numbers that came as text or as 10.0 are what they mean; what was left empty is left out."""
    return {name: _whole(name, value) for name, value in parameters.items() if value is not None}


def _whole(name: str, value: Json) -> Json:
    if name not in ("age", "school_year") or isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdecimal() and len(value) < 6:
        return int(value)
    return value
