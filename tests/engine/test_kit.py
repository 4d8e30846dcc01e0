"""What a kit keeps at hand says what would be found anew: keys of calls, and what a tool takes."""

import hashlib
import json

from hypothesis import given
from hypothesis import strategies as st

from loket.core.data import JsonObject
from loket.core.tool import ToolSpec
from loket.engine.kit import Kit, key_of

CONVERSATION = "4fGh2kLmN8pQrStUvWxYz0"


def test_the_key_of_a_call_stays_the_same_from_one_version_to_the_next() -> None:
    assert key_of(CONVERSATION, "12.a") == "96aad4b9-4d00-8f85-a6e5-7ebcf425db55"
    assert key_of(CONVERSATION, '3.prüf"€') == "eeb47d77-9f25-8ffa-bdaa-8b3e57ab6e0c"


@given(st.text(), st.text())
def test_a_key_is_made_of_both_names_as_one_list(conversation: str, call: str) -> None:
    digits = hashlib.sha256(json.dumps([conversation, call]).encode()).hexdigest()
    assert key_of(conversation, call).startswith(f"{digits[:8]}-{digits[8:12]}-8{digits[13:16]}-")


def test_a_tool_that_comes_to_have_another_schema_is_held_against_that_one() -> None:
    kit = Kit({}, {})
    words, number = spec({"type": "string"}), spec({"type": "integer"})
    for _ in range(2):
        assert kit.misfit(words, {"q": "seven"}) is None
        assert kit.misfit(number, {"q": "seven"}) == ("invalid", "/q: must be of type integer")


def spec(kind: JsonObject) -> ToolSpec:
    return ToolSpec(name="look_up", input={"type": "object", "properties": {"q": kind}})
