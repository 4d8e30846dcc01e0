"""Both flows as a foreign page sees them: which frames come, in which order, with what in them."""

import re
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from tests.overheid.foreign import Stream, listening
from tests.serving import serving_here

CLOCK = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")
LETTER = "Besluit van 12 januari 2026. Ik maak bezwaar tegen de naheffing van € 74,80. Ik had al betaald."
TOESLAGEN = ["rules_lookup", "doc_checklist", "risk_notes", "explain_toeslagen"]
BEZWAAR = ["extract_entities", "classify_case", "policy_snippets", "structure_bezwaar"]
STATUS = ["/status/loading", "/status/message", "/status/step", "/status/lastRefresh"]


@pytest.fixture
async def page(tmp_path: Path) -> AsyncGenerator[Stream]:
    async with serving_here(tmp_path) as here, listening(here.url) as stream:
        yield await stream.greeted()


def values(frame: Any) -> dict[str, Any]:
    return {patch["path"]: patch["value"] for patch in frame["patches"]}


def outline(frames: list[Any]) -> list[str]:
    """Each frame in a word: `open`, the step with what was said about it, or `results`."""
    told: list[str] = []
    for frame in frames:
        if frame["kind"] == "surface/open":
            told.append("open")
            continue
        assert frame.keys() == {"kind", "surfaceId", "patches"} and frame["kind"] == "dataModelUpdate"
        assert all(patch.keys() == {"op", "path", "value"} for patch in frame["patches"])
        changed = values(frame)
        assert len(changed) == len(frame["patches"]), "two updates in one frame"
        if "/results" in changed:
            assert "/status/message" not in changed, "two updates in one frame"
            told.append("results")
        else:
            assert [path for path in STATUS if path in changed] == STATUS
            message = re.sub(r"\(\d+ms\)", "(ms)", changed["/status/message"])
            told.append(f"{changed['/status/step']} {changed['/status/loading']} {message.split(' (')[0]}")
    return told


async def test_toeslagen_frame_by_frame(page: Stream) -> None:
    assert await page.send("toeslagen/check", "toeslagen", regeling="Zorgtoeslag", jaar=2025) == {"ok": True}
    frames = await page.until("done")
    assert outline(frames) == [
        "open",
        "rules_lookup True A2UI: Regels opzoeken",
        "rules_lookup True MCP: rules_lookup",
        "doc_checklist True A2UI: Papieren op een rij zetten",
        "doc_checklist True MCP: doc_checklist",
        "results",
        "risk_notes True A2UI: Aandachtspunten zoeken",
        "risk_notes True MCP: risk_notes",
        "results",
        "explain_toeslagen True A2UI: Uitleg vragen aan de specialist",
        "explain_toeslagen True A2A: explain_toeslagen",
        "results",
        "done False A2UI: U bent aan de beurt. Dit is een indicatie, geen besluit.",
    ]
    opened = frames[0]
    assert (opened["surfaceId"], opened["title"]) == ("toeslagen", "Toeslagen Check")
    assert (opened["dataModel"]["results"], opened["dataModel"]["status"]["loading"]) == ([], False)


async def test_what_is_done_and_asks_nothing_is_called_ready(page: Stream) -> None:
    await page.send("toeslagen/check", "toeslagen", regeling="Zorgtoeslag", jaar=2025, inkomen=30000)
    frames = await page.until("done")
    assert outline(frames)[-1] == "done False A2UI: Klaar. Dit is een indicatie, geen besluit."
    assert "/status/asks" not in values(frames[-1])


async def test_results_of_toeslagen_grow(page: Stream) -> None:
    await page.send("toeslagen/check", "toeslagen", regeling="Zorgtoeslag", jaar=2025, situatie="Samenwonend")
    shown = [values(f)["/results"] for f in await page.until("done") if f.get("patches") and "/results" in values(f)]
    assert [[section["kind"] for section in sections] for sections in shown] == [
        ["documenten"],
        ["documenten", "aandachtspunten"],
        ["documenten", "aandachtspunten", "verrijking"],
    ]
    assert all(section["title"] and section["items"] for sections in shown for section in sections)
    first, last = shown[0][0]["items"], shown[2][0]["items"]
    assert len(first) == 3 and len(last) > 3 and last[:3] == first
    notes, items = shown[2][1]["items"], shown[2][2]["items"]
    assert all(note.keys() >= {"code", "text"} for note in notes)
    assert {item["text"] for item in items} == {*last, *(note["text"] for note in notes)}
    for item in items:
        assert item["category"] in ("document", "aandachtspunt")
        assert item["priority"] in ("hoog", "midden", "laag")
        assert 1 <= len(re.findall(r"[.?]( |$)", item["b1_explanation"])) <= 2


async def test_bezwaar_frame_by_frame(page: Stream) -> None:
    await page.send("bezwaar/analyse", "bezwaar", text=LETTER)
    frames = await page.until("done")
    assert outline(frames) == [
        "open",
        "extract_entities True A2UI: Gegevens uit de brief halen",
        "extract_entities True MCP: extract_entities",
        "classify_case True A2UI: Soort zaak bepalen",
        "classify_case True MCP: classify_case",
        "policy_snippets True A2UI: Regels zoeken bij de zaak",
        "policy_snippets True MCP: policy_snippets",
        "structure_bezwaar True A2UI: Overzicht en concept vragen aan de specialist",
        "structure_bezwaar True A2A: structure_bezwaar",
        "results",
        "done False A2UI: U bent aan de beurt. Dit is een indicatie, geen besluit.",
    ]
    assert frames[0]["title"] == "Bezwaar Assistent" and frames[0]["dataModel"]["form"]["text"] == LETTER
    (result,) = page.models["bezwaar"]["results"]
    assert result["kind"] == "bezwaar"
    overview = result["overview"]
    assert overview.keys() >= {"type", "reden", "datum", "onderwerp", "timeline", "snippets", "bedrag"}
    assert (overview["type"], overview["datum"], overview["bedrag"]) == (
        "Boete/Naheffing",
        "12 januari 2026",
        "€ 74,80",
    )
    assert len(overview["timeline"]) == 4 and len(result["key_points"]) == 3 and len(result["actions"]) == 3
    assert result["draft_response"].split("\n")[0] == "[Bron: Fallback]"
    assert (result["draft_source"], result["draft_source_reason"]) == ("fallback", "no_api_key")
    status = page.models["bezwaar"]["status"]
    assert (status["source"], status["sourceReason"]) == ("fallback", "no_api_key")


@pytest.mark.parametrize("given", [{}, {"text": ""}, {"text": "  \n\t "}, {"text": None}])
@pytest.mark.parametrize("name", ["bezwaar/analyse", "bezwaar/start"])
async def test_without_a_letter_the_example_is_used(page: Stream, name: str, given: dict[str, Any]) -> None:
    await page.send(name, "bezwaar", **given)
    frames = await page.until("done")
    assert frames[0]["dataModel"]["form"] == {"text": "", "example": True}
    overview = page.models["bezwaar"]["results"][0]["overview"]
    assert overview["datum"] and overview["type"] == "Boete/Naheffing"


async def test_every_status_tells_its_time_and_its_measure(page: Stream) -> None:
    await page.send("toeslagen/check", "toeslagen")
    told = [values(frame) for frame in (await page.until("done"))[1:]]
    for changed in told:
        if any(path.startswith("/status/") for path in changed):
            assert CLOCK.fullmatch(changed["/status/lastRefresh"])
    measured = [changed["/status/message"] for changed in told if "ms)" in changed.get("/status/message", "")]
    assert [re.sub(r"\(\d+", "(0", message) for message in measured] == [
        *(f"MCP: {tool} (0ms)" for tool in TOESLAGEN[:3]),
        f"A2A: {TOESLAGEN[3]} (0ms)",
    ]


async def test_the_history_holds_each_message_once(page: Stream) -> None:
    await page.send("bezwaar/analyse", "bezwaar", text=LETTER)
    await page.until("done")
    history = page.models["bezwaar"]["history"]
    lines = [(line["step"], line["message"]) for line in history]
    assert len(lines) == len(set(lines)) == 9
    assert [step for step, _ in lines] == [step for step in BEZWAAR for _ in range(2)] + ["done"]
    assert all(CLOCK.fullmatch(line["at"]) for line in history)


async def test_each_run_opens_the_surface_empty_again(page: Stream) -> None:
    for year in (2024, 2025):
        await page.send("toeslagen/check", "toeslagen", jaar=year)
        frames = await page.until("done")
        assert frames[0]["kind"] == "surface/open" and frames[0]["dataModel"]["results"] == []
        assert page.models["toeslagen"]["found"]["rules_lookup"]["jaar"] == year


@pytest.mark.parametrize("year", ["abc", "", "20x5", 1900, 2025.5, None, "2025"])
async def test_a_year_that_is_none_is_said_plainly(page: Stream, year: object) -> None:
    await page.send("toeslagen/check", "toeslagen", jaar=year)
    good = year in (None, "2025")
    await page.until("done" if good else "error")
    status = page.models["toeslagen"]["status"]
    assert status["loading"] is False
    if not good:
        plain = "Kies een jaar van 2006 tot en met 2100." if year == 1900 else "Vul het jaar in met vier cijfers"
        assert status["message"].startswith(f"A2UI: {plain}")
        assert page.models["toeslagen"]["question"] is None


@pytest.mark.parametrize(
    "payload",
    [
        {"jaar": [2025]},
        {"jaar": True},
        {"jaar": {"a": 1}},
        {"regeling": 5},
        {"regeling": ["Zorgtoeslag"]},
        {"situatie": {}},
        {"loonOfVermogen": "ja!"},
        {"inkomen": "veel"},
        {"inkomen": [1]},
        {"vermogen": {"a": 1}},
        {"jaar": 10**300},
    ],
)
async def test_wrong_values_end_in_an_error_and_never_in_endless_loading(page: Stream, payload: dict[str, Any]) -> None:
    await page.send("toeslagen/check", "toeslagen", **payload)
    while (await page.next()).get("patches", [{}])[0].get("value") is not False:
        pass
    status = page.models["toeslagen"]["status"]
    assert status["step"] in ("error", "done") and status["loading"] is False
    if status["step"] == "error":
        assert re.fullmatch(r"A2UI: [A-Z][^{}\[\]_/]+[.]", status["message"]), status["message"]


@pytest.mark.parametrize("text", [5, ["brief"], {"a": "b"}, True])
async def test_a_letter_that_is_no_text(page: Stream, text: object) -> None:
    await page.send("bezwaar/analyse", "bezwaar", text=text)
    await page.until("error")
    assert page.models["bezwaar"]["status"]["loading"] is False


async def test_a_letter_that_claims_to_be_a_reference(page: Stream) -> None:
    forged = {"sha256": "0" * 64, "size": 1, "media": "application/json", "preview": "x"}
    await page.send("bezwaar/analyse", "bezwaar", text=forged)
    await page.until("error")
    await page.send("bezwaar/analyse", "bezwaar", text=LETTER)
    await page.until("done")


@pytest.mark.parametrize("length", [40_000, 100_000])
async def test_a_long_letter_goes_through_all_tools_and_stays_in_its_form(page: Stream, length: int) -> None:
    letter = (LETTER + "\n" + "Dit is een lange brief over het parkeren. é€ " * 3000)[:length]
    await page.send("bezwaar/analyse", "bezwaar", text=letter)
    frames = await page.until("done", seconds=40)
    assert frames[0]["dataModel"]["form"]["text"] == letter
    result = page.models["bezwaar"]["results"][0]
    assert result["overview"]["datum"] == "12 januari 2026" and result["draft_source"] == "fallback"
    assert "Wij lezen hooguit 200 zinnen" in str(result["actions"])
    async with listening(page.url, f"?sessionId={page.session}") as again:
        while "bezwaar" not in again.models:
            await again.next()
        assert again.models["bezwaar"] == page.models["bezwaar"]


async def test_html_in_a_letter_stays_text(page: Stream) -> None:
    letter = f"{LETTER} <script>alert(1)</script> & <img src=x onerror=alert(1)>"
    await page.send("bezwaar/analyse", "bezwaar", text=letter)
    frames = await page.until("done")
    assert frames[0]["dataModel"]["form"]["text"] == letter
