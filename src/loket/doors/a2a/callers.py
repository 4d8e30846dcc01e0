"""Who calls over HTTP: whose agent it is, in which version it speaks, and whether it calls its body by its name."""

import re

from a2a.auth.user import User
from a2a.extensions.common import get_requested_extensions
from a2a.server.context import ServerCallContext
from a2a.utils.errors import ContentTypeNotSupportedError, VersionNotSupportedError
from starlette.requests import Request

from loket.core.data import trusted
from loket.core.value import unchanging
from loket.doors.auth import LOCAL

VERSION, EXTENSIONS = "a2a-version", ("a2a-extensions", "x-a2a-extensions")
_VERSION_HEADER, _MEDIA_HEADER = VERSION.encode(), b"content-type"
_EXTENSION_HEADERS = tuple(name.encode() for name in EXTENSIONS)
JSON = frozenset({"", "application/json", "application/a2a+json"})
_VERSION = re.compile(r"([0-9]{1,4}\.[0-9]{1,4})(?:\.[0-9]{1,4})?")


@unchanging
class Caller(User):
    """Whose agent is asking. On a loopback server without tokens everybody is `local`, and nobody is known."""

    owner: str = LOCAL

    @property
    def is_authenticated(self) -> bool:
        return self.owner != LOCAL

    @property
    def user_name(self) -> str:
        return self.owner


def version_of(request: Request) -> str:
    """The version a caller says it speaks: in the header, else in the address; empty when it does not say."""
    return (header(request, _VERSION_HEADER) or request.query_params.get("A2A-Version") or "").strip()


def header(request: Request, name: bytes) -> str:
    """The first header of this name, in small letters; empty when there is none. The library's way decodes them all."""
    for found, value in request.scope["headers"]:
        if found == name:
            return value.decode("latin-1")
    return ""


def check_version(request: Request, strict: bool, wanted: str = "1.0") -> None:
    """Refuses a caller of another version. A patch digit makes no difference."""
    said = version_of(request)
    if not speaks(said, wanted, strict):
        raise VersionNotSupportedError(message=f"This is a method of {wanted}; you speak {said[:20] or '0.3'}.")


def speaks(said: str, wanted: str, strict: bool = True) -> bool:
    """Whether a caller is of the version that is wanted. One who says nothing is of 0.3, if `strict`."""
    if said == wanted:
        return True
    if not said:
        return wanted == "0.3" or not strict
    found = _VERSION.fullmatch(said)
    return found is not None and found[1] == wanted


def check_media(request: Request) -> None:
    """Refuses a body that is not called JSON: a page of another site may send one without asking its browser first."""
    said = header(request, _MEDIA_HEADER)
    if said not in JSON and (media := said.partition(";")[0].strip().lower()) not in JSON:
        raise ContentTypeNotSupportedError(message=f"A request is application/json, not {media[:100]}.")


def context_of(request: Request) -> ServerCallContext:
    """Who asks, and which extensions it knows."""
    scope = request.scope
    named: list[str] = []
    for name, said in scope["headers"]:
        if name in _EXTENSION_HEADERS:
            named.append(said.decode("latin-1"))
    return trusted(
        ServerCallContext,
        {
            "state": {"headers": {}, "request": request},  # plain HTTP says there which version its routes are of
            "user": Caller(str(scope.get("loket.owner", LOCAL))),
            "tenant": "",
            "requested_extensions": get_requested_extensions(named) if named else set(),
        },
    )
