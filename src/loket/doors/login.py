"""Signing in on the page: a token becomes a cookie that no script can read, no other site can send, and that ends."""

import json

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from loket.core.data import Json
from loket.core.errors import Invalid, LoketError
from loket.doors.auth import COOKIE, Access, cookie_of
from loket.doors.guessing import address_of
from loket.doors.sign_ins import LASTS, SignIns


class NotSignedIn(LoketError):
    """The token is nobody's."""

    status = 401


def routes(access: Access, sign_ins: SignIns) -> list[BaseRoute]:
    """`POST /api/login {"token"}` signs in, `DELETE /api/login` signs out, so that this cookie, wherever a copy of it
    is, lets nobody in; without tokens there is nothing to do."""

    async def sign_in(request: Request) -> Response:
        token = _token(await request.body())
        if access.tokens and access.owner(token) is None:
            if (later := await access.guessing.pay(address_of(request.scope.get("client")))) is not None:
                return later
            raise NotSignedIn("wrong_token", "This token is not known here.")
        answer = Response(status_code=204)
        if access.tokens:
            await sign_ins.end(cookie_of(request.headers))
            cookie = await sign_ins.begin(token)
            public = (
                f"https://{request.headers.get('host', '')}" in access.origins
            )  # a proxy may keep its https to itself
            secure = request.url.scheme == "https" or public
            answer.set_cookie(
                COOKIE, cookie, int(LASTS.total_seconds()), httponly=True, samesite="strict", secure=secure
            )
        return answer

    async def sign_out(request: Request) -> Response:
        await sign_ins.end(cookie_of(request.headers))
        answer = Response(status_code=204)
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return answer

    return [Route("/api/login", sign_in, methods=["POST"]), Route("/api/login", sign_out, methods=["DELETE"])]


def _token(body: bytes) -> str:
    try:
        sent: Json = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Invalid("bad_json", "The body must be JSON.") from error
    token = sent.get("token") if isinstance(sent, dict) else None
    if not isinstance(token, str) or not token:
        raise Invalid("invalid", 'Send {"token": "…"}.')
    return token.strip()
