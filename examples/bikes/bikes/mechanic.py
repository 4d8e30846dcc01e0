"""A specialist: the mechanic, who says what is wrong with a bike. The shop gives such questions to it."""

from typing import Literal

from loket import Assistant, tool

CAUSES = {"squeaking": "the brakes: the pads are worn or wet", "clicking": "the chain: it wants oil, or it is worn"}


@tool(read_only=True, title="Diagnose a noise", examples=["My bike is squeaking", "What is this clicking?"])
def diagnose(noise: Literal["squeaking", "clicking"]) -> str:
    """What is wrong with a bike that makes a noise."""
    return f"This {noise} mostly comes from {CAUSES[noise]}."


mechanic = Assistant("mechanic", title="Mechanic", summary="Says what is wrong with a bike.", tools=[diagnose])
