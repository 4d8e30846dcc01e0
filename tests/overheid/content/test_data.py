"""The data files: every figure has a source that exists, a year, a day of check, and nothing is left unused."""

import tomllib
from collections.abc import Iterator
from datetime import date
from importlib.resources import files

import pytest

from loket_demos.overheid.content.cases import case_book
from loket_demos.overheid.content.risk_notes import points
from loket_demos.overheid.content.rules_lookup import conditions
from loket_demos.overheid.content.sources import source_book

CHECKED = date(2026, 11, 21)
NAMES = sorted(
    entry.name.removesuffix(".toml")
    for entry in files("loket_demos.overheid").joinpath("data").iterdir()
    if entry.name.endswith(".toml")
)


def loaded(name: str) -> dict[str, object]:
    text = files("loket_demos.overheid").joinpath("data", f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def figures(node: object) -> Iterator[dict[str, object]]:
    match node:
        case {"value": _, **rest}:
            yield rest
        case dict():
            for inner in node.values():
                yield from figures(inner)
        case list():
            for inner in node:
                yield from figures(inner)
        case _:
            return


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_names_a_known_source_and_its_certainty(name: str) -> None:
    known = source_book().sources
    for figure in figures(loaded(name)):
        assert figure["source"] in known and figure["certainty"] in {"S", "P", "D", "?"}


@pytest.mark.parametrize("name", ["zorgtoeslag", "huurtoeslag", "kindgebonden_budget", "kinderopvangtoeslag"])
def test_every_year_has_a_number_and_a_day_of_check(name: str) -> None:
    years = loaded(name)["years"]
    assert isinstance(years, list) and len({year["year"] for year in years}) == len(years) >= 3
    assert {year["checked"] for year in years} == {CHECKED}


def test_sources_are_public_addresses_and_all_are_used() -> None:
    text = "".join(
        files("loket_demos.overheid").joinpath("data", f"{name}.toml").read_text(encoding="utf-8")
        for name in NAMES
        if name != "sources"
    )
    for name, source in source_book().sources.items():
        assert source.url.startswith("https://") and source.name
        assert f'"{name}"' in text or name in {"proefberekening"}, f"{name} is not used"


def test_texts_refer_to_sources_that_exist() -> None:
    known = source_book().sources
    used = [source for route in case_book().routes for source in route.bronnen]
    used += [point.bron for point in points().punten]
    used += [source for scheme in conditions().regelingen for source in scheme.bron]
    assert [source for source in used if source not in known] == []


def test_each_way_a_letter_can_go_is_complete() -> None:
    book = case_book()
    codes = [route.code for route in book.routes]
    assert len(set(codes)) == len(codes)
    assert set(book.soorten.values()) <= set(codes)
    for route in book.routes:
        assert route.bronnen and (route.woorden or route.code == "algemeen")
        assert route.dagen == (14 if route.soort == "verzet" else 28 if route.code == "ind" else 42)
