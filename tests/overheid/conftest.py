"""What the tests of the counter share: a server with its agents."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from loket.engine.host import Host
from tests.serving import serving_here


@pytest.fixture
async def host(tmp_path: Path) -> AsyncGenerator[Host]:
    async with serving_here(tmp_path) as here:
        yield here.engine
