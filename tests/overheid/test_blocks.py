"""Blocks, the wizard and the form that grows as rules: whatever comes in, what goes out stays within the contract."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.overheid.content.bd_search import SearchInput, bd_search
from loket_demos.overheid.content.safe_pattern import compile_safe
from loket_demos.overheid.genui.blocks import KINDS, Citation, as_json, blocks_of
from loket_demos.overheid.genui.flows import extended
from loket_demos.overheid.genui.forms import extra_fields, form_blocks, form_for
from loket_demos.overheid.genui.subjects import block_words, blocks_about
from loket_demos.overheid.genui.tree import TreePlace, TreeState, blocks_at, place_of, signpost

TEXTS = {"title": 140, "body": 4000, "snippet": 800, "question": 300, "q": 300, "a": 2000, "label": 140}
LISTS = {
    ("citations", "items"): 10,
    ("accordion", "items"): 8,
    ("next_questions", "items"): 8,
    ("decision", "options"): 6,
}
LISTS |= {("form", "fields"): 10}

words = st.text(max_size=6) | st.sampled_from(["x" * 5000, " ", "\ud800", "https://a.nl/x", "javascript:alert(1)", "a"])
leaf = words | st.integers() | st.floats() | st.booleans() | st.none()
field = st.fixed_dictionaries(
    {"id": st.sampled_from(["a", "b", "1", "x y", "bedrag"]) | words, "label": words},
    optional={
        "type": st.sampled_from(["text", "select", "date", "password"]) | leaf,
        "required": leaf,
        "pattern": st.sampled_from(["[0-9]+", "(a+)+", "["]),
        "min": leaf,
        "maxLength": leaf,
        "options": st.lists(leaf, max_size=15),
        "badge": leaf,
    },
)
item = leaf | st.fixed_dictionaries({}, optional=dict.fromkeys(("title", "url", "snippet", "q", "a"), leaf)) | field
items = st.lists(item, max_size=14) | leaf
names = ("title", "body", "question", "formId", "description", "submitLabel", "onclick")
block = st.fixed_dictionaries(
    {"kind": st.sampled_from([*KINDS, "script", ""])},
    optional={**dict.fromkeys(names, leaf), **dict.fromkeys(("items", "options", "fields"), items)},
)


@given(st.lists(block | leaf, max_size=16) | block | leaf | st.fixed_dictionaries({"blocks": st.lists(block)}))
def test_no_block_passes_that_is_unknown_or_beyond_its_limits(raw: Any) -> None:
    blocks = as_json(blocks_of(raw))
    assert len(blocks) <= 12 and all(one["kind"] in KINDS and one["title"] for one in blocks)
    assert as_json(blocks_of(json.loads(json.dumps(blocks).encode()))) == blocks
    for one in blocks:
        assert "onclick" not in one
        for (kind, name), most in LISTS.items():
            assert one["kind"] != kind or 1 <= len(one[name]) <= most
        inner = [one, *(part for name in ("items", "fields") for part in one.get(name, ()) if isinstance(part, dict))]
        for part in inner:
            assert all(len(part.get(name, "")) <= most for name, most in TEXTS.items())
            assert part.get("url", "https://").startswith(("https://", "http://"))
            assert part.get("pattern") is None or compile_safe(part["pattern"])
            assert len(part.get("options", ())) <= 12 and all(len(text) <= 80 for text in part.get("options", ()))
        ids = [part["id"] for part in one.get("fields", ())]
        assert len(ids) == len(set(ids))


def test_titles_have_their_usual_words_and_what_is_too_long_is_cut() -> None:
    raw = [
        {"kind": "callout", "body": "x" * 9000},
        {"kind": "video", "src": "y"},
        {"kind": "notice", "title": "t" * 200},
    ]
    (shown,) = as_json(blocks_of(raw))
    assert (shown["kind"], shown["title"], len(shown["body"])) == ("callout", "Goed om te weten", 4000)
    assert len(blocks_of([{"kind": "notice", "body": "x"}] * 30)) == 12


values = st.fixed_dictionaries(
    {},
    optional={
        "kenmerk": st.sampled_from(["", "A-1", "ABC123", "      "]),
        "bedrag": st.sampled_from(["", "0", "0,01", "12,50", "-3", "veel", 40]),
        "motivering": st.sampled_from(["", "Het klopt niet."]),
        "vraag": st.sampled_from(["", "Mag ik later betalen?", "Ik maak bezwaar.", "Ik ben het er niet mee eens."]),
        "dagtekening": st.just("1-10-2026"),
        "voorkeur": st.just("In delen"),
        "reden": st.just("Omdat"),
        "route": st.just("Bezwaar maken"),
    },
)
QUESTIONS = ["", "Ik wil bezwaar maken", "Ik kan een boete niet betalen", "Bezwaar en betalen van zorgtoeslag"]


@given(st.sampled_from(QUESTIONS), st.lists(values, min_size=1, max_size=4))
def test_fields_come_and_go_with_what_brings_them_and_so_do_their_values(
    query: str, edits: list[dict[str, Any]]
) -> None:
    base = form_for(query).model_dump(mode="json", exclude_none=True)
    own = [one["id"] for one in base["fields"]]
    form: dict[str, Any] = {"base_form": base, "form": base, "values": {}}
    for typed in edits:
        extra = extra_fields(form_for(query).fields, typed)
        form = extended(form, typed, {"extra_fields": [one.model_dump() for one in extra]})
        fields = {one["id"]: one for one in form["form"]["fields"]}
        wanted = set(own)
        if "kenmerk" in own and len(str(typed.get("kenmerk", "")).strip()) >= 6:
            wanted.add("dagtekening")
        if "bedrag" in own and typed.get("bedrag") in ("0,01", "12,50", 40):
            wanted |= {"voorkeur", "reden"}
        if ("motivering" in own and typed.get("motivering")) or any(
            word in typed.get("vraag", "") for word in ("bezwaar", "niet mee eens")
        ):
            wanted.add("route")
        assert len(fields) <= 10 and (set(fields) == wanted or len(wanted) > 10)
        assert all(bool(fields[id].get("badge")) == (id not in own) for id in fields)
        assert set(form["values"]) == {id for id, value in typed.items() if id in fields and str(value).strip()}


@given(st.lists(st.sampled_from([*(c.label for n in signpost().knopen for c in n.keuzes), "Een stap terug", "?"])))
def test_any_choices_lead_somewhere_and_the_state_leads_there_again(choices: list[str]) -> None:
    place = place_of(TreeState())
    for choice in choices:
        place = place_of(TreeState.model_validate(place.state.model_dump()), choice)
    assert place_of(place.state).node == place.node
    kinds = [one["kind"] for one in as_json(blocks_at(place, ()))]
    assert kinds[-1] == ("decision" if place.node.keuzes else "notice")


def leaves(place: TreePlace) -> list[TreePlace]:
    options = place.node.keuzes
    return [leaf for one in options for leaf in leaves(place_of(place.state, one.label))] if options else [place]


def test_each_advice_has_its_source_and_goes_on_and_none_decides() -> None:
    ends = leaves(place_of(TreeState()))
    assert len(ends) > 60 and all(len(end.taken) == 3 for end in ends)
    for end in ends:
        blocks = as_json(blocks_at(end, ()))
        assert [blocks[0]["kind"], blocks[1]["kind"]] == ["citations", "callout"]
        assert "Bron: " in blocks[1]["body"] and blocks[-1]["body"] == block_words().uitleg
        unknown = any(block["kind"] == "notice" and block["title"] == block_words().geen_titel for block in blocks)
        assert unknown == (end.taken[1][1].label == "Dat weet ik niet")


@pytest.mark.parametrize(("code", "question"), [(c, q) for c, many in block_words().vervolg.items() for q in many])
def test_each_question_that_follows_has_an_answer_with_its_source(code: str, question: str) -> None:
    blocks = as_json(blocks_about(question, (), None))
    assert not any(block["title"] == block_words().geen_titel for block in blocks), f"{code}: {question}"
    told = json.dumps(blocks, ensure_ascii=False)
    assert "Bron: " in told and blocks[0]["kind"] == "citations"
    (following,) = (block["items"] for block in blocks if block["kind"] == "next_questions")
    assert question not in following


def found_for(question: str) -> tuple[Citation, ...]:
    """The pages that the tool of the search gives."""
    items = bd_search(SearchInput(query=question)).items
    return tuple(Citation(title=one.title, url=one.url, snippet=one.snippet) for one in items)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Hoe hoog is de subsidie voor een warmtepomp?", None),  # a page of zorgtoeslag says how high an income may be
        ("Hoe hoog mag mijn schutting zijn?", None),
        ("mijn studiefinanciering is stopgezet en ik ben het daar niet mee eens", "DUO"),
        ("hoe maak ik bezwaar tegen een boete van het CJIB", "verkeer"),
        ("Hoe maak ik bezwaar tegen een besluit over huurtoeslag?", "toeslag"),
        ("Wat zijn de voorwaarden voor zorgtoeslag?", "Zorgtoeslag: kan ik het krijgen"),
    ],
)
def test_the_first_source_is_of_the_office_that_it_is_about_and_no_page_of_another_matter_is_one(
    question: str, first: str | None
) -> None:
    blocks = as_json(blocks_about(question, found_for(question), None))
    cited = [item["title"] for block in blocks if block["kind"] == "citations" for item in block["items"]]
    assert (not cited) if first is None else first in cited[0], cited
    form = as_json(form_blocks(question, found_for(question)))
    pages = [item["title"] for block in form if block["kind"] == "citations" for item in block["items"]]
    assert bool(pages) == bool(first), pages


def test_what_is_not_known_is_said_and_no_amount_is_made_up() -> None:
    for question in ("Wie wordt de nieuwe burgemeester?", "asdf"):
        page = Citation(title="Toeslagen", url="https://www.toeslagen.nl")
        for found, said in (((), block_words().geen_los), ((page,), block_words().geen)):
            shown = as_json(blocks_about(question, found, None))
            assert any(block["kind"] == "notice" and said in block["body"] for block in shown)
            assert found or "bronnen" not in json.dumps(shown).lower(), "no sources are named where there are none"
    assert "De SVB gaat hierover." in as_json(blocks_about("Hoeveel AOW krijg ik?", (), None))[1]["body"]
    shown = as_json(blocks_about("Hoeveel zorgtoeslag krijg ik met 30000 euro?", (), None))
    assert any(block.get("body") == block_words().bedrag for block in shown)
    assert [block["kind"] for block in as_json(blocks_about(" ", (), None))] == ["notice", "next_questions"]
