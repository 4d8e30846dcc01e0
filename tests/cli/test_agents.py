"""`loket discover` and `loket invoke`: a site's agent from the command line, in words and as JSON."""

import json
from pathlib import Path
from typing import Any

import pytest

from loket.core.data import JsonObject
from tests.loopback import Asked, reply
from tests.serving import ran
from tests.tools.hostile import status, streaming, task
from tests.tools.sites import SKILL, bare_card, calls, card_03, rpc, site

ENV = {"LOKET_ALLOW_PRIVATE": "127.0.0.1"}
FREE = {"artifacts": [{"parts": [{"type": "data", "data": {"free": 3}}, {"type": "text", "text": "Three are free."}]}]}
FREE_TASK = task("completed", **FREE)


def done(asked: Asked) -> bytes:
    return reply({"id": "t1", "status": {"state": "completed"}, **FREE})


async def run(*arguments: str, data: Path) -> tuple[int, str, str]:
    return await ran(*arguments, "--data", str(data), env=ENV)


async def test_an_agent_is_found_and_described(tmp_path: Path) -> None:
    async with site(bare_card) as server:
        code, said, complained = await run("discover", server.url, data=tmp_path / "none")
        assert (code, complained) == (0, "")
        assert said.splitlines() == [
            "Oar Club 2.1",
            "  Boats of the Oar Club.",
            f"  at {server.url} (0.1 tasks/send)",
            "  card: new, signature: none",
            "free_boats                   Tells which boats are free.",
            "  boat=<single|double|eight>",
            "  hours=<integer> (may be left out)",
        ]
        code, said, _ = await run("discover", server.url, "--json", data=tmp_path / "none")
        assert (code, json.loads(said)["status"]) == (0, "success")
        assert not (tmp_path / "none").exists(), "looking makes no folder"


async def test_what_an_agent_says_while_it_works_is_shown_beside_the_answer(tmp_path: Path) -> None:
    frames = streaming(
        task("working"),
        status("working", "I look.\x1b[2J"),
        status("working", "I look.\x1b[2J Here and there."),
        {**status("completed", "Three are free."), "final": True},
    )
    async with site(lambda url: card_03(url, capabilities={"streaming": True}), frames) as server:
        code, said, complained = await run("invoke", server.url, "--text", "Boats?", data=tmp_path)
        assert (code, said.strip(), complained) == (0, "Three are free.", "  I look.[2J\n"), (said, complained)
        code, _, complained = await run("invoke", server.url, "--text", "Boats?", "--json", data=tmp_path)
        assert (code, complained) == (0, "")


async def test_who_is_not_there_has_the_exit_code_of_what_went_wrong(tmp_path: Path) -> None:
    async with site(None) as server:
        code, said, _ = await run("invoke", server.url, "--text", "Hi", data=tmp_path)
        assert (code, said) == (4, f"no_card: {server.url} shows no agent card.\n")
        code, said, _ = await run("invoke", server.url, "--text", "Hi", "--json", data=tmp_path)
        assert code == 4 and json.loads(said)["error"]["code"] == "no_card"


async def test_an_address_of_this_machine_that_somebody_types_needs_no_setting(tmp_path: Path) -> None:
    async with site(bare_card, done) as server:
        typed = server.url.removeprefix("http://")
        code, said, complained = await ran("discover", typed, "--data", str(tmp_path))
        assert (code, complained) == (0, "") and said.startswith("Oar Club"), complained
        code, said, _ = await ran("invoke", typed, "FreeBoats", "boat=eight", "--data", str(tmp_path))
        assert code == 0 and said.startswith("Three are free.\n")
    async with site(lambda url: card_03(f"http://127.0.0.1:{server.port}")) as elsewhere:  # the word was for one port
        code, _, complained = await ran("invoke", elsewhere.url, "--text", "Hi", "--yes", "--data", str(tmp_path))
        assert code == 4 and not calls(server)[1:]


async def test_no_agent_is_said_and_gives_an_exit_code(tmp_path: Path) -> None:
    async with site(None) as server:
        code, said, _ = await run("discover", server.url, data=tmp_path)
        assert (code, said.strip()) == (4, f"{server.url} shows no agent card.")
    code, said, _ = await run("discover", "http://agent.example", data=tmp_path)
    assert code == 4 and "only called over https" in said


async def test_an_agent_is_asked_with_parameters_of_the_right_type(tmp_path: Path) -> None:
    async with site(bare_card, done) as server:
        code, said, _ = await run("invoke", server.url, "FreeBoats", "boat=eight", "hours=2", data=tmp_path)
        assert code == 0 and said.startswith("Three are free.\n") and '"free": 3' in said
        asked = calls(server)[0].json["message"]["parts"]
        assert asked[1]["data"] == {"skill_id": "free_boats", "parameters": {"boat": "eight", "hours": 2}}
        assert asked[0]["text"] == "FreeBoats: boat eight, hours 2"

        code, said, _ = await run("invoke", server.url, "free_boats", "--json", data=tmp_path)
        assert (code, json.loads(said)["error"]["code"], len(calls(server))) == (4, "missing_parameters", 1)
        code, said, complained = await run("invoke", server.url, "free_boats", "boat", data=tmp_path)
        assert (code, "key=value" in complained) == (1, True)


PDF = {"kind": "file", "file": {"name": "boats.pdf", "mimeType": "application/pdf", "bytes": "JVBERg=="}}
LINK = {"kind": "file", "file": {"name": "plan", "uri": "https://club.example/plan.png"}}


async def test_an_answer_of_files_alone_is_shown(tmp_path: Path) -> None:
    answer = task("completed", artifacts=[{"parts": [PDF, LINK]}])
    async with site(card_03, lambda asked: rpc(asked, answer)) as server:
        code, said, _ = await run("invoke", server.url, "boat=single", data=tmp_path)
        assert (code, said.splitlines()) == (
            0,
            ["file: boats.pdf (application/pdf, 4 bytes)", "file: plan (https://club.example/plan.png)"],
        )


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("boats.pdf", "boats (2).pdf"),
        ("../../boats.pdf", "boats (2).pdf"),
        ("/etc/passwd", "passwd"),
        ("..\\\\..\\\\x.exe", "x.exe"),
        ("..", "file"),
        (".bashrc", "bashrc"),
        ("a\x00b\n", "ab"),
        ("link.pdf", "link (2).pdf"),
    ],
)
async def test_a_file_is_saved_in_the_folder_under_a_name_of_its_own(tmp_path: Path, name: str, written: str) -> None:
    answer = task("completed", artifacts=[{"parts": [{"kind": "file", "file": {**PDF["file"], "name": name}}, LINK]}])
    folder, other = tmp_path / "answers", tmp_path / "other"
    folder.mkdir()
    (folder / "boats.pdf").write_text("mine")
    (folder / "link.pdf").symlink_to(other)
    async with site(card_03, lambda asked: rpc(asked, answer)) as server:
        flags = ("--save", str(folder))
        code, said, _ = await run("invoke", server.url, "boat=single", *flags, data=tmp_path / "data")
    assert (code, (folder / written).read_bytes(), f"-> {folder / written}" in said) == (0, b"%PDF", True)
    assert {one.name for one in folder.iterdir()} == {"boats.pdf", "link.pdf", written} and not other.exists()
    assert (folder / "boats.pdf").read_text() == "mine"


async def test_an_agent_is_asked_without_naming_a_skill(tmp_path: Path) -> None:
    """The only one is meant; of several one has to be named, or words speak for themselves."""
    two = [SKILL, {"id": "echo", "name": "Echo"}]
    skills = [[SKILL], [], two, two]
    async with site(lambda url: card_03(url, skills=skills[0]), lambda asked: rpc(asked, FREE_TASK)) as server:
        assert (await run("invoke", server.url, "boat=eight", data=tmp_path / "1"))[0] == 0
        skills.pop(0)
        assert (await run("invoke", server.url, "--text", "Hello, how are you?", data=tmp_path / "2"))[0] == 0
        skills.pop(0)
        code, _, complained = await run("invoke", server.url, data=tmp_path / "3")
        assert code == 1 and "Name a skill of Oar Club (free_boats, echo), or ask it with --text." in complained
        assert (await run("invoke", server.url, "--text", "Any boats?", data=tmp_path / "3"))[0] == 0
        sent = [one.json["params"]["message"]["parts"] for one in calls(server)]
    assert [[part.get("text") or part["data"] for part in parts] for parts in sent] == [
        ["FreeBoats: boat eight", {"skill_id": "free_boats", "parameters": {"boat": "eight"}}],
        ["Hello, how are you?"],
        ["Any boats?"],
    ]


async def test_a_card_without_an_address_says_so(tmp_path: Path) -> None:
    async with site(lambda url: {**card_03(url), "url": ""}) as server:
        code, said, _ = await run("discover", server.url, data=tmp_path)
        assert code == 0 and "note: The card has no url; the agent is tried where the card is." in said
        code, said, _ = await run("invoke", server.url, "boat=eight", data=tmp_path)
        assert code == 4 and "The card of Oar Club has no url, and " in said


async def test_a_question_of_the_agent_is_answered_by_the_next_command(tmp_path: Path) -> None:
    asks = {"role": "agent", "parts": [{"type": "text", "text": "For how long?"}]}

    def answer(asked: Asked) -> bytes:
        if "id" in asked.json:
            return done(asked)
        return reply({"id": "t1", "sessionId": "s1", "status": {"state": "input-required", "message": asks}})

    async with site(bare_card, answer) as server:
        code, said, _ = await run("invoke", server.url, "free_boats", "boat=single", data=tmp_path)
        assert code == 3 and said.splitlines() == ["For how long?", "(answer with --task t1 --text …)"]
        more = ("--task", "t1", "--text", "Two hours.")
        code, said, _ = await run("invoke", server.url, "free_boats", *more, data=tmp_path)
        assert code == 0 and "Three are free." in said
        second = calls(server)[1].json
        assert (second["id"], second["sessionId"]) == ("t1", "s1"), "the folder remembers where the question came from"
        assert second["message"]["parts"][0]["text"] == "Two hours."


async def test_a_changed_card_is_shown_and_waits_for_a_yes(tmp_path: Path) -> None:
    versions = ["2.1"]

    def card(url: str) -> JsonObject:
        return card_03(url, version=versions[0])

    def answer(asked: Asked) -> Any:
        return rpc(asked, task("completed", **FREE))

    async with site(card, answer) as server:
        assert (await run("discover", server.url, data=tmp_path))[0] == 0
        versions[0] = "3.0"
        code, said, _ = await run("discover", server.url, data=tmp_path)
        assert code == 0 and "changed version: 2.1 -> 3.0" in said
        ask = ("invoke", server.url, "free_boats", "boat=single")
        code, said, complained = await run(*ask, data=tmp_path)
        assert (code, said, calls(server)) == (1, "", [])
        assert "version: 2.1 -> 3.0" in complained and "--yes" in complained
        assert (await run(*ask, "--yes", data=tmp_path))[0] == 0
        assert (await run(*ask, data=tmp_path))[0] == 0, "the word counts from now on"


async def test_who_wants_to_be_called_where_another_agent_lives_is_asked_after_a_yes(tmp_path: Path) -> None:
    """What was agreed to is the card that was shown, not the one of the site that it names."""
    skills = [{**SKILL, "id": "boats_of_the_branch"}]
    async with (
        site(bare_card, done) as other,
        site(lambda url: bare_card(other.url, name="Branch", skills=skills)) as server,
    ):
        ask = ("invoke", server.url, "boats_of_the_branch", "boat=single")
        assert (await run("discover", other.url, data=tmp_path))[0] == 0
        code, _, complained = await run(*ask, data=tmp_path)
        assert (code, "Branch wants to be called at" in complained, calls(other)) == (1, True, [])
        code, said, _ = await run(*ask, "--yes", data=tmp_path)
        assert (code, said.startswith("Three are free."), len(calls(other))) == (0, True, 1)
