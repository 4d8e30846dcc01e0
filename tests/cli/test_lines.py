"""What others wrote is printed so that it can neither steer a terminal nor look like a line of ours."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket.cli.lines import flat, json_line, line_of, step_of
from loket.core.actions import Action, Ask, Choice, Done, Say, Wait
from loket.core.data import FileRef, JsonObject
from loket.core.events import Answered, Changed, Decided, Event, FileAdded, Held, Returned, UserSaid
from loket.core.record import Record
from tests.serving import ran, serving_here
from tests.tools.sites import bare_card, site

CODES = (*range(0x20), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A))
STEERING = [chr(code) for code in CODES]
EVIL = "rood \x1b[31m\x9b2J\u202egnp.exe\u2069\r\n  ok, 5 ms\x07"
WORDS = st.text(alphabet=st.one_of(st.characters(), st.sampled_from(STEERING)))


def recorded(event: Event) -> Record:
    return Record(v=1, seq=7, at=datetime(2026, 1, 2, tzinfo=UTC), by="tool", cause=1, scope="/", event=event)


def decided(action: Action) -> Decided:
    return Decided(reasoning=EVIL, step=EVIL, action=action, took=())


@given(WORDS)
def test_one_line_stays_one_and_holds_nothing_that_steers(text: str) -> None:
    line = flat(text)
    assert not set(line).intersection(STEERING)
    assert flat(line) == line


@given(st.recursive(WORDS, lambda inner: st.lists(inner) | st.dictionaries(WORDS, inner)))
def test_json_says_the_same_and_shows_everything_it_holds(value: object) -> None:
    for line in (json.dumps(value), json.dumps(value, ensure_ascii=False)):
        assert json_line(line).isprintable() and json.loads(json_line(line)) == value


@pytest.mark.parametrize(
    "event",
    [
        decided(Wait()),
        Held(call="1.a", title=EVIL),
        Returned(call="1.a", ok=False, code="failed", text=EVIL),
        UserSaid(text=EVIL),
    ],
    ids=lambda event: event.kind,
)
def test_a_record_is_one_line_whatever_is_in_it(event: Event) -> None:
    for line in (line_of(recorded(event)), step_of(recorded(event))):
        assert line is None or line.isprintable()


def test_what_is_said_and_asked_keeps_its_lines() -> None:
    said = step_of(recorded(decided(Say(text=f"een\n\n{EVIL}"))))
    assert said == "een\n\nrood [31m2Jgnp.exe\n  ok, 5 ms"
    asked = step_of(recorded(decided(Ask(text="Welke?", choices=(Choice(id="a", label=EVIL, detail="x"),)))))
    assert asked == "Welke?\n  * rood [31m2Jgnp.exe ok, 5 ms - x"


def test_a_call_that_a_person_refused_is_told_by_its_code_alone() -> None:
    assert step_of(recorded(Returned(call="1.a", ok=False, code="refused"))) == "  refused"


def test_an_answer_that_ends_the_work_is_told_in_full_and_that_of_a_task_is_a_step() -> None:
    given = recorded(decided(Done(summary="city: Porto\neuros: 100", value={"city": "Porto", "euros": 100})))
    assert step_of(given) == "city: Porto\neuros: 100"
    assert "Porto" not in (step_of(replace(given, scope="/3.a/")) or "Porto")


async def test_a_title_that_steers_is_harmless_in_every_list(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        id: str = (await here.http.post("/api/conversations", json={"assistant": "overheid"})).json()["id"]
        said: JsonObject = {"kind": "user_said", "text": EVIL}
        told = await here.http.post(f"/api/conversations/{id}/events", json=said)
        await here.engine.settled(id, told.json()["seq"], 10)
        for command in (("list",), ("list", "--json"), ("show", id), ("show", id, "--json"), ("export", id)):
            code, shown, complained = await ran("log", *command, "--data", str(tmp_path))
            assert (code, complained) == (0, "") and "rood" in shown
            assert all(line.isprintable() for line in shown.split("\n"))
    code, _, complained = await ran("log", "show", EVIL, "--data", str(tmp_path))
    assert code == 1 and complained.count("\n") == 1 and complained.rstrip("\n").isprintable()


async def test_a_hostile_card_can_not_steer_the_terminal(tmp_path: Path) -> None:
    """Wherever it stands in the card, in words and in JSON."""
    schema = {
        "type": "object",
        "required": [EVIL],
        "properties": {EVIL: {"type": EVIL, "description": EVIL, "enum": [EVIL]}},
    }
    hostile = {"id": EVIL, "name": EVIL, "description": EVIL, "parameters": schema}
    told = {"name": f"Oar {EVIL}", "description": EVIL, "version": EVIL, "skills": [hostile, {**hostile, "id": "x"}]}
    env = {"LOKET_ALLOW_PRIVATE": "127.0.0.1"}
    async with site(lambda url: bare_card(url, **told)) as server:
        for more in ((), ("--json",)):
            code, said, complained = await ran("discover", server.url, *more, "--data", str(tmp_path), env=env)
            assert code == 0 and not set(said + complained).intersection(STEERING) - {"\n"}
            assert "  ok, 5 ms" not in said.splitlines()
        code, said, complained = await ran("invoke", server.url, "x", "--data", str(tmp_path), env=env)
        assert code == 4 and not set(said + complained).intersection(STEERING) - {"\n"}


def test_a_call_that_waits_again_in_a_copy_says_why() -> None:
    assert line_of(recorded(Held(call="1.a"))) == line_of(recorded(Held(call="1.a", why="destructive")))
    assert step_of(recorded(Held(call="1.a"))) == "  held until a person approves it"
    forked = step_of(recorded(Held(call="1.a", why="fork", title="Book a room")))
    assert forked == "  held until a person approves it, again: in this copy nothing has been sent yet: Book a room"


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Answered(to="3", choice="3.2"), "to 3: 3.2"),
        (Answered(to="3", text="on Monday"), "to 3: on Monday"),
        (Answered(to="3", form={"day": "Monday"}), 'to 3: {"day": "Monday"}'),
        (Answered(to="3", approve=True), "to 3: yes"),
        (Answered(to="3", refuse=True, text="rather not"), "to 3: no rather not"),
        (Answered(to="3", edit={"day": "Friday"}), 'to 3: yes, with {"day": "Friday"}'),
        (Answered(to="3", amend={"day": "Friday"}, text="Friday"), 'to 3: change it to {"day": "Friday"} Friday'),
        (Changed(settings={"locale": "nl"}), '{"locale": "nl"}'),
        (FileAdded(ref=FileRef(name="letter.pdf")), "letter.pdf"),
    ],
)
def test_what_a_person_answered_or_brought_is_on_the_line_of_its_record(event: Event, words: str) -> None:
    assert line_of(recorded(event)).endswith(f"  {event.kind}  {words}")
