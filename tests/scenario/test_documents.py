"""Documents in what a tool gave: found wherever they lie, named, texts only."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.scenario.oracle.documents import INLINE, gathered

LETTER = {"docId": "letter", "name": "letter.txt", "contentType": "text/plain", "content": "Dear Ada", "summary": "Hi"}


def test_a_document_is_the_output_itself() -> None:
    found = gathered(LETTER)
    (letter,) = found.documents
    assert found.output == LETTER and not found.problems
    assert (letter.doc_id, letter.name, letter.media, letter.text) == ("letter", "letter.txt", "text/plain", "Dear Ada")


def test_documents_lie_anywhere_and_have_names_of_their_own() -> None:
    found = gathered({"status": "ok", "papers": [LETTER, {"inner": {**LETTER, "content": "Dear Bo"}}]})
    assert [(one.doc_id, one.name) for one in found.documents] == [
        ("letter", "letter.txt"),
        ("letter (2)", "letter (2).txt"),
    ]
    assert found.output["papers"][1]["inner"]["name"] == "letter (2).txt"


def test_content_that_is_no_text_is_written_as_json() -> None:
    for name in ("content", "contentJson"):
        (form,) = gathered({"docId": "form", "contentType": "application/json", name: {"a": [1]}}).documents
        assert json.loads(form.text) == {"a": [1]} and form.name == "form.json"


WRONG = [
    ({"contentString": "a", "content": None, "contentJson": {}}, "exactly one"),
    ({"contentType": "image/png"}, "only texts can be made"),
    ({"content": "a" * 400_001}, "longer than 400,000"),
]


@pytest.mark.parametrize(("change", "sentence"), WRONG, ids=["both", "picture", "long"])
def test_what_can_not_be_kept_is_said(change: dict[str, Any], sentence: str) -> None:
    found = gathered({**LETTER, **change})
    assert not found.documents and sentence in found.problems[0] and found.problems[0].startswith("letter.txt: ")


def test_what_only_refers_to_a_document_is_none() -> None:
    value = {"docId": "letter", "name": "letter.txt", "status": "on file"}
    assert gathered(value).documents == () and gathered(value).output == value


def test_a_long_text_is_shortened_in_the_result_and_kept_whole() -> None:
    text = "word " * 2000
    found = gathered({**LETTER, "content": text})
    assert found.documents[0].text == text
    assert len(found.output["content"]) == INLINE and "10,000 characters" in found.output["cut"]


def test_a_name_leads_nowhere() -> None:
    (letter,) = gathered({**LETTER, "name": "../../etc/pass\u202ewd\n.txt"}).documents
    assert letter.name == "etc_pass_wd_.txt"


DOCUMENTS = st.fixed_dictionaries(
    {"docId": st.text(max_size=4), "content": st.text(min_size=1, max_size=8)}, optional={"name": st.text(max_size=4)}
)
OUTPUTS = st.recursive(
    DOCUMENTS | st.none() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=10,
)


@given(OUTPUTS)
def test_each_document_has_a_name_and_an_id_of_its_own(output: Any) -> None:
    found = gathered(output)
    for names in ([one.name for one in found.documents], [one.doc_id for one in found.documents]):
        assert len(set(names)) == len(names) and all(names)
    assert gathered(found.output).documents == found.documents
