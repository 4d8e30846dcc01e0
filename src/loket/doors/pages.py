"""The shell's files, where it finds its server, and a page for when it was not built."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from loket.doors.assets import Assets
from loket.doors.owners import ROOT

STATIC = Path(__file__).parent.parent / "static"
BROUGHT = "/assets/pages"
"""Below it, by package, is what packages bring for their pages."""
NOTHING: Mapping[str, Path] = {}
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Loket</title>
<h1>The page was not built</h1><p>Loket runs and its API answers, but the web shell is missing.
Run <code>make setup</code> in the project's folder and load this page again.</p></html>"""


def policy(api: str | None, sites: Sequence[str] = ()) -> str:
    """The content security policy: everything from here or the server it talks with, pictures from maps' sites too."""
    talk = f"'self' {api}" if api else "'self'"
    pictures = " ".join((talk, "data:", *sites))
    return (
        f"default-src 'none'; script-src {talk}; style-src 'self' 'unsafe-inline'; "
        f"img-src {pictures}; "
        f"font-src 'self'; connect-src {talk}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


def routes(api: str | None = None, sites: Sequence[str] = (), brought: Mapping[str, Path] = NOTHING) -> list[BaseRoute]:
    """The shell at `/`. `api` is the server it talks to when that is another one, `sites` are those of maps, `brought`
    the folders of what packages bring for their pages, by name."""
    files = Assets(STATIC)
    headers = {
        "Content-Security-Policy": policy(api, sites),
        "Referrer-Policy": "no-referrer",
    }

    async def page(request: Request) -> Response:
        if not (STATIC / "index.html").is_file():
            return HTMLResponse(NOT_BUILT, status_code=503, headers=headers)
        answer = await files.get_response("index.html", request.scope)
        answer.headers.update(headers)
        return answer

    async def config(request: Request) -> Response:
        return JSONResponse({"api": api or request.scope.get(ROOT, "")}, headers={"Cache-Control": "no-cache"})

    async def icon(request: Request) -> Response:
        return await files.get_response("favicon.svg", request.scope)

    return [
        Route("/", page),
        Route("/index.html", page),
        Route("/config.json", config),
        Route("/favicon.svg", icon),
        *(Mount(f"{BROUGHT}/{name}", app=Assets(folder)) for name, folder in brought.items()),
        Mount("/assets", app=Assets(STATIC / "assets")),
    ]
