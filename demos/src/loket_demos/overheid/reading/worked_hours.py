"""The hours that belong to a wage of an hour: told as an answer, or changed later."""

from datetime import date

from loket.core.data import JsonObject
from loket.language.message import Message
from loket.language.rates import Rate, rates
from loket_demos.overheid.reading.incomes import plain_number
from loket_demos.overheid.reading.sentence import message_of
from loket_demos.overheid.reading.wages import MOST_HOURS, hours_a_week

NAMES = ("inkomen", "inkomen_partner")


def waged(name: str, wage: float, hours: float) -> JsonObject:
    """The fields of an income that is a wage of an hour, in the week."""
    both = {"loon": plain_number(wage), "uren": plain_number(hours)}
    return {name: plain_number(round(wage * hours, 2)), f"{name}_per": "week", f"{name}_uur": both}


def hours_told(name: str, wage: float, text: str, today: date) -> JsonObject:
    """The income where an answer tells the hours of a week, also as a bare figure; nothing where it tells an amount."""
    message = message_of(text, today)
    every = [one for one in rates(message) if one.unit != "day"]
    if len(every) != 1 or every[0].money or every[0].unit not in ("hour", ""):
        return {}
    bare = not every[0].unit and every[0].per in ("", "week") and every[0].value <= MOST_HOURS
    hours = every[0].value if bare else _hours(message, every[0])
    return waged(name, wage, hours) if hours else {}


def rehoured(message: Message, before: JsonObject) -> JsonObject | None:
    """The income after a message that tells other hours, or another wage, of one that was told by the hour."""
    names = [name for name in NAMES if isinstance(before.get(f"{name}_uur"), dict)]
    every = [one for one in rates(message) if one.unit != "day"]
    if len(names) != 1 or len(every) != 1:
        return None
    (name,), (one,) = names, every
    old = before[f"{name}_uur"]
    if one.unit == "hour" and (hours := _hours(message, one)):
        return waged(name, old["loon"], hours)
    return waged(name, one.value, old["uren"]) if one.per == "hour" and not one.unit else None


def _hours(message: Message, hours: Rate) -> float | None:
    return hours_a_week(rates(message), hours) if hours.unit == "hour" else None
