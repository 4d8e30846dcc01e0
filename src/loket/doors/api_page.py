"""The API's description as a page for people: one file, no script, nothing from elsewhere."""

import json
from collections.abc import Iterator
from html import escape

from starlette.responses import HTMLResponse

from loket.core.data import Json, JsonObject

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
STYLE = """
:root{color-scheme:light dark;--line:light-dark(#dad7cf,#333b41);--ink:light-dark(#1c2126,#eceae4);
--soft:light-dark(#565e66,#a9b0b5);--sheet:light-dark(#fff,#1c2226);--ground:light-dark(#fbfaf7,#14181b);
--accent:light-dark(#0f5f63,#6fc3c0)}
body{font:16px/1.5 "Atkinson Hyperlegible Next",system-ui,sans-serif;margin:0;background:var(--ground);color:var(--ink)}
main{max-width:62rem;margin:0 auto;padding:2rem 1rem 4rem;overflow-wrap:anywhere}
h1{font-size:1.75rem;line-height:1.25;margin:0}
h2{font-size:1.375rem;line-height:1.25;margin:2.5rem 0 .75rem;text-transform:capitalize}
section{background:var(--sheet);border:1px solid var(--line);border-radius:10px;padding:1rem 1.25rem;margin:.75rem 0}
h3{font-size:1rem;margin:0 0 .25rem}h3 b{color:var(--accent);margin-right:.6rem}
p{margin:.4rem 0;max-width:68ch}a{color:var(--accent);text-underline-offset:3px}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
table{border-collapse:collapse;width:100%;margin:.5rem 0}
th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-top:1px solid var(--line);font-size:.875rem}
th{font-weight:600;border:0;overflow-wrap:normal}
code,pre{font:.9em/1.5 "Atkinson Hyperlegible Mono",ui-monospace,monospace}
pre{overflow:auto;margin:.5rem 0;overflow-wrap:normal}summary{cursor:pointer;color:var(--soft);min-height:24px}
td:nth-child(2){white-space:nowrap}small{color:var(--soft);font-size:.875em}
"""


def page(described: JsonObject) -> HTMLResponse:
    """The page of an OpenAPI description."""
    info = described["info"]
    title = escape(f"{info['title']} {info['version']}")
    shapes: JsonObject = described.get("components", {}).get("schemas", {})
    body = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}: API</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{STYLE}</style></head><body><main>'
        f"<h1>{title}</h1>{_words(info.get('description', ''))}"
        f'<p>For programs: <a href="/openapi.json">openapi.json</a></p>'
        f"{''.join(_groups(described['paths']))}<h2>Shapes</h2>{''.join(_shape(n, s) for n, s in shapes.items())}"
        "</main></body></html>"
    )
    return HTMLResponse(body, headers={"Content-Security-Policy": POLICY})


def _groups(paths: JsonObject) -> Iterator[str]:
    """The operations under a heading for each tag."""
    heading = ""
    entries = [(path, method, told) for path, methods in paths.items() for method, told in methods.items()]
    tags = list(dict.fromkeys(tag for _, _, told in entries for tag in told.get("tags", ["other"])))
    for path, method, told in sorted(entries, key=lambda entry: tags.index(entry[2].get("tags", ["other"])[0])):
        tag = told.get("tags", ["other"])[0]
        if tag != heading:
            heading = tag
            yield f"<h2>{escape(tag)}</h2>"
        yield _operation(path, method, told)


def _operation(path: str, method: str, told: JsonObject) -> str:
    rows = "".join(_parameter(parameter) for parameter in told.get("parameters", []))
    table = f"<table><tr><th>parameter</th><th>in</th><th>what</th></tr>{rows}</table>" if rows else ""
    body = told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    sends = f"<p>Body: {_type(body)}</p>" if body else ""
    answers = "".join(f"<p>{escape(code)}: {_answer(answer)}</p>" for code, answer in _good(told).items())
    return (
        f'<section id="{escape(told["operationId"])}"><h3><b>{method.upper()}</b><code>{escape(path)}</code></h3>'
        f"{_words(told.get('description', ''))}{table}{sends}{answers}</section>"
    )


def _good(told: JsonObject) -> JsonObject:
    return {code: answer for code, answer in told["responses"].items() if code.startswith("2")}


def _parameter(parameter: JsonObject) -> str:
    need = " <small>required</small>" if parameter.get("required") else ""
    schema = parameter.get("schema", {})
    default = f", default {escape(str(schema['default']))}" if schema.get("default") is not None else ""
    words = escape(parameter.get("description", ""))
    about = f"<br>{words}" if words else ""
    return (
        f"<tr><td><code>{escape(parameter['name'])}</code>{need}</td><td>{escape(parameter['in'])}</td>"
        f"<td>{_type(schema)}{default}{about}</td></tr>"
    )


def _answer(answer: JsonObject) -> str:
    kinds: JsonObject = answer.get("content", {})
    told = [f"{_type(kind.get('schema', {}))} <small>{escape(media)}</small>" for media, kind in kinds.items()]
    return " or ".join(told) or escape(answer.get("description", ""))


def _type(schema: Json) -> str:
    """A schema in a few words, with links to the shapes it names."""
    if not isinstance(schema, dict):
        return ""
    if "$ref" in schema:
        name = escape(schema["$ref"].rsplit("/", 1)[-1])
        return f'<a href="#{name}">{name}</a>'
    options = [o for o in (*schema.get("anyOf", ()), *schema.get("oneOf", ())) if o.get("type") != "null"]
    if options:
        return " or ".join(_type(option) for option in options)
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items')) or 'anything'}"
    format_ = f" ({escape(schema['format'])})" if "format" in schema else ""
    return f"{escape(str(schema.get('type', schema.get('const', 'anything'))))}{format_}"


def _shape(name: str, schema: JsonObject) -> str:
    text = escape(json.dumps(schema, indent=2, ensure_ascii=False))
    return (
        f'<section id="{escape(name)}"><h3>{escape(name)}</h3>{_words(schema.get("description", ""))}'
        f"<details><summary>JSON Schema</summary><pre>{text}</pre></details></section>"
    )


def _words(text: str) -> str:
    """Paragraphs as written; what stands between backticks is code."""
    return "".join(f"<p>{_coded(' '.join(paragraph.split()))}</p>" for paragraph in text.split("\n\n"))


def _coded(text: str) -> str:
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts))
