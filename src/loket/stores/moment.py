"""Moments as whole microseconds since 1970 (UTC), which is how the database keeps them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

Clock = Callable[[], datetime]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TICK = timedelta(microseconds=1)


def now() -> datetime:
    return datetime.now(UTC)


def ticks(moment: datetime) -> int:
    """Exact, unlike a float of seconds; the moment must know its time zone."""
    since = moment - _EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def moment(ticks: int) -> datetime:
    return _EPOCH + ticks * _TICK
