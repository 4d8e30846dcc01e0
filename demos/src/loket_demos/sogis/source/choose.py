"""Which source answers: the configuration says it, once."""

import re
from pathlib import Path

from loket.core.errors import ConfigError
from loket.house.bundle import Services
from loket_demos.sogis.source.bundled import BundledSource
from loket_demos.sogis.source.live import CANTON, CONFEDERATION, FEDERAL_MAPS, LiveSource, ServiceUrls
from loket_demos.sogis.source.port import GeoSource

SOURCE = "LOKET_SOGIS_SOURCE"
"""`bundled` (the default) or `live`."""
CANTON_URL, CONFEDERATION_URL = "LOKET_SOGIS_CANTON", "LOKET_SOGIS_CONFEDERATION"
"""Where the live services are, for a mirror of them."""
_SITE = re.compile(r"(https?://[\w.:\[\]-]+)(/[^\s?#]*)?")


def geo_source(services: Services) -> GeoSource:
    """The configured source. ConfigError when there is no such source, or none to fetch with."""
    if not is_live(services):
        return BundledSource(folder(services))
    if services.fetch is None:
        raise ConfigError("bad_config", f"{SOURCE}=live needs a server that may fetch from the web.")
    return LiveSource(services.fetch, _addresses(services))


def is_live(services: Services) -> bool:
    """Whether the services of the canton answer. ConfigError for a source that there is not."""
    match services.env.get(SOURCE, "").strip().lower():
        case "" | "bundled":
            return False
        case "live":
            return True
        case other:
            raise ConfigError("bad_config", f"{SOURCE} can't be used: it must be bundled or live, not {other[:40]!r}.")


def picture_sites(services: Services) -> tuple[str, ...]:
    """The origins of which a page loads maps; none when everything is drawn here."""
    if not is_live(services):
        return ()
    sites = (_SITE.match(url) for url in (_addresses(services).canton, FEDERAL_MAPS))
    return tuple(site[1] for site in sites if site is not None)


def folder(services: Services) -> Path:
    """Where this package keeps its database; the shipped maps are drawn from it, whichever source answers."""
    return services.data / "sogis"


def _addresses(services: Services) -> ServiceUrls:
    return ServiceUrls(_site(services, CANTON_URL, CANTON), _site(services, CONFEDERATION_URL, CONFEDERATION))


def _site(services: Services, name: str, usual: str) -> str:
    url = services.env.get(name, "").strip().rstrip("/") or usual
    if not _SITE.fullmatch(url):
        raise ConfigError("bad_config", f"{name} can't be used: it must be an address like {usual}.")
    return url
