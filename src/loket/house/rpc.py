"""The envelopes of JSON-RPC 2.0, for every door that speaks it."""

from loket.core.data import Json, JsonObject

PARSE, REQUEST, METHOD, PARAMS, INTERNAL, FAILURE = -32700, -32600, -32601, -32602, -32603, -32000


def id_fits(value: Json) -> bool:
    """Whether this can be the id of a request; a yes or no is a whole number to Python, but not to anybody else."""
    return not isinstance(value, bool) and isinstance(value, str | int | None)


def result_for(request_id: Json, result: Json) -> JsonObject:
    """The response to a request that was served."""
    return {"jsonrpc": "2.0", "id": request_id, "result": result}


def error_for(request_id: Json, code: int, text: str, data: Json = None) -> JsonObject:
    """The response to one that was not, or that could not be read."""
    error: JsonObject = {"code": code, "message": text}
    return {"jsonrpc": "2.0", "id": request_id, "error": error if data is None else {**error, "data": data}}
