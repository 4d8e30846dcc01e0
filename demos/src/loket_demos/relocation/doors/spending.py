"""What a reply cost in tokens, in all and agent by agent."""

from dataclasses import dataclass, field

from loket.core.actions import Usage
from loket.core.data import JsonObject
from loket.house.house import OutcomeStep


@dataclass
class Spending:
    """Of the orchestrator (call "") and of each delegation, whose agent `names` has."""

    usage: dict[str, Usage] = field(default_factory=dict[str, Usage])
    names: dict[str, str] = field(default_factory=dict[str, str])

    def take(self, step: OutcomeStep, call: str = "", name: str = "") -> None:
        """Counts what a decision cost."""
        self.names[call] = name
        if step.decided is not None and step.decided.usage is not None:
            self.usage[call] = step.decided.usage.after(self.usage.get(call, Usage(price=0.0)))

    def of(self, call: str) -> JsonObject:
        """The tokens of one."""
        return _tokens(self.usage.get(call, Usage()))

    def report(self) -> JsonObject:
        """The frame that says all of it. What providers charge for keeping a prompt is in their input tokens."""
        spent = list(self.usage.values())
        return {
            "type": "usage_report",
            "total_input_tokens": sum(one.input_tokens for one in spent),
            "total_output_tokens": sum(one.output_tokens for one in spent),
            "cache_creation_tokens": 0,
            "cache_read_tokens": sum(one.cached_tokens for one in spent),
            "agent_usage": [
                {"agent_name": name, "tool_call_id": call, **self.of(call)} for call, name in self.names.items() if call
            ],
        }


def _tokens(usage: Usage) -> JsonObject:
    told: JsonObject = {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens}
    return told | ({} if usage.price is None else {"price": usage.price})
