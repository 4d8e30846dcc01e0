"""Whatever anybody writes, and however odd a card is: nothing raises, and every slot is what its schema allows."""

import json
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from loket.language import Skill, SkillIndex
from loket.language.lint import lint
from loket.language.skill import PendingRequest
from loket.language.slots import fits
from tests.tries import tries

DATA = Path(__file__).parent / "data"
TODAY = date(2026, 3, 2)


def skills_of(name: str, file: str = "given.json") -> list[Skill]:
    """The skills of an assistant in the data."""
    raw = json.loads((DATA / file).read_text("utf-8"))[name]["skills"]
    return [
        Skill(
            one["id"],
            one["name"],
            one["description"],
            tuple(one.get("tags", ())),
            tuple(one.get("examples", ())),
            one["parameters"],
        )
        for one in raw
    ]


def texts_of(*names: str) -> list[str]:
    """The messages of some files of cases."""
    return [json.loads(line)["text"] for name in names for line in (DATA / name).read_text("utf-8").splitlines()]


LANGUAGES = {"overheid": "nl", "football": "en", "map": "de", "visa": "pt", "health": "en"}


@cache
def index_of(name: str) -> SkillIndex:
    """The index of an assistant in the data, made when a test needs it."""
    return SkillIndex(skills_of(name), LANGUAGES[name])


TEXTS = texts_of("given-a.jsonl", "given-c.jsonl", "agents-a.jsonl")
PIECES = st.one_of(st.sampled_from(TEXTS), st.text(max_size=60), st.from_regex(r"[0-9./,:€-]{1,12}", fullmatch=True))
WRITTEN = st.lists(PIECES, min_size=1, max_size=3).map(" ".join)


@given(text=WRITTEN, name=st.sampled_from(sorted(LANGUAGES)))
def test_slots_are_what_their_schema_allows(text: str, name: str) -> None:
    index = index_of(name)
    understood = index.understand(text, TODAY)
    assert len(understood.skills) == len(understood.slots)
    for skill, slots in zip(understood.skills, understood.slots, strict=True):
        fields = {field.name: field for field in index.profiles[skill].fields}
        assert all(fits(fields[slot], value) for slot, value in slots.items())
    assert bool(understood.choices) == (understood.decision == "choice")
    assert understood.reasoning


@given(text=WRITTEN, name=st.sampled_from(sorted(LANGUAGES)), data=st.data())
def test_a_pending_request_keeps_its_slots_or_gives_way(text: str, name: str, data: st.DataObject) -> None:
    index = index_of(name)
    skill = data.draw(st.sampled_from(sorted(index.skills)))
    required = tuple(field.name for field in index.profiles[skill].fields if field.required)
    understood = index.understand(text, TODAY, PendingRequest(skill, {}, required))
    if understood.decision == "clarify" and understood.skills == (skill,):
        assert set(understood.missing) <= set(required)


@given(text=st.text(max_size=3000))
def test_the_same_message_is_always_understood_the_same(text: str) -> None:
    index = index_of("overheid")
    assert index.understand(text, TODAY) == index.understand(text, TODAY)


_json = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
_schemas = st.dictionaries(
    st.sampled_from(["type", "enum", "format", "pattern", "items", "oneOf", "title", "minimum", "x-aliases", "const"]),
    _json | st.sampled_from(["string", "integer", "number", "boolean", "array", "date", "time", "email", "^[A-Z]+$"]),
    max_size=4,
)
_names = st.sampled_from(["age", "date", "name", "von", "x", "", "ärger", "email", "id", "query", "partner"])


@settings(max_examples=tries(30))
@given(
    properties=st.dictionaries(_names, _schemas | _json, max_size=4),
    required=_json,
    words=st.tuples(st.text(max_size=30), st.text(max_size=60)),
    text=WRITTEN,
)
@example(
    properties={"age": {"type": None}},
    required=None,
    words=("", ""),
    text="Kun je uitrekenen wat ik aan zorgtoeslag krijg bij een jaarinkomen van 28.500 euro?",
)
def test_any_card_is_read(properties: dict[str, Any], required: Any, words: tuple[str, str], text: str) -> None:
    parameters = {"type": "object", "properties": properties, "required": required}
    skills = [Skill("a", *words, parameters=parameters), Skill("b", "Weather", "Tells the weather.")]
    index = SkillIndex(skills, "xx")
    understood = index.understand(text, TODAY)
    for slots in understood.slots:
        json.dumps(slots)
    assert isinstance(lint(skills, "xx"), list)


def test_a_skill_that_has_nothing_to_do_with_it_changes_little() -> None:
    cases = [json.loads(line) for line in (DATA / "given-a.jsonl").read_text("utf-8").splitlines()]
    odd = Skill("moon", "Phases of the moon", "Says whether the moon is full or new.", ("moon",), ("Is it full moon?",))
    wider = {name: SkillIndex([*skills_of(name), odd], language) for name, language in LANGUAGES.items()}
    changed = [
        case["text"]
        for case in cases
        if (before := index_of(case["assistant"]).understand(case["text"], TODAY)).decision == "run"
        and wider[case["assistant"]].understand(case["text"], TODAY).skills != before.skills
    ]
    assert len(changed) <= 0.04 * len(cases), changed


def test_one_request_is_not_parted() -> None:
    files = ("given-a.jsonl", "given-c.jsonl")
    cases = [json.loads(line) for name in files for line in (DATA / name).read_text("utf-8").splitlines()]
    single = [case for case in cases if "+" not in case["expected_skill"]]
    parted = [c["text"] for c in single if len(index_of(c["assistant"]).understand(c["text"], TODAY).skills) > 1]
    assert len(parted) <= 0.01 * len(single), parted


@pytest.mark.parametrize("text", ["", "   ", "?!", "👋", "\x00", "a" * 100_000, "1" * 5_000, "- " * 3_000, "é" * 9_000])
def test_odd_messages_are_no_requests(text: str) -> None:
    for name in LANGUAGES:
        assert index_of(name).understand(text, TODAY).decision in ("none", "clarify", "choice")
