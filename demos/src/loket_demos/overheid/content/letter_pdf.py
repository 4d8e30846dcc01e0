"""Letters as PDFs: a text becomes pages, and the text of a PDF is read; a picture of a text is said to be one.

The only file that knows the library that reads PDFs."""

import io
from itertools import pairwise

from pypdf import PdfReader
from pypdf.errors import PyPdfError

from loket_demos.overheid.content.cases import LONGEST_LETTER
from loket_demos.overheid.content.errors import ContentError
from loket_demos.paper import MM, PAGE, Paper, unprintable, wrapped

MOST_PAGES = 30
LEAST_LETTERS = 20
"""Fewer on all pages together are a stamp or the number of a page, on a picture."""
LEFT, RIGHT, TOP, BOTTOM, SIZE = 25.0, 25.0, 25.0, 25.0, 11.0
LINE = SIZE * 1.35 / MM

FULL, CLOSE, ENDS = 0.7, 0.9, ".:;?!-"
"""How much of the widest line a line has that goes on below, alone and with the next word; what it never ends with."""

SCAN = (
    "Dit is een scan of een foto. Daar kunnen wij geen tekst uit lezen. Typ de tekst over. "
    "Of kopieer de tekst op uw telefoon: houd uw vinger op de woorden in de foto."
)
LOCKED = "Dit bestand heeft een wachtwoord. Maak een kopie zonder wachtwoord, of plak de tekst."
SIGNS = "Deze tekens kunnen wij niet in een PDF zetten: {signs}. Print de brief, of download hem als tekst."
BROKEN = "Dit bestand kunnen wij niet lezen. Kies een PDF, of plak de tekst van de brief."


def text_of(data: bytes) -> str:
    """The text of a PDF. ContentError `invalid_scan`, `invalid_locked` or `invalid_file` says what to do instead."""
    if _is_picture(data):
        raise ContentError("invalid_scan", SCAN)
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise ContentError("invalid_locked", LOCKED)
        pages = [page.extract_text() for page in reader.pages[:MOST_PAGES]]
    except ContentError:
        raise
    except (PyPdfError, ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, OSError) as error:
        raise ContentError("invalid_file", BROKEN) from error
    text = "\n\n".join(_flowing(page.strip()) for page in pages if page.strip())
    if sum(sign.isalpha() for sign in text) < LEAST_LETTERS:
        raise ContentError("invalid_scan", SCAN)
    if len(text) > LONGEST_LETTER:
        raise ContentError("too_large", "Uw brief is te lang. Kies een brief van hooguit 100.000 tekens.")
    return text.replace("\x00", "")


def pdf_of(text: str, title: str) -> bytes:
    """The text on pages of A4, line by line as it stands; a long line goes on below. ContentError `invalid_signs` names
    what the font lacks: nobody's name goes away with a question mark in it."""
    if missing := unprintable(text):
        raise ContentError("invalid_signs", SIGNS.format(signs=" ".join(missing[:10])))
    paper = Paper(title, title, "nl")
    down = PAGE[1] - TOP
    for line in text.splitlines():
        for part in wrapped(line, PAGE[0] - LEFT - RIGHT, SIZE) if line.strip() else [""]:
            if down < BOTTOM:
                paper.next_page()
                down = PAGE[1] - TOP
            paper.text((LEFT, down), part, SIZE)
            down -= LINE
    return paper.done()


def _flowing(page: str) -> str:
    """The lines of a page, those of a paragraph as one: a line broke there when the next word had no room on it."""
    lines = page.splitlines()
    widest = max(len(line) for line in lines)
    text = lines[0]
    for line, after in pairwise(lines):
        word = after.split(maxsplit=1)[0] if after.strip() else ""
        full = len(line) >= widest * FULL and len(line) + len(word) >= widest * CLOSE
        on = full and word[:1].isalnum() and line.rstrip()[-1:] not in ENDS
        text += (" " if on else "\n") + after
    return text


def _is_picture(data: bytes) -> bool:
    return data.startswith((b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"II*\x00", b"MM\x00*")) or data[4:12] in (
        b"ftypheic",
        b"ftypheix",
        b"ftypmif1",
    )
