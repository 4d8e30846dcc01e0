"""The page of the long lane keeps what was not run anew, in its order."""

from tests.endurance.__main__ import HEAD, renewed


def section(title: str, name: str, words: str) -> str:
    return f"## {title}\n\n`python -m tests.endurance.{name}`, {words}.\n"


def test_a_run_renews_its_own_section_and_no_other() -> None:
    page = renewed("", {"load": section("Load", "load", "old")})
    assert page == f"{HEAD}\n{section('Load', 'load', 'old')}"
    page = renewed(page, {"crash": section("Crashes", "crash", "first")})
    page = renewed(page, {"load": section("Load", "load", "new")})
    assert page == f"{HEAD}\n{section('Crashes', 'crash', 'first')}\n{section('Load', 'load', 'new')}"
