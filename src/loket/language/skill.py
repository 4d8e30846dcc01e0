"""The nouns of the skills planner: a skill as anyone can describe it, what is still wanted, and what was understood."""

from dataclasses import dataclass, field
from typing import Literal

from loket.core.actions import Candidate, Choice, Wants
from loket.core.data import JsonObject

Verdict = Literal["run", "clarify", "choice", "none"]
"""What comes of a message: do it, ask for what is missing, ask which one is meant, or nothing fits."""


@dataclass(frozen=True)
class Skill:
    """Something that can be done, as a card or a tool list describes it; `parameters` is a JSON Schema object.

    `writes`: it changes something in the world. `lang` is the language of its words, when the card says so."""

    id: str
    name: str = ""
    description: str = ""
    tags: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    parameters: JsonObject = field(default_factory=dict)
    writes: bool = False
    lang: str = ""


@dataclass(frozen=True)
class PendingRequest:
    """A request that was not complete: its skill, the slots known so far and the names of those missing."""

    skill: str
    slots: JsonObject = field(default_factory=dict)
    missing: tuple[str, ...] = ()

    def wants(self) -> Wants:
        """The same as a question carries it."""
        return Wants(skill=self.skill, slots=self.slots, missing=self.missing)


def pending_of(wants: Wants) -> PendingRequest:
    """What a question carried."""
    return PendingRequest(wants.skill, wants.slots, wants.missing)


NOTHING_PROPOSED = 0.0
"""What is most likely is done, however unsure it is: for who looks at it again."""

SURE = 0.7
"""A wish that is less likely to be right is proposed by the planner, and not done."""


@dataclass(frozen=True)
class Thresholds:
    """When to act and when to ask. `least`: the score below which nothing fits, `world` how much more a question must
    have that anybody could be asked. `margin`: how much better than the
    second the first must be, as a part of its score, which counts as at least `floor`. `split`: the score each part of
    a message must reach to be a request of its own. `rival`: a skill with this part of the best score is offered
    beside it when another sort of evidence speaks for it. `choices`: how many are offered when several fit alike.
    `sure`: how likely it has to be that a wish is right, which is else proposed and not done."""

    least: float = 0.2
    world: float = 0.3
    margin: float = 0.15
    split: float = 0.5
    floor: float = 0.6
    rival: float = 0.5
    choices: int = 3
    sure: float = NOTHING_PROPOSED


@dataclass(frozen=True)
class Understanding:
    """What was made of a message. `skills` are ids in order, `slots` one object for each; `missing` names what the
    first incomplete one lacks; `choices` are the best skills when two are alike, or the only one when it is not sure,
    with `skills` and `slots` as they are proposed, and `unused` what seems to be wanted and is in none of them;
    `reasoning` names the words and the schema evidence; `corrects`: the message puts right what was asked before."""

    decision: Verdict
    skills: tuple[str, ...] = ()
    slots: tuple[JsonObject, ...] = ()
    missing: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    unused: tuple[str, ...] = ()
    reasoning: str = ""
    considered: tuple[Candidate, ...] = ()
    language: str = "en"
    corrects: bool = False
