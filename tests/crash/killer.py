"""A commit hook that kills its own process with SIGKILL: before or after the N-th commit, as pulling the plug would."""

import os
import signal
from typing import Literal

from loket.stores.commits import OnCommit

Side = Literal["before", "after"]


def deadly(side: Side, number: int) -> OnCommit:
    """To be given to SqliteStore.open(..., on_commit=...)."""

    def on_commit(now: Side, commit: int) -> None:
        if (now, commit) == (side, number):
            os.kill(os.getpid(), signal.SIGKILL)

    return on_commit
