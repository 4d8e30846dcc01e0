"""A person who wants no more of a request, thanks or takes leave: it is said, and a task of an agent that waits for an
answer is ended."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from loket.core.actions import Decision, ToolCall
from loket.core.data import JsonObject
from loket.core.shapes import text_at
from loket.language import read
from loket.language.clauses import clauses
from loket.language.dates import ANY_DAY
from loket.language.languages import language
from loket.language.memory import turn_of
from loket.language.parting import parting
from loket.language.tokens import LANGUAGES, fold, words
from loket.planners.dialogue.choosing import NONE_OF
from loket.planners.dialogue.deciding import answer, carry_out
from loket.planners.finding.agents import INVOKE
from loket.planners.finding.answer import site_name
from loket.planners.finding.offers import offers_of
from loket.planners.finding.trail import Trail
from loket.planners.finding.words import FindingWords, own_words

STEP = "drop"
_PART = re.compile(r"[,;.!–-]\s+")
MOST = 7
"""In more words something else is said, too."""


def dropped(trail: Trail, said: FindingWords) -> Decision | None:
    """What is done when the message only says to stop, thanks or takes leave; None when it says anything else."""
    message, last = trail.message, trail.last
    if last is not None:
        return _dropped(trail, said) if last.step == STEP else None
    if message.choice == NONE_OF:
        return answer(said.declined, said.because("no"))
    open_ = message.step not in ("", "input")
    if message.choice or message.form or not (drops(message.last) or (open_ and puts_off(message.last))):
        return _parted(trail, said)
    if message.step == "input" and trail.waiting is not None and text_at(trail.waiting[1], "task_id"):
        args: JsonObject = {
            "task_base_url": text_at(trail.waiting[0], "task_base_url"),
            "site": text_at(trail.waiting[0], "site"),
            "task_id": text_at(trail.waiting[1], "task_id"),
            "cancel": True,
        }
        call = ToolCall(id="a", tool=INVOKE, args=args)
        return carry_out(STEP, "You want no more of it; the agent is told.", call)
    return answer(said.declined if open_ else _left(trail, said), "You want no more of it.")


def _left(trail: Trail, said: FindingWords) -> str:
    """That it is left at that; and that an agent has what was sent to it, where it was to do something."""
    offers = offers_of(trail.agents, said).values()
    asked = (text_at(trail.latest, "task_base_url"), text_at(trail.latest, "skill_id"))
    done = next((one for one in offers if (one.agent.base, one.id) == asked and one.skill.writes), None)
    return said.stays.format(agent=done.agent.name) if done is not None else said.dropped


def without_dropped(trail: Trail) -> Trail:
    """The trail without the wishes that were taken back right after they were answered (`no, forget that`): nothing
    goes on from them."""
    before: list[str] = []
    skips = False
    for text in trail.before:  # the newest first
        if drops(text):
            skips = True
        elif skips:
            skips = False
        else:
            before.append(text)
    if not (trail.before and drops(trail.before[0])):
        return replace(trail, before=tuple(before)) if len(before) < len(trail.before) else trail
    asked = trail.asked[:-1] if trail.latest and trail.asked[-1:] == (trail.latest,) else trail.asked
    return replace(trail, before=tuple(before), asked=asked, latest={}, unserved=(), answered="", day="")


def _parted(trail: Trail, said: FindingWords) -> Decision | None:
    """What is said to thanks and goodbyes; None for any other message. Thanks leave an open question as it is."""
    message = trail.message
    if message.choice or message.form or message.page is not None:
        return None
    name = parting(said.read(message.last), strictly=message.step != "")
    if not name or (name == "welcome" and message.step not in ("", "input")):
        return None
    return answer(language(said.code).data["say"][name], said.because("no_words"))


def drops(text: str) -> bool:
    """Whether a text says to stop, in any language, and besides nothing but what is told of somebody."""
    return any(_drops(text, code) for code in LANGUAGES)


def _drops(text: str, code: str) -> bool:
    if _only_says(text, own_words(code).drop, code):
        return True
    parts = _PART.split(text) if _PART.search(text) else _behind_stop(text, code)
    stops = [_only_says(part, own_words(code).drop, code) for part in parts]
    return any(stops) and all(stop or _only_told(part, code) for part, stop in zip(parts, stops, strict=True))


def _behind_stop(text: str, code: str) -> Sequence[str]:
    """A text in two parts, where it begins with words for stopping (`actually never mind he's coming`)."""
    ends = (one.end for one in words(text)[:MOST])
    end = next((end for end in ends if _only_says(text[:end], own_words(code).drop, code)), len(text))
    return [part for part in (text[:end], text[end:].strip()) if part]


def _only_told(text: str, code: str) -> bool:
    """Whether a text tells of somebody what nothing can be asked with: no figure, no day, no wish of one's own."""
    message, others = read(text, ANY_DAY, code, code), {fold(one) for one in own_words(code).others}
    if "?" in text or message.dates or message.ages or any(not one.article for one in message.numbers):
        return False
    subject = message.folds[0].partition("'")[0] if message.folds else ""
    mine = subject in message.tongue.data["me"]
    if not (mine or subject in others) or (mine and turn_of(message).corrects):
        return False
    return all(one.mood in ("plain", "past") or (one.mood == "asks" and not mine) for one in clauses(message))


def puts_off(text: str) -> bool:
    """Whether a text says `don't` or `not yet` and nothing else: of our own question it is the end, and an agent's may
    have it as its answer."""
    return any(_only_says(text, own_words(code).put_off, code) for code in LANGUAGES)


def _only_says(text: str, phrases: Sequence[str], code: str) -> bool:
    folds = [word.fold for word in words(text)]
    return 0 < len(folds) <= MOST and any(_says(folds, phrase, code) for phrase in phrases)


def _says(folds: Sequence[str], phrase: str, code: str) -> bool:
    """Whether these words hold the phrase, and besides it only small ones of its language."""
    wanted = [word.fold for word in words(phrase)]
    places = [at for at in range(len(folds)) if folds[at : at + len(wanted)] == wanted]
    return any(small_words(code).issuperset((*folds[:at], *folds[at + len(wanted) :])) for at in places)


@lru_cache(maxsize=len(LANGUAGES))
def small_words(code: str) -> frozenset[str]:
    """The words of a language, folded, that change nothing about a yes or a no."""
    tongue = language(code)
    polite = {word for talk in tongue.small_talk for word in talk}
    return frozenset({fold(one) for one in own_words(code).little} | tongue.function | polite)


def _dropped(trail: Trail, said: FindingWords) -> Decision:
    """Whether the agent ended its task."""
    args, returned = trail.returned(STEP)[-1]
    base = text_at(args, "task_base_url")
    name = next((agent.name for agent in trail.agents if agent.base == base), "") or site_name(base)
    text = said.taken_back if returned.ok else said.not_taken_back
    return answer(text.format(agent=name), "The agent ended the task." if returned.ok else "The agent did not end it.")
