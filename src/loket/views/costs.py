"""The view `costs`: what the language models of a conversation used and cost, in all, by model, and since a person last
came with something."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from loket.core.actions import Usage
from loket.core.events import Decided, Discarded, Progressed, Rated
from loket.core.record import Record
from loket.views.plain import number, short
from loket.views.view import FoldedView

MODELS = 20
"""Models listed by name; the rest are counted in the total alone."""


@dataclass(slots=True, kw_only=True)
class CostLine:
    """`price` in US dollars, of the thoughts whose price is known; `unpriced` counts the others. `model` is empty where
    several are added up."""

    model: str = ""
    thoughts: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    price: int | float = 0
    unpriced: int = 0
    took_ms: int = 0

    def add(self, usage: Usage) -> None:
        """One thought more."""
        self.thoughts += 1
        self.input_tokens += usage.input_tokens
        self.output_tokens += usage.output_tokens
        self.cached_tokens += usage.cached_tokens
        self.reasoning_tokens += usage.reasoning_tokens
        self.took_ms += usage.took_ms
        if usage.price is None:
            self.unpriced += 1
        else:
            self.price = number(self.price + usage.price) or 0


@dataclass(slots=True, kw_only=True)
class CostsState:
    """`message` is since a person's last record."""

    upto: int = 0
    total: CostLine = field(default_factory=CostLine)
    message: CostLine = field(default_factory=CostLine)
    models: list[CostLine] = field(default_factory=list)


class Costs(FoldedView[CostsState]):
    """Adds up what decisions, dropped thoughts and tools that asked a model say was used."""

    name = "costs"
    version = "1"
    kept = CostsState

    def _take(self, record: Record) -> None:
        state = self._state
        if record.by == "person" and not isinstance(record.event, Rated):
            state.message = CostLine()
        if isinstance(record.event, Decided | Discarded | Progressed) and record.event.usage is not None:
            self._used(record.event.usage)

    @property
    def total(self) -> CostLine:
        """Of the whole conversation."""
        return self._state.total

    @property
    def models(self) -> Sequence[CostLine]:
        """The same by model."""
        return self._state.models

    def _used(self, usage: Usage) -> None:
        state, name = self._state, short(usage.model)
        lines = [state.total, state.message, *[line for line in state.models if line.model == name]]
        if len(lines) == 2 and len(state.models) < MODELS:
            state.models.append(CostLine(model=name))
            lines.append(state.models[-1])
        for line in lines:
            line.add(usage)
