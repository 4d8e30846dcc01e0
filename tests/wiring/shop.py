"""A package with two assistants people can talk with, and a specialist that is no agent for others."""

from loket.core.actions import Decision, Say
from loket.core.assistant import AssistantSpec
from loket.core.planner import Draft, Situation
from loket.house.bundle import Bundle, Services


class Polite:
    """Says its name."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        return Decision(reasoning="Nothing else is asked.", action=Say(text=f"This is {situation.assistant.title}."))


SHOP = AssistantSpec(name="shop", title="Shop")
REPAIRS = AssistantSpec(name="shop/repairs", title="Repairs")
CELLAR = AssistantSpec(name="shop.cellar", title="Cellar", hidden=True)


def bundle(services: Services) -> Bundle:
    """Everything this package brings."""
    every = (REPAIRS, SHOP, CELLAR)
    return Bundle(name=SHOP.name, assistants=every, planners={one.name: Polite() for one in every})
