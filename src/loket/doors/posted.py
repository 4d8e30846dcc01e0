"""What is posted to an agent goes to its door at once: on its way through the application it would pass six layers that
have nothing to do for it, since the door reads it, answers it and says what broke."""

from collections.abc import Generator
from contextlib import contextmanager

from starlette.types import ASGIApp, Receive, Scope, Send


class Posted:
    """ASGI middleware around the application, which has the same doors among its routes for all other requests."""

    def __init__(self, app: ASGIApp, doors: "Doors") -> None:
        self._app, self._doors = app, doors.by_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        door = self._doors.get(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if door is None:
            await self._app(scope, receive, send)
            return
        here, app = door
        await app({**scope, "root_path": here, "path": f"{here}/"}, receive, send)


class Doors:
    """The doors that are open, with the path each lives at, by the paths that are posted to."""

    def __init__(self) -> None:
        self.by_path: dict[str, tuple[str, ASGIApp]] = {}

    @contextmanager
    def open(self, path: str, door: ASGIApp) -> Generator[None]:
        """The time in which this one is open."""
        paths = (path, f"{path}/")
        self.by_path |= dict.fromkeys(paths, (path, door))
        try:
            yield
        finally:
            for each in paths:
                self.by_path.pop(each, None)
