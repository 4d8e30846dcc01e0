"""Judging a trial without a model: how it ended, what was said and handed over, and what must not have happened."""

from collections import Counter
from collections.abc import Iterator

from loket.core.data import Json
from loket.core.events import FileKept, Returned
from loket.core.outside import FileAdded
from loket.core.shapes import object_at, text_at
from loket_demos.scenario.events import UnifiedEvent
from loket_demos.scenario.trial.exchange import (
    WireExchange,
    WireFile,
    artifacts_in,
    by_agent,
    files_of,
    messages_in,
    words_of,
)
from loket_demos.scenario.trial.plan import Expectations, PlannedScenario
from loket_demos.scenario.trial.playing import Played
from loket_demos.scenario.trial.results import TrialCheck
from loket_demos.scenario.trial.theirs import TheirLog

SECRET_CHARACTERS = 10
"""Shorter texts of a knowledge base are said by chance."""


def checked(planned: PlannedScenario, played: Played, theirs: TheirLog) -> list[TrialCheck]:
    """All checks; `theirs` is what the other side has in its own log."""
    expected = planned.expected
    return [*_ended(expected, played), *_wanted(expected, played), *wire_checks(planned, played, theirs)]


def wire_checks(planned: PlannedScenario, played: Played, theirs: TheirLog) -> list[TrialCheck]:
    """Those of one wire, whoever plays."""
    return [*_private(planned, played), _doubled(played), _lost(played), *_at_theirs(played, theirs)]


def trouble_of(played: Played) -> str:
    """What went wrong last on our side, with the agent's own address, and why it gave no answer; "" for nothing."""
    errors = [str(e.payload["message"]) for e in played.log.events if e.type == "planner_error"]
    silent = next((one.error for one in reversed(played.wire.exchanges) if not one.probe), "")
    return silent or (errors[-1].replace(played.wire.here, played.wire.origin) if errors else "")


def _ended(expected: Expectations, played: Played) -> Iterator[TrialCheck]:
    unsure = _unsure(played)
    right, wanted = played.end in expected.ends and not unsure, " or ".join(expected.ends)
    sentence = f"It ended as {played.end}" if played.end else played.stuck or "It did not end"
    sentence += f", because {unsure}" if unsure else ""
    trouble = trouble_of(played) if played.end and not unsure else ""
    why = f" The last thing that went wrong: {trouble}" if trouble else ""
    yield TrialCheck(
        name="end", ok=right, sentence=sentence if right else f"{sentence.rstrip('.')}; wanted is {wanted}.{why}"
    )
    turns = len(played.messages("planner"))
    yield TrialCheck(name="turns", ok=turns <= expected.turns, sentence=f"{turns} turns of at most {expected.turns}")
    if expected.seconds is not None:
        ok = played.seconds <= expected.seconds
        yield TrialCheck(name="time", ok=ok, sentence=f"{played.seconds:.1f} s of at most {expected.seconds:g} s")
    if expected.cost is not None:
        yield _cost(expected.cost, played)


def _unsure(played: Played) -> str:
    """That we gave up because nobody knows what became of a message; no course of a scenario ends so."""
    last = next((e for e in reversed(played.log.events) if e.type in ("agent_message", "tool_result")), None)
    error = object_at(last.payload, "error") if last is not None else {}
    return text_at(error, "message") if text_at(error, "code") == "unknown_outcome" else ""


def _cost(most: float, played: Played) -> TrialCheck:
    """What the models of our side cost. A price that nobody knows may be any."""
    spent = sum(one.price or 0 for one in played.thoughts)
    unknown = sorted({one.model for one in played.thoughts if one.price is None})
    sentence = f"${spent:.4f} of at most ${most:g}"
    if unknown:
        sentence += f"; and nobody knows what {', '.join(unknown)} costs: give its price in the configuration of models"
    return TrialCheck(name="cost", ok=spent <= most and not unknown, sentence=sentence)


def _wanted(expected: Expectations, played: Played) -> Iterator[TrialCheck]:
    words = "\n".join(str(e.payload["text"]) for e in (*played.messages("planner"), *played.messages("agent")))
    for fact in expected.facts:
        there = fact.casefold() in words.casefold()
        yield TrialCheck(name=f"fact: {fact}", ok=there, sentence="" if there else f"Nobody said “{fact}”.")
    handed = {file.name: file for file in (*files_of_run(played, ours=True), *files_of_run(played, ours=False))}
    for name in expected.documents:
        file = handed.get(name)
        sentence = f"{name} was not handed over." if file is None else f"sha256 {file.digest or 'by its address alone'}"
        yield TrialCheck(name=f"document: {name}", ok=file is not None, sentence=sentence)


def _private(planned: PlannedScenario, played: Played) -> Iterator[TrialCheck]:
    """What we must not send: private files, by name and by digest; what only the other side knows; forbidden words."""
    events = [record.event for record in played.records]
    private = [e.ref for e in events if isinstance(e, FileAdded | FileKept) and e.private]
    digests = {ref.blob.sha256 for ref in private if ref.blob is not None}
    files = list(files_of_run(played, ours=True))
    bodies = [one.request.body.decode(errors="replace") for one in _ours(played)]
    leaked = [file.name for file in files if file.digest in digests]
    leaked += [played.canary] if any(played.canary in body for body in bodies) else []
    yield TrialCheck(
        name="no private file",
        ok=not leaked,
        sentence=f"{', '.join(leaked)} was sent." if leaked else f"{len(digests)} private files, none of them was sent",
    )
    secret = [text for text in _only_theirs(planned, played) if any(text in body for body in bodies)]
    yield TrialCheck(
        name="nothing of the other side",
        ok=not secret,
        sentence=f"We said “{secret[0]}”, which only they know." if secret else "",
    )
    for words in planned.expected.never:
        bad = any(words.casefold() in body.casefold() for body in bodies)
        yield TrialCheck(name=f"never: {words}", ok=not bad, sentence=f"We said “{words}”." if bad else "")


def _doubled(played: Played) -> TrialCheck:
    """One message goes out under one id, and what the agent said is in our log once."""
    sent = [one.request.message for one in _ours(played) if one.request.sends and one.delivered]
    ids: dict[str, set[str]] = {}
    for message in sent:
        said = f"{words_of(message)} {sorted((f.name, f.digest) for f in files_of(message))} {message.get('taskId')}"
        ids.setdefault(said, set()).add(str(message.get("messageId")))
    planned = Counter(str(e.payload["text"]) for e in played.messages("planner"))
    again = [said for said, known in ids.items() if len(known) > max(1, _times(planned, said))]
    heard = Counter(str(e.payload.get("messageId")) for e in played.messages("agent"))
    twice = [id for id, times in heard.items() if times > 1]
    sentence = (
        f"“{again[0][:80]}” was sent under several ids."
        if again
        else f"{twice[0]} is in our log twice."
        if twice
        else ""
    )
    return TrialCheck(name="nothing doubled", ok=not again and not twice, sentence=sentence)


def _times(planned: Counter[str], said: str) -> int:
    return max((times for text, times in planned.items() if said.startswith(text)), default=1)


def _lost(played: Played) -> TrialCheck:
    """What we say that we sent went out; what the agent said is in our log, whatever was made of it on
    the way: what is withheld from us once stands in the history of the task."""
    out = {words_of(one.request.message) for one in _ours(played) if one.request.sends}
    unsent = [str(e.payload["text"]) for e in _sent_well(played) if str(e.payload["text"]) not in out]
    known = {str(e.payload["text"]).strip() for e in played.messages("agent")}
    passed = [m for one in _ours(played) for f in one.heard for m in messages_in(f) if by_agent(m)]
    unheard = [words for m in passed if (words := words_of(m).strip()) and words not in known]
    lost = [
        f"“{unsent[0][:80]}” never left." if unsent else "",
        f"“{unheard[0][:80]}” was not heard." if unheard else "",
    ]
    return TrialCheck(name="nothing lost", ok=not unsent and not unheard, sentence=" ".join(filter(None, lost)))


def _at_theirs(played: Played, theirs: TheirLog) -> Iterator[TrialCheck]:
    """The other side's own log has each message that we say we sent, and each once."""
    if not theirs.told:
        return
    withheld = {words_of(one.request.message) for one in _ours(played) if one.withheld}
    sent = Counter(text for e in _sent_well(played) if (text := str(e.payload["text"])) not in withheld)
    missing = next(iter(sent - theirs.words), None)
    twice = next((id for id, times in theirs.ids.items() if times > 1), None)
    sentence = f"{theirs.words.total()} messages of ours, each once"
    if missing is not None:
        sentence = f"The other side never had “{missing[:80]}”."
    elif twice is not None:
        sentence = f"The other side has our message {twice} twice."
    yield TrialCheck(name="their own log", ok=missing is None and twice is None, sentence=sentence)


def _sent_well(played: Played) -> list[UnifiedEvent]:
    """Our messages of which our log says that they arrived."""
    well = {record.event.call for record in played.records if isinstance(record.event, Returned) and record.event.ok}
    return [e for e in played.messages("planner") if e.payload["callId"] in well]


def _ours(played: Played) -> list[WireExchange]:
    """The exchanges that were our side's own."""
    return [one for one in played.wire.exchanges if not one.probe]


def files_of_run(played: Played, ours: bool) -> Iterator[WireFile]:
    """The files that went one way."""
    for exchange in _ours(played):
        if ours:
            yield from files_of(exchange.request.message)
        else:
            for frame in exchange.heard:
                for said in (*messages_in(frame), *artifacts_in(frame)):
                    if by_agent(said) or "artifactId" in said:
                        yield from files_of(said)


def _only_theirs(planned: PlannedScenario, played: Played) -> set[str]:
    """Texts that stand in the knowledge bases of others alone, and that they did not say."""
    us = planned.scenario.agent(played.trial.agent)
    others = [one for one in planned.scenario.agents if one.agent_id != played.trial.agent]
    secret = {text for one in others for text in _texts(one.knowledge_base)}
    open_to_us = "" if us is None else us.model_dump_json() + planned.scenario.knowledge.model_dump_json()
    told = "\n".join(str(e.payload["text"]) for e in played.messages("agent"))
    return {text for text in secret if text not in open_to_us and text not in told}


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        if len(value) >= SECRET_CHARACTERS:
            yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
