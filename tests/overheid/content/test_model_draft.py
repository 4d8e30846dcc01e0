"""The draft of a model: guards, one retry, one continuation, a time budget, and a reason for every failure."""

import asyncio
from collections.abc import Callable

import pytest

from loket_demos.overheid.content.cases import case_book
from loket_demos.overheid.content.draft_prompt import DraftCase, DraftPrompt
from loket_demos.overheid.content.model_draft import (
    DraftAnswer,
    DraftFailed,
    DraftSettings,
    NoDraft,
    model_draft,
    whole_sentences,
)
from tests.overheid.letters.analysing import STRUCTURE

CASE = DraftCase(
    letter="Mijn huurtoeslag klopt niet", route=case_book().route("toeslag"), reason="Het inkomen klopt niet"
)
SENTENCE = "Wij bekijken uw brief opnieuw en laten u weten wat er nog mist. "
GREETING = "\n\nMet vriendelijke groet,\n\n[Naam van de medewerker]"
WHOLE = "Geachte heer of mevrouw,\n\n" + SENTENCE * 10 + GREETING
CUT = "Geachte heer of mevrouw,\n\n" + SENTENCE * 9 + "Wij sturen u dan bin"
SHORT = "Geachte heer of mevrouw, wij hebben uw brief. Met vriendelijke groet, [Naam]"

Answer = str | DraftAnswer | Exception


class Script:
    """A model that says what it is told to, one answer a call, and remembers what it was asked."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.asked: list[DraftPrompt] = []

    async def __call__(self, prompt: DraftPrompt) -> DraftAnswer:
        self.asked.append(prompt)
        match self.answers.pop(0):
            case str(text):
                return DraftAnswer(text=text, finish="STOP")
            case DraftAnswer() as answer:
                return answer
            case error:
                raise error


async def drafted(*answers: Answer) -> tuple[str | NoDraft, Script]:
    script = Script(*answers)
    return await model_draft(CASE, script, DraftSettings()), script


async def test_a_good_answer_is_taken_as_it_is() -> None:
    """Checklist 28 and 47."""
    written, script = await drafted(WHOLE)
    assert written == WHOLE and len(script.asked) == 1


async def test_the_mark_says_where_the_letter_comes_from() -> None:
    """Checklist 28: draft_source, reason and prefix; a mark of the model's own is dropped."""
    answer = await STRUCTURE.call({"raw_text": "mijn huurtoeslag"}, Script("[Bron: Iemand]\n```\n" + WHOLE + "\n```"))
    assert (answer["draft_source"], answer["draft_source_reason"]) == ("gemini", "ok")
    assert answer["draft_response"] == f"[Bron: Gemini]\n{WHOLE}"


async def test_a_short_answer_is_asked_for_once_more() -> None:
    """Checklist 47: one retry."""
    written, script = await drafted(SHORT, WHOLE)
    assert written == WHOLE and len(script.asked) == 2
    assert "te kort" in script.asked[1].text and "90 woorden" in script.asked[1].text


async def test_a_cut_answer_is_continued_once_after_its_last_whole_sentence() -> None:
    """Checklist 47: one continuation."""
    written, script = await drafted(
        DraftAnswer(text=CUT, finish="MAX_TOKENS"), "Wij sturen u dan binnen zes weken antwoord." + GREETING
    )
    assert isinstance(written, str) and written.count("Wij sturen u dan") == 1
    assert written.endswith(GREETING.strip()) and "bin\n" not in written
    assert whole_sentences(CUT) in script.asked[1].text and len(script.asked) == 2


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ((SHORT, SHORT), "too_short"),
        (("", ""), "no_text"),
        ((SHORT, DraftFailed("http_500")), "http_500"),
        ((DraftFailed("http_429"),), "http_429"),
        ((DraftFailed("connect_error"),), "connect_error"),
        ((DraftFailed("timeout"),), "timeout"),
        ((TimeoutError(),), "timeout"),
        ((ValueError("secret"),), "exception"),
        ((DraftFailed("A weird <code>"),), "exception"),
        ((CUT, DraftAnswer(text="Wij sturen", finish="MAX_TOKENS")), "still_truncated"),
        ((CUT, DraftFailed("http_503")), "continue_http_503"),
        ((CUT, RuntimeError()), "continue_exception"),
        ((WHOLE.replace(SENTENCE, "Uw bezwaar is gegrond. ", 1),), "decision"),
        ((WHOLE.replace(SENTENCE, "Wij wijzen uw bezwaar af. ", 1),), "decision"),
        ((WHOLE.replace(SENTENCE, "U heeft recht op huurtoeslag. ", 1),), "decision"),
        ((WHOLE.replace(SENTENCE, "U moet nog 999 euro betalen. ", 1),), "new_facts"),
        ((WHOLE.replace(SENTENCE, "Stuur het uiterlijk 3 maart 2031. ", 1),), "new_facts"),
        ((WHOLE.replace(SENTENCE, "Het gaat om € 17. ", 1),), "new_facts"),
    ],
)
async def test_every_failure_has_its_reason_and_the_person_still_gets_a_letter(
    answers: tuple[Answer, ...], reason: str
) -> None:
    """Checklist 47: the reason codes; 46: it works without a model."""
    written, script = await drafted(*answers)
    assert written == NoDraft(reason=reason) and script.answers == []
    answer = await STRUCTURE.call({"raw_text": "mijn huurtoeslag"}, Script(*answers))
    assert (answer["draft_source"], answer["draft_source_reason"]) == ("fallback", reason)
    assert str(answer["draft_response"]).startswith("[Bron: Fallback]\nGeachte")


@pytest.mark.parametrize(
    "text", [CUT, WHOLE.replace(GREETING, ""), WHOLE.replace("\n\n[Naam van de medewerker]", "")], ids=range(3)
)
async def test_what_looks_cut_off_is_continued(text: str) -> None:
    _, script = await drafted(text, "En verder." + GREETING)
    assert len(script.asked) == 2


async def test_no_model_is_no_error() -> None:
    assert await model_draft(CASE, None, DraftSettings()) == NoDraft(reason="no_api_key")


@pytest.mark.parametrize(("before", "reason"), [((), "timeout"), ((SHORT,), "timeout"), ((CUT,), "continue_timeout")])
async def test_a_model_that_hangs_is_left_when_the_budget_is_spent(before: tuple[Answer, ...], reason: str) -> None:
    """Trap: the time of all calls together stays under the 20 s of whoever waits."""
    script, cancelled = Script(*before), asyncio.Event()

    async def hangs_at_last(prompt: DraftPrompt) -> DraftAnswer:
        if script.answers:
            return await script(prompt)
        try:
            return await asyncio.get_running_loop().create_future()
        finally:
            cancelled.set()

    assert await model_draft(CASE, hangs_at_last, DraftSettings(budget=0.02)) == NoDraft(reason=reason)
    assert cancelled.is_set()


async def test_being_cancelled_from_outside_is_not_swallowed() -> None:
    started = asyncio.Event()

    async def hangs(_: DraftPrompt) -> DraftAnswer:
        started.set()
        return await asyncio.get_running_loop().create_future()

    task = asyncio.create_task(model_draft(CASE, hangs, DraftSettings()))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_the_budget_stays_under_twenty_seconds() -> None:
    assert DraftSettings().budget == 18.0
    make: Callable[..., DraftSettings] = DraftSettings
    with pytest.raises(ValueError, match="budget"):
        make(budget=20)
