"""A page that stands on its own, as commands write it: readable without a script, offline, in light and in dark."""

from html import escape

STYLE = """\
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.4rem .6rem;border-bottom:1px solid #8884}
caption{text-align:left;font-weight:600;padding:.4rem 0}td,th{vertical-align:top}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.8rem}.bad{font-weight:600}
summary{cursor:pointer;padding:.2rem 0}:focus-visible{outline:2px solid;outline-offset:2px}
li,summary{overflow-wrap:anywhere}
@media(max-width:40rem){td,th{padding:.4rem .2rem;font-size:.8rem}[scope=row]{overflow-wrap:anywhere}}"""


def paper(title: str, body: str, language: str = "en") -> str:
    """The page; `body` is HTML, `title` is plain text."""
    return (
        f"<!doctype html><html lang={language}><head><meta charset=utf-8>"
        f"<meta name=viewport content='width=device-width'><title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><main><h1>{escape(title)}</h1>{body}</main></body></html>\n"
    )
