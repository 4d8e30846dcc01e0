"""What comes from outside: the events that a person's client may send, and those that are news to a planner."""

from typing import Annotated

from pydantic import Field

from loket.core.events import Answered, Changed, FileAdded, Stopped, SurfaceActed, UserSaid

PersonEvent = Annotated[UserSaid | Answered | SurfaceActed | FileAdded | Changed | Stopped, Field(discriminator="kind")]
"""What a person's client may send."""
NEWS = ("user_said", "surface_acted", "agent_said", "file_added", "changed")
"""Kinds that come from outside; results, answers and the engine's own records are not news."""
