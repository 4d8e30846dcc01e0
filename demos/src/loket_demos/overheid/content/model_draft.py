"""Gets a draft reply from a model that is given from outside, with guards, and says why when it cannot be used.

One retry when the answer is too short, one continuation when it was cut off, and one budget of seconds for all of it:
whoever waits for the whole answer has 20 s, so this gives up before that and the fallback letter takes over."""

import asyncio
import re
from collections.abc import Awaitable, Callable

from pydantic import Field

from loket_demos.overheid.content.draft_prompt import (
    DraftCase,
    DraftPrompt,
    continue_prompt,
    first_prompt,
    retry_prompt,
)
from loket_demos.overheid.content.dutch_dates import MONTHS
from loket_demos.overheid.content.frozen import DataRow

CUT_FINISHES = frozenset({"max_tokens", "length", "max_output_tokens"})
LONGEST_DRAFT = 6000

_closing = re.compile(r"met vriendelijke groet|hoogachtend", re.IGNORECASE)
_mark = re.compile(r"^\s*(?:\[bron:[^\]\n]{0,40}\]|```[a-z]{0,10})[ \t]*\n?", re.IGNORECASE)
_decides = re.compile(
    r"(?:is|verklaren wij|verklaar ik|wordt)\s{1,3}(?:on)?gegrond|(?:wijs|wijzen)\s[^.\n]{0,40}\s(?:af|toe)\b"
    r"|u (?:heeft|hebt) (?:wel |geen )?recht op|hoeft u niet terug te betalen",
    re.IGNORECASE,
)
_code = re.compile(r"[a-z0-9_]{1,40}")
_digits = re.compile(r"\d+")
_fact = re.compile(rf"€\s?\d+|\d{{3,}}|\d+(?=\s(?:euro\b|(?:{'|'.join(MONTHS)})\b))", re.IGNORECASE)
"""An amount, a day, a year or another long number; the weeks of a term and the numbers of a list are none."""


class DraftAnswer(DataRow):
    """What a model said: `finish` is its own word for why it stopped (`STOP`, `MAX_TOKENS`, ...)."""

    text: str
    finish: str = ""


class DraftFailed(Exception):
    """The model could not answer; `code` is http_<status>, timeout, connect_error, no_text or exception."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


DraftModel = Callable[[DraftPrompt], Awaitable[DraftAnswer]]
"""Called at most three times for a draft, one after another; may raise DraftFailed; is cancelled when time is up."""


class DraftSettings(DataRow):
    min_words: int = Field(default=90, ge=1, description="an answer with fewer words is too short")
    budget: float = Field(default=18.0, gt=0, lt=20, description="seconds for all calls together")


class NoDraft(DataRow):
    """Nothing usable, and the code that says why."""

    reason: str


async def model_draft(case: DraftCase, model: DraftModel | None, settings: DraftSettings) -> str | NoDraft:
    """The text of a whole letter, without a mark of its source, or the reason why there is none."""
    if model is None:
        return NoDraft(reason="no_api_key")
    until = asyncio.get_running_loop().time() + settings.budget
    answer = await ask_model(model, first_prompt(case), until)
    if isinstance(answer, DraftAnswer) and _count(answer.text) < settings.min_words:
        answer = await ask_model(model, retry_prompt(case, settings.min_words), until)
    if isinstance(answer, NoDraft):
        return answer
    if not answer.text:
        return NoDraft(reason="no_text")
    text = answer.text
    if is_cut_off(answer):
        whole = whole_sentences(text)
        more = await ask_model(model, continue_prompt(case, whole), until)
        if isinstance(more, NoDraft):
            return NoDraft(reason=f"continue_{more.reason}")
        if is_cut_off(more):
            return NoDraft(reason="still_truncated")
        text = f"{whole}\n\n{more.text}" if whole else more.text
    return _judged(text, case, settings)


def is_cut_off(answer: DraftAnswer) -> bool:
    """Did the text stop too early: by the model's own word, without a closing, or in the middle of a sentence?"""
    text = answer.text.rstrip()
    return (
        answer.finish.lower() in CUT_FINISHES
        or _closing.search(text) is None
        or text.endswith(("-", ",", ";", ":", "\u2026"))
    )


def whole_sentences(text: str) -> str:
    """The text up to its last whole sentence."""
    ends = [match.end() for match in re.finditer(r"[.?](?=\s|$)", text)]
    return text[: ends[-1]] if ends else ""


def decides(text: str) -> bool:
    """Does the text take a decision about somebody's right? A concept never may."""
    return _decides.search(text) is not None


def _judged(text: str, case: DraftCase, settings: DraftSettings) -> str | NoDraft:
    if _count(text) < settings.min_words:
        return NoDraft(reason="too_short")
    if decides(text):
        return NoDraft(reason="decision")
    if _figures(" ".join(_fact.findall(text))) - _figures(case.model_dump_json()):
        return NoDraft(reason="new_facts")
    return text


def _figures(text: str) -> set[str]:
    return {figure.lstrip("0") for figure in _digits.findall(text)}


async def ask_model(model: DraftModel, prompt: DraftPrompt, until: float) -> DraftAnswer | NoDraft:
    """One answer before this moment of the loop's clock, without fences and marks, or why there is none."""
    try:
        async with asyncio.timeout_at(until):
            answer = await model(prompt)
    except TimeoutError:
        return NoDraft(reason="timeout")
    except DraftFailed as failed:
        return NoDraft(reason=failed.code if _code.fullmatch(failed.code) else "exception")
    except Exception:  # noqa: BLE001  whatever the model breaks on, the person still gets a letter
        return NoDraft(reason="exception")
    return DraftAnswer(text=_clean(answer.text), finish=answer.finish)


def _clean(text: str) -> str:
    shown = text[:LONGEST_DRAFT].strip()
    while (mark := _mark.match(shown)) is not None:
        shown = shown[mark.end() :]
    return shown.removesuffix("```").strip()


def _count(text: str) -> int:
    return len(text.split())
