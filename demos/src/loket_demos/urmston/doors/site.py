"""The small site an agent lives on: a page for people that tells other agents where the card is, and a sign of life."""

from html import escape

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from loket.core.data import JsonObject
from loket.core.shapes import is_object, list_at, text_at

CARD = "/.well-known/agent.json"
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

_STYLE = """
body{font:1.05rem/1.55 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;
background:#fff}a{color:#0b5cad}h1{line-height:1.2}li{margin:.6rem 0}code{background:#eef1f4;padding:.1rem .3rem}
@media(prefers-color-scheme:dark){body{color:#e6e8ea;background:#15181c}a{color:#8cc2ff}code{background:#262b31}}
"""


def site_routes(title: str, card: JsonObject, at: str = "") -> list[Route]:
    """The root of the site. Browsers get the page; whoever does not ask for one is told that the agent is there. `at`
    is where the site is when only a proxy knows that."""
    message = {"message": f"{text_at(card, 'name') or title} is here. Its card is at {CARD}."}

    async def root(request: Request) -> Response:
        address = (at or base_of(request)) + CARD
        headers = {"Vary": "Accept", "Link": f'<{address}>; rel="agent"; type="application/json"'}
        if "text/html" in request.headers.get("accept", ""):
            headers["Content-Security-Policy"] = POLICY
            return Response(_page(title, card, address), headers=headers, media_type="text/html")
        return Response(msgspec.json.encode(message), headers=headers, media_type="application/json")

    return [Route("/", root, methods=["GET"])]


def base_of(request: Request) -> str:
    """Where the site was reached: by the name the caller used, which the guard allowed, and below which path."""
    url = request.url
    return f"{url.scheme}://{url.netloc}{request.scope.get('root_path', '')}".rstrip("/")


def _page(title: str, card: JsonObject, address: str) -> str:
    skills = "".join(_skill(skill) for skill in list_at(card, "skills") if is_object(skill))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<link rel="agent" type="application/json" href="{escape(address)}">
<style>{_STYLE}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
<p>{escape(text_at(card, "description"))}</p>
<h2>What our agent can tell you</h2>
<ul>
{skills}</ul>
<p>Have an assistant of your own? It finds our agent by itself: its card is at
<a href="{escape(address)}"><code>{CARD}</code></a>.</p>
</main>
</body>
</html>
"""


def _skill(skill: JsonObject) -> str:
    examples = [example for example in list_at(skill, "examples") if isinstance(example, str)]
    asked = "".join(f" <em>“{escape(example)}”</em>" for example in examples[:2])
    return f"<li>{escape(text_at(skill, 'description'))}{asked}</li>\n"
