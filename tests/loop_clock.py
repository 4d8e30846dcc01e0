"""The clock of a test's event loop, which may be put forward: what has a deadline meets it without anybody waiting."""

import asyncio


def forward(seconds: float) -> None:
    """Whatever was due in these seconds happens, in its order, as soon as the loop turns; those of the servers in it,
    too. It is never put back."""
    loop = asyncio.get_running_loop()
    before = loop.time
    vars(loop)["time"] = lambda: before() + seconds
