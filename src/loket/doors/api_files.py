"""Files of the own API: they come in as the parts of a form, and go out as bytes that are nobody's page."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Route

from loket.core.data import FileRef
from loket.core.errors import Conflict, Gone, Invalid, LoketError, NotFound, TooLarge
from loket.core.outside import FileAdded, UserSaid
from loket.doors.api_shapes import Digest, FileLink, FilesAdded, Id, Key, Minutes
from loket.engine.answering import limited
from loket.engine.file_links import AT as LINKED
from loket.engine.host import Host
from loket.house.requests import owner_of
from loket.views.files import FileLine

FILES_AT_ONCE, FILE_BYTES = 10, 20_000_000
TEXT_BYTES = 512 * 1024
"""Of a field that is no file: more than 100,000 characters need."""
FRAME_BYTES = 64 * 1024
"""What a form may have around its files."""
AT = "/api/conversations/{id}/files"
BYTES = {"schema": {"type": "string", "format": "binary"}}
GIVEN: dict[int | str, dict[str, Any]] = {200: {"content": {"application/octet-stream": BYTES}}}
FORM = {
    "type": "object",
    "required": ["file"],
    "properties": {
        "file": {"type": "array", "maxItems": FILES_AT_ONCE, "items": BYTES["schema"]},
        "text": {"type": "string", "description": "a message that the files come with"},
        "private": {
            "type": "string",
            "enum": ["true", "false"],
            "description": "recorded with files without text: not meant for other agents",
        },
    },
}
SENT = {"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": FORM}}}}
NO_LINK = "There is no such file, or the link is not whole."
HEADERS = {"Content-Security-Policy": "sandbox; default-src 'none'", "X-Content-Type-Options": "nosniff"}


def link_routes(host: Host) -> list[BaseRoute]:
    """Where links to files lead; they need no token."""
    return [Route(f"{LINKED}/{{id}}/{{sha256}}", FileApi(host).linked)]


def file_routes(router: APIRouter) -> None:
    """Both ways."""
    router.post(AT, tags=["events"], status_code=201, openapi_extra=SENT)(FileApi.add_files)
    router.post(AT + "/{sha256}/link", tags=["events"], status_code=201)(FileApi.link)
    router.get(AT + "/{sha256}", tags=["events"], response_class=Response, responses=GIVEN)(FileApi.file)


class FileApi:
    """What the routes do on one host, each for one owner."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def add_files(
        self: "Here", request: Request, id: Id, owner: "Owner", idempotency_key: Key = None
    ) -> FilesAdded:
        """Adds files: as one message with `text`, or each for itself. What a file is, is told by what is in it."""
        entry = await self._host.owned(id, owner)
        length = request.headers.get("content-length", "")
        await self._host.files.room(entry, max(1, int(length) - FRAME_BYTES) if length.isdigit() else 1)
        async with _form(request) as form:
            parts = [part for part in form.getlist("file") if isinstance(part, UploadFile)]
            text, private = form.get("text"), form.get("private") == "true"
            _checked(parts)
            if isinstance(text, str):
                limited(UserSaid(text=text, files=(FileRef(name="-"),)))
            await self._host.files.room(entry, sum(part.size or 0 for part in parts))
            refs: list[FileRef] = []
            async with self._host.files.arriving(entry) as put:
                for part in parts:
                    refs.append(await put(await part.read(), part.filename or ""))
                if isinstance(text, str):
                    event = UserSaid(text=text, files=tuple(refs))
                    seqs = [await self._host.tell(id, event, owner=owner, key=idempotency_key)]
                else:
                    keys = [f"{n}:{idempotency_key}"[:200] if idempotency_key else None for n in range(len(refs))]
                    added = [FileAdded(ref=ref, private=private) for ref in refs]
                    told = zip(added, keys, strict=True)
                    seqs = [await self._host.tell(id, event, owner=owner, key=key) for event, key in told]
        return FilesAdded(seqs=tuple(seqs), files=tuple(refs))

    async def link(self: "Here", id: Id, sha256: Digest, owner: "Owner", minutes: Minutes = 60) -> FileLink:
        """An address at which whoever has it can fetch this file for a while, without signing in."""
        lines = (await self._host.look(id, owner)).files.of(sha256)
        if not lines:
            raise NotFound("not_found", "This conversation has no such file.")
        if any(line.private for line in lines):
            raise Conflict("private_file", "This file is private: nobody else is given it.")
        until = self._host.clock() + timedelta(minutes=minutes)
        return FileLink(url=self._host.files.links.link(id, sha256, until), until=until)

    async def file(self: "Here", id: Id, sha256: Digest, owner: "Owner") -> Response:
        """The bytes of a file, or of what was too long for a record; a browser keeps them and shows nothing."""
        return await self._download(id, sha256, (await self._host.look(id, owner)).files.of(sha256))

    async def linked(self, request: Request) -> Response:
        """The same for whoever has a link. What is private, erased or no file is not there."""
        id, sha256 = request.path_params["id"], request.path_params["sha256"]
        until, signature = request.query_params.get("until", ""), request.query_params.get("signature", "")
        seconds = int(until) if until.isascii() and until.isdigit() and len(until) <= 12 else 0
        if not self._host.files.links.signed(id, sha256, seconds, signature):
            raise NotFound("not_found", NO_LINK)
        if self._host.clock().timestamp() >= seconds:
            raise Gone("expired", "The time of this link is over. Ask for another one.")
        lines = (await self._host.look(id)).files.of(sha256)
        if not lines or any(line.private for line in lines):
            raise NotFound("not_found", NO_LINK)
        return await self._download(id, sha256, lines)

    async def _download(self, id: str, sha256: str, lines: Sequence[FileLine]) -> Response:
        data = await self._host.store.get(id, sha256)
        if lines and all(line.ended(self._host.clock()) for line in lines):
            raise Gone("expired", "This file was kept for a while only, and its time is over.")
        if data is None:
            raise NotFound("not_found", "This conversation has no such file.")
        name = f"; filename*=UTF-8''{quote(lines[-1].file.name, safe='')}" if lines else ""
        headers = {**HEADERS, "Content-Disposition": f"attachment{name}", "Cache-Control": "private, no-store"}
        return Response(data, media_type="application/octet-stream", headers=headers)


async def _asked(request: Request) -> FileApi:
    return FileApi(request.app.state.host)


async def _owner(request: Request) -> str:
    return owner_of(request)


Here = Annotated[FileApi, Depends(_asked)]
Owner = Annotated[str, Depends(_owner)]


@asynccontextmanager
async def _form(request: Request) -> AsyncGenerator[FormData]:
    """The fields of the body; large files lie in a temporary one meanwhile."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "multipart/form-data":
        raise _NoForm("wrong_media", "Send the files as a form, with Content-Type: multipart/form-data.")
    try:
        form = await request.form(max_files=FILES_AT_ONCE, max_fields=10, max_part_size=TEXT_BYTES)
    except HTTPException as error:
        raise LoketError("bad_form", f"The form can't be read: {error.detail[:200]}") from error
    try:
        yield form
    finally:
        await form.close()


class _NoForm(LoketError):
    status = 415


def _checked(parts: list[UploadFile]) -> None:
    if not parts:
        raise Invalid("no_file", "Send at least one file, in a field named `file`.")
    for part in parts:
        if not part.size:
            raise Invalid("empty_file", f"The file {(part.filename or '')[:80]} is empty.")
        if part.size > FILE_BYTES:
            raise TooLarge("file_too_large", f"A file has at most {FILE_BYTES} bytes.")
