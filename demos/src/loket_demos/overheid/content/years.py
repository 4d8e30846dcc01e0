"""Reading a year that somebody gave."""

from loket_demos.overheid.content.errors import ContentError

FIRST, LAST = 2006, 2100
"""The allowances of the Awir exist since 2006."""


def read_year(given: object) -> int:
    """The year as a number; raises ContentError `invalid_jaar` for anything that is no year of these allowances."""
    value: int | None = None
    match given:
        case bool():
            value = None
        case int():
            value = given
        case float() if given.is_integer():
            value = int(given)
        case str() if len(given) < 20 and given.strip().isascii() and given.strip().isdigit():
            value = int(given.strip())
        case _:
            value = None
    if value is None:
        raise ContentError("invalid_jaar", "Vul het jaar in met vier cijfers, bijvoorbeeld 2025.")
    if not FIRST <= value <= LAST:
        raise ContentError("invalid_jaar", f"Kies een jaar van {FIRST} tot en met {LAST}.")
    return value
