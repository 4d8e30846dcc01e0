"""The fold of an agent's answers: any frames in any order do no harm, and repeats of a stream change nothing."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from loket.core.data import Json, JsonObject
from loket.tools.agents.card import card_of
from loket.tools.agents.difference import differences, told_by
from loket.tools.agents.lint import lint
from loket.tools.agents.reading import OVER, RemoteTask, state_of, whole_numbers
from loket.tools.agents.signature import Signature
from loket.tools.agents.text import line, words
from tests.tools.hostile import piece, status, task
from tests.tools.sites import bare_card, card_03, card_10

FIELDS = (
    "id kind status state task message parts artifact artifacts append data text file contextId taskId statusUpdate "
    "artifactUpdate name skills parameters url base_url supportedInterfaces protocolVersion capabilities extensions "
    "params securitySchemes authentication signatures type uri bytes role final index metadata error content"
)
NAMES = st.sampled_from(FIELDS.split())
WORDS = st.sampled_from(
    ["completed", "working", "input-required", "TASK_STATE_FAILED", "text", "data", "t1", "agent", ""]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES | st.text(max_size=5), inner, max_size=6),
    max_leaves=25,
)
FRAMES = st.lists(
    st.one_of(
        JSON,
        st.builds(
            task, st.sampled_from(["submitted", "working", "completed", "failed"]), st.sampled_from(["t1", "t2"])
        ),
        st.builds(status, st.sampled_from(["working", "completed", "input-required"]), st.text(max_size=5)),
        st.builds(piece, st.text(max_size=5), append=st.booleans(), name=st.sampled_from(["a", "b"])),
    ),
    max_size=12,
)


@given(FRAMES)
def test_any_frames_in_any_order_do_no_harm(frames: list[Json]) -> None:
    task = RemoteTask()
    ended: tuple[str, str] | None = None
    for frame in frames:
        task.take(frame)
        assert isinstance(task.text(), str) and isinstance(task.data(), list) and isinstance(task.files(), list)
        assert task.state == state_of(task.state) and task.rests >= task.over
        if ended is not None:
            assert (task.state, task.text()) == ended, "nothing changes a task that is over"
        elif task.state in OVER:
            ended = (task.state, task.text())


def test_a_question_with_its_content_in_place_of_parts_is_read_as_python_a2a_writes_it() -> None:
    task = RemoteTask()
    asked = {"role": "agent", "content": {"type": "text", "text": "Which day?"}}
    task.take({"id": "t1", "status": {"state": "input-required", "message": asked}})
    assert (task.state, task.text()) == (state_of("input-required"), "Which day?")


@given(st.lists(st.sampled_from(["ha ", "a", "b\n"]), min_size=1, max_size=8))
def test_pieces_make_the_whole_equal_ones_too(texts: list[str]) -> None:
    """What a model says piece by piece repeats itself."""
    task = RemoteTask()
    for n, text in enumerate(texts):
        assert task.take(piece(text, append=n > 0))
    task.take(status("completed"))
    assert (task.text(), task.odd) == (words("".join(texts), 1000), [])


def test_a_message_beside_a_task_is_no_answer() -> None:
    told = RemoteTask()
    told.take(task("working"))
    said = {"role": "agent", "messageId": "m", "parts": [{"kind": "text", "text": "Let me think"}]}
    told.take({"kind": "message", **said})
    assert (told.state, told.asks()) == ("working", "Let me think")
    told.take(piece("It is four.", append=False))
    told.take(status("completed"))
    assert (told.state, told.text()) == ("completed", "It is four.")
    direct = RemoteTask()
    direct.take({"message": {"role": "ROLE_AGENT", "messageId": "m", "parts": [{"text": "Directly."}]}})
    assert (direct.state, direct.text()) == ("completed", "Directly.")


def test_who_ends_without_an_artifact_or_a_last_word_has_answered_in_the_history() -> None:
    """Microsoft's Agent Framework: its executor says the answer while it works, and then that it is done."""

    def message(role: str, text: str) -> JsonObject:
        return {"role": role, "messageId": text, "parts": [{"text": text}]}

    earlier = [message("ROLE_USER", "hello"), message("ROLE_AGENT", "Hello!"), message("ROLE_USER", "When?")]
    done: JsonObject = {"id": "t1", "status": {"state": "TASK_STATE_COMPLETED"}}
    answered = RemoteTask()
    answered.take({"task": {**done, "history": [*earlier, message("ROLE_AGENT", "At 10.")]}})
    assert answered.text() == "At 10."
    silent = RemoteTask()
    silent.take({"task": {**done, "history": earlier}})
    assert silent.text() == "", "what it said before we asked is no answer to that"
    made = RemoteTask()
    history, artifacts = (
        [*earlier, message("ROLE_AGENT", "Looking.")],
        [{"artifactId": "a", "parts": [{"text": "At 10."}]}],
    )
    made.take({"task": {**done, "history": history, "artifacts": artifacts}})
    assert made.text() == "At 10."


def test_a_message_beside_a_task_may_come_in_pieces() -> None:
    """As Agno streams what its model says: the pieces have one id, and the next message has another."""
    told = RemoteTask()
    told.take(status("working"))
    for id, text in (("m1", "Let me think."), ("m2", "ha "), ("m2", "ha "), ("m2", "!")):
        told.take({"kind": "message", "role": "agent", "messageId": id, "taskId": "t1", "parts": [{"text": text}]})
    told.take(status("completed"))
    assert (told.state, told.text()) == ("completed", "ha ha !")
    assert [(one.id, one.parts[0]["text"]) for one in told.messages()] == [("m1", "Let me think."), ("m2", "ha ha !")]


@pytest.mark.parametrize("role", ["user", "ROLE_USER"])
def test_our_own_words_in_a_status_are_not_the_agents(role: str) -> None:
    """As a room tells them back whose other side has not answered yet."""
    told = RemoteTask()
    message = {"role": role, "messageId": "mine", "parts": [{"kind": "text", "text": "Hello, I need an MRI."}]}
    told.take({**task(), "status": {"state": "working", "message": message}})
    assert (told.state, told.asks(), told.message, told.messages()) == ("working", "", "", [])
    told.take(status("input-required", "Which knee?"))
    assert told.asks() == "Which knee?"


@given(JSON)
@example({"url": "\x1f"})
def test_a_card_is_read_or_refused_and_whatever_is_read_can_be_compared(raw: Json) -> None:
    told: JsonObject = {**(raw if isinstance(raw, dict) else {}), "name": "N"}
    card = card_of(told, "https://club.example/.well-known/agent.json")
    assert card.url.startswith(("http://", "https://"))
    assert all(way.url.startswith(("http://", "https://")) for way in card.interfaces)
    assert isinstance(lint(card), list) and len(card.digest) == 64
    same = told_by(card, Signature())
    assert differences(same, same)[0].what == "other details"
    assert all(one.what for one in differences(same, told_by(card_of(bare_card("https://a.example")), Signature())))


@pytest.mark.parametrize("make", [bare_card, card_03, card_10])
@given(name=NAMES, value=JSON)
def test_one_odd_field_leaves_the_rest_of_a_card(make: Any, name: str, value: Json) -> None:
    card = card_of({**make("https://club.example"), name: value, "name": "Oar"}, "https://club.example/x")
    assert card.name == "Oar" and card.description == ("Boats of the Oar Club.")


@given(st.text(), st.integers(1, 50))
def test_words_are_bounded_and_hide_nothing(text: str, most: int) -> None:
    for cut in (words(text, most), line(text, most)):
        assert len(cut) <= most
        assert not any(0xD800 <= ord(c) <= 0xDFFF or c in "\x00\x1b\x7f\u202e\u200b\ufeff" for c in cut)
        assert cut.encode("utf-8") is not None
    assert "\n" not in line(text, most)


@given(JSON)
def test_whole_numbers_keep_their_value(value: Json) -> None:
    assert whole_numbers(value) == value
    assert whole_numbers({"a": [10.0, 0.5, 2.0**60]}) == {"a": [10, 0.5, 2.0**60]}
    assert isinstance(whole_numbers([10.0])[0], int) and isinstance(whole_numbers([2.0**60])[0], float)


@pytest.mark.parametrize(
    ("told", "state"),
    [
        ("TASK_STATE_INPUT_REQUIRED", "input-required"),
        ("input_required", "input-required"),
        ("cancelled", "canceled"),
        ("TASK_STATE_UNSPECIFIED", "submitted"),
        ("paused", "unknown"),
        ("", ""),
    ],
)
def test_states_have_one_name(told: str, state: str) -> None:
    assert state_of(told) == state


def test_words_that_the_last_message_says_too_are_told_once_and_what_else_was_made_is_told() -> None:
    said = {"kind": "text", "text": "It is done."}
    history = [{"role": "agent", "messageId": "m1", "parts": [said]}]
    papers = {"kind": "data", "data": {"n": 1}}

    def words_of(*parts: JsonObject) -> list[tuple[str, ...]]:
        task = RemoteTask()
        made = [{"artifactId": "answer", "parts": list(parts)}]
        task.take({"kind": "task", "id": "t", "status": {"state": "completed"}, "history": history, "artifacts": made})
        return [tuple(str(part.get("text", "data")) for part in one.parts) for one in task.messages()]

    assert words_of(said) == [("It is done.",)]
    assert words_of(said, papers) == [("It is done.",), ("data",)]
    assert words_of({"kind": "text", "text": "Something else."}) == [("It is done.",), ("Something else.",)]


def test_a_file_that_a_message_brought_is_told_once_and_any_other_that_was_made_is_told() -> None:
    file = {"kind": "file", "file": {"name": "permit.md", "mimeType": "text/markdown", "bytes": "R3JhbnRlZC4="}}
    nameless = {"kind": "file", "file": {"bytes": "R3JhbnRlZC4="}}
    renamed = {"kind": "file", "file": {"name": "copy.md", "bytes": "R3JhbnRlZC4="}}
    words = {"kind": "text", "text": "It is granted."}
    history = [{"role": "agent", "messageId": "m1", "parts": [words, file]}]

    def made_of(*parts: JsonObject) -> list[JsonObject]:
        task = RemoteTask()
        made = [{"artifactId": "answer", "parts": list(parts)}]
        task.take({"kind": "task", "id": "t", "status": {"state": "completed"}, "history": history, "artifacts": made})
        return [part for one in task.messages()[1:] for part in one.parts]

    assert made_of(file) == made_of(nameless) == made_of(words, file) == []
    assert made_of(file, renamed) == [renamed]
