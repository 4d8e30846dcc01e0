"""Names of conversations: 128 random bits, written as 22 characters of base62 or as a UUID."""

import secrets
import string
import uuid

ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase
"""In the order of their codes, so that names stand in the order of their numbers."""
LENGTH = 22
_PAIRS = tuple(first + second for first in ALPHABET for second in ALPHABET)


def new_name() -> str:
    """An id nobody can guess."""
    return base62(secrets.randbits(128))


def base62(number: int) -> str:
    """A number below 2**128 as 22 characters, most significant first."""
    letters = ""
    for _ in range(LENGTH // 2):
        number, pair = divmod(number, len(_PAIRS))
        letters = _PAIRS[pair] + letters
    return letters


LAST = base62((1 << 128) - 1)
"""No name comes after it."""


def is_name(text: str) -> bool:
    """Whether this can be the id of a conversation."""
    return len(text) == LENGTH and text.isascii() and text.isalnum() and text <= LAST


def uuid_of(name: str) -> str:
    """The same 128 bits as a UUID."""
    return str(uuid.UUID(int=_number(name)))


def name_of(text: str) -> str | None:
    """The conversation a UUID stands for; None when it is no UUID."""
    try:
        return base62(uuid.UUID(text).int)
    except ValueError:
        return None


def _number(name: str) -> int:
    number = 0
    for letter in name:
        number = number * 62 + ALPHABET.index(letter)
    return number
