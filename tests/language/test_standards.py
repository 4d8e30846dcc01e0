"""Every name of a standard, in every language, among any others of its list: read as the same value, or asked for."""

import json
from datetime import date
from importlib.resources import files

from hypothesis import given, settings
from hypothesis import strategies as st

from loket.core.data import JsonObject
from loket.language import fill, read
from loket.language.fields import fields_of

TODAY = date(2026, 3, 4)
STANDARDS = json.loads(files("loket.language").joinpath("standards.json").read_text("utf-8"))
NAMED = {"currency": "currency", "territory": "country", "language": "language"}


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_a_name_is_never_read_as_another_value(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(NAMED)))
    code = data.draw(st.sampled_from(sorted(STANDARDS[kind])))
    others = data.draw(st.lists(st.sampled_from(sorted(STANDARDS[kind])), min_size=5, max_size=12, unique=True))
    tongue = data.draw(st.sampled_from(["nl", "de", "pt", "en"]))
    name = data.draw(st.sampled_from(STANDARDS[kind][code].get(tongue) or [code]))
    enum: list[str] = list(dict.fromkeys([*others, code]))
    schema: JsonObject = {"properties": {NAMED[kind]: {"type": "string", "enum": enum}}}
    fields = fields_of(schema, "en")
    filled = fill(read(name, TODAY, tongue), fields, "en", frozenset())
    assert filled.clear.get(NAMED[kind]) in (code, None), (name, code, filled)


def test_a_name_is_no_other_of_the_same_stem() -> None:
    schema: JsonObject = {"properties": {"country": {"type": "string", "enum": ["LY", "PT", "BR", "NL"]}}}
    filled = fill(read("Libéria", TODAY, "pt"), fields_of(schema, "en"), "en", frozenset())
    assert "country" not in filled.clear


def test_a_name_is_not_read_as_the_code_of_another_value() -> None:
    schema: JsonObject = {"properties": {"language": {"type": "string", "enum": ["ak", "tw", "nl", "de", "en", "yi"]}}}
    fields = fields_of(schema, "en")
    assert fill(read("Twi", TODAY, "en"), fields, "en", frozenset()).clear == {"language": "tw"}
    assert fill(read("Yi", TODAY, "en"), fields, "en", frozenset()).clear == {}, "a name of two letters"


def test_most_names_are_read() -> None:
    """Names of one language among all values of their list; those that are also words or share their name are asked."""
    right = every = 0
    for kind, name in NAMED.items():
        schema: JsonObject = {"properties": {name: {"type": "string", "enum": sorted(STANDARDS[kind])[:120]}}}
        fields = fields_of(schema, "en")
        for code in sorted(STANDARDS[kind])[:120]:
            for said in STANDARDS[kind][code].get("nl", [])[:1]:
                every += 1
                right += fill(read(said, TODAY, "nl"), fields, "en", frozenset()).clear.get(name) == code
    assert right >= 0.95 * every, (right, every)
