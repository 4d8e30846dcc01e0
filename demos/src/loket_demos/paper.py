"""A PDF in the making: embedded fonts, points placed in millimetres from the lower left, and text that always fits.

The only file that knows the PDF library."""

import io
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from threading import Lock
from unicodedata import normalize

from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

Point = tuple[float, float]
MM = 72 / 25.4
Color = tuple[float, float, float]
BLACK: Color = (0.1, 0.1, 0.1)
GREY: Color = (0.45, 0.45, 0.45)
LIGHT: Color = (0.78, 0.78, 0.78)
REGULAR, BOLD = "LoketRegular", "LoketBold"
_SAVING = Lock()
PAGE = (A4[0] / MM, A4[1] / MM)
"""Width and height of a page in millimetres."""


class Paper:
    """Pages of A4. The same calls give the same bytes: no clock is asked."""

    def __init__(self, title: str, subject: str, lang: str = "de-CH") -> None:
        _fonts()
        self._file = io.BytesIO()
        self._canvas = Canvas(self._file, pagesize=A4, invariant=1, pageCompression=1, lang=lang)
        self._canvas.setTitle(title)
        self._canvas.setSubject(subject)
        self._canvas.setAuthor("Loket")

    def text(self, at: Point, words: str, size: float = 9, color: Color = BLACK, *, bold: bool = False) -> None:
        """One line from a point to the right."""
        self._canvas.setFillColorRGB(*color)
        self._canvas.setFont(BOLD if bold else REGULAR, size)
        self._canvas.drawString(at[0] * MM, at[1] * MM, printable(words))

    def centred(self, at: Point, words: str, size: float = 7, color: Color = BLACK) -> None:
        """One line around a point."""
        width = pdfmetrics.stringWidth(printable(words), REGULAR, size) / MM
        self.text((at[0] - width / 2, at[1] - size / MM / 3), words, size, color)

    def upwards(self, at: Point, words: str, size: float = 6, color: Color = GREY) -> None:
        """One line that runs from bottom to top."""
        self._canvas.saveState()
        self._canvas.translate(at[0] * MM, at[1] * MM)
        self._canvas.rotate(90)
        self.text((0, 0), words, size, color)
        self._canvas.restoreState()

    def paragraph(self, at: Point, words: str, width: float, size: float = 9, *, bold: bool = False) -> float:
        """Lines no wider than so many millimetres; gives the height below which there is room again."""
        down = at[1]
        for line in wrapped(words, width, size, bold=bold):
            self.text((at[0], down), line, size, bold=bold)
            down -= size * 1.35 / MM
        return down

    def line(self, points: Sequence[Point], width: float = 0.2, color: Color = BLACK) -> None:
        """A line through points; `width` is in millimetres."""
        self._path([points], width, color, None, closed=False)

    def shape(self, rings: Iterable[Sequence[Point]], width: float, color: Color, fill: Color | None = None) -> None:
        """An area and its holes."""
        self._path(rings, width, color, fill, closed=True)

    def clip(self, box: tuple[float, float, float, float]) -> None:
        """Only inside the box (left, low, width, height) is drawn, until `unclip`."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.rect(*(side * MM for side in box))
        self._canvas.clipPath(path, stroke=0, fill=0)

    def unclip(self) -> None:
        """Everything is drawn again."""
        self._canvas.restoreState()

    def link(self, box: tuple[float, float, float, float], url: str) -> None:
        """The box (left, low, right, top) leads to an address on the web."""
        self._canvas.linkURL(url, tuple(side * MM for side in box))

    def next_page(self) -> None:
        """Another page."""
        self._canvas.showPage()

    def done(self) -> bytes:
        """The file. One at a time: all papers share the fonts, and the library reads each from one place on."""
        with _SAVING:
            self._canvas.save()
        return self._file.getvalue()

    def _path(
        self, rings: Iterable[Sequence[Point]], width: float, color: Color, fill: Color | None, *, closed: bool
    ) -> None:
        path = self._canvas.beginPath()
        for ring in rings:
            for at, (x, y) in enumerate(ring):
                (path.lineTo if at else path.moveTo)(x * MM, y * MM)
            if closed:
                path.close()
        self._canvas.setLineWidth(width * MM)
        self._canvas.setStrokeColorRGB(*color)
        if fill is not None:
            self._canvas.setFillColorRGB(*fill)
        self._canvas.drawPath(path, stroke=1, fill=int(fill is not None), fillMode=0)


def wrapped(words: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """A text in lines no wider than so many millimetres; a word that is wider is cut."""
    _fonts()
    font = BOLD if bold else REGULAR
    lines = [""]
    for word in printable(words).split():
        while pdfmetrics.stringWidth(word, font, size) > width * MM and len(word) > 1:
            word = word[:-1]
        longer = f"{lines[-1]} {word}".strip()
        if pdfmetrics.stringWidth(longer, font, size) <= width * MM:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def printable(words: str) -> str:
    """The text in signs that the font has; others become a question mark."""
    missing = unprintable(words)
    return "".join("?" if sign in missing else sign for sign in " ".join(normalize("NFC", words).split()))


def unprintable(words: str) -> str:
    """The signs of a text that the font lacks, each once, as they come."""
    signs = dict.fromkeys(normalize("NFC", words))
    return "".join(sign for sign in signs if ord(sign) not in _fonts() and not sign.isspace())


@lru_cache(maxsize=1)
def _fonts() -> frozenset[int]:
    """Makes the fonts known to the library, once; gives the signs they have."""
    room = files("loket_demos") / "fonts"
    signs: set[int] = set()
    for name, file in ((REGULAR, "regular.ttf"), (BOLD, "bold.ttf")):
        font = TTFont(name, io.BytesIO((room / file).read_bytes()))
        pdfmetrics.registerFont(font)
        signs |= set(font.face.charToGlyph)
    return frozenset(signs)
