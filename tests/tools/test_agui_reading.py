"""Whatever an agent sends over AG-UI is read, or refused with a sentence."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from loket.core.tool import ToolFailed
from loket.tools.agents.agui_reading import AguiReading
from loket.views.agui_thread import interrupts_at

NAMES = (
    *("id", "message", "responseSchema", "reason", "type", "properties", "approved", "messageId", "delta", "role"),
    *("toolCallId", "toolCallName", "messages", "content", "outcome", "interrupts", "oneOf", "enum"),
)
KINDS = ("TEXT_MESSAGE_CHUNK", "TOOL_CALL_START", "TOOL_CALL_ARGS", "MESSAGES_SNAPSHOT", "TOOL_CALL_RESULT")
JSON = st.recursive(
    st.none() | st.booleans() | st.sampled_from(("m", "x", "interrupt", "assistant", "boolean")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(st.tuples(st.sampled_from((*KINDS, "RUN_FINISHED")), st.dictionaries(st.sampled_from(NAMES), JSON))))
def test_whatever_it_sends_is_read_or_refused(events: list[tuple[str, dict[str, Any]]]) -> None:
    reading = AguiReading("helper", "m")
    for kind, event in events:
        try:
            reading.take({**event, "type": kind})
        except ToolFailed as failed:
            for interrupt in interrupts_at(failed.value):
                interrupt.question("?", lasts=True)
        assert isinstance(reading.text, str)
