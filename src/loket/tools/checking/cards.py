"""The card of an agent: whether it can be found, read by every client, and says what its dialects ask of it."""

from collections.abc import AsyncIterator, Iterator, Sequence

from loket.core.shapes import is_object
from loket.tools.agents.dialect import Dialect
from loket.tools.agents.directory import KnownAgent
from loket.tools.agents.lint import Oddity, lint
from loket.tools.agents.settings import NEW_PATH, OLD_PATH, same_site, this_machine
from loket.tools.checking.probing import ELSEWHERE, ProbeAnswer, Prober
from loket.tools.checking.report import MOST, Check, Outcome, judged
from loket.tools.checking.shapes import card_faults

GROUP = "card"
_SIGNATURES: dict[str, tuple[Outcome, str]] = {
    "none": ("skipped", "The card is not signed."),
    "valid": ("passed", "The signature of the card is right."),
    "partly": ("warned", "The signature is right and does not cover these fields: {fields}."),
    "no_key": ("warned", "The card is signed, and there is no key of its own site to check that with."),
}


async def card_checks(agent: KnownAgent, prober: Prober) -> AsyncIterator[Check]:
    """All that can be said of a card that was found."""
    shown = await prober.get(agent.url, accept="application/json", origin=ELSEWHERE)
    for check in (await _place(agent, prober), _media(shown), _public(shown), _signed(agent)):
        yield check
    async for check in _shapes(agent, prober):
        yield check
    for check in _addresses(agent):
        yield check
    for check in _oddities(lint(agent.card)):
        yield check


async def _place(agent: KnownAgent, prober: Prober) -> Check:
    if agent.instead:
        return _check("card.found", "failed", agent.instead)
    old = agent.url.endswith(OLD_PATH)
    newer = agent.url.removesuffix(OLD_PATH) + NEW_PATH if old else agent.url
    if newer.endswith(NEW_PATH) and (not old or is_object((await prober.get(newer, accept="application/json")).body)):
        return _check("card.found", "passed", f"The card is at {newer}.")
    where = "at the path of older versions only" if old else "at none of the well-known paths"
    return _check("card.found", "warned", f"The card is {where}, {agent.url}; many clients look only at {NEW_PATH}.")


def _media(shown: ProbeAnswer) -> Check:
    media = shown.headers.get("content-type", "").partition(";")[0].strip().lower()
    fine = media == "application/json" or (media.startswith("application/") and media.endswith("+json"))
    text = f"The card is sent as {media or 'nothing that is told'}."
    return _check("card.media", "passed" if fine else "warned", text)


def _public(shown: ProbeAnswer) -> Check:
    if shown.headers.get("access-control-allow-origin", "") in ("*", ELSEWHERE):
        return _check("card.cors", "passed", "A web page of another site may read the card.")
    return _check("card.cors", "warned", "No web page of another site can read the card (CORS).")


def _signed(agent: KnownAgent) -> Check:
    outcome, text = _SIGNATURES.get(agent.signature.state, ("failed", "The signature of the card is wrong."))
    return _check("card.signature", outcome, text.format(fields=", ".join(agent.signature.unsigned)))


async def _shapes(agent: KnownAgent, prober: Prober) -> AsyncIterator[Check]:
    """A server may show each version the card of its own dialect."""
    dialects: set[Dialect] = {way.dialect for way in agent.card.interfaces if way.binding != "bare"}
    newer = "supportedInterfaces" in agent.card.raw
    if newer:
        dialects.add("1.0")
    for dialect in sorted(dialects):
        shown = await prober.get(agent.url, accept="application/json", a2a_version=dialect)
        raw = shown.body if shown.status == 200 and is_object(shown.body) else agent.card.raw
        source = {"1.0": "A2A 1.0, 4.4.1", "0.3": "A2A 0.3, 5.5"}.get(dialect, "")
        if dialect == "0.1":
            yield _check("card.shape.0.1", "skipped", "Cards of 0.1 have many forms; this one could be read.")
        else:
            check = judged(
                f"card.shape.{dialect}", GROUP, card_faults(raw, dialect), f"It is a card of {dialect}.", source
            )
            if check.outcome == "failed" and newer and dialect == "0.3" and "url" not in raw:
                text = f"Clients that know 0.3 alone can't read the card, which names a way of 0.3: {check.text}"
                check = check.model_copy(update={"outcome": "warned", "text": text})
            yield check if agent.card.versioned else _unversioned(check)


def _unversioned(check: Check) -> Check:
    """A card that claims no version breaks none, but few can read it."""
    if check.outcome == "passed":
        return check
    text = f"The card tells no version of A2A, and clients of {check.source or 'one'} can't read it: {check.text}"
    return check.model_copy(update={"outcome": "warned", "text": text, "source": ""})


def _addresses(agent: KnownAgent) -> Iterator[Check]:
    """Clients refuse what is called without TLS, and warn of what is called elsewhere."""
    open_ways = [way.url for way in agent.card.interfaces if _open(way.url)]
    if open_ways:
        yield _check("card.tls", "failed", f"It is called without TLS: {', '.join(dict.fromkeys(open_ways))}.")
    away = [way.url for way in agent.card.interfaces if not same_site(way.url, agent.url)]
    if away:
        text = (
            f"It is called at another site than its card's: {', '.join(dict.fromkeys(away))}. Some clients refuse that."
        )
        yield _check("card.elsewhere", "warned", text)


def _oddities(oddities: Sequence[Oddity]) -> Iterator[Check]:
    """One check for each kind: what is odd about one skill is often so about all."""
    for code in dict.fromkeys(oddity.code for oddity in oddities):
        same = [oddity.text for oddity in oddities if oddity.code == code]
        text = " ".join(same[:MOST]) + (f" And {len(same) - MOST} more." if len(same) > MOST else "")
        yield _check(f"card.{code}", "warned", text)


def _open(url: str) -> bool:
    scheme, _, rest = url.partition("://")
    host = rest.partition("/")[0].rpartition("@")[2].rsplit(":", 1)[0].strip("[]")
    return scheme == "http" and not this_machine(host)


def _check(id: str, outcome: Outcome, text: str) -> Check:
    return Check(id=id, group=GROUP, outcome=outcome, text=text)
