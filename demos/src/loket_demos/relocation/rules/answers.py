"""One answer of what several specialists found, and of what one of them did not find."""

from collections.abc import Mapping, Sequence

from loket.core.data import Json
from loket.core.events import Returned
from loket.core.shapes import is_object, text_at
from loket_demos.relocation.agents.registry import find
from loket_demos.relocation.rules.findings import finding
from loket_demos.relocation.rules.sources import numbered
from loket_demos.relocation.texts import sentence


def answer(returns: Sequence[Returned], agents: Mapping[str, str], language: str, notes: Sequence[str] = ()) -> str:
    """What the person reads; `agents` are who was asked, by the call. An address that several give is said once."""
    several = len(returns) > 1
    parts = [_part(one, agents.get(one.call, ""), language, several) for one in returns]
    closing = sentence("say", "closing", language)
    text, sources = numbered(_once("\n\n".join(parts)), language)
    return "\n\n".join(filter(None, (text, *notes, sources, closing)))


def label_of(agent: str, language: str) -> str:
    """What a specialist is called; empty for nobody."""
    who = find(agent)
    return "" if who is None else who.label_en if language == "en" else who.label


def _part(returned: Returned, agent: str, language: str, several: bool) -> str:
    label = label_of(agent, language)
    if not returned.ok:
        return sentence("say", "failed", language, who=label or "—", why=returned.text or returned.code or "")
    text = _words(returned.value) or returned.text or finding("", returned.value, language)
    return f"### {sentence('sections', agent or 'law', language)}\n\n{text}" if several else text


def _words(value: Json) -> str:
    return text_at(value, "text") if is_object(value) else ""


def _once(text: str) -> str:
    """Without a paragraph that stood before."""
    return "\n\n".join(dict.fromkeys(text.split("\n\n")))
