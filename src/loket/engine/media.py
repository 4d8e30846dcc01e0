"""What a file is, told by its first bytes: whoever sends one may call it what they like."""

import io
import zipfile
from contextlib import suppress

TEXT, BYTES, ZIP = "text/plain", "application/octet-stream", "application/zip"
SIGNS: tuple[tuple[int, bytes, str], ...] = (
    (0, b"%PDF-", "application/pdf"),
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (8, b"WAVE", "audio/wav"),
    (4, b"ftypheic", "image/heic"),
    (4, b"ftypavif", "image/avif"),
    (4, b"ftypM4A", "audio/mp4"),
    (4, b"ftyp", "video/mp4"),
    (0, b"\x1aE\xdf\xa3", "video/webm"),
    (0, b"OggS", "audio/ogg"),
    (0, b"ID3", "audio/mpeg"),
    (0, b"II*\x00", "image/tiff"),
    (0, b"MM\x00*", "image/tiff"),
    (0, b"\x1f\x8b", "application/gzip"),
    (0, b"PK\x03\x04", ZIP),
)
"""Where which bytes stand in which type, the most special first."""
_OFFICE = "application/vnd.openxmlformats-officedocument."
PACKED = {
    "word/": f"{_OFFICE}wordprocessingml.document",
    "xl/": f"{_OFFICE}spreadsheetml.sheet",
    "ppt/": f"{_OFFICE}presentationml.presentation",
}
"""What an archive is when it has a folder of this name."""


def media_of(data: bytes) -> str:
    """Its media type. Everything that can be read is `text/plain`, pages and scripts among it; what nobody knows is
    `application/octet-stream`."""
    for at, sign, media in SIGNS:
        if data[at : at + len(sign)] == sign:
            return _packed(data) if media == ZIP else media
    if b"\x00" in data:
        return BYTES
    try:
        data.decode()
    except UnicodeDecodeError:
        return BYTES
    return TEXT


def _packed(data: bytes) -> str:
    """Documents are archives, too."""
    with suppress(zipfile.BadZipFile, NotImplementedError, ValueError, EOFError, OSError):
        names = zipfile.ZipFile(io.BytesIO(data)).namelist()
        for folder, media in PACKED.items():
            if any(name.startswith(folder) for name in names):
                return media
    return ZIP
