"""An assistant without screens: asking for one shows an empty page and keeps nothing."""

from datetime import UTC, datetime

from loket.core.events import SurfaceShown
from loket.core.record import Record
from loket.views.screen import Screens


def test_opening_a_page_where_there_are_none() -> None:
    screens = Screens(())
    event = SurfaceShown(surface="home", message={"kind": "surface/open"})
    record = Record(seq=1, at=datetime(2026, 1, 1, tzinfo=UTC), by="planner", event=event)
    assert screens.project(record) == [{"kind": "surface/open", "surfaceId": "home", "title": "", "dataModel": {}}]
    assert screens.state()["surfaces"] == {}
