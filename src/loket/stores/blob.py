"""What every store says about a blob: its limit and its reference."""

from hashlib import sha256

from loket.core.data import BlobRef
from loket.core.errors import TooLarge

BLOB_BYTES = 32 * 1024 * 1024


def refer(data: bytes, media: str, preview: str) -> BlobRef:
    """The reference to these bytes; TooLarge past 32 MiB."""
    if len(data) > BLOB_BYTES:
        raise TooLarge("blob_too_large", f"This is {len(data)} bytes; at most {BLOB_BYTES} can be kept.")
    return BlobRef(sha256=sha256(data).hexdigest(), size=len(data), media=media, preview=preview)
