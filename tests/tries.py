"""How much is tried at random: a little in `make quick`, some in `make test`, thousands in `make endure`."""

import os

from hypothesis import settings

QUICK, COMMIT, LONG = "quick", "loket", "long"
EXAMPLES = {QUICK: 8, COMMIT: 20, LONG: 5_000}
"""Of a property that names no number of its own; `--hypothesis-profile` chooses the lane."""

SIMULATIONS = int(os.environ.get("LOKET_SIMULATIONS", "6"))
"""Lives of each play of the engine."""
THOROUGH = SIMULATIONS >= 1000
"""Every step and every byte, instead of one of many."""


def tries(commit: int) -> int:
    """The examples of a property that wants so many for a commit: fewer in the quick lane, more in the long one."""
    now = settings().max_examples
    return max(commit, now) if now > EXAMPLES[COMMIT] else max(1, commit * now // EXAMPLES[COMMIT])


def one_of(commit: int) -> int:
    """Of so many places one is tried for a commit; each in the long lane, in the quick one half of those."""
    return 1 if THOROUGH else commit if SIMULATIONS > 3 else 2 * commit
