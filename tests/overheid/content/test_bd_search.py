"""The tool bd_search: our own list of official pages, ranked the same way every time."""

from urllib.parse import urlparse

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.overheid.content.bd_search import OfficialPage, pages, score
from loket_demos.overheid.content.catalogue import TOOLS
from loket_demos.overheid.content.errors import ContentError

TOOL = next(tool for tool in TOOLS if tool.name == "bd_search")
OFFICIAL = (
    "belastingdienst.nl", "toeslagen.nl", "rijksoverheid.nl", "overheid.nl", "cjib.nl", "om.nl", "rechtspraak.nl",
    "uwv.nl", "svb.nl", "digid.nl", "wozwaardeloket.nl", "waarderingskamer.nl", "landelijkregisterkinderopvang.nl",
    "juridischloket.nl", "nationaleombudsman.nl", "informatiepuntdigitaleoverheid.nl", "mijnduo.nl",
)  # fmt: skip


def titles(query: str, k: int = 5) -> list[str]:
    return [one["title"] for one in TOOL.call({"query": query, "k": k})["items"]]


def test_the_list_is_curated() -> None:
    """Checklist 39: at least 25 pages, official Dutch sites, no page twice."""
    found = pages()
    assert len(found) >= 25
    assert len({page.title for page in found}) == len(found) == len({page.url for page in found})
    for page in found:
        host = urlparse(page.url).hostname or ""
        assert page.url.startswith("https://") and any(host == site or host.endswith(f".{site}") for site in OFFICIAL)
        assert page.snippet and page.keywords


def test_a_word_counts_four_in_the_title_three_as_keyword_one_in_the_snippet() -> None:
    page = OfficialPage(
        title="Huur", url="https://www.toeslagen.nl", snippet="over huur en zorg", keywords=("zorg", "huur")
    )
    assert score(page, frozenset({"huur"})) == 8
    assert score(page, frozenset({"zorg"})) == 4
    assert score(page, frozenset({"over"})) == 1
    assert score(page, frozenset({"auto"})) == 0


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("verkeersboete", "Niet eens met een verkeersboete"),
        ("te laat met bezwaar toeslag", "Te laat met bezwaar: verzoek om herziening"),
        ("WOZ waarde opzoeken", "WOZ-waarde opzoeken"),
        ("proefberekening", "Proefberekening toeslagen"),
        ("lrk opvang", "Landelijk Register Kinderopvang"),
    ],
)
def test_questions_find_their_page(query: str, first: str) -> None:
    assert first in titles(query)[:2]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Ik wil weten hoeveel spaargeld ik mag hebben voor zorgtoeslag", "Zorgtoeslag: hoogste vermogen"),
        ("Waar kan ik uitrekenen hoeveel toeslag ik krijg?", "Proefberekening toeslagen"),
        ("Wie kan mij gratis helpen met een bezwaar?", "Juridisch Loket: gratis hulp"),
        ("Is mijn gastouder geregistreerd?", "Landelijk Register Kinderopvang"),
    ],
)
def test_a_whole_sentence_finds_its_page_first(query: str, first: str) -> None:
    assert titles(query)[0] == first


def test_ties_are_broken_by_title_and_no_hit_gives_the_first_pages() -> None:
    """Checklist 39: deterministic ranking."""
    ranked = TOOL.call({"query": "bezwaar", "k": 50})["items"]
    assert isinstance(ranked, list)
    by_title = {page.title: score(page, frozenset({"bezwaar"})) for page in pages()}
    order = [(-by_title[one["title"]], one["title"]) for one in ranked]
    assert order == sorted(order) and len({points for points, _ in order}) < len(order)
    assert titles("xyzzy", 3) == [page.title for page in pages()[:3]]


def test_k_limits_the_answer_and_must_be_at_least_one() -> None:
    assert len(titles("toeslag", 2)) == 2 and len(titles("toeslag")) == 5
    assert len(titles("xyzzy", 9999)) == len(pages())
    with pytest.raises(ContentError) as refused:
        titles("toeslag", 0)
    assert refused.value.code == "invalid_k"


@given(st.text(max_size=2000))
def test_any_question_gets_an_answer(query: str) -> None:
    assert 1 <= len(titles(query)) <= 5
