"""Which calls wait for a person: every declaration, every setting, every kind of tool."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket.core.assistant import AssistantSpec
from loket.core.consent import STRICTNESS, approval_of, consent, from_source, is_off, settings_misfit
from loket.core.data import Json
from loket.core.tool_spec import Approval, ToolSpec

READS = ToolSpec(name="torque.read", read_only=True)
WRITES = ToolSpec(name="torque.write")
DROPS = ToolSpec(name="torque.drop", destructive=True)
approvals = st.sampled_from(STRICTNESS)
free: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.text(max_size=5) | approvals,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["torque.*", "*", "x"]), inner),
)


def desk(**declared: Any) -> AssistantSpec:
    return AssistantSpec(name="desk", title="Desk", **declared)


@pytest.mark.parametrize(
    ("approval", "held"),
    [("never", ()), ("destructive", (DROPS,)), ("changes", (WRITES, DROPS)), ("always", (READS, WRITES, DROPS))],
)
def test_each_approval_holds_what_it_says(approval: Approval, held: tuple[ToolSpec, ...]) -> None:
    made = [spec for spec in (READS, WRITES, DROPS) if consent(desk(approval=approval), spec, {})]
    assert made == list(held)
    assert [spec for spec in (READS, WRITES, DROPS) if consent(desk(), spec, {"approval": approval})] == list(
        held if approval != "never" else (DROPS,)
    )


def test_the_name_of_a_tool_counts_before_a_pattern_and_a_long_pattern_before_a_short_one() -> None:
    here = desk(approval="never", approvals={"*": "always", "torque.*": "changes", "torque.write": "never"})
    assert [approval_of(here, spec, {}) for spec in (READS, WRITES, DROPS)] == ["changes", "never", "changes"]
    assert approval_of(here, ToolSpec(name="other"), {}) == "always"
    assert approval_of(desk(), WRITES, {"approvals": {"torque.*": "always"}}) == "always"


@given(approvals, st.none() | approvals, approvals, free, free)
def test_settings_make_it_stricter_and_laxer_only_down_to_the_floor(
    declared: Approval, floor: Approval | None, own: Approval, wanted: Json, by_name: Json
) -> None:
    here = desk(approval=declared, approval_floor=floor)
    found = approval_of(here, WRITES.model_copy(update={"approval": own}), {"approval": wanted, "approvals": by_name})
    least = min(declared, floor or declared, key=STRICTNESS.index)
    assert STRICTNESS.index(found) >= max(STRICTNESS.index(least), STRICTNESS.index(own))
    if not isinstance(by_name, dict) and wanted in STRICTNESS:
        assert STRICTNESS.index(found) >= STRICTNESS.index(wanted)
    if not isinstance(by_name, dict) and wanted is not None and wanted not in STRICTNESS:
        assert found == "always"  # whoever wrote a word nobody knows wanted to be asked


def test_a_tool_that_asks_for_a_person_is_never_called_without_one() -> None:
    word = ToolSpec(name="trust", approval="always")
    for declared, wanted in product(STRICTNESS, STRICTNESS):
        here = desk(approval=declared, approval_floor="never", approvals={"trust": "never"})
        assert consent(here, word, {"approval": wanted, "approvals": {"trust": "never"}}) == "always"


def test_what_is_ticked_off_is_named_by_name_or_pattern() -> None:
    assert is_off("torque.drop", {"tools_off": ["torque.d*"]})
    assert not is_off("torque.drop", {"tools_off": ["torque", 7]})
    assert not is_off("torque.drop", {"tools_off": "torque.drop"})


@pytest.mark.parametrize(
    "settings", [{"approval": "allways"}, {"approvals": {"x": 1}}, {"approvals": []}, {"tools_off": "x"}]
)
def test_settings_that_nobody_understands_are_told(settings: dict[str, Json]) -> None:
    assert settings_misfit(settings)
    assert settings_misfit({"approval": "changes", "approvals": {"a.*": "never"}, "tools_off": ["b"]}) is None


def test_which_sources_a_pattern_may_mean() -> None:
    assert from_source("torque.*", "torque") and from_source("torque.read", "torque") and from_source("*", "torque")
    assert not from_source("torque.*", "other") and not from_source("torque", "torque")
