"""Keeps what webhooks must be told secret where it is stored: sealed with a key that is not in the database."""

import base64

from cryptography.fernet import Fernet, InvalidToken

KEY_BYTES = 32


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
