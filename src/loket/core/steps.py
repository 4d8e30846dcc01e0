"""The words in which work is shown: the status of a step, and how several become one."""

from collections.abc import Iterable
from typing import Literal

Status = Literal["ok", "needs_user_choice", "needs_clarification", "error"]
"""Of a step: it goes or went well; somebody must choose or approve; somebody must tell more; it failed."""

RANK: tuple[Status, ...] = ("ok", "needs_user_choice", "needs_clarification", "error")
"""From the best to the worst."""


def worst(statuses: Iterable[Status]) -> Status:
    """The overall status of several steps; `ok` when there are none."""
    return RANK[max((RANK.index(status) for status in statuses), default=0)]
