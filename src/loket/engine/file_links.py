"""Links to files that need no sign-in: signed with the server's own key, each for one file and until one moment."""

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from datetime import datetime

AT = "/api/files"
LONGEST = 7 * 24 * 3600
"""Seconds that a link may last."""


@dataclass(frozen=True)
class FileLinks:
    """`address` is where others reach this server. Without the server's key, links last as long as the process."""

    key: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    address: str = ""

    def link(self, conversation: str, sha256: str, until: datetime) -> str:
        """The address of a file for whoever has it, up to a moment, to the second."""
        at = int(until.timestamp())
        signature = self._signature(conversation, sha256, at)
        return f"{self.address}{AT}/{conversation}/{sha256}?until={at}&signature={signature}"

    def signed(self, conversation: str, sha256: str, until: int, signature: str) -> bool:
        """Whether this is a link of ours, in a time that tells nothing about the right one."""
        right = self._signature(conversation, sha256, until)
        return hmac.compare_digest(right.encode(), signature.encode(errors="replace"))

    def _signature(self, conversation: str, sha256: str, until: int) -> str:
        said = f"file\n{conversation}\n{sha256}\n{until}".encode()
        return base64.urlsafe_b64encode(hmac.digest(self.key, said, hashlib.sha256)).rstrip(b"=").decode()
