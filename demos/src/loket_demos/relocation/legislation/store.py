"""Where what was read of the law of each country lies: a file a country, beside what comes with the package."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from loket.core.data import Frozen
from loket_demos.relocation.content import destination
from loket_demos.relocation.countries import countries
from loket_demos.relocation.legislation.pages import LawPage, shipped

NOTHING = "no data"


class CountryState(Frozen):
    """A country as a list or the administration shows it. `visas`: requirements are known here. `pages` are how many
    pages of law there are, `crawled` the day they were last read anew."""

    code: str
    name: str
    name_en: str
    official: str
    visas: bool
    pages: int
    crawled: date | None = None


class _Kept(Frozen):
    pages: tuple[LawPage, ...] = ()


class LegislationStore:
    """`folder` need not be there; without one nothing is kept."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def text(self, code: str, locale: str) -> str:
        """The law of a country, each page with where and when it was read; `no data` when there is none."""
        return "\n\n".join(
            f"{page.text} ({page.url}, {page.read.isoformat()})" for page in self.pages(code, locale)
        ) or (NOTHING)

    def pages(self, code: str, locale: str) -> Sequence[LawPage]:
        """What comes with the package, and after it what was read from the web."""
        code = code.strip().upper()
        if code not in countries():
            return ()
        return (*(one.within(locale) for one in shipped(code)), *self._kept(code))

    def keep(self, code: str, pages: Sequence[LawPage]) -> None:
        """Puts what was read in the place of what was read before."""
        if self._folder is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        half = self._folder / f"{code}.json.half"
        half.write_text(_Kept(pages=tuple(pages)).model_dump_json(), "utf-8")
        half.replace(self._folder / f"{code}.json")

    def state(self, code: str) -> CountryState | None:
        """What there is of a country, by its ISO code in any case; None for one that nobody knows."""
        country = countries().get(code.strip().upper())
        if country is None:
            return None
        kept = self._kept(country.code)
        return CountryState(
            code=country.code,
            name=country.name.pt,
            name_en=country.name.en,
            official=country.official,
            visas=destination(country.code) is not None,
            pages=len(shipped(country.code)) + len(kept),
            crawled=max((page.read for page in kept), default=None),
        )

    def every(self) -> Sequence[CountryState]:
        """All countries, those of which visas are known first."""
        states = [state for code in countries() if (state := self.state(code)) is not None]
        return sorted(states, key=lambda state: (not state.visas, state.name))

    def _kept(self, code: str) -> tuple[LawPage, ...]:
        file = self._folder / f"{code}.json" if self._folder else None
        if file is None or not file.is_file():
            return ()
        return _Kept.model_validate_json(file.read_text("utf-8")).pages
