"""Where to look for somebody who can help: the address that was told, a site known by its name, or a search."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from loket.core.actions import Ask, Call, Decision, Say, ToolCall
from loket.core.planner import Situation
from loket.core.shapes import text_at
from loket.language.clauses import clauses
from loket.language.consent import is_yes
from loket.language.memory import greets, turn_of
from loket.planners.dialogue.deciding import answer, carry_out
from loket.planners.finding.agents import DISCOVER, SEARCH, Agent
from loket.planners.finding.answer import SILENT, nobody
from loket.planners.finding.bills import is_bill
from loket.planners.finding.identity import is_named
from loket.planners.finding.leaning import fragment, last_offers, leaning, offers_of_agent
from loket.planners.finding.names import words_of
from loket.planners.finding.priced import undoes
from loket.planners.finding.query import MOST, TOGETHER, Query, addresses, linked, named_in, promising, query_of
from loket.planners.finding.recalling import recalled
from loket.planners.finding.speaking import speaking_of
from loket.planners.finding.sums_after import goes_on_reckoning
from loket.planners.finding.trail import Trail
from loket.planners.finding.unread import not_read, not_read_words, unread
from loket.planners.finding.whose import or_whose, whose
from loket.planners.finding.words import FindingWords


def looking_at(sites: Sequence[str], why: str) -> Decision:
    """Reads the cards of these sites, side by side."""
    each = (ToolCall(id=f"site{n}", tool=DISCOVER, args={"target_url": site}) for n, site in enumerate(sites, start=1))
    return carry_out("discover", why, *each)


@dataclass(frozen=True)
class Looking:
    """The search for one request."""

    trail: Trail
    situation: Situation
    said: FindingWords

    def elsewhere(self) -> Decision:
        """Somebody else is needed: the site is told, known by its name, or searched; nobody is for a message that leans
        on the last answer or does not say who is meant."""
        last, before = self.trail.message.last, () if self.trail.latest else self.trail.before
        reckons = is_bill(last, self.said) or goes_on_reckoning(last, before, self.said)
        if reckons and not named_in(last, self.said):
            ask = Ask(text=self.said.which_sum, lasts=False)
            return Decision(reasoning=self.said.because("no_words"), action=ask, step="answer")
        if (leans := recalled(self.trail, self.said) or leaning(self.trail, self.said)) is not None:
            return leans
        text = self.trail.message.last
        told = addresses(text)
        if told:
            return self.discover(told[:TOGETHER], self.said.because("address"))
        known = linked(text, self.trail.sites)
        if known:
            return self.discover(known[:TOGETHER], self.said.because("known_site"))
        return whose(self.trail, self.said) or self.search()

    def search(self) -> Decision:
        """The search; what may be somebody's name is searched for only when the person agrees."""
        message, query = self.trail.message, self._query
        # Thanks, or a greeting with nothing but somebody's name, ask for nobody.
        read = self.said.read(message.last)
        if is_yes(message.last) and self.trail.before:
            return answer(self.said.nothing_open, self.said.because("no_words"))
        if turn_of(read).empty or (query.doubtful and greets(read)):
            return answer(self.said.empty, self.said.because("no_words"))
        if not query.named and fragment(message.last, self.said):
            asks = any(one.mood in ("asks", "wonders") for one in clauses(self.said.read(message.last)))
            if asks and not message.step and (offers := last_offers(self.trail, self.said)):
                return answer(offers.strip(), self.said.because("leans"))
            text = self.said.fragment.format(text=message.last.strip().rstrip("?!. "))
            return Decision(reasoning=self.said.because("no_words"), action=Ask(text=text, lasts=False), step="answer")
        foreign = unread(message.last, self.said)
        if foreign and not query.named and (not query.text or foreign.surely):
            return not_read(foreign, self.trail, self.situation)
        if not query.text:
            strange = [word for word in words_of(message.last) if word.plain not in self.said.little]
            asks = "?" in message.last and bool(read.words)
            strangely = asks or any(word.text[:1].isalnum() for word in strange)
            action = Ask(text=self.said.no_words, lasts=False) if strangely else Say(text=self.said.empty)
            return Decision(reasoning=self.said.because("nothing_to_search"), action=action, step="answer")
        call = ToolCall(id="a", tool=SEARCH, args={"query": query.text}, doubt="private" if query.doubtful else "")
        why = self.said.search if query.doubtful else self.said.because("searched", query=query.text)
        decided = carry_out("search", why, call)
        if not (query.doubtful and foreign):
            return decided
        # Who is asked for a yes reads what was not understood, too.
        text = not_read_words(foreign, self.trail, self.situation)
        return decided.model_copy(update={"action": Call(calls=(call,), text=text)})

    @cached_property
    def query(self) -> str:
        """What was searched for, or would be."""
        asked = [text_at(args, "query") for args, _ in self.trail.returned("search")]
        return asked[-1] if asked else self._query.text

    @cached_property
    def _query(self) -> Query:
        return query_of(self.trail.message.last, self.trail.agents, self.said)

    def left(self) -> list[str]:
        """The sites to look at now: all promising ones first, the others when none of these helped."""
        done = {url for url, _ in self.trail.probed}
        first, others = promising(self.trail.results, self.query, self.said)
        ahead = [url for url in first if url not in done] or [url for url in others if url not in done]
        return ahead[: min(TOGETHER, MOST - len(done))] if len(done) < MOST else []

    def discover(self, sites: Sequence[str], reason: str) -> Decision:
        """Reads the cards of these sites, whose addresses stand behind the reason."""
        return looking_at(sites, f"{reason} ({', '.join(sites)})")

    def again(self) -> Decision | None:
        """Once more the likeliest site, when it did not answer and nobody else could help."""
        looked = self.trail.probed
        url, returned = looked[0] if looked else ("", None)
        if returned is None or returned.code not in SILENT or [one for one, _ in looked].count(url) > 1:
            return None
        return self.discover([url], self.said.because("again"))

    def nobody(self) -> Decision:
        """Nothing fitted: what was looked at, another way, and what the agent of the last answer can do, or the one
        that is to undo something; or the question who is meant."""
        speaking, missed = speaking_of(self.trail, self.said)
        text = nobody(self.trail, self.query, speaking, self.said, missed)
        offers = last_offers(self.trail, self.said)
        if not offers and (agent := self._named_agent()) is not None:
            offers = offers_of_agent(agent, "", self.said)
        for agent in self.trail.agents if offers else ():
            text = text.replace(self.said.no_service.format(agent=agent.name), "")
        asks = None if offers else or_whose(self.trail, text, self.said)
        return asks or answer(text + offers, self.said.because("nobody"))

    def _named_agent(self) -> Agent | None:
        """The only agent of those that were looked at which the message names to have something undone."""
        text, sites = self.trail.message.last, {url for url, _ in self.trail.probed}
        if not undoes(text, self.said):
            return None
        names = named_in(text, self.said)
        every = [one for one in self.trail.agents if one.site in sites and is_named(one, names, self.said, text)]
        return every[0] if len(every) == 1 else None
