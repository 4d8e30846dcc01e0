"""Between a tool's value and a CallToolResult, as plain JSON; needs no SDK, so that every dialect can use it."""

import json
from typing import cast

from loket.core.data import Json, JsonObject
from loket.core.tool import ToolFailed, ToolSpec
from loket.tools.wire import CODE

WRAPPED = "loket/wrapped"
"""The name in `_meta` that says: the value was not an object and stands in `structuredContent` under `result`."""

_WRAPS = "x-fastmcp-wrap-result"
"""The mark of a schema whose value stands alone under `result`, because its function gives no object."""

_CODES = frozenset(
    {"unreachable", "timeout", "invalid", "unknown_tool", "failed", "unknown_outcome", "waiting_for_approval"}
)


def is_content(value: Json) -> bool:
    """Whether a value is content of MCP as it is: an object with nothing but a list of typed blocks."""
    if not isinstance(value, dict) or value.keys() != {"content"}:
        return False
    blocks = cast("list[Json]", value["content"]) if isinstance(value["content"], list) else None
    return blocks is not None and all(isinstance(block, dict) and "type" in block for block in blocks)


def result_of(value: Json) -> JsonObject:
    """The CallToolResult of a value. Objects are structured content; text is text; content of MCP goes out as it is."""
    match value:
        case str():
            return {"content": [_text(value)]}
        case dict() if is_content(value):
            return {"content": value["content"]}
        case dict():
            return {"content": [_text(_dump(value))], "structuredContent": value}
        case _:
            return {
                "content": [_text(_dump(value))],
                "structuredContent": {"result": value},
                "_meta": {WRAPPED: True},
            }


def failure_of(failed: ToolFailed) -> JsonObject:
    """The CallToolResult of a call that went wrong; the code travels along for clients that know us."""
    meta: JsonObject = {CODE: failed.code}
    if failed.value is not None:
        meta["loket/value"] = failed.value
    return {"content": [_text(failed.text)], "isError": True, "_meta": meta}


def value_of(result: JsonObject) -> Json:
    """The value in a CallToolResult; a bare object (the first dialect's way) is the value itself. Raises ToolFailed."""
    content = result.get("content")
    if not isinstance(content, list):
        return result
    blocks = [cast(JsonObject, block) for block in cast("list[Json]", content) if isinstance(block, dict)]
    meta = result.get("_meta")
    meta = cast(JsonObject, meta) if isinstance(meta, dict) else {}
    if result.get("isError"):
        code = meta.get(CODE)
        text = "\n".join(str(block["text"]) for block in blocks if "text" in block)
        known = code if code in _CODES else "failed"
        raise ToolFailed(known, text or "The tool reports a failure without saying which.", meta.get("loket/value"))
    structured = result.get("structuredContent")
    if structured is not None:
        wrapped = meta.get(WRAPPED) is True and isinstance(structured, dict) and "result" in structured
        return cast(JsonObject, structured)["result"] if wrapped else structured
    if len(blocks) == 1 and blocks[0].get("type") == "text":
        return str(blocks[0].get("text", ""))
    return {"content": blocks}


def unwrapped(value: Json, schema: JsonObject | None) -> Json:
    """The value of a tool whose results are wrapped, as its schema in `spec_of` says; every other value as it is."""
    wrapped = schema is not None and schema.get(_WRAPS) is True
    return value["result"] if wrapped and isinstance(value, dict) and value.keys() == {"result"} else value


def _output(tool: JsonObject) -> JsonObject | None:
    """The schema of what a tool gives. The Python SDK of the protocol and FastMCP wrap what is no object: the one marks
    it by the title, the other by a word of its own."""
    schema = tool.get("outputSchema")
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(schema, dict) or not isinstance(properties, dict) or properties.keys() != {"result"}:
        return schema
    marked = schema.get(_WRAPS) is True or schema.get("title") == f"{tool.get('name')}Output"
    inner = properties["result"]
    if not marked or not isinstance(inner, dict):
        return cast(JsonObject, schema)
    return {**{name: schema[name] for name in ("$defs",) if name in schema}, **inner, _WRAPS: True}


def listed(spec: ToolSpec) -> JsonObject:
    """A tool as `tools/list` tells it."""
    tool: JsonObject = {
        "name": spec.name,
        "description": spec.description,
        "inputSchema": spec.input,
        "annotations": {
            "readOnlyHint": spec.read_only,
            "idempotentHint": spec.idempotent or spec.read_only,
            "destructiveHint": spec.destructive,
        },
    }
    if spec.title:
        tool["title"] = spec.title
    if spec.output is not None and spec.output.get("type") == "object":
        tool["outputSchema"] = spec.output
    return tool


def spec_of(tool: JsonObject, source: str, trusted: bool) -> ToolSpec:
    """A tool of a foreign server. Hints are claims: unless the server is trusted nothing counts as harmless.

    Raises ValueError when it is not a tool."""
    hints = tool.get("annotations")
    hints = cast(JsonObject, hints) if isinstance(hints, dict) and trusted else {}
    read_only = hints.get("readOnlyHint") is True
    return ToolSpec(
        name=tool.get("name", ""),
        title=tool.get("title") or "",
        description=tool.get("description") or "",
        input=tool.get("inputSchema") or {"type": "object"},
        output=_output(tool),
        read_only=read_only,
        idempotent=hints.get("idempotentHint") is True,
        destructive=hints.get("destructiveHint", True) is True and not read_only,
        kind="mcp",
        source=source,
    )


def _text(text: str) -> JsonObject:
    return {"type": "text", "text": text}


def _dump(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
