"""One clerk a module for the tests of AG-UI, a thread of its own for each of them."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from tests.doors.agui_front import Front, fronting


@pytest.fixture(scope="module")
async def clerk(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Front]:
    """A server with the clerk."""
    async with fronting(tmp_path_factory.mktemp("clerk")) as front:
        yield front


@pytest.fixture
def front(clerk: Front, request: pytest.FixtureRequest) -> Front:
    """A front end of a thread that nobody has used, for a clerk who has done nothing yet."""
    (clerk.folder / "effects.txt").unlink(missing_ok=True)
    clerk.gate.clear()
    return replace(clerk, thread=str(request.node.name))
