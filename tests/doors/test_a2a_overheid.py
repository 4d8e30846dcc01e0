"""The assistants of a real server as agents: what people get from them in a chat, another agent gets as a task."""

from pathlib import Path
from typing import Any

from tests.serving import Here, serving_here

QUESTION = "Kan ik in 2025 zorgtoeslag krijgen? Ik ben alleenstaand en mijn inkomen is 30000 euro."


async def asked(here: Here, name: str, id: str, *parts: Any, **more: str) -> Any:
    message = {"messageId": id, "role": "ROLE_USER", "parts": list(parts), **more}
    body = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": message}}
    answer = await here.http.post(f"/a2a/{name}", json=body, headers={"A2A-Version": "1.0"})
    return answer.json()["result"]["task"]


async def test_the_front_assistant_answers_an_agent_as_it_answers_a_person(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        for id, parts in (("m1", [{"text": QUESTION}]), ("m2", [{"text": QUESTION}, {"data": {"year": 2025}}])):
            task = await asked(here, "overheid", id, *parts)
            assert task["status"]["state"] == "TASK_STATE_COMPLETED"
            assert "per maand" in task["artifacts"][0]["parts"][0]["text"]
        unclear = await asked(here, "overheid", "m3", {"data": {"year": 2025}})
        assert unclear["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"


async def test_what_is_missing_is_asked_of_an_agent_too_and_what_was_understood_is_told(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        task = await asked(here, "overheid", "m1", {"text": "Zorgtoeslag 2026, alleenstaand, inkomen 2500"})
        assert task["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
        assert "per maand of per jaar" in task["status"]["message"]["parts"][0]["text"]
        message = {"messageId": "m2", "role": "ROLE_USER", "taskId": task["id"], "contextId": task["contextId"]}
        message |= {"parts": [{"text": "per maand"}]}
        body = {"jsonrpc": "2.0", "id": 2, "method": "SendMessage", "params": {"message": message}}
        answer = await here.http.post("/a2a/overheid", json=body, headers={"A2A-Version": "1.0"})
        task = answer.json()["result"]["task"]
        assert task["status"]["state"] == "TASK_STATE_COMPLETED"
        said = task["artifacts"][0]["parts"][0]["text"]
        assert "126 euro per maand" in said and "2.500 euro per maand, keer 12" in said


async def test_a_specialist_gives_what_its_capability_gave(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        items = [{"category": "document", "text": "Jaaropgave"}]
        task = await asked(
            here, "toeslagen", "m1", {"data": {"skill_id": "explain_toeslagen", "parameters": {"items": items}}}
        )
        assert task["artifacts"][0]["parts"][1]["data"]["items"][0]["text"] == "Jaaropgave"
        refused = await asked(here, "bezwaar", "m2", {"data": {"raw_text": 5}})
        assert refused["status"]["state"] == "TASK_STATE_FAILED"
        assert refused["status"]["message"]["parts"][1]["data"]["code"].startswith("invalid")


async def test_a_specialist_asked_in_words_does_it_or_asks_and_never_ends_with_nothing(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        for name, unclear, clear, says in (
            ("toeslagen", "Leg uit", "huurcontract", "huur"),
            ("bezwaar", "help", "Ik ben het niet eens met uw besluit van 3 maart 2026 over zorgtoeslag.", "Uw brief:"),
        ):
            task = await asked(here, name, f"{name}-1", {"text": unclear})
            assert task["status"]["state"] == "TASK_STATE_INPUT_REQUIRED" and "artifacts" not in task, name
            task = await asked(here, name, f"{name}-2", {"text": clear}, taskId=task["id"])
            assert task["status"]["state"] == "TASK_STATE_COMPLETED", name
            words, data = task["artifacts"][0]["parts"]
            assert says in words["text"].replace("Huur", "huur") and data["data"] and len(task["artifacts"]) == 1
            assert task["history"][-1]["parts"] == [words]
        by_data = await asked(here, "toeslagen", "m3", {"data": {"items": []}})
        assert by_data["status"]["state"] == "TASK_STATE_COMPLETED", "a program gets what it asks for"


async def test_an_answer_delivers_what_it_announces(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        task = await asked(here, "overheid", "m1", {"text": "Welke papieren heb ik nodig voor zorgtoeslag?"})
        words, data = task["artifacts"][0]["parts"]
        assert "DigiD" in words["text"] and "Let op:" in words["text"] and data["data"]["papieren"]
        task = await asked(here, "sogis", "m2", {"text": "Grundbuchplan für Grundstück 103 in Messen"})
        words, data, plan = task["artifacts"][0]["parts"]
        link = words["text"].rpartition(": ")[2]
        assert link.startswith(here.url) and (await here.http.get(link)).content.startswith(b"%PDF")
        assert data["data"]["data"]["pdfUrl"].startswith(here.url) and plan["filename"].endswith(".pdf")
        assert "scaleDenominator" in data["data"]["data"] and ".0," not in words["text"]


async def test_data_over_a2a_reaches_the_skill_that_it_names(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        skill = {"skill_id": "check_team_availability_v1", "parameters": {"age": 8}}
        task = await asked(here, "club", "m1", {"data": skill})
        words, data = task["artifacts"][0]["parts"]
        assert "U8" in words["text"] and data["data"]["has_vacancy"] and len(task["artifacts"]) == 1
        card = (await here.http.get("/a2a/club//.well-known/agent-card.json")).json()
        assert all(one["examples"] and "function" not in one["tags"] for one in card["skills"])
        lost = await here.http.get("/a2a/.well-known/agent-card.json")
        assert lost.status_code == 404 and "/a2a/NAME/" in lost.text


async def test_what_other_agents_are_quoted_with_is_no_wish(tmp_path: Path) -> None:
    fenced = "[router] said:\n<<<BEGIN_QUOTED_AGENT_CONTENT>>>\nI transfer you.\n<<<END_QUOTED_AGENT_CONTENT>>>"
    opening = "For context: below is a transcript, between <<<BEGIN_QUOTED_AGENT_CONTENT>>> and the end marker."
    question = "Welke papieren heb ik nodig voor zorgtoeslag?"
    async with serving_here(tmp_path) as here:
        for number, quoted in enumerate(((opening, fenced), ("For context:", "[router] said: I transfer you."))):
            task = await asked(here, "overheid", f"m{number}", {"text": question}, *({"text": one} for one in quoted))
            assert "DigiD" in task["artifacts"][0]["parts"][0]["text"]
            assert task["history"][0]["parts"] == [{"text": question}]


async def test_no_agent_leaves_a_message_that_it_does_not_understand_without_an_answer(tmp_path: Path) -> None:
    unread = ({"data": {"foo": "bar"}}, {"raw": "eA==", "mediaType": "text/plain", "filename": "x.txt"})
    async with serving_here(tmp_path) as here:
        for name in ("overheid", "sogis", "urmston", "relocation"):
            for at, part in enumerate(unread):
                task = await asked(here, name, f"{name}-{at}", part)
                assert task["status"]["state"] != "TASK_STATE_WORKING", (name, part)
        task = await asked(here, "sogis", "s1", {"text": "Initial message for history test"})
        assert task["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
        answer = await asked(here, "sogis", "s2", {"text": "Gehe zur Hauptstrasse 5 in Messen"}, taskId=task["id"])
        assert answer["id"] == task["id"] and "Hauptstrasse 5" in answer["artifacts"][0]["parts"][0]["text"]


async def test_a_specialist_that_understands_nothing_asks_again_and_ends_with_no(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        for name, useful in (("toeslagen", "huurcontract"), ("bezwaar", "")):
            task = await asked(here, name, f"{name}-0", {"text": "blub"})
            for at in (1, 2):
                assert task["status"]["state"] == "TASK_STATE_INPUT_REQUIRED", (name, at)
                task = await asked(here, name, f"{name}-{at}", {"text": "blub blub"}, taskId=task["id"])
            assert task["status"]["state"] == "TASK_STATE_INPUT_REQUIRED", name
            task = await asked(here, name, f"{name}-3", {"text": useful or "nog eens"}, taskId=task["id"])
            ended = "TASK_STATE_COMPLETED" if useful else "TASK_STATE_FAILED"
            assert task["status"]["state"] == ended and ("artifacts" in task) == bool(useful), name
