"""View states stay small, however long the log is, and what is cut or dropped is said."""

from loket.core.actions import Ask, Call, Decision, Say, Task, ToolCall
from loket.core.events import Answered, ClientTold, Progressed, Returned, UserSaid
from loket.views.commands import HEAVY, Commands
from loket.views.plain import LIGHT, light, short
from loket.views.questions import Questions
from loket.views.steps import Steps
from loket.views.transcript import Transcript
from loket.views.view import fold
from tests.views.records import Story, ask, call


def test_old_finished_steps_go_with_their_calls_and_scopes_and_unfinished_stay() -> None:
    story = Story()
    said = story.add("person", UserSaid(text="go"))
    asked = story.decide(ask("Lasting?"), said)
    plan = story.decide(Decision(reasoning="", action=Call(calls=(Task(id="a", intent="x", to="x"),))), said)
    inner = story.open(plan, "a")
    story.decide(call(ToolCall(id="a", tool="t")), scope=inner)
    story.add("engine", Returned(call=f"{plan}.a", ok=True))
    for _ in range(250):
        story.decide(Decision(reasoning="", action=Say(text="more")))
    root = fold(Steps(), story.records).state()["scopes"]
    assert [scope["path"] for scope in root] == ["/"]
    assert len(root[0]["steps"]) == 201
    assert root[0]["dropped"] == 51
    assert root[0]["steps"][0]["seq"] == asked


def test_even_unfinished_steps_go_in_the_end() -> None:
    story = Story()
    for _ in range(500):
        story.decide(ask("And?"))
    steps = fold(Steps(), story.records).state()["scopes"][0]
    questions = fold(Questions(), story.records).state()
    assert (len(steps["steps"]), steps["dropped"]) == (400, 100)
    assert (len(questions["items"]), questions["dropped"]) == (400, 100)
    late = story.add("person", Answered(to="1", text="x"))
    after = fold(Steps(), story.records).state()["scopes"][0]["steps"][-1]
    assert (after["seq"], after["code"]) == (late, "question_closed")


def test_transcript_questions_and_notes_are_windows() -> None:
    story = Story()
    for _ in range(300):
        asked = story.decide(Decision(reasoning="", action=Ask(text="?")))
        story.add("person", Answered(to=str(asked), text="!"))
    last = story.decide(call(ToolCall(id="a", tool="t")))
    for number in range(30):
        story.add("tool", Progressed(call=f"{last}.a", note=str(number)))
    transcript = fold(Transcript(), story.records).state()
    questions = fold(Questions(), story.records).state()
    notes = fold(Steps(), story.records).state()["scopes"][0]["steps"][-1]["calls"][0]["notes"]
    assert (len(transcript["items"]), transcript["dropped"]) == (500, 100)
    assert (len(questions["items"]), questions["dropped"]) == (101, 199)
    assert [note["text"] for note in notes] == [str(number) for number in range(10, 30)]


def test_commands_are_a_window_and_whole_unless_they_are_far_too_heavy() -> None:
    story = Story()
    for number in range(600):
        story.add("engine", ClientTold(command={"type": "addMarker", "payload": {"id": number}}))
    story.add("engine", ClientTold(command={"corners": ["x" * LIGHT] * 9}))
    story.add("engine", ClientTold(command={"corners": "x" * HEAVY}))
    state = fold(Commands(), story.records).state()
    assert (len(state["items"]), state["dropped"]) == (500, 102)
    assert state["items"][0]["command"]["payload"] == {"id": 102}
    assert [item["command"] is None for item in state["items"][-2:]] == [False, True]


def test_texts_and_values_are_cut() -> None:
    deep: list[object] = []
    for _ in range(2000):
        deep = [deep]
    assert short("😀" * 501) == "😀" * 499 + "…"
    assert light("x" * LIGHT) == ("x" * LIGHT, False)
    assert light("x" * (LIGHT + 1)) == (None, True)
    assert light({"k": [1.0, float("inf"), -0.0, 0.5]}) == ({"k": [1, None, 0, 0.5]}, False)
    assert light(deep) == (None, True)
