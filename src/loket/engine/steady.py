"""The process a host lives in for long: rarer garbage collections, since each stops every conversation at once."""

import gc

THRESHOLDS = (20_000, -1, 500)
"""Of the three generations. A turn makes hundreds of objects, all freed by counting: the engine makes no circles, also
when a conversation sleeps. What libraries leave in circles is little, and `tidy` finds it.

What survives its first collection mostly lives long, so each collection takes the middle generation along (-1): nothing
is looked at twice, and none takes longer than a few milliseconds."""


def steady() -> None:
    """Leaves what is loaded by now out of all collections and makes them rarer. Call it once, after wiring."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


def tidy() -> None:
    """A whole collection, at a moment when nobody waits; nothing in a process that collects as usual."""
    if gc.get_threshold() == THRESHOLDS:
        gc.collect()
