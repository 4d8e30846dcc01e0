"""A page of a law: as it is shipped, as it was read from the web, and how the text of a site's page is found."""

import tomllib
from datetime import date
from html.parser import HTMLParser

from loket.core.data import Frozen
from loket_demos.relocation.content import DATA, Data, Text

MOST_TEXT = 20_000
_HIDDEN = frozenset(["script", "style", "noscript", "template", "svg", "nav", "header", "footer"])


class LawPage(Frozen):
    """What was read at an address, and when."""

    url: str
    read: date
    text: str


class Shipped(Data):
    """A page that comes with the package, in our own words."""

    url: str
    read: date
    text: Text

    def within(self, locale: str) -> LawPage:
        """In the language of a person."""
        return LawPage(url=self.url, read=self.read, text=self.text.within(locale))


class _File(Data):
    pages: tuple[Shipped, ...]


def shipped(code: str) -> tuple[Shipped, ...]:
    """The pages of a country that come with the package; none when there are none."""
    file = DATA / "legislation" / f"{code}.toml"
    return _File.model_validate(tomllib.loads(file.read_text("utf-8"))).pages if file.is_file() else ()


def text_of(body: bytes) -> str:
    """The words of a page of a site, without its scripts and menus."""
    reader = _Words()
    reader.feed(body.decode("utf-8", "replace"))
    reader.close()
    return " ".join(" ".join(reader.words).split())[:MOST_TEXT]


class _Words(HTMLParser):
    """Collects what a person would read."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in _HIDDEN

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in _HIDDEN and self._hidden > 0

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.words.append(data)
