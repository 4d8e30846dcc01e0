"""What a person's browser is answered where there is nothing: a page in their language with a way home."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

MACHINES = ("api", "a2a", "agents", "tools", "mcp", ".well-known")
"""Where only programs ask: they are answered in JSON, whatever they say they take."""

WORDS = {
    "en": ("There is no page here", "The address is wrong, or what was here is gone.", "To the start"),
    "nl": ("Hier is geen pagina", "Het adres klopt niet, of wat hier stond is er niet meer.", "Naar het begin"),
    "de": (
        "Hier ist keine Seite",
        "Die Adresse stimmt nicht, oder was hier stand, gibt es nicht mehr.",
        "Zum Anfang",
    ),
    "pt": (
        "Aqui não há nenhuma página",
        "O endereço não está certo, ou o que estava aqui não existe mais.",
        "Para o início",
    ),
}
EMPTY = (
    "No assistant is installed. `loket new NAME` makes one; one in a file is named by it, as in `loket serve shop.py`; "
    "`assistants` in loket.toml names others to serve."
)
CODES = {"pt": "pt-BR"}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
    "Vary": "Accept, Accept-Language",
}
PAGE = """\
<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} – Loket</title>
<style>
:root {{ --paper: #fbfaf7; --ink: #1c2126; --accent: #0f5f63; --on-accent: #fff; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --paper: #14181b; --ink: #eceae4; --accent: #6fc3c0; --on-accent: #10211f; }}
}}
body {{ margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }}
main {{ max-width: 68ch; margin: 0 auto; padding: 64px 16px; }}
h1 {{ font-size: 1.75rem; line-height: 1.25; }}
a {{
  display: inline-block; margin-top: 8px; padding: 10px 24px; border-radius: 6px;
  background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none;
}}
a:focus-visible {{ outline: 3px solid var(--accent); outline-offset: 2px; }}
</style>
</head>
<body><main><h1>{title}</h1><p>{text}</p><p><a href="/">{home}</a></p></main></body>
</html>
"""


def wants_page(request: Request) -> bool:
    """Whether a person looks for a page, on a server that has pages."""
    if request.method not in ("GET", "HEAD") or "text/html" not in request.headers.get("accept", ""):
        return False
    if request.url.path.split("/")[1] in MACHINES:
        return False
    home = (route for route in request.app.state.doors if isinstance(route, Route) and route.path == "/")
    return any("GET" in (route.methods or ()) for route in home)


def page(request: Request) -> Response:
    """The page, in the first language of the browser that we have; else in English."""
    told = request.headers.get("accept-language", "").lower().split(",")
    bases = (one.split(";")[0].strip().split("-")[0] for one in told)
    base = next((one for one in bases if one in WORDS), "en")
    title, text, home = WORDS[base]
    return HTMLResponse(PAGE.format(lang=CODES.get(base, base), title=title, text=text, home=home), 404, HEADERS)


def empty(request: Request) -> Response:
    """The only page of a server without an assistant: what to do."""
    return HTMLResponse(PAGE.format(lang="en", title="An empty house", text=EMPTY, home="Look again"), 200, HEADERS)
