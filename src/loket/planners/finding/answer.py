"""Telling the outcome: what an agent answered, in words a person can use, and what was looked at when nobody could."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from loket.core.data import Json, JsonObject, as_blob
from loket.core.events import Returned
from loket.core.shapes import is_list, is_object, object_at, text_at
from loket.language.tokens import parts
from loket.planners.finding.agents import Agent
from loket.planners.finding.files import files_in, files_in_words
from loket.planners.finding.trail import Trail
from loket.planners.finding.words import HAVING, FindingWords

CHARACTERS, FACTS, DEEP, SHORT = 6_000, 14, 2, 60
"""Of an answer; facts told of a list or an object without words; objects inside each other that are told; of a text
that makes a sentence with its name."""

NOT_CALLED = "address_refused"
"""The code of a call that was not made because of its address."""
SILENT = ("timeout", "unreachable")
"""Codes of a site that does not answer, whoever lives there."""


def answered(agent: Agent, result: Json, said: FindingWords) -> str:
    """What came back: the agent's own words, else its data as sentences; and who said so."""
    text = text_at(result, "text").strip()[:CHARACTERS]
    data = object_at(result, "result_data")
    told = _missing_facts(text, data) if text else facts(data, said)
    words = " ".join(part for part in (text, told) if part)
    files = files_in_words(files_in(result), said)
    if not (words or files):
        words = said.yes_word
    notes = " ".join(note for note in result.get("notes", []) if isinstance(note, str)) if is_object(result) else ""
    source = said.source.format(agent=agent.name or site_name(agent.base), site=site_name(agent.base))
    return "\n\n".join(part for part in (words, files, notes, source) if part)


def facts(data: JsonObject, said: FindingWords) -> str:
    """Data as short sentences: what is true or not first, then each value by its name."""
    lines: list[str] = []
    for name, value in data.items():
        if isinstance(value, bool):
            lines.insert(0, _whether(_readable(name), value, said))
        elif (shown := _shown(value, 0, said)) and len(lines) < FACTS:
            short = isinstance(value, str) and len(shown) <= SHORT
            lines.append(said.is_value.format(name=_readable(name), value=shown) if short else _line(name, shown, said))
    return " ".join(lines)[:CHARACTERS]


def _whether(named: str, value: bool, said: FindingWords) -> str:
    first, _, what = named.partition(" ")
    if first == HAVING and what:
        counted = not what.endswith(("s", "ing"))
        article = said.articles[what[0] in "aeiou"] if counted else ""
        return (said.there_is if value else said.there_is_not).format(a=article, what=what)
    return _line(named, said.yes_word.lower() if value else said.no_word.lower(), said)


def _line(name: str, shown: str, said: FindingWords) -> str:
    return said.value.format(name=_readable(name).capitalize(), value=shown)


def why(returned: Returned, said: FindingWords) -> str:
    """Why a call failed, in a sentence."""
    if returned.code == NOT_CALLED:
        facts = object_at(object_at(returned.value, "error"), "details") or returned.value
        sentence = said.refusals.get(text_at(facts, "cause")) or said.refusals["other"]
        return sentence.format(host=text_at(facts, "host")[:200])
    return said.problems.get(returned.code or "") or returned.text or f"({returned.code})."


def nobody(trail: Trail, query: str, speaking: Sequence[str], said: FindingWords, missed: str = "") -> str:
    """Nothing fitted: what was looked at, and another way. `speaking` are the addresses found that speak of what was
    asked: only of these is it told that they could not be looked at, and to the first of them a person is sent.
    `missed` is the organisation that was named and is none of those found."""
    probed = dict(trail.probed)
    sites = list(dict.fromkeys(site_name(url) for url, returned in probed.items() if returned.ok))
    looked = said.looked.format(sites=listing(sites, said)) if sites else ""
    near = {site_name(url) for url in speaking} if trail.results else {site_name(url) for url in probed}
    failed = {url: returned for url, returned in probed.items() if not returned.ok and site_name(url) in near}
    unheard = "".join(not_heard(url, returned, said) for url, returned in failed.items())
    fresh = [agent for agent in trail.agents if any(url == agent.site for url, _ in trail.probed)]
    looked += "".join(said.no_service.format(agent=agent.name) for agent in fresh[:3])
    if query and not trail.results and trail.taken("search"):
        looked = said.nothing_found.format(query=query) + " "
    elif missed:
        looked = f"{said.no_site_of.format(name=missed)} {looked}"
    best = next((url for url in speaking if urlsplit(url).scheme in ("http", "https")), "")
    else_ = said.look_there.format(url=best) if best else said.try_other
    if failed and next(iter(probed)) in failed:
        return f"{unheard}{looked}{else_}"
    return said.none.format(looked=f"{unheard}{looked}", else_=else_)


def not_heard(url: str, returned: Returned, said: FindingWords) -> str:
    """Why a site could not be looked at; with a space at its end."""
    if returned.code == NOT_CALLED:
        return f"{said.not_called.format(site=site_name(url), why=why(returned, said))} "
    return said.unheard.format(site=site_name(url), why=why(returned, said))


def listed(parameters: JsonObject, said: FindingWords) -> str:
    """Parameters as they are shown before they are sent."""
    shown = [f"{_readable(name)} {_shown(value, 0, said)}" for name, value in parameters.items()]
    return said.given.format(listed=", ".join(shown)[:400]) if shown else ""


def asked_for(schema: JsonObject, missing: Sequence[str], said: FindingWords) -> str:
    """What is missing, in the words of the schema."""
    properties = object_at(schema, "properties")
    named = [text_at(properties.get(name), "description").strip().rstrip(".") or _readable(name) for name in missing]
    return listing([one[:1].lower() + one[1:] if one[1:2].islower() else one for one in named], said)


def site_name(url: str) -> str:
    """A site as people know it."""
    return (urlsplit(url).netloc or url).rpartition("@")[2].removeprefix("www.")


def _missing_facts(text: str, data: JsonObject) -> str:
    """The few plain values that the agent's words leave out."""
    short = {
        name: value
        for name, value in data.items()
        if isinstance(value, str) and 0 < len(value) <= 80 and value.lower() not in text.lower() and "@" in value
    }
    return " ".join(f"{_readable(name).capitalize()}: {value}." for name, value in short.items())


def _shown(value: Json, depth: int, said: FindingWords) -> str:
    if (blob := as_blob(value)) is not None:
        return f"{blob.preview[:80]}…"
    if is_list(value):
        return ", ".join(filter(None, (_shown(one, depth + 1, said) for one in value[:FACTS]))) if depth <= DEEP else ""
    if is_object(value):
        inner = [f"{_readable(name)} {shown}" for name, one in value.items() if (shown := _shown(one, depth + 1, said))]
        return f"({', '.join(inner[:FACTS])})" if depth <= DEEP and inner else ""
    if isinstance(value, bool):
        return (said.yes_word if value else said.no_word).lower()
    return "" if value is None else str(value)[:500]


def _readable(name: str) -> str:
    return " ".join(parts(name).split()).lower() or name


def listing(names: Sequence[str], said: FindingWords) -> str:
    """Names as a sentence lists them."""
    return said.joined.join(filter(None, (", ".join(names[:-1]), *names[-1:])))
