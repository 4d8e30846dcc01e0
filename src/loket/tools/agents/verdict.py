"""What the library for signatures is asked and says; it is loaded only when a card has some."""

from collections.abc import Callable, Sequence

from loket.core.data import Frozen, JsonObject

MOST = 5
"""Signatures looked at, and keys of each."""


class SignatureVerdict(Frozen):
    """What the library says: the card as far as it is signed, and the key that fits; neither when none does."""

    signed: JsonObject | None = None
    key: JsonObject | None = None


Verify = Callable[[JsonObject, Sequence[JsonObject]], SignatureVerdict]
