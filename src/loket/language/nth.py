"""Days of the week as they are told: the last that was, the one of last week, the third Friday of a month."""

from datetime import date, timedelta

WEEK, MOST = timedelta(days=7), 5


def next_month(day: date) -> date:
    """The first day of the month after that of a day."""
    return (day.replace(day=1) + timedelta(days=31)).replace(day=1)


def coming(today: date, weekday: int) -> date:
    """The next such day of the week."""
    return today + timedelta(days=(weekday - today.weekday()) % 7 or 7)


def day_of_week(today: date, weekday: int, step: int, week: bool) -> tuple[date, date]:
    """The day ahead and the one back of a day of the week: of the week that is told, or of the one after; before today,
    where no week is told, the last one that was: on a Wednesday, last Monday is two days ago."""
    ahead = coming(today, weekday)
    if step > 0 or week:
        ahead = today + timedelta(days=weekday - today.weekday()) + step * WEEK
    elif step < 0:
        ahead = today - timedelta(days=(today.weekday() - weekday) % 7 or 7)
    return ahead, ahead if step or week else ahead - WEEK


def weekday_in(first: date, weekday: int, number: int) -> date | None:
    """A day of the week in the month that begins on a day, counted from its beginning, or the last one; none if the
    month has not so many."""
    day = first + timedelta(days=(weekday - first.weekday()) % 7)
    within = [one for at in range(MOST) if (one := day + at * WEEK).month == first.month]
    return within[-1] if number < 0 else within[number - 1] if number <= len(within) else None
