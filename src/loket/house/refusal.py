"""The one shape of an error's body: a stable code and a sentence."""

import json
from collections.abc import Mapping

from starlette.responses import Response


def refused(status: int, code: str, text: str, headers: Mapping[str, str] | None = None) -> Response:
    """An answer that says why not. Escaped, since the sentence may quote half a character of the request."""
    body = json.dumps({"error": {"code": code, "text": text}})
    return Response(body, status, dict(headers or {}), media_type="application/json")
