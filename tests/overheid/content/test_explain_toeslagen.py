"""The capability explain_toeslagen: importance by rule, and plain sentences that fit each item."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.overheid.content.catalogue import CAPABILITIES, TOOLS
from loket_demos.overheid.content.errors import ContentError
from tests.overheid.content import b1

EXPLAIN = next(one for one in CAPABILITIES if one.name == "explain_toeslagen")
CHECKLIST = next(one for one in TOOLS if one.name == "doc_checklist")
RISKS = next(one for one in TOOLS if one.name == "risk_notes")


async def explained(*items: object) -> list[dict[str, str]]:
    answer = (await EXPLAIN.call({"inputs": {"regeling": "Huurtoeslag"}, "items": list(items)}))["items"]
    assert isinstance(answer, list)
    return answer


def own_items(regeling: str, **risk: object) -> list[dict[str, object]]:
    form = {"regeling": regeling, "jaar": 2025, "situatie": "Samenwonend met kind", "loonOfVermogen": True, **risk}
    documents, notes = CHECKLIST.call(form)["documenten"], RISKS.call(form)["aandachtspunten"]
    assert isinstance(documents, list) and isinstance(notes, list)
    return [
        *({"category": "document", "text": text} for text in documents),
        *({"category": "aandachtspunt", "text": note["text"]} for note in notes),
    ]


@pytest.mark.parametrize("regeling", ["Huurtoeslag", "Zorgtoeslag", "Kindgebonden budget", "Kinderopvangtoeslag"])
@pytest.mark.parametrize(
    "risk", [{}, {"inkomen": 60000, "vermogen": 300000}, {"inkomen": 9000, "situatie": "student, scheiding"}]
)
async def test_every_own_item_has_its_own_one_or_two_sentences(regeling: str, risk: dict[str, object]) -> None:
    """Checklist 25: b1_explanation of 1-2 sentences, and no template for all."""
    items = own_items(regeling, **risk)
    answer = await explained(*items)
    assert [(one["category"], one["text"]) for one in answer] == [(one["category"], one["text"]) for one in items]
    said = [one["b1_explanation"] for one in answer]
    assert len(set(said)) == len(said)
    for text in said:
        assert 1 <= len(b1.sentences(text)) <= 2


@pytest.mark.parametrize(
    ("text", "priority"),
    [
        ("Uw inkomen ligt dicht bij de grens", "hoog"),
        ("Controleer uw vermogen", "hoog"),
        ("Het toetsingsinkomen", "hoog"),
        ("Controleer uw adres", "midden"),
        ("Een kopie van het huurcontract", "midden"),
        ("Check de papieren", "midden"),
        ("Uw DigiD", "laag"),
        ("", "laag"),
    ],
)
async def test_the_rule_of_importance(text: str, priority: str) -> None:
    """Checklist 25: limits, income, wealth are hoog; check and contract midden; else laag."""
    assert (await explained({"category": "document", "text": text}))[0]["priority"] == priority


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Kopie van uw huurovereenkomst", "huurcontract"),
        ("Jaaropgave van uw salaris", "inkomen"),
        ("Bewijs van inschrijving bij de gemeente", "adres"),
        ("Spaargeld op 1 januari", "Spaargeld"),
        ("Uw IBAN", "rekening"),
    ],
)
async def test_items_of_others_get_the_topic_that_fits(text: str, word: str) -> None:
    assert word in (await explained({"category": "document", "text": text}))[0]["b1_explanation"]


async def test_items_without_a_topic_differ_by_category() -> None:
    first, second = await explained(
        {"category": "document", "text": "xyz"}, {"category": "aandachtspunt", "text": "xyz"}
    )
    assert first["b1_explanation"] != second["b1_explanation"]


async def test_bare_texts_and_nested_texts_are_understood() -> None:
    """Trap: a point is an object; its text must not arrive as a printed object."""
    bare, nested = await explained(
        "Uw inkomen", {"category": "aandachtspunt", "text": {"code": "R1", "text": "Uw inkomen"}}
    )
    assert bare == nested


async def test_no_items_and_no_inputs_are_fine() -> None:
    assert await EXPLAIN.call({}) == {"items": []}
    assert await EXPLAIN.call({"inputs": None, "items": None}) == {"items": []}


@pytest.mark.parametrize("items", ["x", 5, [5], [{}], [{"text": 5}], [{"text": "a" * 2001}], ["x"] * 101])
async def test_wrong_items_are_refused(items: object) -> None:
    with pytest.raises(ContentError) as refused:
        await EXPLAIN.call({"items": items})
    assert refused.value.code == "invalid_items"


@given(st.lists(st.text(max_size=300), max_size=10))
async def test_any_text_comes_back_unchanged(texts: list[str]) -> None:
    answer = await explained(*({"category": "document", "text": text} for text in texts))
    assert [one["text"] for one in answer] == texts
    assert all(one["priority"] in {"hoog", "midden", "laag"} and one["b1_explanation"] for one in answer)
