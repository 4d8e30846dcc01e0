"""Search, wizard and form as a foreign page sees them, and the agent behind them on its own wire."""

import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from loket_demos.overheid.declaration import CAPABILITIES_GENUI
from tests.loopback import answering
from tests.overheid.foreign import Stream, asked, listening
from tests.overheid.test_gemini import model_answer
from tests.serving import serving_here

QUESTION = "Tot wanneer kan ik zorgtoeslag aanvragen?"


@pytest.fixture
async def page(tmp_path: Path) -> AsyncGenerator[Stream]:
    async with serving_here(tmp_path) as here, listening(here.url) as stream:
        yield await stream.greeted()


async def done(page: Stream, name: str, surface: str, **payload: Any) -> Any:
    """The model after this event has been dealt with."""
    assert await page.send(name, surface, **payload) == {"ok": True}
    await page.until("done", surface)
    return page.models[surface]


def kinds(model: Any) -> list[str]:
    return [block["kind"] for block in model["results"]]


async def test_the_agent_shows_its_five_capabilities_and_answers_each(tmp_path: Path) -> None:
    async with serving_here(tmp_path, only="overheid.genui") as here:
        card = (await asked("GET", f"{here.url}/.well-known/agent-card.json")).json
        assert (card["capabilities"], card["protocol"]) == (list(CAPABILITIES_GENUI), "a2a-jsonrpc")

        async def sent(capability: str, **data: Any) -> Any:
            part = {"kind": "data", "metadata": {"mimeType": "application/json"}, "data": data}
            message = {"kind": "message", "messageId": capability, "role": "user", "parts": [part]}
            params = {"capability": capability, "message": message}
            body = {"jsonrpc": "2.0", "id": 1, "method": "message/send", "params": params}
            return (await asked("POST", f"{here.url}/", body, {})).json

        answers = [(await sent(one, query="bezwaar", ok=True))["result"] for one in CAPABILITIES_GENUI]
        assert [answer["status"] for answer in answers] == ["ok"] * 5
        assert all({"blocks", "ui_source", "ui_source_reason"} <= answer["data"].keys() for answer in answers)
        assert (answers[1]["data"]["tree"], answers[4]["data"]["extra_fields"]) == ({"node": "start", "path": []}, [])
        assert (await sent("draw_picture"))["error"]["code"] == -32602


async def test_a_search_shows_its_sources_first_and_then_what_they_mean(page: Stream) -> None:
    await page.send("genui/search", "genui_search", query=QUESTION)
    frames = await page.until("done", "genui_search")
    results = [p["value"] for f in frames for p in f.get("patches", ()) if p["path"] == "/results"]
    assert [[block["kind"] for block in shown] for shown in results] == [
        ["citations"],
        ["citations", "callout", "accordion", "next_questions", "notice"],
    ]
    assert "1 september" in results[1][1]["body"]
    assert page.models["genui_search"]["status"]["source"] == "fallback"
    assert page.models["genui_search"]["status"]["sourceReason"] == "no_api_key"


async def test_without_its_agent_a_search_keeps_the_sources_and_says_so(tmp_path: Path) -> None:
    async with (
        answering(lambda request: None) as dead,
        serving_here(tmp_path, parts={"genui": f"{dead.url}/"}) as here,
        listening(here.url) as page,
    ):
        await page.greeted()
        await page.send("genui/search", "genui_search", query=QUESTION)
        await page.until("error", "genui_search")
        model = page.models["genui_search"]
        assert kinds(model) == ["citations", "notice"] and model["question"]["choices"]


async def test_a_following_question_searches_from_the_page_of_another_assistant(page: Stream) -> None:
    model = await done(page, "toeslagen/check", "toeslagen", regeling="Zorgtoeslag", jaar=2026)
    question = model["next_questions"][0]
    assert "zorgtoeslag" in question
    await page.send("genui/search", "toeslagen", query=question)
    await page.until("done", "genui_search")
    shown = page.models["genui_search"]
    assert (shown["form"]["query"], kinds(shown)[:2]) == (question, ["citations", "callout"])
    assert (await done(page, "bezwaar/analyse", "bezwaar", text=""))["next_questions"]


async def test_the_wizard_goes_on_back_and_anew_and_a_reload_keeps_it(page: Stream) -> None:
    assert kinds(await done(page, "genui_tree/start", "genui_tree"))[-1] == "decision"
    await done(page, "genui_tree/choose", "genui_tree", option="Een boete", choice="Een boete")
    await done(page, "genui_tree/choose", "genui_tree", choice="Verkeersboete van het CJIB")
    wrong = await done(page, "genui_tree/choose", "genui_tree", choice="Weet ik veel")
    assert kinds(wrong) == ["citations", "notice", "decision"] and wrong["tree"]["node"] == "wat"
    end = await done(page, "genui_tree/choose", "genui_tree", option="Ik ben het niet eens met de brief")
    assert (end["tree"]["node"], len(end["tree"]["path"])) == ("indienen", 3)
    assert "Parket CVOM" in end["results"][1]["body"]
    async with listening(page.url, f"?sessionId={page.session}") as again:
        await again.greeted()
        while "genui_tree" not in again.models:
            await again.next()
        assert again.models["genui_tree"] == end
    back = await done(page, "genui_tree/choose", "genui_tree", choice="Een stap terug")
    assert back["tree"]["node"] == "wat"
    assert (await done(page, "genui_tree/start", "genui_tree"))["tree"] == {"node": "start", "path": []}


async def test_the_form_grows_is_checked_explained_and_sent_again(page: Stream) -> None:
    made = (
        await done(page, "genui/form_generate", "genui_form", query="Bezwaar tegen een verkeersboete van het CJIB")
    )["form"]
    assert made.keys() >= {"query", "citations", "base_form", "form", "values"} and made["form"] == made["base_form"]
    id = made["form"]["formId"]

    async def filled(name: str, **values: Any) -> tuple[Any, list[str]]:
        model = await done(page, f"genui_form/{name}", "genui_form", formId=id, values=values, query=made["query"])
        return model, [field["id"] for field in model["form"]["form"]["fields"]]

    own = ["email", "vraag", "kenmerk", "bedrag", "motivering"]
    model, fields = await filled("change", kenmerk="CJIB-1234", motivering="Ik stond daar niet.")
    assert fields == [*own, "dagtekening", "route"] and kinds(model) == ["citations", "form", "next_questions"]
    model, fields = await filled("form_change", kenmerk="CJ", dagtekening="2-11-2026", bedrag="12,50")
    assert fields == [*own, "voorkeur", "reden"] and not model["form"]["values"].get("dagtekening")
    model, _ = await filled("submit", bedrag="veel")
    assert model["found"]["validate_form"]["errors"][0]["field"] == "vraag"
    assert kinds(model) == ["notice"] and "Bedrag in euro's" in model["results"][0]["body"]
    await filled("change", kenmerk="CJIB-1234")
    good = {
        "email": "a@example.nl",
        "vraag": "Hoe ga ik in beroep?",
        "kenmerk": "CJIB-1234",
        "dagtekening": "2-11-2026",
    }
    model, fields = await filled("submit", **good)
    told = json.dumps(model["results"], ensure_ascii=False)
    assert "maandag 14 december 2026" in told and "Er is niets verstuurd" in told and "a@example.nl" not in told
    assert "dagtekening" in fields and model["form"]["values"] == good


async def test_what_was_said_stands_in_the_form_and_a_mail_address_is_not_needed(page: Stream) -> None:
    query = "Ik ben het niet eens met de boete van 109 euro van het CJIB van 2 november 2026, kenmerk ABC12345"
    form = (await done(page, "genui_form/generate", "genui_form", query=query))["form"]
    assert form["values"] == {"vraag": query, "kenmerk": "ABC12345", "bedrag": "109"}
    sent = {"formId": form["form"]["formId"], "query": query}
    grown = (await done(page, "genui_form/change", "genui_form", values=form["values"], **sent))["form"]
    assert grown["values"]["dagtekening"] == "2026-11-02"
    cleared = {**grown["values"], "dagtekening": ""}
    again = (await done(page, "genui_form/change", "genui_form", values=cleared, **sent))["form"]
    assert not again["values"].get("dagtekening")
    model = await done(page, "genui_form/submit", "genui_form", values=grown["values"], **sent)
    assert model["found"]["validate_form"]["ok"] and "14 december 2026" in json.dumps(model["results"])


async def test_what_is_typed_while_the_form_grows_is_left_alone(page: Stream) -> None:
    form = (await done(page, "genui_form/generate", "genui_form", query="Bezwaar"))["form"]["form"]
    values = {"vraag": "", "email": " ", "kenmerk": "ABC-123456"}
    sent = {"formId": form["formId"], "query": "Bezwaar", "values": values}
    assert await page.send("genui_form/change", "genui_form", **sent) == {"ok": True}
    frames = await page.until("done", "genui_form")
    touched = {patch["path"] for frame in frames for patch in frame.get("patches", ())}
    assert "/form/form" in touched
    assert not {f"/form/values/{field['id']}" for field in form["fields"]} & touched


async def test_a_form_nobody_knows_any_more_is_made_anew_from_its_question(page: Stream) -> None:
    values = {"kenmerk": "ABC-123456"}
    model = await done(page, "genui_form/change", "genui_form", formId="old", values=values, query="Bezwaar")
    assert [field["id"] for field in model["form"]["form"]["fields"]][-1] == "dagtekening"
    assert model["form"]["values"] == values


ANSWERS = {
    "[]": "no_text",
    "geen json": "no_text",
    '[{"kind":"callout","body":"Dat kan nog lang."}]': "no_source",
    '[{"kind":"callout","body":"U krijgt 999 euro. KEPT"}]': "new_facts",
    '[{"kind":"callout","body":"U heeft recht op zorgtoeslag. KEPT"}]': "decision",
    '```json\n[{"kind":"script"},{"kind":"citations"},{"kind":"callout","body":"Het kan nog. KEPT"}]\n```': "ok",
}


async def test_a_model_words_the_blocks_within_the_list_or_not_at_all(page: Stream, tmp_path: Path) -> None:
    ours = await done(page, "genui/search", "genui_search", query=QUESTION)
    texts = [ours["results"][1]["body"], *(item["a"] for item in ours["results"][2]["items"])]
    kept = "\\n".join(line for text in texts for line in text.split("\n") if line.startswith("Bron: "))
    left = [answer.replace("KEPT", kept) for answer in ANSWERS]
    async with answering(lambda request: model_answer(left.pop(0))) as model:
        env = {"GEMINI_API_KEY": "SECRET", "GEMINI_BASE_URL": model.url, "GEMINI_MODEL": "gemini-x"}
        async with serving_here(tmp_path / "with", env) as here, listening(here.url) as page:
            await page.greeted()
            for reason in ANSWERS.values():
                shown = await done(page, "genui/search", "genui_search", query=QUESTION)
                assert shown["status"]["sourceReason"] == reason
                assert reason == "ok" or shown["results"] == ours["results"]
    assert kinds(shown) == ["citations", "callout", "notice"] and shown["results"][0] == ours["results"][0]
    assert shown["results"][1]["body"].startswith("Het kan nog.") and shown["status"]["source"] == "gemini"


async def test_who_asks_the_agent_in_words_is_answered_in_words_or_told_no(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:

        async def said_to(text: str) -> Any:
            parts = [{"kind": "text", "text": text}]
            message = {"kind": "message", "messageId": text[:20], "role": "user", "parts": parts}
            body = {"jsonrpc": "2.0", "id": 1, "method": "message/send", "params": {"message": message}}
            answer = await asked("POST", f"{here.url}/a2a/genui", body, {})
            assert "result" in answer.json, answer.json
            return answer.json["result"]

        answered, lost = await said_to("Welke voorwaarden gelden voor huurtoeslag?"), await said_to("blauwe banaan")
        text = "".join(part.get("text", "") for part in answered["artifacts"][0]["parts"])
        assert answered["status"]["state"] == "completed" and "huur" in text
        assert lost["status"]["state"] == "failed" and "Wij weten het antwoord" in str(lost["status"]), lost
