"""The planner that finds agents it has never seen: own tools first, else search, discover, choose, invoke, answer.

It keeps nothing: where a request stands is read from the log, so it goes on after any crash where it was. It knows no
field; what it may say is in its words, and whatever an agent's card says is only ever compared and shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from anyio import to_thread

from loket.core.actions import Ask, Call, Decision, Doubt, Say, ToolCall, Wants
from loket.core.planner import Draft, Situation
from loket.core.shapes import text_at
from loket.planners.dialogue.deciding import answer, carry_out
from loket.planners.finding.addressed import addressed, offered_there, without_homes
from loket.planners.finding.agents import INVOKE, Agent
from loket.planners.finding.answer import why
from loket.planners.finding.asking import about, doubt_of, doubted, needs, tells_value, waits, why_held
from loket.planners.finding.called import of_named
from loket.planners.finding.dropping import dropped, without_dropped
from loket.planners.finding.identity import any_of, best_named, meant, nameless, unnamed
from loket.planners.finding.lapsed import lapsed
from loket.planners.finding.leaning import tells_of_somebody
from loket.planners.finding.local import opened_here
from loket.planners.finding.looking import Looking
from loket.planners.finding.of_all import of_all
from loket.planners.finding.offers import offers_of
from loket.planners.finding.own import local, own_tool, takes_back
from loket.planners.finding.own_notes import stays_here
from loket.planners.finding.page import on_page
from loket.planners.finding.pick import NONE, Errand, Pick, pick
from loket.planners.finding.query import addresses
from loket.planners.finding.reasons import asked_why
from loket.planners.finding.reply import replied, unasked
from loket.planners.finding.send import invocation, leaving_words, waiting_errand
from loket.planners.finding.several import each
from loket.planners.finding.skill_result import skill_result
from loket.planners.finding.suits import found_again, known_after_all, suits
from loket.planners.finding.telling import BY_A_PERSON, asked_back, outcomes_told
from loket.planners.finding.trail import REPLY, Trail, trail_of
from loket.planners.finding.under_way import looked_again
from loket.planners.finding.whose import resumed, unanswered
from loket.planners.finding.words import FindingWords, finding_words

FEW = 4
"""A message of so few words that asks nothing is about the question that is open."""


@dataclass(frozen=True)
class FindingPlanner:
    """Six steps, each a decision of its own. `words` are what it says; those of the conversation's language when none
    are given."""

    words: FindingWords | None = None

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """One decision; it is made in a worker thread: weighing many skills takes some milliseconds, and the words of a
        language are read when it is first heard."""
        return await to_thread.run_sync(self._decided, situation)

    def _decided(self, situation: Situation) -> Decision:
        trail = without_dropped(trail_of(situation.history, situation.woke, situation.settings))
        said = self.words or finding_words(trail.spoken(situation.locale))
        if (taken_back := lapsed(trail, situation, said)) is not None:
            return taken_back
        done = opened_here(trail, situation, said) or on_page(trail, said)
        done = done or (None if takes_back(trail, situation, said) else dropped(trail, said))
        done = done or looked_again(trail, said) or unanswered(trail, situation, said) or asked_why(trail, said)
        return done or _Going(resumed(replied(trail, said), said), situation, said).next()


@dataclass(frozen=True)
class _Going:
    """One request on its way."""

    trail: Trail
    situation: Situation
    said: FindingWords

    @cached_property
    def _looking(self) -> Looking:
        return Looking(self.trail, self.situation, self.said)

    def next(self) -> Decision:
        """What follows from the step that was taken last."""
        match self.trail.last.step if self.trail.last is not None else "":
            case "own":
                return self._own_told()
            case "search":
                return self._probe(self.said.because("candidates"))
            case "discover":
                return self._chosen()
            case "choose":
                return self._invoke()
            case "invoke" | "reply":
                return self._outcome()
            case _:
                return self._begun()

    def _begun(self) -> Decision:
        message = self.trail.message
        if not (message.last.strip() or message.choice or message.form):
            return answer(self.said.empty, self.said.because("no_words"))
        told = addresses(message.last)
        own = own_tool(self.trail, self.situation, self.said) if message.last.strip() and not told else None
        outright = own is not None and own.outright
        if message.step == "input" and not outright and (replied_ := self._replied()) is not None:
            return replied_
        if not told and self._picked.means == "words":
            return self._chosen()
        instead = outright or "?" in message.last or not tells_value(self._picked, message)
        aside = own is not None and message.wants is not None and instead
        elsewhere = message.choice or message.form or told or own is not None
        if not elsewhere and stays_here(message.last, self.situation, self.said):
            return answer(self.said.own_note, self.said.because("no_words"))
        if not aside and (message.choice or message.form or self._answers()):
            return self._chosen()
        if own is not None:
            call = ToolCall(id="a", tool=own.tool, args=own.args)
            return carry_out("own", self.said.because("own", tool=own.title, why=own.reasoning), call)
        if self._known_fit() or self._asks_again():
            return self._chosen()
        return self._looking.elsewhere()

    def _replied(self) -> Decision | None:
        """The message as the answer to an agent's question; None when that agent is no longer known."""
        errand = waiting_errand(self.trail, local(self.situation), self.said)
        if errand is None:
            return None
        strange = unasked(self.trail, errand, self.said)
        if strange:
            reason = self.said.because("not_asked_for", what=self.said.joined.join(strange))
            return self._call(REPLY, (errand,), reason, "private")
        return self._call("invoke", (errand,), self.said.because("replied"))

    def _answers(self) -> bool:
        """Whether the message answers the question that was asked."""
        if self.trail.message.wants is None:
            return False
        picked = self._picked
        return picked.verdict != "none" and not picked.again

    def _known_fit(self) -> bool:
        """Whether an agent of this conversation is the one to ask."""
        picked = self._picked
        if picked.means or picked.verdict == "none":
            return bool(picked.means)
        agents = [errand.offer.agent for errand in picked.errands] or self._agents()
        if (told := addresses(self.trail.message.last)) and not all(agent.site in told for agent in agents[:1]):
            return False
        return all(suits(self.trail, agent, picked, self.said) for agent in agents[:1])

    def _asks_again(self) -> bool:
        """Whether few words, or what is told of somebody, leave open what was asked: then it is asked once more."""
        message = self.trail.message
        few = len(message.last.split()) <= FEW and "?" not in message.last
        open_ = message.wants is not None and self._picked.again and not addresses(message.last)
        return open_ and (few or tells_of_somebody(message.last, self.said))

    def _probe(self, reason: str) -> Decision:
        """The next candidates, or the end when there are none."""
        failed = [returned for _, returned in self.trail.returned("search") if not returned.ok]
        if failed and failed[-1].code in BY_A_PERSON:
            return answer(self.said.declined, self.said.because("not_agreed"))
        if failed and not self.trail.results:
            text = f"{self.said.no_search.format(why=why(failed[-1], self.said))} {self.said.try_other}"
            return answer(text, self.said.because("search_failed"))
        if known_after_all(self.trail, self._picked, self.said):
            return self._chosen()
        left = self._looking.left()
        return self._looking.discover(left, reason) if left else self._nobody()

    def _agents(self) -> list[Agent]:
        """The agents that may be chosen: those found for this message, else those known at the addresses that it tells,
        else all known; without those that failed."""
        told = set(addresses(self.trail.message.last))
        sites = {url for url, _ in self.trail.probed} or told & {agent.site for agent in self.trail.agents}
        there = [agent for agent in self._left_agents() if not sites or agent.site in sites]
        return best_named(there, self.trail.message.last, self.said)

    def _left_agents(self) -> list[Agent]:
        failed = {
            text_at(args, "task_base_url")
            for args, returned in self.trail.returned("invoke")
            if not returned.ok and returned.code not in ("confirmation_needed", "missing_parameters")
        }
        return [agent for agent in self.trail.agents if agent.base not in failed]

    def _pick(self, agents: Sequence[Agent]) -> Pick:
        now, locale = local(self.situation), self.situation.assistant.locale
        trail = without_homes(self.trail, agents, self.said)
        picked = pick(nameless(trail, agents, self.said), agents, now, locale, self.said) if agents else NONE
        return addressed(picked, trail, agents, (now, locale), self.said)

    @cached_property
    def _picked(self) -> Pick:
        """The choice among those found; with those known before, when a message asks one of each kind for something."""
        agents, every = self._agents(), self._left_agents()
        if (named := of_named(self.trail, self.said)) is not None:
            goes_on = pick(named, agents, local(self.situation), self.situation.assistant.locale, self.said)
            if goes_on.means == "words":
                return goes_on
        fresh = [agent for agent in agents if not found_again(self.trail, agent, self.said)]
        picked = self._pick(every) if self.trail.probed and len(fresh) < len(every) else NONE
        asked = {errand.offer.agent.base for errand in picked.errands}
        if len(asked) < 2 or not asked & {agent.base for agent in fresh}:
            picked = self._pick(fresh)
        now, locale = local(self.situation), self.situation.assistant.locale
        picked = each(picked, self.trail.message, now, locale, self.said)
        picked = of_all(picked, offers_of(fresh, self.said), self.trail, self.said)
        if unnamed(picked, self.trail, self.said):
            alone = {agent.base: self._pick([agent]) for agent in fresh}
            picked = any_of(picked, alone, fresh, self.said)
        return meant(picked, self.trail, every if self.trail.probed else agents, self.said)

    def _chosen(self) -> Decision:
        picked, considered = self._picked, self._picked.considered
        if picked.verdict == "none":
            return self._further()
        if picked.strange and not self.trail.message.offer and self._more():
            return self._further()
        if picked.verdict == "choice":
            ask = Ask(text=picked.question or self.said.which, choices=picked.choices, wants=Wants(skill=""))
            return Decision(reasoning=picked.reasoning, action=ask, step="ask", considered=picked.considered)
        if picked.verdict == "clarify":
            errand = next(errand for errand in picked.errands if errand.missing)
            return needs(errand, errand.missing, picked, self.said)
        if any(waits(errand) for errand in picked.errands):
            return self._call("invoke", picked.errands, picked.reasoning).model_copy(update={"considered": considered})
        texts = [about(self.said.chosen, errand, self.said) for errand in picked.errands]
        sources = [f"{name} comes from “{text}”" for errand in picked.errands for name, text in errand.sources.items()]
        sources += [f"{name} may name a person and stays here" for errand in picked.errands for name in errand.kept]
        reason = " ".join([picked.reasoning, *(f"{one}." for one in sources)])
        say = Say(text=" ".join(texts), final=False)
        return Decision(reasoning=reason, action=say, step="choose", considered=considered)

    def _more(self) -> bool:
        """Whether there are others to look at."""
        return bool(self._looking.left()) or not self.trail.taken("search")

    def _further(self) -> Decision:
        """None of these fits: the next candidates, a search when there was none yet, or the end."""
        if addresses(self.trail.message.last) and self.trail.probed and not self.trail.taken("search"):
            return offered_there(self.trail, self.said)
        if self._looking.left():
            return self._probe(self.said.because("next"))
        return self._nobody() if self.trail.taken("search") else self._looking.search()

    def _nobody(self) -> Decision:
        return self._looking.again() or self._looking.nobody()

    def _invoke(self) -> Decision:
        return self._call("invoke", self._picked.errands, self.said.because("invoked"))

    def _call(self, step: str, errands: Sequence[Errand], reason: str, doubt: Doubt = "") -> Decision:
        """Invokes; the engine holds what a person has to see first, and the reason says why."""
        calls = tuple(
            ToolCall(
                id=f"ask{n}",
                tool=INVOKE,
                args=invocation(self.trail, errand, self.said),
                doubt=doubt or doubt_of(errand),
            )
            for n, errand in enumerate(errands, start=1)
        )
        if not calls:
            return self._nobody()
        left = [word for errand in errands for word in leaving_words(self.trail, errand, self.said).kept]
        if whys := dict.fromkeys(why_held(errand, self.said) for errand in errands if waits(errand)):
            reason = " ".join(whys)
        if left:
            reason += " " + self.said.because("kept", words=", ".join(dict.fromkeys(left)))
        return Decision(reasoning=reason, action=Call(calls=calls), step=step)

    def _outcome(self) -> Decision:
        last = self.trail.last
        assert last is not None
        offers = offers_of(self.trail.agents, self.said)
        outcomes = [skill_result(args, back, offers) for args, back in last.made() if back is not None]
        if outcomes and all(one.returned.code in BY_A_PERSON for one in outcomes):
            return answer(self.said.declined, self.said.because("not_agreed"))
        open_ = next((one for one in outcomes if one.kind in ("input", "missing", "doubt")), None)
        if open_ is not None and open_.errand is not None:
            if open_.kind == "doubt":
                return self._call("invoke", (doubted(open_),), open_.text)
            site = open_.errand.offer.agent.site
            if open_.unknown and site not in [url for url, _ in self.trail.probed]:
                return self._looking.discover([site], self.said.because("another_card"))
            return asked_back(self.trail, outcomes, open_, open_.errand, self.said)
        if all(one.kind == "failed" for one in outcomes) and self._picked.verdict in ("run", "clarify"):
            return self._chosen()
        return outcomes_told(self.trail, outcomes, self.said)

    def _own_told(self) -> Decision:
        _, returned = self.trail.returned("own")[-1]
        text = text_at(returned.value, "text") or self.said.yes_word
        return answer(text if returned.ok else why(returned, self.said), self.said.because("own_told"))
