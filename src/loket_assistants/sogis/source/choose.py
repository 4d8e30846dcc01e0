"""Which source answers: the configuration says it, once."""

from pathlib import Path

from loket.core.bundle import Services
from loket.core.errors import ConfigError
from loket_assistants.sogis.source.bundled import BundledSource
from loket_assistants.sogis.source.fetch import Fetch
from loket_assistants.sogis.source.live import LiveSource
from loket_assistants.sogis.source.port import GeoSource

SOURCE = "LOKET_SOGIS_SOURCE"
"""`bundled` (the default) or `live`."""


def geo_source(services: Services, fetch: Fetch | None = None) -> GeoSource:
    """The configured source. ConfigError when there is no such source, or none to fetch with."""
    match services.env.get(SOURCE, "").strip().lower():
        case "" | "bundled":
            return BundledSource(folder(services))
        case "live":
            if fetch is None:
                raise ConfigError("bad_config", f"{SOURCE}=live needs a server that may fetch from the web.")
            return LiveSource(fetch)
        case other:
            raise ConfigError("bad_config", f"{SOURCE} must be bundled or live, not {other[:40]!r}.")


def folder(services: Services) -> Path:
    """Where this package keeps its database; the shipped maps are drawn from it, whichever source answers."""
    return services.data / "sogis"


def prints_folder(services: Services) -> Path:
    """Where made documents lie."""
    return folder(services) / "prints"
