"""Keeps what webhooks must be told secret where it is stored: sealed with a key that is not in the database."""

import base64
import secrets
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken

KEY_BYTES = 32
FILE = "webhooks.key"


class Seal:
    """Seals short texts with one key."""

    def __init__(self, key: bytes) -> None:
        self._fernet = Fernet(base64.urlsafe_b64encode(key))

    def hidden(self, text: str) -> str:
        """The text as it may be stored; empty stays empty."""
        return self._fernet.encrypt(text.encode()).decode() if text else ""

    def shown(self, sealed: str) -> str:
        """The text again; empty when it was sealed with another key."""
        try:
            return self._fernet.decrypt(sealed.encode()).decode() if sealed else ""
        except InvalidToken:
            return ""


def key_in(folder: Path) -> bytes:
    """The key of a data folder, made at the first use; only its owner can read it."""
    path = folder / FILE
    if not path.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        fresh.touch(mode=0o600)
        fresh.write_bytes(secrets.token_bytes(KEY_BYTES))
        fresh.replace(path)
    return path.read_bytes()
