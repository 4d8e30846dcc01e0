"""Puts the package together for whoever serves it: the map assistant with its planner and its nine tools."""

from collections.abc import Callable
from datetime import UTC, datetime

from loket.house.bundle import Bundle, Services
from loket_demos.sogis.declaration import SOGIS
from loket_demos.sogis.doors.chat import MapWire
from loket_demos.sogis.doors.prints import PrintWire
from loket_demos.sogis.maps.shipped import ShippedMaps
from loket_demos.sogis.planner import SogisPlanner
from loket_demos.sogis.source.choose import folder, geo_source, picture_sites
from loket_demos.sogis.tool_specs import SPECS
from loket_demos.sogis.tools import sogis_tools


def bundle(services: Services, now: Callable[[], datetime] | None = None) -> Bundle:
    """Everything this package brings; `now` is the time by which documents expire."""
    return Bundle(
        name=SOGIS.name,
        assistants=(SOGIS,),
        planners={SOGIS.name: SogisPlanner()},
        tools=sogis_tools(geo_source(services), now or _now),
        publish=tuple(spec.name for spec in SPECS),
        doors=(MapWire(SOGIS.name, SOGIS.locale, ShippedMaps(folder(services))),),
        sites=picture_sites(services),
        paced=False,  # a map that waits looks broken
        leaves=(PrintWire(),),
    )


def _now() -> datetime:
    return datetime.now(UTC)
