"""A trial of two agents of others: we stand between them with a run for each, and hand each what the other says."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from loket.core.data import JsonObject
from loket.core.shapes import text_at
from loket_demos.scenario.planner.sentences import sentence
from loket_demos.scenario.planner.standing import standing
from loket_demos.scenario.trial.checks import files_of_run, trouble_of, wire_checks
from loket_demos.scenario.trial.plan import PlannedScenario
from loket_demos.scenario.trial.playing import RUNS, Played, followed, opened, watched
from loket_demos.scenario.trial.results import TrialCheck
from loket_demos.scenario.trial.server import OwnServer
from loket_demos.scenario.trial.theirs import TheirLog


@dataclass(frozen=True)
class HandedWords:
    """What an agent said in one turn: its words, and its files by name and digest. `away` are files that it only gave
    an address of, which nobody can hand on; `upto` counts its messages up to these."""

    text: str
    files: tuple[tuple[str, str], ...] = ()
    away: tuple[str, ...] = ()
    upto: int = 0


@dataclass
class BetweenSide:
    """Our run with one of the two agents. `handed` counts our messages to it, `carried` how many of its own were handed
    on; `missed` are files of its that could not be."""

    played: Played
    handed: int = 0
    carried: int = 0
    missed: list[str] = field(default_factory=list[str])

    @property
    def settled(self) -> bool:
        """Whether it has answered our last message, or it is over."""
        run = self.played.log.run
        if self.played.end or run is None:
            return bool(self.played.end)
        stands = standing(run, self.played.records)
        return stands.sent == self.handed and not (stands.out or stands.follows or stands.over)

    def holds(self, seq: int) -> bool:
        """Whether we have heard of its record of this seq."""
        return len(self.played.records) >= seq

    def words_to_hand(self) -> HandedWords | None:
        """What it has said that was not handed on; None for nothing."""
        every = self.played.messages("agent")
        news = every[self.carried :]
        files = [file for event in news for file in event.payload["attachments"]]
        words = "\n\n".join(text for event in news if (text := str(event.payload["text"]).strip()))
        there = tuple((text_at(one, "name"), text_at(one, "digest")) for one in files if "digest" in one)
        away = tuple(text_at(one, "name") for one in files if "digest" not in one)
        names = ", ".join((*(name for name, _ in there), *away))
        return HandedWords(words or names, there, away, len(every)) if words or names else None


async def play_between(
    planned: PlannedScenario, runs: Sequence[Played], server: OwnServer, seconds: float
) -> list[BetweenSide]:
    """Plays it. The first of the runs is the one with the agent that is tried, the other that with the agent that has
    the first word: it is greeted in the name of the first. `outcome` of the first says how both ended."""
    main, caller = sides = [BetweenSide(played) for played in runs]
    async with watched(runs, server, seconds):
        for played in runs:
            await opened(planned, played, server, "relay")
        await _talk(planned, (caller, main), server)
        main.played.stuck = main.played.stuck or caller.played.stuck
        if not main.played.stuck:
            main.played.outcome = _ended(main.played.end, caller.played.end)
    return sides


async def _talk(planned: PlannedScenario, sides: Sequence[BetweenSide], server: OwnServer) -> None:
    to, source = sides
    words, most = HandedWords(_opening(planned, to.played.trial.agent)), planned.expected.turns
    while not to.played.end:
        if to.handed == source.handed == most:
            to.played.stuck = f"They had not come to an end after {most} messages of each."
            return
        await _hand(source, to, words, server)
        await followed(to.played, server, lambda side=to: side.settled)
        answer = to.words_to_hand()
        if to.played.stuck or (answer is None and to.played.end):
            return
        if answer is None:
            to.played.stuck = f"{to.played.wire.target} waits for more, and has said nothing."
            return
        words, source, to = answer, to, source


async def _hand(source: BetweenSide, to: BetweenSide, words: HandedWords, server: OwnServer) -> None:
    """Gives one what the other said, with its files under the names that they have in that run."""
    names: list[str] = []
    for name, digest in words.files:
        added = await server.plant(to.played.run, name, await server.fetched(source.played.run, digest))
        await followed(to.played, server, partial(to.holds, max(added["seqs"])))
        vault = to.played.log.vault.files.values()
        names += [file.name for file in reversed(vault) if file.digest == digest][:1]
    source.missed += words.away
    source.carried = words.upto or source.carried
    body: JsonObject = {"text": words.text, "attachments": names, "last": bool(source.played.end)}
    await server.asked("POST", f"{RUNS}/{to.played.run}/hand", body, key=f"hand {to.handed}")
    to.handed += 1


def _opening(planned: PlannedScenario, agent: str) -> str:
    """What the one that has the first word is asked for it with, by whom it talks with."""
    asked = planned.scenario.agent(agent)
    if asked is not None and asked.message_to_use_when_initiating_conversation:
        return asked.message_to_use_when_initiating_conversation
    name = (asked.principal.name if asked is not None else "") or agent
    return sentence("opening", planned.scenario.metadata.language, name)


def _ended(*ends: str) -> str:
    """How two runs ended together."""
    return next((end for end in ("failure", "success", "neutral") if end in ends), "")


def checks_between(planned: PlannedScenario, sides: Sequence[BetweenSide], theirs: TheirLog) -> Iterator[TrialCheck]:
    """What is looked at besides the checks of the first side: the wire to the other agent, whose log is `theirs`, and
    that what each said reached the other."""
    main, caller = sides
    played, way = caller.played, f"{caller.played.trial.agent} to {main.played.trial.agent}"
    ended = played.log.ended
    right = ended in ("", "neutral", *planned.expected.ends)
    yield TrialCheck(name=f"{way}: end", ok=right, sentence=f"It ended as {ended or 'nothing'}. {trouble_of(played)}")
    for check in wire_checks(planned, played, theirs):
        yield check.model_copy(update={"name": f"{way}: {check.name}"})
    yield _handed_on(main, caller, way)
    yield _handed_on(caller, main, f"{main.played.trial.agent} to {caller.played.trial.agent}")


def _handed_on(source: BetweenSide, to: BetweenSide, way: str) -> TrialCheck:
    """What an agent said reached the other, in order and with its files."""
    carried = source.played.messages("agent")[: source.carried]
    out, at, missing = "\n".join(str(e.payload["text"]) for e in to.played.messages("planner")), 0, ""
    for event in carried:
        words = str(event.payload["text"]).strip()
        there = out.find(words, at)
        missing = missing or (words if there < 0 else "")
        at = max(at, there + len(words))
    sent = {file.digest for file in files_of_run(to.played, ours=True)}
    files = [file for event in carried for file in event.payload["attachments"]]
    left = [text_at(file, "name") for file in files if text_at(file, "digest") not in sent]
    sentence = f"{len(carried)} messages, {len(files)} files"
    if missing:
        sentence = f"“{missing[:80]}” was not handed on."
    elif left:
        away = " It was given by an address alone." if left[0] in source.missed else ""
        sentence = f"The file {left[0]} was not handed on.{away}"
    return TrialCheck(name=f"{way}: handed on", ok=not missing and not left, sentence=sentence)
