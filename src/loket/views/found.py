"""What a conversation was told of the tools of servers and agents: which there are, and which changed since."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from loket.core.at_most import STORED
from loket.core.data import JsonObject
from loket.core.events import AgentFound, ToolsFound
from loket.core.shapes import text_at
from loket.core.tool_spec import ToolSpec


@dataclass(slots=True)
class FoundTools:
    """The tools by name (`SOURCE.tool`), those that changed and nobody has agreed to yet, and of each agent the
    digest of its card, the site where it was found and how its card compares with the pinned one."""

    specs: dict[str, ToolSpec] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)
    cards: dict[str, str] = field(default_factory=dict)
    sites: dict[str, str] = field(default_factory=dict)
    trusts: dict[str, str] = field(default_factory=dict)

    def take(self, event: ToolsFound | AgentFound) -> None:
        """What a source tells takes the place of what it told before. Names that are not its own are not taken."""
        if isinstance(event, AgentFound):
            self.cards[event.source] = event.digest
            self.sites[event.source] = text_at(event.card, "site")
            self.trusts[event.source] = event.trust
        if not event.more:
            gone = [name for name, spec in self.specs.items() if spec.source == event.source]
            for name in gone:
                del self.specs[name]
                self.changed.discard(name)
        for spec in event.specs:
            if spec.source == event.source and spec.name.startswith(f"{event.source}."):
                self.specs[spec.name] = spec
        self.changed |= set(event.changed) & self.specs.keys()

    def doubt(self, spec: ToolSpec) -> str | None:
        """Why nobody has agreed to this tool yet: it `changed`, or its agent's card, which did not, is of another site
        than where the agent is called (`elsewhere`). None when nothing is to be agreed to."""
        if spec.name not in self.changed:
            return None
        return "changed" if self.trusts.get(spec.source, "changed") == "changed" else "elsewhere"

    def agree(self, digest: str) -> None:
        """A person approved a call of a tool that said exactly this of itself, also one that another passed on. Where
        an agent is called is agreed to for all of its tools."""
        agreed = [spec for name in self.changed if (spec := self.specs[name]).digest == digest]
        sources = {spec.source for spec in agreed if self.doubt(spec) == "elsewhere"}
        self.changed -= {spec.name for spec in agreed}
        self.changed -= {name for name in self.changed if self.specs[name].source in sources}

    def is_news(self, source: str, events: Iterable[ToolsFound | AgentFound]) -> bool:
        """Whether this is another list of tools than the source told before, or says that one changed."""
        before = [spec for spec in self.specs.values() if spec.source == source]
        now = [spec for event in events for spec in event.specs]
        cards = [event.digest for event in events if isinstance(event, AgentFound)]
        if before != now or any(digest != self.cards.get(source) for digest in cards):
            return True
        return any(not self.changed.issuperset(event.changed) for event in events)


def found_json(found: FoundTools) -> JsonObject:
    """All of it as plain JSON."""
    specs = [spec.model_dump(mode="json") for spec in found.specs.values()]
    told = {"cards": found.cards, "sites": found.sites, "trusts": found.trusts}
    return {"specs": specs, "changed": sorted(found.changed), **told}


def found_from(raw: JsonObject) -> FoundTools:
    """What `found_json` wrote."""
    specs = [ToolSpec.model_validate(spec, context=STORED) for spec in raw.get("specs", ())]
    told = (raw.get(name, {}) for name in ("cards", "sites", "trusts"))
    return FoundTools({spec.name: spec for spec in specs}, set(raw.get("changed", ())), *told)
