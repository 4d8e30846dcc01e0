"""How many hours of a week are worked, as people tell it: by the week, the month, or days of so many hours."""

from collections.abc import Sequence

from loket.language.rates import Rate

MOST_HOURS = 80
"""Of one week, of somebody who works a great deal."""
SURE = range(11, MOST_HOURS + 1)
"""Hours without a period that are those of a week, and not of a day."""
DAY = 24


def hours_a_week(every: Sequence[Rate], hours: Rate) -> float | None:
    """The hours of a week; None where they may be those of a day. `every`: all amounts of the message."""
    days = [one.value for one in every if one.unit == "day" and 1 <= one.value <= 7]
    found: float | None = None
    if hours.per == "day" or (not hours.per and days and hours.value <= DAY):
        found = hours.value * days[0] if len(days) == 1 and hours.value <= DAY else None
    elif hours.every == 1 and hours.per == "month":
        found = hours.value * 12 / 52
    elif hours.every == 1 and (hours.per == "week" or (not hours.per and hours.value in SURE)):
        found = hours.value
    return found if found is None or 0 < found <= MOST_HOURS else None
