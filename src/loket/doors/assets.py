"""Files of the web shell and of packages' pages: compressed as the build left them, kept as long as they are true."""

import re
import stat
from os import PathLike

import anyio.to_thread
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

HASHED = re.compile(r"-[\w-]{8}\.\w+$")
"""A name with a digest of what is in it: it never means anything else."""
FOREVER = "public, max-age=31536000, immutable"
CODINGS = (("br", ".br"), ("gzip", ".gz"))


class Assets(StaticFiles):
    """A folder of files; of each there may be a `.br` and a `.gz` beside it. The folder may not be there yet."""

    def __init__(self, folder: str | PathLike[str]) -> None:
        super().__init__(directory=folder, check_dir=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A file is sent to its end, also when the server stops: as to a server that says itself when a client left."""
        await super().__call__({**scope, "asgi": {**scope.get("asgi", {}), "spec_version": "2.4"}}, receive, send)

    async def check_config(self) -> None:
        """A folder that was not built answers with 404."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, in the first coding that the client takes."""
        response = await self._compressed(path, scope) or await super().get_response(path, scope)
        response.headers["Vary"] = "Accept-Encoding"
        response.headers["Cache-Control"] = FOREVER if HASHED.search(path) else "no-cache"
        return response

    async def _compressed(self, path: str, scope: Scope) -> Response | None:
        taken = accepted(scope)
        if scope["method"] not in ("GET", "HEAD"):
            return None
        for coding, suffix in CODINGS:
            if coding in taken:
                full, about = await anyio.to_thread.run_sync(self.lookup_path, path + suffix)
                if about is not None and stat.S_ISREG(about.st_mode):
                    response = self.file_response(full, about, scope)
                    response.headers["Content-Encoding"] = coding
                    return response
        return None


def accepted(scope: Scope) -> set[str]:
    """The codings that a client takes: those it names without forbidding them by `q=0`."""
    said = b",".join(value for name, value in scope["headers"] if name == b"accept-encoding").decode("latin-1")
    parts = [part.replace(" ", "").lower().partition(";q=") for part in said.split(",")]
    return {coding for coding, _, weight in parts if not re.fullmatch(r"0(\.0*)?", weight)}
