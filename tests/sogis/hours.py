"""The package with a clock that a test puts forward."""

from datetime import UTC, datetime, timedelta

from loket.house.bundle import Bundle, Services
from loket_demos.sogis import components


class Clock:
    """The time now, and so much later."""

    later = timedelta()


def bundle(services: Services) -> Bundle:
    """As it is served otherwise; only its documents grow old faster."""
    return components.bundle(services, lambda: datetime.now(UTC) + Clock.later)
