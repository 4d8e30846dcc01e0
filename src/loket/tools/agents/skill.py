"""A skill as the card of an agent describes it, and whether a person is asked before it is called."""

from collections.abc import Callable

from loket.core.data import Frozen, JsonObject


class AgentSkill(Frozen):
    """Something an agent says it can do. `parameters` is the JSON Schema of its data part, empty when it tells none;
    `takes_data`: the card says that JSON is taken all the same; `read_only` what the card states about changing
    nothing, as tools of MCP do."""

    id: str
    name: str
    description: str = ""
    parameters: JsonObject = {}
    tags: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    takes_data: bool = False
    read_only: bool | None = None


Changes = Callable[[AgentSkill], bool]
"""Whether a skill of a card may change something, so that a call of it waits for a person."""


def states_no_reading(skill: AgentSkill) -> bool:
    """Whether a card does not say that a skill only reads."""
    return skill.read_only is not True
