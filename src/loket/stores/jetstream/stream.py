"""One stream: what is read from it by subject, and what is written to it in atomic batches."""

import asyncio
import base64
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from secrets import token_hex
from typing import Any, NamedTuple

from nats.errors import Error

from loket.stores.jetstream.link import Link, refused

BATCH = 1000
"""Messages of one batch, at most; also of one page that is read."""
LAYOUT = b"1"
"""Of the subjects and of what stands under them. Another number when an older Loket would misread it."""
OPTIONS = ("allow_direct", "allow_atomic", "allow_rollup_hdrs", "allow_msg_ttl")
_PAGE_BYTES = 8 * 1024 * 1024
_WRONG_LAST_SEQUENCE = 10071
_UNDER_WAY = 10164
"""Another one of the same subject is not stored yet: in the same batch, which is never taken, or sent before and not
agreed on, perhaps the same."""
_TOMB_SECONDS = 1
_DELETES = 64


class Stored(NamedTuple):
    """A message of the stream: its sequence there, its subject and what it says."""

    at: int
    subject: str
    body: bytes


class ToStore(NamedTuple):
    """One to be stored. `after`: refused unless the last one of its subject has this sequence (0: there is none).
    `alone`: those before it on this subject go."""

    subject: str
    body: bytes
    after: int | None = None
    alone: bool = False
    seconds: int | None = None


def tomb(subject: str, after: int | None = None) -> ToStore:
    """Deletes what is under this subject: says nothing in its place, and goes by itself."""
    return ToStore(subject, b"", after, alone=True, seconds=_TOMB_SECONDS)


class OutOfPlace(Exception):
    """A message of the batch was not where it was expected to be; nothing of the batch was stored."""


class TooMany(Exception):
    """More answers than a server gives at once."""


class Stream:
    """Reads come from any server that has the stream, yet never from before what this node has written or read."""

    def __init__(self, link: Link, name: str, subjects: str, version: str) -> None:
        self.link = link
        self.name = name
        self._subjects = subjects
        self._version = version
        self._written = 0

    async def open(self, make: bool = True) -> None:
        """Makes the stream when there is none and it may. StoreError when it may not, or the servers can't keep it."""
        servers = self.link.servers
        config = {
            "name": self.name,
            "subjects": [self._subjects],
            "storage": "file",
            "num_replicas": servers.replicas,
            **dict.fromkeys(OPTIONS, True),
        }
        answer = await self.link.api(f"STREAM.INFO.{self.name}", {})
        if answer.get("error", {}).get("code") == 404 and not make:
            raise servers.unused()
        if answer.get("error", {}).get("code") == 404:
            answer = await self.link.api(f"STREAM.CREATE.{self.name}", config)
        if (error := answer.get("error")) is not None:
            why = str(error.get("description"))
            raise servers.too_few(why) if "replicas" in why or "peers" in why else refused(answer)
        self._written = answer["state"]["last_seq"]
        if make and await self.last(self._version) is None:
            await self.store([ToStore(self._version, LAYOUT, alone=True)])

    # Reading

    async def last(self, subject: str) -> Stored | None:
        """The last one of this subject (which may have wildcards), as the leader has it."""
        return await self._of_leader({"last_by_subj": subject})

    async def newest(self, subject: str) -> Stored | None:
        """The last one of this subject, as any server has it; that there is none only the leader knows."""
        return (await self.lasts(subject)).get(subject) or await self.last(subject)

    async def next(self, subject: str, first: int) -> Stored | None:
        """The first one of this subject (which may have wildcards) from a sequence on, as the leader has it."""
        return await self._of_leader({"seq": first, "next_by_subj": subject})

    async def _of_leader(self, question: dict[str, Any]) -> Stored | None:
        answer = await self.link.api(f"STREAM.MSG.GET.{self.name}", question)
        if "message" not in answer:
            if answer["error"]["code"] == 404:
                return None
            raise refused(answer)
        found = answer["message"]
        self._written = max(self._written, found["seq"])
        return Stored(found["seq"], found["subject"], base64.b64decode(found.get("data", "")))

    async def at(self, at: int) -> Stored | None:
        """The one with this sequence, None when it is deleted: the leader is asked where a server has it not."""

        async def ask() -> list[Stored] | None:
            found, status = await self._ask({"seq": at})
            return found if found or status.get("Status") == "404" else None

        found: list[Stored] = await self.link.patiently(ask)
        return found[0] if found else await self._of_leader({"seq": at})

    async def lasts(self, *subjects: str) -> dict[str, Stored]:
        """The last one of each subject that there is (they may have wildcards), all of one moment, by subject."""
        try:
            return await self._lasts(subjects)
        except TooMany:
            if len(subjects) == 1:
                return {found.subject: found async for found in self.scan(subjects[0])}
            half = len(subjects) // 2
            return {**await self.lasts(*subjects[:half]), **await self.lasts(*subjects[half:])}

    async def scan(
        self, subject: str, first: int = 1, until: int | None = None, page: int = BATCH
    ) -> AsyncGenerator[Stored]:
        """All under a subject (which may have wildcards), in order, from one sequence up to and with another; so many
        are asked for at a time. Without `until`, what the server that is asked has not yet may be missing."""
        while until is None or first <= until:
            question = {"seq": first, "batch": page, "max_bytes": _PAGE_BYTES, "next_by_subj": subject}

            async def ask(question: dict[str, Any] = question) -> tuple[list[Stored], int] | None:
                found, status = await self._ask(question)
                if status.get("Status") == "404":
                    return [], 0
                return (found, int(status["Nats-Num-Pending"])) if "Nats-Num-Pending" in status else None

            answers, left = await self.link.patiently(ask)
            for one in answers:
                if until is not None and one.at > until:
                    return
                yield one
                first = one.at + 1
            if left > 0 and answers:
                continue
            if until is None or first > until:
                return
            # The server that answered may be behind: the leader knows whether there is more.
            one = await self.next(subject, first)
            if one is None or one.at > until:
                return
            yield one
            first = one.at + 1

    async def subjects(self, under: str) -> list[str]:
        """Those under a subject with wildcards that have a message, as the leader has it; later reads are no older."""
        found: list[str] = []
        while True:
            answer = await self.link.api(f"STREAM.INFO.{self.name}", {"subjects_filter": under, "offset": len(found)})
            if "state" not in answer:
                raise refused(answer)
            self._written = max(self._written, answer["state"]["last_seq"])
            page: dict[str, int] = answer["state"].get("subjects") or {}
            found += page
            if not page or len(found) >= answer.get("total", 0):
                return found

    async def _lasts(self, subjects: Sequence[str]) -> dict[str, Stored]:
        async def ask() -> list[Stored] | None:
            # The mark of the version is always there, so that the answer always tells how far the server is.
            found, status = await self._ask({"multi_last": [*subjects, self._version]})
            if status.get("Status") == "413":
                raise TooMany
            return found if int(status.get("Nats-UpTo-Sequence", -1)) >= self._written else None

        found = await self.link.patiently(ask)
        self._written = max([self._written, *(one.at for one in found)])
        return {one.subject: one for one in found if one.subject != self._version}

    async def _ask(self, question: dict[str, Any]) -> tuple[list[Stored], dict[str, str]]:
        """The messages that answer, and the headers of the last answer, which says how it ended."""
        connection = self.link.connection
        inbox = connection.new_inbox()
        answers = await connection.subscribe(inbox)
        found: list[Stored] = []
        single = "batch" not in question and "multi_last" not in question
        try:
            await connection.publish(f"$JS.API.DIRECT.GET.{self.name}", json.dumps(question).encode(), reply=inbox)
            while True:
                answer = await answers.next_msg(timeout=2)
                headers = answer.headers or {}
                if "Status" in headers:
                    return found, headers
                found.append(Stored(int(headers["Nats-Sequence"]), headers["Nats-Subject"], answer.data))
                if single:
                    return found, headers
        finally:
            if not connection.is_closed:
                await answers.unsubscribe()

    # Writing

    async def store(self, messages: Sequence[ToStore]) -> int:
        """All of them or none; the sequence of the last one (the others are right before it).

        OutOfPlace when one is not where it was expected. Any error of the connection: nobody knows."""
        batch = token_hex(16)
        connection = self.link.connection
        for number, message in enumerate(messages[:-1], 1):
            await connection.publish(message.subject, message.body, headers=_headers(message, batch, number))
        headers = {**_headers(messages[-1], batch, len(messages)), "Nats-Batch-Commit": "1"}
        answer = await connection.request(messages[-1].subject, messages[-1].body, timeout=3, headers=headers)
        said: dict[str, Any] = json.loads(answer.data)
        if (error := said.get("error")) is None:
            self._written = max(self._written, said["seq"])
            return said["seq"]
        code, twice = error.get("err_code"), len({message.subject for message in messages}) < len(messages)
        if code == _WRONG_LAST_SEQUENCE or (code == _UNDER_WAY and twice):
            raise OutOfPlace
        if error.get("code") == 503 or code == _UNDER_WAY or "batch" in str(error.get("description")):
            raise Error(str(error.get("description")))  # a part of it got lost on its way, or there is no leader
        raise refused(said)

    async def put(self, messages: Sequence[ToStore]) -> int:
        """The same, again until it is known to be stored: for what may be stored twice."""

        async def ask() -> int:
            return await self.store(messages)

        return await self.link.patiently(ask)

    async def delete(self, subject: str, *, before: int | None = None, but: int | None = None) -> None:
        """Deletes all under a subject (which may have wildcards) for good, before a sequence and but the one named:
        their bytes are overwritten on each server that has them."""
        last = await self.last(subject) if before is None else None
        until = before - 1 if before is not None else last.at if last is not None else 0
        async with aclosing(self.scan(subject, until=until)) as found:
            sequences = [one.at async for one in found if one.at != but]
        await self.wipe(sequences)

    async def wipe(self, sequences: Sequence[int]) -> None:
        """Overwrites and deletes these messages."""
        turns = asyncio.Semaphore(_DELETES)

        async def delete(at: int) -> None:
            async with turns:
                answer = await self.link.api(f"STREAM.MSG.DELETE.{self.name}", {"seq": at})
                error = answer.get("error")
                if error is not None and error.get("code") not in (400, 404):  # 400: it is deleted already
                    raise refused(answer)

        await asyncio.gather(*(delete(at) for at in sequences))


def _headers(message: ToStore, batch: str, number: int) -> dict[str, str]:
    headers = {"Nats-Batch-Id": batch, "Nats-Batch-Sequence": str(number)}
    if message.after is not None:
        headers["Nats-Expected-Last-Subject-Sequence"] = str(message.after)
    if message.alone:
        headers["Nats-Rollup"] = "sub"
    if message.seconds is not None:
        headers["Nats-TTL"] = f"{message.seconds}s"
    return headers
