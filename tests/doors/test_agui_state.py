"""The changes of a thread's state: a patch makes of one state the other, whatever they hold."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from loket.core.surfaces import apply_patches
from loket.doors.agui.state import changes

NAMES = st.text("ab/~", max_size=3)
LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=3)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3))
STATES = st.dictionaries(NAMES, VALUES, max_size=4)


@given(STATES, STATES)
def test_the_changes_of_a_state_make_the_other_one(before: dict[str, Any], after: dict[str, Any]) -> None:
    patch = list(changes(before, after))
    assert apply_patches(before, patch) == (after, [])
    assert bool(patch) == (before != after)
