"""Amounts of euros: reading what people type, writing what people read."""

import re
from decimal import Decimal, InvalidOperation

from loket_demos.overheid.content.errors import ContentError

LARGEST = Decimal(10) ** 10
"""No income, wealth or rent is larger; above it somebody made a typing mistake."""

_thousands = re.compile(r"[0-9]{1,3}(?:[.][0-9]{3})+(?:,[0-9]{1,2})?")


def euro(amount: Decimal | int) -> str:
    """`39.719 euro` or `322,73 euro`, as Dutch people write it."""
    value = Decimal(amount)
    text = f"{value:,.0f}" if value == value.to_integral_value() else f"{value:,.2f}"
    return text.replace(",", " ").replace(".", ",").replace(" ", ".") + " euro"


def read_amount(given: object, name: str) -> Decimal | None:
    """The amount in `given` (number, `45.000`, `€ 1.234,56`), None when nothing was given.

    Raises ContentError `invalid_NAME` when it is something else."""
    if given is None or (isinstance(given, str) and not given.strip()):
        return None
    value = _parse(given)
    if value is None or not value.is_finite() or abs(value) > LARGEST:
        raise ContentError(f"invalid_{name}", f"Vul bij {name} een bedrag in euro's in, bijvoorbeeld 25000.")
    return value


def _parse(given: object) -> Decimal | None:
    if isinstance(given, bool):
        return None
    if isinstance(given, int | float | Decimal):
        return Decimal(str(given)) if abs(given) < LARGEST * 10 else None
    if not isinstance(given, str) or len(given) > 40:
        return None
    text = given.replace("\u20ac", "").replace("euro", "").replace("EUR", "").replace("\u00a0", "").replace(" ", "")
    if _thousands.fullmatch(text):
        text = text.replace(".", "")
    try:
        return Decimal(text.replace(",", ".").removesuffix(".-"))
    except InvalidOperation:
        return None
