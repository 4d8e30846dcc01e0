"""Both sources, so that one suite asks them the same; the live one talks over HTTP to a canton on the loopback."""

import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from loket.net.client import shared_client
from loket.net.web import Web
from loket_demos.sogis.source.bundled import BundledSource
from loket_demos.sogis.source.fetch import Patient
from loket_demos.sogis.source.live import LiveSource, ServiceUrls
from loket_demos.sogis.source.port import GeoSource
from tests.loopback import Loopback, answering
from tests.sogis.canton import Canton


@dataclass
class Live:
    """The live source, the canton it asks, and the line between them. `pauses` are the seconds it waited."""

    source: LiveSource
    canton: Canton
    line: Loopback
    pauses: list[float]


@pytest.fixture(scope="session")
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the database of the example data is made, once."""
    return tmp_path_factory.mktemp("sogis")


@pytest.fixture
async def server_data(data_folder: Path, tmp_path: Path) -> Path:
    """The data folder of a server, with the database of the example data in it already."""
    await BundledSource(data_folder).prepare()
    shutil.copytree(data_folder, tmp_path / "data" / "sogis", ignore=shutil.ignore_patterns("sogis"))
    return tmp_path / "data"


@pytest.fixture
def bundled(data_folder: Path) -> BundledSource:
    return BundledSource(data_folder)


@pytest.fixture
async def live(bundled: BundledSource) -> AsyncIterator[Live]:
    canton, pauses = Canton(bundled), list[float]()

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    async with answering(canton.answer) as line, shared_client(allow=["127.0.0.1"]) as client:
        web = Web(client)
        patient = Patient(web, pause=pause, seconds=2.0)
        yield Live(LiveSource(web, ServiceUrls(line.url, line.url), patient), canton, line, pauses)


@pytest.fixture(params=["bundled", "live"])
def source(request: Any, bundled: BundledSource, live: Live) -> GeoSource:
    return bundled if request.param == "bundled" else live.source
