"""Letters to and from a person's own device: the text of a PDF for the form, and a PDF of a letter they completed.

Nothing of either is kept: a name and an address that a person fills in never come into a conversation."""

import base64
import binascii
from dataclasses import dataclass

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from loket.core.errors import Invalid, LoketError, TooLarge
from loket.core.shapes import is_object
from loket.house.house import House
from loket.house.refusal import refused
from loket.house.requests import json_of
from loket_demos.overheid.content.errors import ContentError
from loket_demos.overheid.content.late_pdf import pdf_of, text_of

FILE_BYTES = 5_000_000
BODY_BYTES = FILE_BYTES * 4 // 3 + 1000
LETTER_BODY, LONGEST_TEXT = 200_000, 20_000
AT_ONCE = 2


@dataclass(frozen=True)
class LetterWire:
    """Two addresses: what is in a PDF, and a PDF of a text."""

    def routes(self, house: House) -> list[Route]:
        """Both take JSON and give JSON; files are in base64."""
        limiter = CapacityLimiter(AT_ONCE)

        async def text(request: Request) -> Response:
            try:
                data = _bytes(await _field(request, "data", BODY_BYTES))
                return JSONResponse({"text": await to_thread.run_sync(text_of, data, limiter=limiter)})
            except ContentError as error:
                return refused(413 if error.code == "too_large" else 422, error.code, error.text)
            except LoketError as error:
                return refused(error.status, error.code, error.text)

        async def pdf(request: Request) -> Response:
            try:
                words = await _field(request, "text", LETTER_BODY)
                if len(words) > LONGEST_TEXT:
                    raise TooLarge("too_large", f"Een brief heeft hooguit {LONGEST_TEXT} tekens.")
                made = await to_thread.run_sync(pdf_of, words, "Brief", limiter=limiter)
            except ContentError as error:
                return refused(422, error.code, error.text)
            except LoketError as error:
                return refused(error.status, error.code, error.text)
            return JSONResponse({"data": base64.b64encode(made).decode()})

        return [
            Route("/api/letters/text", text, methods=["POST"]),
            Route("/api/letters/pdf", pdf, methods=["POST"]),
        ]


async def _field(request: Request, name: str, most: int) -> str:
    body = await json_of(request, most)
    value = body.get(name) if is_object(body) else None
    if not isinstance(value, str):
        raise Invalid("bad_json", f"The body needs the text `{name}`.")
    return value


def _bytes(coded: str) -> bytes:
    try:
        return base64.b64decode(coded, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Invalid("bad_file", "The file is not in base64.") from error
